"""Sessions of games (all that follows from a game's acts), cached in this process and continued with new acts only.

The rows of a game are what counts. `session_of` compares the cached session with the number of the last act in the game's row, so acts
that another process wrote are read before anything is decided.

The queries that every act and every view of a game needs.

Which games have changed: fingerprints that one query computes for many games, and subscribers in this process.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import lru_cache

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from games.acquire.board import TILE_NAMES
from games.acquire.play.devices.deeds import Terms, deed_from, terms_from
from games.acquire.play.devices.session import Chooser, Session, add_deed, open_session
from tournament.models import Event, Round, Table
from tournament.models.plain_sql import SqlModels, SqlRows, SqlWrites, from_json, moment
from tournament.models.queries.kept import Kept
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.presence import AWAY_AFTER

SEAT_WITH = SqlModels(
    GameSeat,
    "JOIN tournament_game AS game ON game.id = row.game_id WHERE row.token_hash = %s",
    related={"game": Game},
)
"""The seat with the hash of a token, and its game."""
GAME_WITH = SqlModels(
    Game,
    'LEFT JOIN tournament_table AS "table" ON "table".id = row.table_id '
    'LEFT JOIN tournament_round AS table__round ON table__round.id = "table".round_id '
    "LEFT JOIN tournament_event AS table__round__event ON table__round__event.id = table__round.event_id WHERE row.code = %s",
    related={"table": Table, "table__round": Round, "table__round__event": Event},
)
"""The game with a code, and its table, round and event, where it has them."""
LOCKED = SqlModels(Game, "WHERE row.id = %s", locks=True)
"""The row of a game, locked for writing; only within a transaction."""
LOOKED_AT = SqlModels(Game, "WHERE row.id = %s")
"""The row of a game, for reading."""
PLAYED_AFTER = SqlRows("SELECT id FROM tournament_game WHERE before_id = %s ORDER BY id DESC")
"""The rematches of a game, the newest first."""
SEATS_OF = SqlModels(GameSeat, "WHERE row.game_id = %s ORDER BY row.place")
"""The seats of a game by their places."""
ANSWERED = SqlRows(
    "SELECT act.answer FROM tournament_gameseat AS seat LEFT JOIN tournament_gameact AS act "
    "ON act.game_id = seat.game_id AND act.seat = seat.place AND act.client_id = %s "
    "WHERE seat.id = %s AND seat.token_hash = %s",
    {0: from_json},
)
"""One row if a seat still has the token with a hash, else none: the stored answer to its message with an ID, None where none was stored."""
RULED = SqlRows(
    "SELECT answer FROM tournament_gameact WHERE game_id = %s AND seat IS NULL AND client_id = %s",
    {0: from_json},
)
"""The stored answer to a message of the arbiter with an ID, in a row; none where none was stored."""
REACHED = SqlWrites("UPDATE tournament_game SET last = %s WHERE id = %s")
"""Stores the number of the last act of a game."""
ARRIVALS = SqlRows(
    "SELECT place, agreed_at FROM tournament_gameseat WHERE game_id = %s AND hello_at IS NOT NULL ORDER BY place",
    {1: moment},
)
"""The places of the seats whose players have come to a game, and when each agreed to its result."""
ACTS_AFTER = SqlModels(
    GameAct,
    "WHERE row.game_id = %s AND row.number > %s AND row.number <= %s ORDER BY row.number",
)
"""The acts of a game after one number and up to another one."""
NEWEST_ACT = SqlRows("SELECT id FROM tournament_gameact ORDER BY id DESC LIMIT 1")
"""The key of the newest act of all games, in a row; none where there is no act."""
ACTED_SINCE = SqlRows("SELECT game_id, MAX(number), MAX(id) FROM tournament_gameact WHERE id > %s GROUP BY game_id")
"""For each game with acts whose primary key is larger than a given one: its key, the newest such act's number and that act's key."""


_sessions: Kept[Session] = Kept(300)


def terms_of(game: Game) -> Terms:
    """The terms of a game."""
    return terms_from(game.terms)


def session_of(game: Game) -> Session:
    """Return the session of a game up to the last act that ``game.last`` names; one query where this process has not cached it."""
    session = _sessions.found(game.pk, _key_of(game))
    if session is None or session.number > game.last:
        session = open_session(terms_of(game))
    if session.number < game.last:
        for row in ACTS_AFTER.of(game.pk, session.number, game.last):
            session = add_deed(session, deed_from(row.document, session.terms))
        cache_session(game, session)
    return session


def sessions_of(games: Sequence[Game]) -> dict[int, Session]:
    """Return the sessions of games by their primary keys; one query for all that are not cached."""
    found = {}
    for game in games:
        session = _sessions.found(game.pk, _key_of(game))
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
    row, key = game.pk, _key_of(game)
    transaction.on_commit(lambda: _cache_session(row, key, session))


def _key_of(game: Game) -> tuple[str, str]:
    """Return by what the session of a game is cached: its code, and its players, whose names are replaced where a person is forgotten."""
    header = game.terms.get("header") if isinstance(game.terms, dict) else None
    return game.code, str(header.get("players")) if isinstance(header, dict) else ""


def _cache_session(game: int, key: tuple[str, str], session: Session) -> None:
    """Cache the session of a game (by primary key), unless a later one is cached."""
    known = _sessions.found(game, key)
    if known is None or known.number <= session.number:
        _sessions.keep(game, key, session)


forget_sessions = _sessions.clear
"""Empties the cache, as in a process that has just begun."""


def chooser_of(seed: str) -> Chooser:
    """Return the function that chooses which tile is drawn: at random if ``seed`` is empty, else in the order that the seed determines.

    With a seed every process draws the same tiles, however the draws are divided into messages.
    """
    if not seed:
        return secrets.choice
    order = _tile_order(seed)
    return lambda tiles: min(tiles, key=order.__getitem__)


@lru_cache(maxsize=64)
def _tile_order(seed: str) -> Sequence[int]:
    """Return the place of every tile in the order that a seed determines; the tile with the lowest place is drawn first."""
    places = list(range(len(TILE_NAMES)))
    random.Random(seed).shuffle(places)
    return places


Fingerprint = tuple[object, ...]
CHANNEL = "toptable_games"
"""The channel on which PostgreSQL notifies the primary key of a game whose change is committed (migration 0002_guards_of_2_7_2)."""

FEW = 4
"""Up to this many games, one query for each is quicker than one for all."""

_listeners: list[Callable[[int], None]] = []


def fingerprints_of(games: Collection[int], now: datetime | None = None) -> dict[int, Fingerprint]:
    """Return the fingerprint of each game by its primary key; one query.

    A fingerprint changes with every act; when somebody comes, claims a seat, agrees, disagrees, asks for a ruling or gets one, goes away
    or comes back; and when the rematch is opened.
    """
    away = (now or timezone.now()) - AWAY_AFTER
    counted = Game.objects.filter(pk__in=games).annotate(
        here=Count("seats__hello_at"),
        claimed=Count("seats__claimed_at"),
        agreed=Count("seats__agreed_at"),
        refused=Count("seats__refused_at"),
        accepted=Count("seats", filter=~Q(seats__accepted_by_name="")),
        asked=Max("seats__asked_at"),
        away=Count("seats", filter=Q(seats__seen_at__lt=away)),
        next=Max("after"),
    )
    names = ("last", "state", "here", "claimed", "agreed", "refused", "accepted", "asked", "away", "next")
    return {key: tuple(mark) for key, *mark in counted.order_by().values_list("pk", *names)}


def fingerprint_of(game: Game, seats: Collection[GameSeat], now: datetime | None = None) -> Fingerprint:
    """Return the same fingerprint as `fingerprints_of` for a game whose row and seats were read already; one query."""
    away = (now or timezone.now()) - AWAY_AFTER
    after = PLAYED_AFTER.of(game.pk)
    return (
        game.last,
        game.state,
        sum(seat.hello_at is not None for seat in seats),
        sum(seat.claimed_at is not None for seat in seats),
        sum(seat.agreed_at is not None for seat in seats),
        sum(seat.refused_at is not None for seat in seats),
        sum(seat.accepted_by_name != "" for seat in seats),
        max((seat.asked_at for seat in seats if seat.asked_at is not None), default=None),
        sum(seat.seen_at is not None and seat.seen_at < away for seat in seats),
        after[0][0] if after else None,
    )


def fingerprints_now(games: Collection[int]) -> dict[int, Fingerprint]:
    """Return the fingerprints of games by primary key; with a few small queries for up to `FEW` games, else with one that counts."""
    if len(games) > FEW:
        return fingerprints_of(games)
    rows = [row for game in games if (row := LOOKED_AT.first(game)) is not None]
    return {row.pk: fingerprint_of(row, SEATS_OF.of(row.pk)) for row in rows}


def announce_change(game: int) -> None:
    """Call the subscribers in this process with a changed game (by primary key) once the transaction is committed.

    Other processes learn of the change from the database.
    """
    if _listeners:
        transaction.on_commit(lambda: [listener(game) for listener in _listeners] and None)


def subscribe_to_games(listener: Callable[[int], None]) -> Callable[[], None]:
    """Have a function called with the primary key of each game that this process changes; return a function that unsubscribes it."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)
