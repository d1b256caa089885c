"""Come to a game: the seat of a token, and the hello with which a game begins once everybody has said it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.acquire.play.devices import settle
from tournament.models import Game, GameSeat
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of
from tournament.services.games.drawing import chooser_of
from tournament.services.games.kept import session_of
from tournament.services.games.writing import locked, write


def seat_with(token: str) -> GameSeat | None:
    """The seat that a token opens, with its game; None where it opens none. One query."""
    return GameSeat.objects.select_related("game").filter(token_hash=hash_of(token)).first()


def say_hello(seat: GameSeat) -> Game:
    """Note that a seat has come, and begin the game with the last of them; the game as it is then. Said twice it changes nothing."""
    if seat.hello_at is not None:
        return seat.game
    with transaction.atomic():
        game, now = locked(seat.game_id), timezone.now()
        game.seats.filter(pk=seat.pk, hello_at=None).update(hello_at=now)
        seat.hello_at = now
        if game.state == GameState.LOBBY.value and not game.seats.filter(hello_at=None).exists():
            game.state, game.begun_at = GameState.PLAYING.value, now
            game.save(update_fields=["state", "begun_at"])
            _, deeds = settle(session_of(game), 0, chooser_of(game.seed))
            if deeds:
                write(game, session_of(game), deeds)
    seat.game = game
    return game
