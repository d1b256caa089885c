"""Agree to the result of a game that is over, or not."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.acquire.errors import IllegalActionError
from tournament.day.calls import CallKind
from tournament.play.games.models import GameSeat
from tournament.play.games.services.marks import tell
from tournament.play.games.services.writing import locked
from tournament.play.games.tables.ending import close_if_ready, hand_in
from tournament.play.games.tables.seating import event_of, holder_of
from tournament.record.gaming import GameState
from tournament.services.at_table.calls import call_director
from tournament.services.changes import Actor


def agree(seat: GameSeat) -> list[int]:
    """Note that a seat agrees; the places of all that do. Agreed twice it changes nothing.

    At a table of an event the last one hands in its report and its log, in the same transaction.
    Raises IllegalActionError ``game-under-way`` while the game is not over, RefusedError where the event takes no report of the table.
    """
    if seat.game.table_id is None:
        with transaction.atomic():
            return _agreed(seat)
    with transaction.atomic():
        event = event_of(seat.game)
        agreed = _agreed(seat)
        hand_in(event, locked(seat.game_id), Actor(None, device=holder_of(seat)))
    close_if_ready(event, seat.game)
    return agreed


def _agreed(seat: GameSeat) -> list[int]:
    game = locked(seat.game_id)
    if game.state != GameState.OVER.value:
        raise IllegalActionError("The game is not over; agree when it is.", "game-under-way")
    game.seats.filter(pk=seat.pk, agreed_at=None).update(agreed_at=timezone.now(), refused_at=None)
    tell(game.pk)
    return list(game.seats.exclude(agreed_at=None).values_list("place", flat=True))


@transaction.atomic
def refuse_to_agree(seat: GameSeat) -> None:
    """Note that a seat at a table of an event does not agree to the result, and call the director; an earlier yes is taken back.

    The call says who refuses; it takes the place of one that waits for a dispute already and did not.

    Raises IllegalActionError where the game is not over, or its result handed in already.
    """
    game = locked(seat.game_id)
    if game.state != GameState.OVER.value or game.reported_at is not None:
        raise IllegalActionError(
            "Nothing waits for your answer now; tell the director what is wrong.", "game-under-way"
        )
    game.seats.filter(pk=seat.pk, accepted_by=None).update(agreed_at=None)
    game.seats.filter(pk=seat.pk, accepted_by=None, refused_at=None).update(refused_at=timezone.now())
    tell(game.pk)
    device = holder_of(seat)
    if device is not None:
        call_director(device, CallKind.DISPUTE, f"{seat.name} does not agree to the result of the game", is_fresh=True)
