"""Games of an event in an archive: their codes and seats where they are restored, and whether their acts fit their rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tournament.models import Event
from tournament.play.games.models import Game, GameSeat, no_token
from tournament.play.games.services.opening import new_game_code
from tournament.play.games.services.sessions import session_of
from tournament.record.gaming import CODE_LENGTH, GameState
from tournament.record.letin import LETTERS

_HANDS = ("token_hash", "link_hash", "claimed_at", "seen_at", "lag")
"""What of a seat is of its phone."""


def prepare_game(game: Game) -> None:
    """Give a restored game a new code, in its terms too, where its own is taken here or none at all."""
    code = game.code
    if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS) or Game.objects.filter(code=code).exists():
        game.code = new_game_code()
        game.terms = {**game.terms, "code": game.code}


def prepare_seat(seat: GameSeat) -> None:
    """Void the token of a restored seat, until its player has a phone anew."""
    seat.token_hash = no_token()


def check_games(event: Event) -> None:
    """Rebuild every game of an event from its acts; ValueError where one does not fit its row."""
    for game in Game.objects.filter(table__round__event=event).prefetch_related("seats"):
        session = session_of(game)
        places = [seat.place for seat in sorted(game.seats.all(), key=lambda seat: seat.place)]
        is_over = game.state == GameState.OVER.value
        if session.number != game.last or session.is_over is not is_over or places != [*range(len(session.terms.ids))]:
            raise ValueError(f"game {game.code} is not as its acts make it")


@contextmanager
def phones_kept(event: Event) -> Iterator[None]:
    """Restore the hold of phones on seats after the body, wherever the same game has the same seat again."""
    held: dict[tuple[str, int], dict[str, Any]] = {
        (code, place): dict(zip(_HANDS, values, strict=True))
        for code, place, *values in _seats(event).values_list("game__code", "place", *_HANDS)
    }
    yield
    for key, code, place in list(_seats(event).values_list("pk", "game__code", "place")):
        if (code, place) in held:
            GameSeat.objects.filter(pk=key).update(**held[code, place])


def _seats(event: Event) -> Any:
    return GameSeat.objects.filter(game__table__round__event=event)
