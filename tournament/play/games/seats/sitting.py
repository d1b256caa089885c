"""Open a game for people, and let each take one seat with one browser."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import uuid4

from django.db import transaction

from tournament.day.office.contacts import NOT_IN_A_NAME, without_contacts
from tournament.play.games.models import LONGEST_NAME, Game, GameSeat
from tournament.play.games.seats.joining import say_hello
from tournament.play.games.services.opening import GameOrder, open_game
from tournament.play.games.services.writing import locked
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of, new_token
from tournament.record.names import name_key
from tournament.services.changes import RefusedError

FREE = "free "
"""How the mark of a seat begins that no token opens: whoever comes first takes it."""


@transaction.atomic
def open_for_people(order: GameOrder) -> Game:
    """Open a game whose seats are all free; RefusedError as `open_game`."""
    game = open_game(order).game
    for seat in game.seats.all():
        GameSeat.objects.filter(pk=seat.pk).update(token_hash=f"{FREE}{uuid4().hex}")
    return game


@transaction.atomic
def take_seat(game: Game, typed: str, place: int | None = None) -> str:
    """Give the one free seat at a place, or the first that is free, to somebody of that name; the token, told nowhere else.

    The game begins with the last seat. Raises RefusedError where no seat is free, or the name cannot be used.
    """
    row = locked(game.pk)
    if row.table_id is not None:
        raise RefusedError("This is the game of a table of an event; scan the code on the slip of the table.")
    seats = list(row.seats.order_by("place"))
    name = name_among(typed, seats)
    free = [seat for seat in seats if is_free(seat)]
    if row.state != GameState.LOBBY.value or not free:
        raise RefusedError("Every seat of this game is taken. Look at its board, or open a game of your own.")
    seat = next((seat for seat in free if seat.place == place), None) if place is not None else free[0]
    if seat is None:
        raise RefusedError("That seat is taken; type your name again to take another one.")
    token = new_token()
    seat.name, seat.token_hash = name, hash_of(token)
    seat.save(update_fields=["name", "token_hash"])
    say_hello(seat)
    return token


def name_among(typed: str, seats: Iterable[GameSeat]) -> str:
    """A name as it was typed, tidied; RefusedError where it cannot be used, or one of these seats is called so."""
    name = " ".join(typed.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise RefusedError(f"Type a name of 1 to {LONGEST_NAME} letters.")
    if without_contacts(name)[1]:
        raise RefusedError(NOT_IN_A_NAME)
    if name_key(name) in {name_key(seat.name) for seat in seats if not is_free(seat)}:
        raise RefusedError(f"{name} is here already; type a name that tells you two apart.")
    return name


def is_free(seat: GameSeat) -> bool:
    """Whether anybody may take a seat."""
    return seat.token_hash.startswith(FREE)
