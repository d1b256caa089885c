"""Open a game of one person against programs: the person has a seat at once, and the game begins as soon as the programs have come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import name_among, open_for_people, seat_with
from tournament.play.programs.seats.sitting import check_room, level_of, take
from tournament.record.letin import hash_of
from tournament.services.changes import RefusedError

SHORTEST_KEY = 16


def open_against(order: GameOrder, name: str, levels: Sequence[str], once: str) -> tuple[Game, str]:
    """Open a game for somebody of that name against a program of each of these levels; the game, and the person's token.

    The names of the order do not count. ``once`` is the form's one-use key with its contents: the same again leads to the same game.
    Raises RefusedError where the installation opens no game or plays no more with programs, or the order fits no edition.
    """
    if len(once) < SHORTEST_KEY:
        raise RefusedError("This form is incomplete; open the page once more.")
    token = salted_hmac("tournament.game.against", once, algorithm="sha256").hexdigest()
    try:
        seat = seat_with(token)
        return (seat.game if seat is not None else _opened(order, name, levels, token)), token
    except IntegrityError:  # the same form came twice at the same moment, and the other one was quicker
        seat = seat_with(token)
        if seat is None:
            raise
        return seat.game, token


@transaction.atomic
def _opened(order: GameOrder, name: str, levels: Sequence[str], token: str) -> Game:
    check_room()
    chosen = [level_of(level) for level in levels]
    order = replace(order, names=[f"Player {place}" for place in range(1, len(chosen) + 2)])
    game = open_for_people(order)
    own, *others = GameSeat.objects.filter(game=game).select_related("game").order_by("place")
    taken: list[str] = []
    for seat, level in zip(others, chosen, strict=True):
        take(seat, level, taken)
        taken.append(seat.name)
    now = timezone.now()
    own.name, own.token_hash = name_among(name, others), hash_of(token)
    own.hello_at = own.seen_at = now
    own.save(update_fields=["name", "token_hash", "hello_at", "seen_at"])
    return game
