"""The log of changes in words: what was before, what is after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from tournament.desk.lists import NUM, PageTable
from tournament.models import Change
from tournament.record.vocabulary import format_dollars, format_thousandths

THOUSANDTHS = frozenset(
    {
        "multiplier_three",
        "multiplier_four",
        "multiplier_five",
        "multiplier_six",
        "sit_out_score",
        "pairing_problem_score",
        "dilution",
    }
)
DOLLARS = frozenset({"fine_amount", "amount", "cash"})
SHOWN = 8


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that changed, in words; ``before`` or ``after`` is empty where there was or is nothing."""

    name: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """The difference as it is read: "name: before → after", without an arrow where there was nothing."""
        name = f"{self.name}: " if self.name else ""
        return f"{name}{self.before} → {self.after or 'nothing'}" if self.before else f"{name}{self.after}"


def differences(change: Change) -> tuple[Difference, ...]:
    """What a change changed, thing by thing in the order they were written."""
    before, after = change.before, change.after
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return (Difference("", _words("", before), _words("", after)),)
    names = [*before, *[name for name in after if name not in before]]
    rows = (Difference(_name(name), _words(name, before.get(name)), _words(name, after.get(name))) for name in names)
    return tuple(row for row in rows if row.before != row.after)


def told(change: Change) -> str:
    """A change in one line: "record result: Round 1, table 2"."""
    return f"{change.verb.capitalize()}: {change.subject}" if change.subject else change.verb.capitalize()


def who(change: Change) -> str:
    """Who made a change; the machine itself where nobody did."""
    return change.made_by.get_username() if change.made_by else "the machine"


def _name(name: str) -> str:
    return f"No. {name}" if name.isdigit() else name.replace("_", " ")


def _words(name: str, value: Any) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name in THOUSANDTHS:
        return format_thousandths(value)
    if isinstance(value, int) and (name in DOLLARS or name.startswith("cash ")):
        return format_dollars(value)
    if isinstance(value, list):
        return ", ".join(_words("", item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_name(str(key))} {_words(str(key), item)}" for key, item in value.items())
    return str(value)


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
    verb = tables.Column(verbose_name="What", attrs={"td": {"scope": "row"}})
    after = tables.Column(verbose_name="Before → after", empty_values=())
    reason = tables.Column(default="", attrs={"td": {"data-label": "Reason"}})

    class Meta:
        """Newest first unless it is sorted by version or by who."""

        template_name = "django_tables2/table.html"
        orderable = False
        attrs = {"class": "wide"}
        empty_text = "No change fits; take a filter away."

    def render_made_at(self, value: datetime) -> str:
        """The moment by the hall's clock."""
        return date_format(localtime(value), "j M H:i:s")

    def value_made_at(self, value: datetime) -> datetime:
        """The moment itself for CSV."""
        return value

    def render_made_by(self, record: Change) -> str:
        """The user's name."""
        return who(record)

    def render_verb(self, record: Change) -> str:
        """The act and what it was done to."""
        return told(record)

    def render_after(self, record: Change) -> SafeString:
        """The differences one after the other; past eight the rest unfolds."""
        rows = [row.words for row in differences(record)]
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
        return "; ".join(row.words for row in differences(record))
