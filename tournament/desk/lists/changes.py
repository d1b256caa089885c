"""The diary as a table: what was before, what is after."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from tournament.desk.lists import NUM, PageTable
from tournament.models import Change
from tournament.record.event import EventRecord
from tournament.tellings.diary import differences, sentence_of

SHOWN = 8


def who(change: Change) -> str:
    """Who made a change; the machine itself where nobody did."""
    return change.made_by.get_username() if change.made_by else "the machine"


class ChangeTable(PageTable):
    """Changes, newest first."""

    version = tables.Column(verbose_name="Version", attrs=NUM, orderable=True)
    made_at = tables.Column(verbose_name="When", attrs={"td": {"data-label": "When"}})
    made_by = tables.Column(
        verbose_name="Who",
        empty_values=(),
        attrs={"td": {"data-label": "Who"}},
        orderable=True,
        order_by=("made_by__username", "-version"),
    )
    act = tables.Column(verbose_name="What", attrs={"td": {"scope": "row"}})
    after = tables.Column(verbose_name="Before → after", empty_values=())
    reason = tables.Column(default="", attrs={"td": {"data-label": "Reason"}})

    class Meta:
        template_name = "django_tables2/table.html"
        orderable = False
        attrs = {"class": "wide cards"}
        empty_text = "No change fits; take a filter away."

    def __init__(self, rows: Iterable[Change], *, record: EventRecord) -> None:
        """``record`` gives the names as they are now."""
        super().__init__(rows)
        self.event_record = record

    def render_made_at(self, value: datetime) -> str:
        """The moment by the hall's clock."""
        return date_format(localtime(value), "j M H:i:s")

    def value_made_at(self, value: datetime) -> datetime:
        """The moment itself for CSV."""
        return value

    def render_made_by(self, record: Change) -> str:
        """The user's name."""
        return who(record)

    def render_act(self, record: Change) -> str:
        """The act and what it was done to."""
        return sentence_of(record, self.event_record)

    def render_after(self, record: Change) -> SafeString:
        """The differences one after the other; past eight the rest unfolds."""
        rows = [row.words for row in differences(record, self.event_record)]
        shown = format_html('<span class="small">{}</span>', " · ".join(rows[:SHOWN]))
        if len(rows) <= SHOWN:
            return shown if rows else SafeString("")
        return format_html(
            '{}<details class="small"><summary>{} more</summary>{}</details>',
            shown,
            len(rows) - SHOWN,
            " · ".join(rows[SHOWN:]),
        )

    def value_after(self, record: Change) -> str:
        """The differences in one cell of CSV."""
        return "; ".join(row.words for row in differences(record, self.event_record))
