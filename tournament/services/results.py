"""Record final cash, correct it after closing, restore an earlier version, rule equal shares; two pages never overwrite each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tournament.models import Change, Event, Round, Seat, Table
from tournament.models.queries import record_of
from tournament.record.vocabulary import Dollars, PlayerId, RoundState, format_dollars
from tournament.scores.scoring import MissingCashError, NothingToShareError, fines_of, score_table
from tournament.services.changes import RefusedError, act_on, keep_scorable
from tournament.services.versions import VERBS, described, entered


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
    with act_on(event, actor, VERBS.record, f"Round {round_number}, table {entry.table}") as act:
        table = _table(act.event, round_number, entry.table)
        if table.round.state != RoundState.PUBLISHED.value:
            raise RefusedError(f"Round {round_number} is {table.round.state}; only a round being played takes results.")
        act.before, act.after = _write(table, entry)
    return table


def record_results(
    event: Event, actor: User, round_number: int, entries: Sequence[TableEntry]
) -> dict[int, RefusedError]:
    """Store several tables, each for itself: what is refused of one holds no other up; the refusals by table."""
    refusals = {}
    for entry in entries:
        try:
            record_result(event, actor, round_number, entry)
        except RefusedError as refusal:
            refusals[entry.table] = refusal
    return refusals


def correct_result(event: Event, actor: User, round_number: int, entry: TableEntry, reason: str) -> Table:
    """Correct a table of a closed round (R11, R68): re-totals, re-seats nobody; the reason is kept."""
    return _write_closed(event, actor, round_number, entry, VERBS.correct, reason)


def restore_result(event: Event, actor: User, round_number: int, table: int, version: int, reason: str) -> Table:
    """Write a table's result once more as the change that made event version ``version`` left it."""
    subject = f"Round {round_number}, table {table}"
    change = Change.objects.filter(event=event, version=version, subject=subject, verb__in=VERBS.all).first()
    if change is None:
        raise RefusedError(f"Version {version} of the event did not write a result of table {table}; choose another.")
    stored = _table(event, round_number, table)
    entry = TableEntry(
        table,
        stored.result_version,
        tuple(SeatEntry(*seat) for seat in entered(change.after)),
        str(change.after.get("ended by", "")),
    )
    why = reason.strip() or f"as of version {version}"
    if stored.round.state == RoundState.CLOSED.value:
        return _write_closed(event, actor, round_number, entry, VERBS.restore, why)
    with act_on(event, actor, VERBS.restore, subject, why) as act:
        locked = _table(act.event, round_number, table)
        act.before, act.after = _write(locked, entry)
    return locked


def _write_closed(event: Event, actor: User, round_number: int, entry: TableEntry, verb: str, reason: str) -> Table:
    if not reason.strip():
        raise RefusedError("Write why the result is corrected; the reason stands in the log of changes.")
    with act_on(event, actor, verb, f"Round {round_number}, table {entry.table}", reason.strip()) as act:
        table = _table(act.event, round_number, entry.table)
        if table.round.state != RoundState.CLOSED.value:
            raise RefusedError(f"Round {round_number} is not closed; enter the result on its page.")
        if any(seat.cash is None for seat in entry.seats):
            raise RefusedError("A closed round needs the cash of every seat; type the missing amounts.")
        _set_state(table.round, RoundState.PUBLISHED)  # the database lets no cash of a closed round change
        act.before, act.after = _write(table, entry)
        _set_state(table.round, RoundState.CLOSED)
        keep_scorable(act.event)
    return table


def rule_equal_shares(event: Event, actor: User, round_number: int, table_number: int, reason: str) -> Table:
    """Rule equal shares where there is nothing to share (R62); seats without cash get 0, an empty reason takes the ruling back."""
    verb = "rule equal shares" if reason.strip() else "cancel equal shares"
    with act_on(event, actor, verb, f"Round {round_number}, table {table_number}", reason) as act:
        table = _table(act.event, round_number, table_number)
        if table.round.state != RoundState.PUBLISHED.value:
            raise RefusedError(f"Round {round_number} is {table.round.state}; reopen it to change a ruling.")
        if reason.strip():
            refuse_with_cash(act.event, round_number, table_number)
        act.before = {"ruling": table.equal_shares_ruling}
        if reason.strip():
            table.seats.filter(cash=None).update(cash=0)
            table.result_at = timezone.now()
        table.equal_shares_ruling = reason.strip()[:300]
        table.result_version += 1
        table.save()
        act.after = {"ruling": table.equal_shares_ruling}
    return table


def refuse_with_cash(event: Event, round_number: int, table_number: int) -> None:
    """Raise RefusedError where the table's stored result has something to share, so that no equal shares can be ruled (R62)."""
    if not _has_nothing_to_share(event, round_number, table_number):
        raise RefusedError(
            f"Table {table_number} has cash above zero; equal shares are for a table where nobody has any (R62). "
            "If the amounts are wrong, empty its fields and save first."
        )


def _has_nothing_to_share(event: Event, round_number: int, table_number: int) -> bool:
    record = record_of(event)
    table = next(row for row in record.round(round_number).tables if row.number == table_number)
    try:
        scored = score_table(round_number, table, fines_of(record, round_number), record.ruleset)
    except NothingToShareError:
        return True
    except MissingCashError:
        return not any(seat.cash for seat in table.seats)
    return scored.ruled_equal


def _table(event: Event, round_number: int, number: int) -> Table:
    table = (
        Table.objects.select_related("round")
        .filter(round__event=event, round__number=round_number, number=number)
        .first()
    )
    if table is None:
        raise RefusedError(f"Round {round_number} has no table {number}; reload the page.")
    return table


def _write(table: Table, entry: TableEntry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write what was typed; an older page may repeat what is stored but not overwrite it."""
    seats = list(table.seats.select_related("entry__player"))
    typed = {seat.player: seat for seat in entry.seats}
    if set(typed) != {seat.entry.number for seat in seats}:
        raise RefusedError(f"The seats of table {table.number} were changed meanwhile; reload the page and type again.")
    stored = {PlayerId(seat.entry.number): seat.cash for seat in seats}
    wanted = {player: seat.cash for player, seat in typed.items()}
    if entry.result_version != table.result_version and stored != wanted:
        raise ResultConflictError(table.number, stored, wanted)
    before = described(table, seats)
    for seat in seats:
        _write_seat(seat, typed[PlayerId(seat.entry.number)])
    table.result_version += 1
    table.result_at = timezone.now() if all(seat.cash is not None for seat in seats) else None
    table.ended_by = entry.ended_by.strip()[:60]
    if stored != wanted:
        table.equal_shares_ruling = ""  # a ruling was about the amounts that stood here
    table.save()
    return before, described(table, seats)


def _write_seat(seat: Seat, typed: SeatEntry) -> None:
    if typed.cash is not None and typed.cash < 0:
        raise RefusedError(f"{format_dollars(typed.cash)} is below zero; final cash is counted before fines.")
    seat.cash, seat.cash_reason, seat.timed_out = typed.cash, typed.reason.strip()[:300], typed.timed_out
    seat.save()


def _set_state(played: Round, state: RoundState) -> None:
    played.state = state.value
    played.save(update_fields=["state"])
