"""A filter for who entered the results of a round, for templates with the event's record."""

from __future__ import annotations

from django import template

from tournament.record.event import EventRecord
from tournament.record.vocabulary import ReportSource
from wording import gettext as _

register = template.Library()


@register.filter
def who_entered(record: EventRecord, number: int) -> list[tuple[str, list[int]]]:
    """Return who entered results of a round, from A to Z, each with the numbers of the tables; all phones of players are one."""
    found: dict[str, set[int]] = {}
    for table in record.round(number).tables:
        reports = [(report.source, report.reported_by) for report in table.reports]
        if table.official:
            reports.append((table.official.source, table.official.reported_by))
        for source, name in reports:
            by = _("phones at the tables") if source is ReportSource.PLAYER else name or _("Somebody")
            found.setdefault(by, set()).add(table.number)
    return [(by, sorted(tables)) for by, tables in sorted(found.items())]
