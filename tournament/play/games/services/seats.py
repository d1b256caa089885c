"""Seats of a game: note that a player has come, take a free seat, claim one by a personal link."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.acquire.play.devices.session import settle
from tournament.day.office.contacts import NOT_IN_A_NAME, without_contacts
from tournament.play.games.models import LONGEST_NAME, Game, GameSeat, no_token
from tournament.play.games.services.acting import locked_game, write
from tournament.play.games.services.opening import GameOrder, open_game
from tournament.play.games.services.sessions import SEAT_WITH, announce_change, chooser_of, session_of
from tournament.record.devices import hash_of, new_code, new_token, plain_code
from tournament.record.names import name_key
from tournament.record.vocabulary import GameState
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop


def seat_with(token: str) -> GameSeat | None:
    """Return the seat that a token opens, with its game; None for an unknown token and for games of events. One query."""
    seat = SEAT_WITH.first(hash_of(token))
    return seat if seat is not None and seat.game.table_id is None else None


def places_of(game: Game, tokens: Iterable[str]) -> list[int]:
    """Return the places of the seats that tokens open in a game, in order."""
    known = [hash_of(token) for token in tokens]
    return list(game.seats.filter(token_hash__in=known).order_by("place").values_list("place", flat=True))


def say_hello(seat: GameSeat) -> Game:
    """Store that the player of a seat has come; the last one begins the game. Return the game afterwards. A second call changes nothing."""
    if seat.hello_at is not None:
        return seat.game
    with transaction.atomic():
        game, now = locked_game(seat.game_id), timezone.now()
        game.seats.filter(pk=seat.pk, hello_at=None).update(hello_at=now, seen_at=now)
        seat.hello_at = seat.seen_at = now
        announce_change(game.pk)
        begin_when_all_are_here(game, now)
    seat.game = game
    return game


def begin_when_all_are_here(game: Game, now: datetime) -> None:
    """Begin a game that has not begun if the players of all seats have come. The game must be locked."""
    if game.state != GameState.LOBBY.value or game.seats.filter(hello_at=None).exists():
        return
    game.state, game.begun_at = GameState.PLAYING.value, now
    game.save(update_fields=["state", "begun_at"])
    _, deeds = settle(session_of(game), 0, chooser_of(game.seed))
    if deeds:
        write(game, session_of(game), deeds)


@transaction.atomic
def open_for_people(order: GameOrder) -> Game:
    """Open a game whose seats are all free; RefusedError where `open_game` raises it."""
    game = open_game(order).game
    for seat in game.seats.all():
        GameSeat.objects.filter(pk=seat.pk).update(token_hash=no_token())
    return game


@transaction.atomic
def take_seat(game: Game, typed: str, place: int | None = None) -> str:
    """Give a free seat to somebody with the name ``typed``; return the token, of which only a hash is stored.

    ``place`` is that of the wanted seat, None for the first free one. The game begins with the last seat. Raises RefusedError where the
    seat or all seats are taken, or the name cannot be used.
    """
    row = locked_game(game.pk)
    if row.table_id is not None:
        raise RefusedError(_("This game belongs to a table. Scan the code on the table's slip."))
    seats = list(row.seats.order_by("place"))
    name = name_among(typed, seats)
    free = [seat for seat in seats if seat.is_free]
    if row.state != GameState.LOBBY.value or not free:
        raise RefusedError(_("Every seat in this game is taken. Watch the board, or open a game of your own."))
    seat = next((seat for seat in free if seat.place == place), None) if place is not None else free[0]
    if seat is None:
        raise RefusedError(_("That seat is taken. Choose a free one."))
    token = new_token()
    seat.name, seat.token_hash = name, hash_of(token)
    seat.save(update_fields=["name", "token_hash"])
    say_hello(seat)
    return token


def name_among(typed: str, seats: Iterable[GameSeat]) -> str:
    """Return a typed name without superfluous spaces; RefusedError where it cannot be used, or another of these seats has it."""
    name = " ".join(typed.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise RefusedError(_("Enter a name of up to {most} letters.", most=LONGEST_NAME))
    if without_contacts(name)[1]:
        raise RefusedError(_(NOT_IN_A_NAME))
    if name_key(name) in {name_key(seat.name) for seat in seats if not seat.is_free}:
        raise RefusedError(_("{player} is already here. Enter a name that tells the two of you apart.", player=name))
    return name


UNKNOWN = gettext_noop(
    "This link does not belong to this game. It may have been mistyped or replaced by a newer link. Ask for a new one."
)
USED = gettext_noop("This link has already been used; it works only once. Ask for a new one.")


class SeatLinkUnknownError(RefusedError):
    """No seat has this link: it was mistyped or guessed, or a newer link has replaced it."""


@transaction.atomic
def give_link(seat: GameSeat) -> str:
    """Create a link to a seat that one device may claim, short enough to be typed; the link before it becomes void.

    It is returned once; only its hash is stored. The present holder keeps the seat until the link is claimed. RefusedError where a program
    sits there.
    """
    game, token = locked_game(seat.game_id), new_code()
    if game.seats.filter(pk=seat.pk).exclude(program="").exists():
        raise RefusedError(
            _(
                "{player} is a program and does not need a phone. You can free its seat before the game begins.",
                player=seat.name,
            )
        )
    game.seats.filter(pk=seat.pk).update(link_hash=hash_of(token), claimed_at=None)
    return token


def seat_of_link(token: str, game: Game | None = None) -> GameSeat:
    """Return the seat of a link that nobody has claimed, with its game. ``game`` restricts the search to one game.

    Raises RefusedError, which says what to do, where the link was claimed, SeatLinkUnknownError where there is no such link.
    """
    seats = GameSeat.objects.select_related("game").filter(link_hash=hash_of(plain_code(token)))
    seat = (seats if game is None else seats.filter(game=game)).first()
    if seat is None:
        raise SeatLinkUnknownError(_(UNKNOWN))
    if seat.claimed_at is not None:
        raise RefusedError(_(USED))
    return seat


@transaction.atomic
def claim(token: str, game: Game | None = None) -> tuple[GameSeat, str]:
    """Claim a seat by its link; return the seat and its new token, of which only a hash is stored. The old token becomes void.

    The player of the seat counts as come, and the game begins with the last one. Raises RefusedError where `seat_of_link` does.
    """
    locked_game(seat_of_link(token, game).game_id)
    # Read again under the lock: if two claim at once, only the first succeeds.
    seat, fresh = seat_of_link(token, game), new_token()
    seat.token_hash, seat.claimed_at = hash_of(fresh), timezone.now()
    seat.save(update_fields=["token_hash", "claimed_at"])
    say_hello(seat)
    return seat, fresh


@transaction.atomic
def free_seat(seat: GameSeat) -> None:
    """Free a seat in a game that has not begun, so that somebody else may take it.

    Raises RefusedError where the game has begun, or the seat is free.
    """
    game = locked_game(seat.game_id)
    row = game.seats.get(pk=seat.pk)
    if game.state != GameState.LOBBY.value:
        raise RefusedError(_("The game has begun, so no seat can be freed. Give it to another phone instead."))
    if row.is_free:
        raise RefusedError(_("Seat {number} is already free.", number=row.place + 1))
    row.name, row.token_hash = f"Player {row.place + 1}", no_token()  # a free seat is shown by its number
    row.hello_at = row.link_hash = row.claimed_at = None
    row.program = ""
    row.save(update_fields=["name", "token_hash", "hello_at", "link_hash", "claimed_at", "program"])
