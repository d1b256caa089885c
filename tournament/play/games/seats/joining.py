"""Come to a game: the seat of a token, and the hello with which a game begins once everybody has said it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.acquire.play.devices import settle
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.asking import SEAT_WITH
from tournament.play.games.services.drawing import chooser_of
from tournament.play.games.services.kept import session_of
from tournament.play.games.services.marks import tell
from tournament.play.games.services.writing import locked, write
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of


def seat_with(token: str) -> GameSeat | None:
    """The seat that a token opens, with its game; None where it opens none: programs never sit at a table of an event. One query."""
    seat = SEAT_WITH.first(hash_of(token))
    return seat if seat is not None and seat.game.table_id is None else None


def places_of(game: Game, tokens: Iterable[str]) -> list[int]:
    """The places of the seats that tokens open in a game, in order."""
    known = [hash_of(token) for token in tokens]
    return list(game.seats.filter(token_hash__in=known).order_by("place").values_list("place", flat=True))


def say_hello(seat: GameSeat) -> Game:
    """Note that a seat has come, and begin the game with the last of them; the game as it is then. Said twice it changes nothing."""
    if seat.hello_at is not None:
        return seat.game
    with transaction.atomic():
        game, now = locked(seat.game_id), timezone.now()
        game.seats.filter(pk=seat.pk, hello_at=None).update(hello_at=now, seen_at=now)
        seat.hello_at = seat.seen_at = now
        tell(game.pk)
        begin_when_all_are_here(game, now)
    seat.game = game
    return game


def begin_when_all_are_here(game: Game, now: datetime) -> None:
    """Begin a game whose row is locked, where everybody has come and it has not begun."""
    if game.state != GameState.LOBBY.value or game.seats.filter(hello_at=None).exists():
        return
    game.state, game.begun_at = GameState.PLAYING.value, now
    game.save(update_fields=["state", "begun_at"])
    _, deeds = settle(session_of(game), 0, chooser_of(game.seed))
    if deeds:
        write(game, session_of(game), deeds)
