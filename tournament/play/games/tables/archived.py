"""Games of an event that is restored from an archive: new codes, void tokens, and a check that their acts fit their rows."""

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
from wording import gettext as _

_PHONE_COLUMNS = ("token_hash", "link_hash", "claimed_at", "seen_at", "lag")
"""The columns of a seat that belong to the phone that holds it."""


def prepare_game(game: Game) -> None:
    """Give a restored game a new code, also in its terms, where its own code is taken here or is not valid."""
    code = game.code
    if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS) or Game.objects.filter(code=code).exists():
        game.code = new_game_code()
        game.terms = {**game.terms, "code": game.code}


def prepare_seat(seat: GameSeat) -> None:
    """Void the token of a restored seat, so that its player has to register a phone again."""
    seat.token_hash = no_token()


def check_games(event: Event) -> None:
    """Compute every game of an event from its acts; ValueError where the result does not fit the game's row."""
    for game in Game.objects.filter(table__round__event=event).prefetch_related("seats"):
        session = session_of(game)
        places = [seat.place for seat in sorted(game.seats.all(), key=lambda seat: seat.place)]
        is_over = game.state == GameState.OVER.value
        if session.number != game.last or session.is_over is not is_over or places != [*range(len(session.terms.ids))]:
            raise ValueError(_("game {code} does not match its moves", code=game.code))


@contextmanager
def phones_kept(event: Event) -> Iterator[None]:
    """Let the same phones hold the same seats after the body of the ``with`` as before, where game and seat still exist."""
    held: dict[tuple[str, int], dict[str, Any]] = {
        (code, place): dict(zip(_PHONE_COLUMNS, values, strict=True))
        for code, place, *values in _seats(event).values_list("game__code", "place", *_PHONE_COLUMNS)
    }
    yield
    for key, code, place in list(_seats(event).values_list("pk", "game__code", "place")):
        if (code, place) in held:
            GameSeat.objects.filter(pk=key).update(**held[code, place])


def _seats(event: Event) -> Any:
    """The seats of all games of an event."""
    return GameSeat.objects.filter(game__table__round__event=event)
