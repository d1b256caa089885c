"""How a table's result is written into the log of changes, and read back from it to restore an earlier version.

A result is a flat list of named values, so that the log can show what changed, seat by seat:
``cash 3 Ada``: dollars or None, ``out of time 3 Ada``: True, ``reason 3 Ada``: words, ``ended by``: words; 3 is the entry's number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.models import Seat, Table
from tournament.record.vocabulary import Dollars, PlayerId


@dataclass(frozen=True, slots=True)
class _Verbs:
    """The words under which results are written into the log."""

    record: str = "record result"
    correct: str = "correct result"
    restore: str = "restore result"

    @property
    def all(self) -> tuple[str, ...]:
        """All of them: what can be restored."""
        return (self.record, self.correct, self.restore)


VERBS = _Verbs()


def described(table: Table, seats: Iterable[Seat]) -> dict[str, Any]:
    """A table's result as the log of changes keeps it."""
    values: dict[str, Any] = {}
    for seat in seats:
        values[f"cash {seat.entry}"] = seat.cash
        if seat.timed_out:
            values[f"out of time {seat.entry}"] = True
        if seat.cash_reason:
            values[f"reason {seat.entry}"] = seat.cash_reason
    if table.ended_by:
        values["ended by"] = table.ended_by
    return values


def entered(values: Mapping[str, Any]) -> tuple[tuple[PlayerId, Dollars | None, str, bool], ...]:
    """Read player, cash, reason and time-out mark of each seat back from what the log kept."""
    reasons = {_number(key, "reason"): str(value) for key, value in values.items() if key.startswith("reason ")}
    late = {_number(key, "out of time") for key in values if key.startswith("out of time ")}
    return tuple(
        (PlayerId(number), values[key], reasons.get(number, ""), number in late)
        for key in values
        if key.startswith("cash ")
        for number in [_number(key, "cash")]
    )


def _number(key: str, words: str) -> int:
    return int(key.removeprefix(f"{words} ").split()[0])
