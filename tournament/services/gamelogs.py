"""Attach a game log, open and settle a dispute, and let the correct amount stand (R11)."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from games.acquire.errors import LogError
from games.acquire.logs import read_log
from tournament.models import Dispute, Event, GameLog, Table
from tournament.models.gamelog import MAX_LOG_CHARACTERS
from tournament.services.changes import RefusedError, act_on
from tournament.services.results import SeatEntry, TableEntry, correct_result, record_result
from tournament.vocabulary import Dollars, PlayerId, RoundState


def attach_log(event: Event, actor: User, round_number: int, table_number: int, text: str, title: str = "") -> GameLog:
    """Keep a log of a table's game as it came; RefusedError where it cannot be read, with line and column."""
    if not text.strip():
        raise RefusedError("The log is empty; paste its text or choose a file.")
    if len(text) > MAX_LOG_CHARACTERS:
        raise RefusedError(
            f"The log has {len(text):,} characters; at most {MAX_LOG_CHARACTERS:,} are kept. Send one game alone."
        )
    try:
        read_log(text)
    except LogError as error:
        raise RefusedError(str(error)) from error
    with act_on(event, actor, "attach log", f"Round {round_number}, table {table_number}") as act:
        table = table_of(act.event, round_number, table_number)
        log = GameLog.objects.create(table=table, text=text, title=title.strip()[:120], attached_by=actor)
        act.after = {"log": log.pk, "characters": len(text)}
    return log


def publish_log(event: Event, actor: User, log: GameLog) -> None:
    """Show the replay of a ruled log on the table's public page, or take it off again."""
    verb = "withdraw log" if log.is_public else "publish log"
    with act_on(event, actor, verb, f"{log.table.round}, {log.table}") as act:
        if not log.is_public and log.table.disputes.filter(state=Dispute.State.OPEN).exists():
            raise RefusedError(f"{log.table} has an open dispute; rule it before its replay is published.")
        act.before = {"public": log.is_public}
        log.is_public = not log.is_public
        log.save()
        act.after = {"public": log.is_public}


def open_dispute(
    event: Event, actor: User, round_number: int, table_number: int, question: str, log: GameLog | None = None
) -> Dispute:
    """Note a question about a table's game; it stands on the event page until it is ruled or withdrawn."""
    if not question.strip():
        raise RefusedError("Write what is disputed, for example “cash of seat 2”.")
    with act_on(event, actor, "open dispute", f"Round {round_number}, table {table_number}", question) as act:
        table = table_of(act.event, round_number, table_number)
        dispute = Dispute.objects.create(table=table, log=log, question=question.strip()[:300])
        act.after = {"dispute": dispute.pk}
    return dispute


def settle_dispute(event: Event, actor: User, dispute: Dispute, state: Dispute.State, ruling: str) -> None:
    """Rule a dispute or note that it was withdrawn; a ruling needs its words."""
    if state is Dispute.State.RULED and not ruling.strip():
        raise RefusedError("Write the ruling; it is what the players are told.")
    verbs = {
        Dispute.State.OPEN: "reopen dispute",
        Dispute.State.RULED: "rule dispute",
        Dispute.State.WITHDRAWN: "withdraw dispute",
    }
    with act_on(event, actor, verbs[state], f"{dispute.table.round}, {dispute.table}", ruling) as act:
        dispute.refresh_from_db()
        if dispute.state == state:
            raise RefusedError(f"The dispute is {dispute.get_state_display()} already.")
        act.before = {"state": dispute.state, "ruling": dispute.ruling}
        dispute.state = state
        dispute.ruling = ruling.strip()
        dispute.settled_at = None if state is Dispute.State.OPEN else timezone.now()
        dispute.save()
        act.after = {"state": dispute.state, "ruling": dispute.ruling}


@transaction.atomic
def apply_cash(
    event: Event, actor: User, log: GameLog, cash: Mapping[PlayerId, Dollars], ruling: str, result_version: int
) -> None:
    """Make the replayed cash the table's result by ruling (R11) and settle the table's open disputes with the same words."""
    if not ruling.strip():
        raise RefusedError("Write the ruling with the finding it rests on; it is kept with the result.")
    played, table = log.table.round, log.table
    seats = tuple(
        SeatEntry(
            PlayerId(seat.entry.number), cash.get(PlayerId(seat.entry.number)), ruling.strip(), timed_out=seat.timed_out
        )
        for seat in table.seats.select_related("entry")
    )
    entry = TableEntry(table.number, result_version, seats, table.ended_by)
    if played.state == RoundState.CLOSED.value:
        correct_result(event, actor, played.number, entry, ruling)
    else:
        record_result(event, actor, played.number, entry)
    for dispute in table.disputes.filter(state=Dispute.State.OPEN):
        settle_dispute(event, actor, dispute, Dispute.State.RULED, ruling)


def table_of(event: Event, round_number: int, table_number: int) -> Table:
    """Find a table of an event; RefusedError where there is none."""
    table = (
        Table.objects.select_related("round")
        .filter(round__event=event, round__number=round_number, number=table_number)
        .first()
    )
    if table is None:
        raise RefusedError(f"Round {round_number} has no table {table_number}; reload the page.")
    return table
