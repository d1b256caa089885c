"""The calls of tables as a list, for the page of the desk and the incident book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from tournament.day.calls import CallRecord
from wording import gettext as _
from wording import gettext_noop

HEADINGS = (
    gettext_noop("Called"),
    gettext_noop("Round"),
    gettext_noop("Table"),
    gettext_noop("About"),
    gettext_noop("In their words"),
    gettext_noop("Minutes waited"),
    gettext_noop("Outcome"),
    gettext_noop("By"),
)
"""The heads of the list, for `gettext`."""


@dataclass(frozen=True, slots=True)
class CallLine:
    """One call of a table in words; ``minutes`` are those from the call to its end, or until now."""

    called_at: datetime
    round: int
    table: int
    about: str
    words: str
    minutes: int
    came_of_it: str
    by: str

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the columns of `HEADINGS` without the moment."""
        figures = (str(self.round), str(self.table), self.about, self.words, str(self.minutes))
        return (*figures, self.came_of_it, self.by)


def book_of(calls: Sequence[CallRecord], now: datetime, clock: tzinfo | None = None) -> list[CallLine]:
    """Return the calls that were answered or cancelled, in the order of ``calls``; times are in the zone ``clock`` if given."""
    lines = [_line(call, now) for call in calls if not call.is_open]
    return [replace(line, called_at=line.called_at.astimezone(clock)) for line in lines] if clock else lines


def _line(call: CallRecord, now: datetime) -> CallLine:
    """Return a call as a line."""
    if call.cancelled_at:
        end = _("cancelled by the table")
    elif call.answered_at:
        end = call.note or _("answered")
    else:
        end = _("waiting")
    about = _(call.kind.words)
    return CallLine(call.called_at, call.round, call.table, about, call.words, call.waited(now), end, call.answered_by)
