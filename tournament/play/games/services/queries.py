"""The queries that every act and every view of a game needs."""

from __future__ import annotations

from tournament.models import Event, Round, Table
from tournament.models.plain_sql import SqlModels, SqlRows, SqlWrites, from_json, moment
from tournament.play.games.models import Game, GameAct, GameSeat

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
