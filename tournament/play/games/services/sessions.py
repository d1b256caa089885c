"""Sessions of games (all that follows from a game's acts), cached in this process and continued with new acts only.

The rows of a game are what counts. `session_of` compares the cached session with the number of the last act in the game's row, so acts
that another process wrote are read before anything is decided.
"""

from __future__ import annotations

import random
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

from django.db import transaction
from django.db.models import Q

from games.acquire.board import TILE_NAMES
from games.acquire.play.devices import Chooser, Session, Terms, add_deed, deed_from, open_session, terms_from
from tournament.play.games.models import Game, GameAct
from tournament.play.games.services.queries import ACTS_AFTER

MOST_CACHED = 300
"""How many sessions one process caches; the one that was used longest ago is dropped first."""

Key = tuple[int, str, str]
"""A game by its row, its code, and the players in its terms: their names are replaced where a person is forgotten."""

_cache: OrderedDict[Key, Session] = OrderedDict()
_lock = Lock()


def terms_of(game: Game) -> Terms:
    """The terms of a game."""
    return terms_from(game.terms)


def session_of(game: Game) -> Session:
    """Return the session of a game up to the last act that ``game.last`` names; one query where this process has not cached it."""
    key = _key_of(game)
    with _lock:
        session = _cache.get(key)
        if session is not None:
            _cache.move_to_end(key)
    if session is None or session.number > game.last:
        session = open_session(terms_of(game))
    if session.number < game.last:
        for row in ACTS_AFTER.of(game.pk, session.number, game.last):
            session = add_deed(session, deed_from(row.document, session.terms))
        cache_session(game, session)
    return session


def sessions_of(games: Sequence[Game]) -> dict[int, Session]:
    """Return the sessions of games by their primary keys; one query for all that are not cached."""
    with _lock:
        known = {game.pk: _cache.get(_key_of(game)) for game in games}
    found = {}
    for game in games:
        session = known[game.pk]
        found[game.pk] = open_session(terms_of(game)) if session is None or session.number > game.last else session
    behind = [game for game in games if found[game.pk].number < game.last]
    wanted = Q()
    for game in behind:
        wanted |= Q(game=game.pk, number__gt=found[game.pk].number, number__lte=game.last)
    for row in GameAct.objects.filter(wanted).order_by("game", "number") if behind else ():
        session = found[row.game_id]
        found[row.game_id] = add_deed(session, deed_from(row.document, session.terms))
    for game in behind:
        cache_session(game, found[game.pk])
    return found


def cache_session(game: Game, session: Session) -> None:
    """Cache a session once the transaction that stored its acts is committed."""
    key = _key_of(game)
    transaction.on_commit(lambda: _put(key, session))


def _key_of(game: Game) -> Key:
    """Return by what the session of a game is cached."""
    header = game.terms.get("header") if isinstance(game.terms, dict) else None
    return game.pk, game.code, str(header.get("players")) if isinstance(header, dict) else ""


def forget_sessions() -> None:
    """Empty the cache, as in a process that has just begun."""
    with _lock:
        _cache.clear()


def _put(key: Key, session: Session) -> None:
    """Cache a session, unless a later one is cached, and drop those that were used longest ago."""
    with _lock:
        known = _cache.get(key)
        if known is None or known.number <= session.number:
            _cache[key] = session
        _cache.move_to_end(key)
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)


def chooser_of(seed: str) -> Chooser:
    """Return the function that chooses which tile is drawn: at random if ``seed`` is empty, else in the order that the seed determines.

    With a seed every process draws the same tiles, however the draws are divided into messages.
    """
    if not seed:
        return secrets.choice
    order = _shuffled(seed)
    return lambda tiles: min(tiles, key=order.__getitem__)


@lru_cache(maxsize=64)
def _shuffled(seed: str) -> Sequence[int]:
    """Return the place of every tile in the order that a seed determines; the tile with the lowest place is drawn first."""
    places = list(range(len(TILE_NAMES)))
    random.Random(seed).shuffle(places)
    return places
