"""The end of a table's game: all agree, or the director accepts for who stays silent; then report and log are handed in, once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.acquire.actions import Act as GameDeed
from games.acquire.actions import Action
from games.acquire.logs import write_text
from games.acquire.play.devices import Session, log_of
from games.acquire.rules.game import outcome
from games.acquire.state import EndReason
from tournament.day.ondevices import SILENT_AFTER, is_ready
from tournament.models import Event, Game, GameLog, GameSeat, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.gaming import GameState
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.services.changes import Actor, By, RefusedError, act_on, actor_of
from tournament.services.games.at_tables.opening import SOURCE
from tournament.services.games.at_tables.seating import holder_of
from tournament.services.games.kept import session_of
from tournament.services.games.writing import locked
from tournament.services.results.confirming import confirm_results, is_same_result
from tournament.services.results.official import store_lines
from tournament.services.results.stored import StoredTable, pending_in, stored_tables
from tournament.services.rounds import close_round

BIG = 41
"""Tiles of a chain with which a game may be ended (R13)."""
_WHY: Final[Mapping[EndReason, str]] = {
    EndReason.FORCED: "no legal play",
    EndReason.NO_PLAY: "no legal play",
    EndReason.BLOCKED_ROUND: "no legal play",
    EndReason.STANDSTILL: "no legal play",
    EndReason.TIMED_OUT: "all out of time",
}


def accept_for_seat(event: Event, by: By, number: int, table: int, player: PlayerId) -> None:
    """Accept the result of a game for a seat that has said nothing for five minutes since its end; the last one hands the result in."""
    actor = actor_of(by)
    with transaction.atomic():
        with act_on(event, by, Act.ACCEPT_FOR_SEAT, round_number=number, table_number=table, entries=[player]):
            found = Game.objects.filter(table__round__event=event, table__round__number=number, table__number=table)
            game = locked(found.values_list("pk", flat=True).first() or 0) if found.exists() else None
            seat = game.seats.filter(entry__number=player).first() if game else None
            if game is None or seat is None:
                raise RefusedError(f"Player {player} holds no hand at table {table}; reload the page.")
            if game.state != GameState.OVER.value or game.ended_at is None:
                raise RefusedError(f"The game of table {table} is not over; its result is accepted when it is.")
            if seat.agreed_at is not None:
                raise RefusedError(f"{seat.name} has agreed already; reload the page.")
            if timezone.now() < game.ended_at + timedelta(minutes=SILENT_AFTER):
                raise RefusedError(
                    f"{seat.name} has {SILENT_AFTER} minutes from the end of the game to agree; ask at the table meanwhile."
                )
            seat.agreed_at, seat.refused_at, seat.accepted_by = timezone.now(), None, actor.user
            seat.accepted_by_name = actor.user.get_username() if actor.user else ""
            seat.save(update_fields=["agreed_at", "refused_at", "accepted_by", "accepted_by_name"])
        hand_in(event, game, replace(actor, key="", seen=None))
    close_if_ready(event, game)


def hand_in(event: Event, game: Game, actor: Actor) -> None:
    """Once all have agreed: the report of the table, which waits like one that all confirmed by phone, and its log, as one act.

    Called with event and game locked. Where the desk made a result official meanwhile, the same one needs no report, and another one
    stands beside it as contested. Once the round is closed nothing is handed in any more.
    """
    if game.reported_at is not None or game.table is None or game.seats.filter(agreed_at=None).exists():
        return
    round_number, number = game.table.round.number, game.table.number
    played = round_at(event, round_number)
    if played is None or played.state != RoundState.PUBLISHED.value:
        return
    session = session_of(game)
    with act_on(event, actor, Act.REPORT_RESULT, round_number=round_number, table_number=number) as doing:
        table = stored_tables(played, [number])[number]
        seats = list(game.seats.select_related("entry").order_by("place"))
        log = GameLog.objects.create(
            table=table.row, text=write_text(log_of(session)), title=SOURCE, attached_by=actor.user
        )
        doing.after = {"tables": {str(number): {}}, "log": {"id": log.pk}}
        report = _reported(table, result_of_game(session, seats, number), seats, actor)
        if report is not None:
            doing.after["report"] = report.pk
    game.reported_at = timezone.now()
    game.save(update_fields=["reported_at"])


def _reported(table: StoredTable, result: TableRecord, seats: list[GameSeat], actor: Actor) -> TableReport | None:
    """The report that all at the table agree to; None where the same is official already."""
    official = [table.result] if table.result.has_cash else []
    if any(result.counts_like(other) for other in official):
        return None
    pending = pending_in(report__table=table.row).get(table.row.number, ())
    rivals = [*official, *(each.result for each in pending)]
    now = timezone.now()
    is_contested = any(not is_same_result(result, rival) for rival in rivals)
    report = TableReport.objects.create(
        table=table.row,
        source=ReportSource.PLAYER.value,
        device=actor.device,
        reported_by=actor.user,
        reported_at=now,
        ended_by=result.ended_by,
        agreed_at=None if is_contested else now,
        contested_at=now if is_contested else None,
    )
    store_lines([(report, result)], {table.row.number: table})
    ReportAnswer.objects.bulk_create(
        ReportAnswer(
            report=report, entry=seat.entry, agrees=True, said_at=seat.agreed_at or now, device=holder_of(seat)
        )
        for seat in seats
        if seat.accepted_by_id is None and seat.entry is not None
    )
    return report


def result_of_game(session: Session, seats: list[GameSeat], table: int) -> TableRecord:
    """The result of a table whose game is over: final cash, who ran out of time (R31), and how it ended."""
    ended = outcome(session.state)
    assert ended is not None  # noqa: S101  only a game that is over is handed in
    counted = [
        SeatRecord(
            PlayerId(seat.entry.number),
            cash=int(ended.cash[seat.place]),
            timed_out=seat.place in session.state.timed_out,
        )
        for seat in seats
        if seat.entry is not None
    ]
    return TableRecord(table, tuple(counted), ended_by=how_it_ended(session, ended.reason))


def how_it_ended(session: Session, reason: EndReason) -> str:
    """Who ended a game and why, as a slip says it."""
    why = _WHY.get(reason)
    if why is None:
        why = "41 tiles" if max(map(len, session.state.members), default=0) >= BIG else "all chains safe"
    last = next(
        (
            deed.what
            for deed in reversed(session.standing)
            if isinstance(deed.what, Action) and deed.what.act is GameDeed.END
        ),
        None,
    )
    who = session.terms.header.players[last.player].name if last is not None and last.player >= 0 else ""
    return ", ".join(part for part in (who[: 58 - len(why)], why) if part)


def close_with_agreed(event: Event, by: By, number: int, over_dispute: str = "") -> None:
    """Accept what the tables of a round agreed to and close it, with one press."""
    actor = actor_of(by)
    with transaction.atomic():
        agreed = [
            each.row.pk
            for of_table in pending_in(report__table__round__event=event, report__table__round__number=number).values()
            for each in of_table
            if each.is_agreed and each.row.contested_at is None
        ]
        if agreed:
            confirm_results(event, actor, number, agreed)
            actor = replace(actor, key="")
        close_round(event, actor, number, over_dispute)


def close_if_ready(event: Event, game: Game) -> None:
    """Close the round of a game by itself, where the event says so and all its tables have agreed; a refusal is left to the desk."""
    event.refresh_from_db(fields=["rounds_close"])
    if not event.rounds_close or game.table is None:
        return
    number = game.table.round.number
    if not is_ready(record_of(event).round(number)):
        return
    with suppress(RefusedError):
        close_with_agreed(Event.objects.get(pk=event.pk), Actor(None), number)
