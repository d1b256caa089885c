"""Calls for the director from tables: their subject, how long each waits, and the queue in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.worded import Worded

MINUTE = 60


class CallKind(Worded):
    """What a table calls about; the value is stored, so its meaning never changes."""

    DISPUTE = "dispute", gettext_noop("dispute")
    RULE = "rule", gettext_noop("rule question")
    TIME = "time", gettext_noop("time")
    OTHER = "other", gettext_noop("something else")


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call for the director: its round and table, subject, words and time.

    ``answered_at`` or ``cancelled_at`` is None until then; ``note`` says what came of it.
    """

    key: int
    round: int
    table: int
    kind: CallKind
    words: str
    called_at: datetime
    answered_at: datetime | None = None
    answered_by: str = ""
    note: str = ""
    cancelled_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether the table still waits."""
        return self.answered_at is None and self.cancelled_at is None

    def waited(self, now: datetime) -> int:
        """Return the whole minutes from the call to its end, or to now if it is open; 0 if a clock was set back."""
        until = self.answered_at or self.cancelled_at or now
        return max(0, int((until - self.called_at).total_seconds()) // MINUTE)


def ago(minutes: int) -> str:
    """Return minutes as words: "just now", "1 minute ago"."""
    return _("just now") if minutes == 0 else ngettext("{n} minute ago", "{n} minutes ago", minutes)


@dataclass(frozen=True, slots=True)
class OpenCalls:
    """The open calls: how many there are, and key, round, table, subject and time of the one that has waited longest."""

    many: int
    key: int
    round: int
    table: int
    kind: CallKind
    called_at: datetime

    @property
    def oldest(self) -> CallRecord:
        """The call that has waited longest, without the table's own words."""
        return CallRecord(self.key, self.round, self.table, self.kind, "", self.called_at)

    def minutes(self, now: datetime) -> int:
        """Return the whole minutes that the oldest call has waited."""
        return max(0, int((now - self.called_at).total_seconds()) // MINUTE)


def in_short(waiting: OpenCalls | None, now: datetime) -> str:
    """Return the open calls for a badge, the longest wait first: "2 calls: table 5, 3 min"; empty for None, no open call."""
    if waiting is None:
        return ""
    return ngettext(
        "{n} call: table {table}, waiting {minutes} min",
        "{n} calls: table {table}, waiting {minutes} min",
        waiting.many,
        table=waiting.table,
        minutes=waiting.minutes(now),
    )


def to_do(waiting: OpenCalls | None, now: datetime) -> str:
    """Return the oldest call as a sentence: "Table 5 called 4 minutes ago: rule question."; empty for None, no open call."""
    if waiting is None:
        return ""
    more = waiting.many - 1
    first = _(
        "Table {table} called {ago}: {subject}.",
        table=waiting.table,
        ago=ago(waiting.minutes(now)),
        subject=waiting.kind.words,
    )
    if not more:
        return first
    return " ".join((first, ngettext("{n} more call is waiting.", "{n} more calls are waiting.", more)))
