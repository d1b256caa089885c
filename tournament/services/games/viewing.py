"""Look at a game: the view for one seat, and the log; whoever looks after zero writes the time-out that is due."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from games.acquire.play.devices import Session, log_of, seat_view
from games.acquire.record import GameRecord
from tournament.models import Game, GameSeat
from tournament.record.gaming import GameState
from tournament.services.games.kept import session_of
from tournament.services.games.writing import is_time_up, locked, moment_in, write_due


def look(game: Game, now: datetime | None = None) -> tuple[Game, Session]:
    """A game with its session as they are at a moment, a time-out that is due written."""
    session = session_of(game)
    if not is_time_up(session, moment_in(game, now)):
        return game, session
    with transaction.atomic():
        game = locked(game.pk)
        return game, write_due(game, session_of(game), moment_in(game, now))


def view_for(
    seat: GameSeat, game: Game, session: Session, *, since: int = 0, legal: bool = False, now: datetime | None = None
) -> dict[str, Any]:
    """What a seat may know of a game now, with the news since a number; one query.

    ``here`` is who has come; until all have, nobody is asked anything.
    """
    here = list(game.seats.exclude(hello_at=None).values_list("place", flat=True))
    view = seat_view(session, seat.place, at=moment_in(game, now), since=since, here=here, legal=legal)
    if game.state == GameState.LOBBY.value:
        view["ask"] = None
    return view


def log_now(game: Game) -> GameRecord:
    """The log of a game as it stands, which the replay reads."""
    return log_of(look(game)[1])
