"""Agree to the result of a game that is over."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.acquire.errors import IllegalActionError
from tournament.models import GameSeat
from tournament.record.gaming import GameState
from tournament.services.games.writing import locked


@transaction.atomic
def agree(seat: GameSeat) -> list[int]:
    """Note that a seat agrees; the places of all that do. Agreed twice it changes nothing.

    Raises IllegalActionError ``game-under-way`` while the game is not over.
    """
    game = locked(seat.game_id)
    if game.state != GameState.OVER.value:
        raise IllegalActionError("The game is not over; agree when it is.", "game-under-way")
    game.seats.filter(pk=seat.pk, agreed_at=None).update(agreed_at=timezone.now())
    return list(game.seats.exclude(agreed_at=None).values_list("place", flat=True))
