"""What watchers see of a game: its position some time ago, computed only from the acts up to then."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games.acquire.play.devices.session import Session, add_deed, open_session
from tournament.models.queries.kept import Kept
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import moment_in
from tournament.record.vocabulary import GameState

_pasts: Kept[Session] = Kept(100)


@dataclass(frozen=True, slots=True)
class Past:
    """A game at an earlier moment: unsaved copies of its row and seats, its session, and the moment in ms since it began."""

    game: Game
    session: Session
    seats: tuple[GameSeat, ...]
    moment: int


def past_game_of(game: Game, session: Session, seats: Sequence[GameSeat], now: datetime | None = None) -> Past:
    """Return a game as it was `Game.watch_delay` seconds ago. The copies in it must not be saved."""
    then = (now or timezone.now()) - timedelta(seconds=game.watch_delay)
    moment = moment_in(game, then)
    before, old = session_at(game, session, moment), copy(game)
    has_begun = game.begun_at is not None and game.begun_at <= then
    if not has_begun:
        before = open_session(session.terms)
    old.begun_at = game.begun_at if has_begun else None
    old.state = (GameState.OVER if before.is_over else GameState.PLAYING if has_begun else GameState.LOBBY).value
    old.last, old.ended_at = before.number, None
    return Past(old, before, tuple([_seat_then(seat, then) for seat in seats]), moment)


def session_at(game: Game, session: Session, moment: int) -> Session:
    """Return the session of a game at a moment (ms). It is cached, because watchers ask for one moment after another."""
    number = bisect_right(session.deeds, moment, key=lambda deed: deed.at)
    if number == session.number:
        return session
    past = _pasts.found(game.pk, game.code)
    if past is None or past.number > number:
        past = open_session(session.terms)
    for deed in session.deeds[past.number : number]:
        past = add_deed(past, deed)
    _pasts.keep(game.pk, game.code, past)
    return past


def _seat_then(seat: GameSeat, then: datetime) -> GameSeat:
    """An unsaved copy of a seat without what happened after a moment."""
    old = copy(seat)
    for moment in ("hello_at", "agreed_at", "refused_at", "claimed_at", "seen_at", "asked_at"):
        value = getattr(old, moment)
        setattr(old, moment, value if value is not None and value <= then else None)
    return old
