"""Record final cash, correct it after closing, rule equal shares; two open pages never overwrite each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tournament.models import Event, Round, Seat, Table
from tournament.services.changes import RefusedError, act_on
from tournament.vocabulary import Dollars, PlayerId, RoundState, format_dollars


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """What was typed for one seat: final cash in dollars before fines (None clears it), a reason, and the time-out mark."""

    player: PlayerId
    cash: Dollars | None
    reason: str = ""
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What was typed for one table on a page that showed ``result_version``."""

    table: int
    result_version: int
    seats: tuple[SeatEntry, ...]
    ended_by: str = ""


class ResultConflictError(RefusedError):
    """Somebody else changed the table meanwhile; both values are kept for the page to show."""

    def __init__(self, table: int, stored: Mapping[PlayerId, Dollars | None], typed: Mapping[PlayerId, Dollars | None]):
        super().__init__(f"Table {table} was changed on another page meanwhile; compare both and save the right one.")
        self.table = table
        self.stored = stored
        self.typed = typed


def record_result(event: Event, actor: User, round_number: int, entry: TableEntry) -> Table:
    """Store the final cash of one table of a round being played.

    Raises ResultConflictError where the table changed after the page was opened, RefusedError where it cannot be.
    """
    with act_on(event, actor, "record result", f"Round {round_number}, table {entry.table}") as act:
        table = _table(act.event, round_number, entry.table)
        if table.round.state != RoundState.PUBLISHED.value:
            raise RefusedError(f"Round {round_number} is {table.round.state}; only a round being played takes results.")
        seats = _seats(table, entry)
        act.before, act.after = _write(table, seats, entry)
    return table


def correct_result(event: Event, actor: User, round_number: int, entry: TableEntry, reason: str) -> Table:
    """Correct a table of a closed round (R11, R68): re-totals, re-seats nobody; the reason is kept."""
    if not reason.strip():
        raise RefusedError("Write why the result is corrected; the reason stands in the log of changes.")
    with act_on(event, actor, "correct result", f"Round {round_number}, table {entry.table}", reason) as act:
        table = _table(act.event, round_number, entry.table)
        if table.round.state != RoundState.CLOSED.value:
            raise RefusedError(f"Round {round_number} is not closed; enter the result on its page.")
        seats = _seats(table, entry)
        missing = [seat.player for seat in entry.seats if seat.cash is None]
        if missing:
            raise RefusedError("A closed round needs the cash of every seat; type the missing amounts.")
        _set_state(table.round, RoundState.PUBLISHED)
        act.before, act.after = _write(table, seats, entry)
        _set_state(table.round, RoundState.CLOSED)
    return table


def rule_equal_shares(event: Event, actor: User, round_number: int, table_number: int, reason: str) -> Table:
    """Rule equal shares where everybody has zero (R62); an empty reason takes the ruling back."""
    verb = "rule equal shares" if reason.strip() else "cancel equal shares"
    with act_on(event, actor, verb, f"Round {round_number}, table {table_number}", reason) as act:
        table = _table(act.event, round_number, table_number)
        if reason.strip() and any(seat.cash for seat in table.seats.all()):
            raise RefusedError(
                f"Table {table_number} has cash above zero; equal shares are for a table where nobody has any (R62)."
            )
        act.before = {"ruling": table.equal_shares_ruling}
        table.equal_shares_ruling = reason.strip()[:300]
        table.result_version += 1
        table.save()
        act.after = {"ruling": table.equal_shares_ruling}
    return table


def _table(event: Event, round_number: int, number: int) -> Table:
    table = (
        Table.objects.select_related("round")
        .filter(round__event=event, round__number=round_number, number=number)
        .first()
    )
    if table is None:
        raise RefusedError(f"Round {round_number} has no table {number}; reload the page.")
    return table


def _seats(table: Table, entry: TableEntry) -> Sequence[Seat]:
    seats = list(table.seats.select_related("entry__player"))
    typed = {seat.player for seat in entry.seats}
    if typed != {seat.entry.number for seat in seats}:
        raise RefusedError(f"The seats of table {table.number} were changed meanwhile; reload the page and type again.")
    return seats


def _write(table: Table, seats: Sequence[Seat], entry: TableEntry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write what was typed; an older page may repeat what is stored but not overwrite it."""
    typed = {seat.player: seat for seat in entry.seats}
    stored = {PlayerId(seat.entry.number): seat.cash for seat in seats}
    if entry.result_version != table.result_version and stored != {p: seat.cash for p, seat in typed.items()}:
        raise ResultConflictError(table.number, stored, {p: seat.cash for p, seat in typed.items()})
    before = {seat.entry.player.name: _described(seat) for seat in seats}
    for seat in seats:
        new = typed[PlayerId(seat.entry.number)]
        if new.cash is not None and new.cash < 0:
            raise RefusedError(f"{format_dollars(new.cash)} is below zero; final cash is counted before fines.")
        seat.cash, seat.cash_reason, seat.timed_out = new.cash, new.reason.strip()[:300], new.timed_out
        seat.save()
    table.result_version += 1
    table.result_at = timezone.now() if all(seat.cash is not None for seat in seats) else None
    table.ended_by = entry.ended_by[:60]
    if any(seat.cash for seat in seats):
        table.equal_shares_ruling = ""
    table.save()
    return before, {seat.entry.player.name: _described(seat) for seat in seats}


def _described(seat: Seat) -> str:
    cash = "no result" if seat.cash is None else format_dollars(seat.cash)
    marks = [cash, *(["out of time"] if seat.timed_out else []), *([seat.cash_reason] if seat.cash_reason else [])]
    return "; ".join(marks)


def _set_state(played: Round, state: RoundState) -> None:
    played.state = state.value
    played.save(update_fields=["state"])
