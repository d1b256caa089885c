"""Personal links of seats: one device claims one once, and from then on holds the seat alone."""

from __future__ import annotations

from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from tournament.play.games.models import Game, GameSeat
from tournament.play.games.seats.joining import say_hello
from tournament.play.games.seats.sitting import FREE, is_free
from tournament.play.games.services.writing import locked
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of, new_code, new_token, plain_code
from tournament.services.changes import RefusedError

UNKNOWN = "There is no such link in this game; it may have been mistyped, or a newer one has taken its place. Ask for it again."
USED = "This link was used already: one device claims it, once. Ask for a new one."


class NoSuchLinkError(RefusedError):
    """A link that there is not: mistyped, guessed, or replaced by a newer one."""


@transaction.atomic
def give_link(seat: GameSeat) -> str:
    """Give a seat a link that one device may claim, short enough to be typed; told once, never stored, and the one before it is void.

    Whoever holds the seat keeps it until the link is claimed. RefusedError where a program sits there.
    """
    game, token = locked(seat.game_id), new_code()
    if game.seats.filter(pk=seat.pk).exclude(program="").exists():
        raise RefusedError(
            f"{seat.name} is a program, which needs no phone; before the game begins its seat can be freed."
        )
    game.seats.filter(pk=seat.pk).update(link_hash=hash_of(token), claimed_at=None)
    return token


@transaction.atomic
def take_link_back(seat: GameSeat) -> None:
    """Let a link that nobody has claimed hold no longer."""
    locked(seat.game_id).seats.filter(pk=seat.pk, claimed_at=None).update(link_hash=None)


def seat_of_link(token: str, game: Game | None = None) -> GameSeat:
    """The seat of a link, with its game, as long as nobody has claimed it. ``game``: of that game alone.

    Raises RefusedError with what to do where it was claimed, NoSuchLinkError where there is none.
    """
    seats = GameSeat.objects.select_related("game").filter(link_hash=hash_of(plain_code(token)))
    seat = (seats if game is None else seats.filter(game=game)).first()
    if seat is None:
        raise NoSuchLinkError(UNKNOWN)
    if seat.claimed_at is not None:
        raise RefusedError(USED)
    return seat


@transaction.atomic
def claim(token: str, game: Game | None = None) -> tuple[GameSeat, str]:
    """Claim a seat by its link: the seat, and its new token, which is told nowhere else; the token before it opens nothing from now on.

    Who had not come is here now, and the game begins with the last. Raises RefusedError as `seat_of_link`.
    """
    locked(seat_of_link(token, game).game_id)
    seat, fresh = (
        seat_of_link(token, game),
        new_token(),
    )  # as it is under the lock: of two who claim at once one is first
    seat.token_hash, seat.claimed_at = hash_of(fresh), timezone.now()
    seat.save(update_fields=["token_hash", "claimed_at"])
    say_hello(seat)
    return seat, fresh


@transaction.atomic
def free_seat(seat: GameSeat) -> None:
    """Let whoever comes take a seat in a game that has not begun, in place of somebody who does not come.

    Raises RefusedError where the game has begun, or the seat is free.
    """
    game = locked(seat.game_id)
    row = game.seats.get(pk=seat.pk)
    if game.state != GameState.LOBBY.value:
        raise RefusedError("The game has begun, so no seat is freed; hand it to another phone instead.")
    if is_free(row):
        raise RefusedError(f"Seat {row.place + 1} is free already.")
    row.name, row.token_hash = f"Player {row.place + 1}", f"{FREE}{uuid4().hex}"
    row.hello_at = row.link_hash = row.claimed_at = None
    row.program = ""
    row.save(update_fields=["name", "token_hash", "hello_at", "link_hash", "claimed_at", "program"])
