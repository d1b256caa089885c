"""Look at a game: the view for one seat, and the log; whoever looks after zero writes the time-out that is due."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from games.acquire.play.devices import Session, log_of, seat_view
from games.acquire.record import GameRecord
from tournament.models import Game, GameSeat
from tournament.record.gaming import GameState
from tournament.services.games.asking import COME_TO
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


def come_to(game: Game) -> dict[int, bool]:
    """The places of the seats that have come, and whether each agrees to the result; one query."""
    return {place: agreed is not None for place, agreed in COME_TO.of(game.pk)}


def view_for(
    seat: GameSeat, game: Game, session: Session, *, since: int = 0, legal: bool = False, now: datetime | None = None
) -> dict[str, Any]:
    """What a seat may know of a game now, with the news since a number; one query. ``here`` is who has come, ``agreed`` who agrees."""
    return view_at(seat.place, game, session, come_to(game), since=since, legal=legal, now=now)


def view_at(
    place: int,
    game: Game,
    session: Session,
    came: Mapping[int, bool],
    *,
    since: int = 0,
    legal: bool = False,
    now: datetime | None = None,
) -> dict[str, Any]:
    """What the seat at a place may know, where it is known who has come and agrees; until all have come, nobody is asked anything."""
    agreed = [place for place, agrees in came.items() if agrees]
    view = seat_view(session, place, at=moment_in(game, now), since=since, connected=came, agreed=agreed, legal=legal)
    if game.state == GameState.LOBBY.value:
        view["ask"] = None
    return view


def log_now(game: Game) -> GameRecord:
    """The log of a game as it stands, which the replay reads."""
    return log_of(look(game)[1])
