"""Come by a personal link: the seat that it names, under the name of whoever it waits for, or under one's own where it is free."""

from __future__ import annotations

from django.db import transaction

from tournament.play.games.models import Game
from tournament.play.games.seats.links import claim, seat_of_link
from tournament.play.games.seats.sitting import is_free, name_among
from tournament.play.games.services.writing import locked


@transaction.atomic
def sit_by_link(game: Game, link: str, typed: str) -> str:
    """Claim the seat of a link of this game; its token. ``typed`` is the name of who takes a seat that is free.

    Raises RefusedError as `claim`, and where that name cannot be used.
    """
    seats = list(locked(game.pk).seats.all())
    seat = seat_of_link(link, game)
    if is_free(seat):
        game.seats.filter(pk=seat.pk).update(name=name_among(typed, seats))
    return claim(link, game)[1]
