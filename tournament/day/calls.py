"""Calls for the director from the tables: what they are about, how long each waits, and the words of the queue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

MINUTE = 60


class CallKind(StrEnum):
    """The stable key of what a table calls about; it is stored and never changes its meaning."""

    DISPUTE = "dispute"
    RULE = "rule"
    TIME = "time"
    OTHER = "other"

    @property
    def words(self) -> str:
        """As the desk reads it behind the table: "rule question"."""
        return {"dispute": "dispute", "rule": "rule question", "time": "time", "other": "something else"}[self.value]


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call: where, what about, in whose words, when, and when and by whom it was answered or cancelled, with a note."""

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
        """Whole minutes from the call to its answer, to its being cancelled, or to now; a clock that was set back gives 0."""
        until = self.answered_at or self.cancelled_at or now
        return max(0, int((until - self.called_at).total_seconds()) // MINUTE)


def ago(minutes: int) -> str:
    """How long ago, in whole minutes: "just now", "1 minute ago"."""
    return "just now" if minutes == 0 else f"{minutes} minute{'s' if minutes > 1 else ''} ago"


@dataclass(frozen=True, slots=True)
class OpenCalls:
    """The calls that wait: how many, and the one that waits longest."""

    many: int
    table: int
    kind: CallKind
    called_at: datetime

    def minutes(self, now: datetime) -> int:
        """Whole minutes that the first has waited."""
        return max(0, int((now - self.called_at).total_seconds()) // MINUTE)


def in_short(waiting: OpenCalls | None, now: datetime) -> str:
    """The open calls on a badge, the longest waiting first: "2 calls: table 5, 3 min"; empty for none."""
    if waiting is None:
        return ""
    many = f"{waiting.many} call{'s' if waiting.many > 1 else ''}"
    return f"{many}: table {waiting.table}, {waiting.minutes(now)} min"


def to_do(waiting: OpenCalls | None, now: datetime) -> str:
    """What the director does first, as a sentence: "Table 5 called 4 minutes ago: rule question."; empty where nobody waits."""
    if waiting is None:
        return ""
    more = waiting.many - 1
    others = f" {more} more call{'s' if more > 1 else ''} waiting." if more else ""
    return f"Table {waiting.table} called {ago(waiting.minutes(now))}: {waiting.kind.words}.{others}"
