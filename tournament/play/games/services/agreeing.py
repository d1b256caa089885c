"""What a seat says about its game: it agrees to the result or does not, or asks to take a tile back.

Ruling: only the player of the last tile may ask to take it back, and only as long as that is possible; the next act ends the request. At
a table of an event the request is also a call of the director.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deciding import RetractableTile, retractable_tile
from games.acquire.play.devices.session import Session
from tournament.day.at_table import CallKind
from tournament.models import Call
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.acting import locked_game
from tournament.play.games.services.sessions import announce_change, session_of
from tournament.play.games.tables.ending import close_if_ready, submit_result
from tournament.play.games.tables.event import event_of
from tournament.play.games.tables.seating import holder_of
from tournament.record.vocabulary import GameState
from tournament.services.calls import answer_call, call_director, cancel_call
from tournament.services.changes import Actor, By, checked_text
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording.languages import speaking


def agree(seat: GameSeat) -> list[int]:
    """Store that a seat agrees to the result, and return the places of all seats that agree. A second call changes nothing.

    At a table of an event the last agreement hands in the report and the log, in the same transaction. Raises IllegalActionError
    ``game-under-way`` while the game is not over, RefusedError where the event takes no report of the table.
    """
    if seat.game.table_id is None:
        with transaction.atomic():
            return _note_agreement(seat)
    with transaction.atomic():
        event = event_of(seat.game)
        agreed = _note_agreement(seat)
        submit_result(event, locked_game(seat.game_id), Actor(None, device=holder_of(seat)))
    close_if_ready(event, seat.game)
    return agreed


def _note_agreement(seat: GameSeat) -> list[int]:
    """Store that a seat agrees; return the places of all seats that agree. IllegalActionError while the game is not over."""
    game = locked_game(seat.game_id)
    if game.state != GameState.OVER.value:
        raise IllegalActionError(_("The game is not over yet. Try again once it is."), "game-under-way")
    game.seats.filter(pk=seat.pk, agreed_at=None).update(agreed_at=timezone.now(), refused_at=None)
    announce_change(game.pk)
    return list(game.seats.exclude(agreed_at=None).values_list("place", flat=True))


@transaction.atomic
def refuse_to_agree(seat: GameSeat) -> None:
    """Store that a seat at a table of an event does not agree, which withdraws its agreement, and call the director.

    The call names the seat, and replaces an open call about a dispute that names nobody. Raises IllegalActionError where the game is not
    over, or its result is handed in already.
    """
    game = locked_game(seat.game_id)
    if game.state != GameState.OVER.value or game.reported_at is not None:
        raise IllegalActionError(
            _("There is nothing to agree to now. Tell the director what is wrong."), "game-under-way"
        )
    game.seats.filter(pk=seat.pk, accepted_by=None).update(agreed_at=None)
    game.seats.filter(pk=seat.pk, accepted_by=None, refused_at=None).update(refused_at=timezone.now())
    announce_change(game.pk)
    device = holder_of(seat)
    if device is not None:
        with speaking(device.event.language):
            words = _("{player} does not agree with the result of the game", player=seat.name)
        call_director(device, CallKind.DISPUTE, words, is_fresh=True)


LONGEST_REASON = 120
_ACT = "takeback"


@dataclass(frozen=True, slots=True)
class TakebackRequest:
    """A request to take a tile back: the seat that asks, the tile, the reason, since when, and whether the request was declined."""

    seat: GameSeat
    played: RetractableTile
    reason: str
    since: datetime | None
    is_declined: bool

    @property
    def mark(self) -> str:
        """A letter for the page's stamp that tells an open request from a declined one."""
        return "d" if self.is_declined else "q"


def takeback_request_in(session: Session, seats: Iterable[GameSeat]) -> TakebackRequest | None:
    """Return the request in a game, open or declined; None where there is none, or the tile cannot be taken back any more."""
    asking = [(seat, asks) for seat in seats if (asks := seat.asks or {}).get("act") == _ACT and "n" in asks]
    played = retractable_tile(session) if asking else None
    if played is None:
        return None
    return next(
        (
            TakebackRequest(seat, played, asks["reason"], seat.asked_at, bool(asks.get("declined")))
            for seat, asks in asking
            if (seat.place, asks["n"]) == (played.place, played.number)
        ),
        None,
    )


@transaction.atomic
def ask_to_take_back(seat: GameSeat, reason: str) -> None:
    """Store a seat's request to take its tile back, and at a table of an event call the director. A second call changes nothing.

    Raises RefusedError where the tile cannot be taken back, DeviceRefusedError where the phone has called too often.
    """
    if seat.game.table_id is not None:
        event_of(seat.game)  # before the game, as every act of the event locks it
    game = locked_game(seat.game_id)
    played = retractable_tile(session_of(game))
    if played is None or played.place != seat.place:
        raise RefusedError(_("It is too late to ask for this tile back. Call the director or the host."))
    row = game.seats.get(pk=seat.pk)
    if row.asks and row.asks.get("n") == played.number and not row.asks.get("declined"):
        return
    text = checked_text(" ".join(reason.replace("\x00", "").split()), LONGEST_REASON)
    device = holder_of(seat) if game.table_id is not None else None
    called = None
    if device is not None:
        values = {"player": seat.name, "tile": played.tile, "reason": f": {text}" if text else ""}
        with speaking(device.event.language):
            words = _("{player} asks to take {tile} back (R23-R26){reason}", **values)
        called = call_director(device, CallKind.RULE, words, is_fresh=True).called_at.isoformat()
    row.asks = {"act": _ACT, "n": played.number, "reason": text, "called": called}
    row.asked_at = timezone.now()
    row.save(update_fields=["asks", "asked_at"])
    announce_change(game.pk)


@transaction.atomic
def withdraw_request(seat: GameSeat) -> None:
    """Withdraw a seat's request, and cancel the call that was made for it."""
    row = GameSeat.objects.select_related("game__table__round").get(pk=seat.pk)
    if not row.asks or row.asks.get("act") != _ACT:
        return
    device, call = holder_of(row), _call_of(row)
    if device is not None and call is not None:
        cancel_call(device, call)
    GameSeat.objects.filter(pk=row.pk).update(asks=None, asked_at=None)
    announce_change(row.game_id)


def _call_of(seat: GameSeat) -> int | None:
    """Return the primary key of the open call that a seat's request made, None if there is none.

    It is found by the moment of the call, because primary keys change when an event is restored from an archive.
    """
    table, called = seat.game.table, (seat.asks or {}).get("called")
    if table is None or not called:
        return None
    calls = Call.objects.filter(
        event=table.round.event_id, round_number=table.round.number, table_number=table.number, kind=CallKind.RULE.value
    )
    pending = calls.filter(called_at=datetime.fromisoformat(called), answered_at=None, cancelled_at=None)
    return pending.values_list("pk", flat=True).first()


@transaction.atomic
def settle_request(game: Game, by: By, tile: str) -> None:
    """Store the arbiter's decision about a request to take a tile back: a granted one is deleted, a declined one is marked so.

    ``tile`` is the tile that is taken back, empty where it stays. The call that was made for it is answered so, in the name of ``by``,
    the director or helper, and in the language of the event, which is stored.
    """
    for seat in game.seats.select_related("game__table__round").filter(asks__act=_ACT):
        if call := _call_of(seat):
            event = event_of(game)
            with speaking(event.language):
                note = _("{tile} has been taken back.", tile=tile) if tile else _("The tile stays.")
            answer_call(event, by, call, note)
        seat.asks = None if tile else {**(seat.asks or {}), "declined": True}
        seat.asked_at = None if tile else timezone.now()
        seat.save(update_fields=["asks", "asked_at"])
    announce_change(game.pk)


def taken_back_before(game: Game, player: str) -> int:
    """Return how many tiles a player (by ID) has taken back in this game, or in all games of its event.

    The first is without penalty (R23).
    """
    table = game.table
    games = {"game__table__round__event": table.round.event_id} if table is not None else {"game": game}
    return GameAct.objects.filter(**games, body__act=_ACT, body__player=player).count()
