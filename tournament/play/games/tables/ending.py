"""The end of a table's game: all agree, or the director accepts for a silent seat; then report and log are handed in, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.acquire.actions import Action
from games.acquire.actions import ActKind as GameDeed
from games.acquire.logs.writer import write_text
from games.acquire.play.devices.session import Session, log_of
from games.acquire.rules.game import outcome
from games.acquire.state import EndReason
from tournament.day.phones import SILENT_AFTER
from tournament.models import Event
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import locked_game, with_names_entered
from tournament.play.games.services.sessions import session_of
from tournament.play.games.tables.opening import SOURCE
from tournament.play.games.tables.seating import holder_of
from tournament.record.acts import Act, Part, declare
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import GameState, PlayerId
from tournament.services.changes import Actor, By, act_on, actor_of
from tournament.services.changes.refusals import RefusedError
from tournament.services.on_devices import Agreed, NewLog, close_if_all_agreed, take_report
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.languages import speaking

BIG = 41
"""Tiles of a chain with which a game may be ended (R13)."""
_WHY: Final[Mapping[EndReason, str]] = {
    EndReason.FORCED: gettext_noop("no legal play"),
    EndReason.NO_PLAY: gettext_noop("no legal play"),
    EndReason.BLOCKED_ROUND: gettext_noop("no legal play"),
    EndReason.STANDSTILL: gettext_noop("no legal play"),
    EndReason.TIMED_OUT: gettext_noop("all out of time"),
}


def accept_for_seat(event: Event, by: By, number: int, table: int, player: PlayerId) -> None:
    """Accept the result for a player who said nothing for some minutes after the end; the last agreement hands the result in.

    ``number`` is that of the round. Raises RefusedError where there is nothing to accept, or the player still has time.
    """
    actor = actor_of(by)
    with transaction.atomic():
        with act_on(event, by, Act.ACCEPT_FOR_SEAT, round_number=number, table_number=table, entries=[player]):
            found = Game.objects.filter(table__round__event=event, table__round__number=number, table__number=table)
            game = locked_game(found.values_list("pk", flat=True).first() or 0) if found.exists() else None
            seat = game.seats.filter(entry__number=player).first() if game else None
            if game is None or seat is None:
                raise RefusedError(
                    _("Player {player} has no hand at table {table}. Reload the page.", player=player, table=table)
                )
            if game.state != GameState.OVER.value or game.ended_at is None:
                raise RefusedError(_("The game is not over yet. Try again once it is."))
            if seat.agreed_at is not None:
                raise RefusedError(_("{player} has already agreed. Reload the page.", player=seat.name))
            if timezone.now() < game.ended_at + timedelta(minutes=SILENT_AFTER):
                raise RefusedError(
                    ngettext(
                        "{player} has {n} minute from the end of the game to agree. Ask at the table first.",
                        "{player} has {n} minutes from the end of the game to agree. Ask at the table first.",
                        SILENT_AFTER,
                        player=seat.name,
                    )
                )
            seat.agreed_at, seat.refused_at, seat.accepted_by = timezone.now(), None, actor.user
            seat.accepted_by_name = actor.user.get_username() if actor.user else ""
            seat.save(update_fields=["agreed_at", "refused_at", "accepted_by", "accepted_by_name"])
        submit_result(event, game, replace(actor, key="", seen=None))
    close_if_ready(event, game)


declare(
    Act.ACCEPT_FOR_SEAT,
    Part.RESULTS,
    sentence=gettext_noop("The result for {place} was accepted on behalf of {who}, who did not answer"),
    why_not=gettext_noop("The result is entered once everyone has agreed. Correct it on the table’s page."),
)


def submit_result(event: Event, game: Game, actor: Actor) -> None:
    """Hand in the report and the log of a table's game if all have agreed. Event and game must be locked.

    Once the round is closed nothing is handed in any more.
    """
    if game.reported_at is not None or game.table is None or game.seats.filter(agreed_at=None).exists():
        return
    number = game.table.number
    session = session_of(game)
    seats = list(game.seats.select_related("entry").order_by("place"))
    answers = [
        Agreed(seat.entry, seat.agreed_at, holder_of(seat))
        for seat in seats
        if seat.accepted_by_id is None and seat.entry is not None
    ]
    log = NewLog(write_text(with_names_entered(log_of(session), seats)), SOURCE)
    with speaking(event.language):  # who ended the game, and why, is stored as a sentence
        result = result_of_game(session, seats, number)
    if take_report(event, actor, game.table.round.number, result, answers, log):
        game.reported_at = timezone.now()
        game.save(update_fields=["reported_at"])


def result_of_game(session: Session, seats: list[GameSeat], table: int) -> TableRecord:
    """Return the result of a finished game as the record of a table (by number): final cash, time-outs (R31), and how it ended."""
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
    return TableRecord(table, tuple(counted), ended_by=how_it_ended(session, ended.reason, seats))


def how_it_ended(session: Session, reason: EndReason, seats: Sequence[GameSeat]) -> str:
    """Return who ended a game and why, as it is written on a result slip; stored in the language of the event."""
    if reason in _WHY:
        why = _(_WHY[reason])
    else:
        why = _("41 tiles") if max(map(len, session.state.members), default=0) >= BIG else _("all chains safe")
    last = next(
        (
            deed.what
            for deed in reversed(session.standing)
            if isinstance(deed.what, Action) and deed.what.act is GameDeed.END
        ),
        None,
    )
    entry = seats[last.player].entry if last is not None and last.player >= 0 else None
    who = entry.name if entry is not None else ""
    return ", ".join(part for part in (who[: 58 - len(why)], why) if part)


def close_if_ready(event: Event, game: Game) -> None:
    """Close the round of a game if the event closes rounds by itself and all tables have agreed."""
    if game.table is not None:
        close_if_all_agreed(event, game.table.round.number)
