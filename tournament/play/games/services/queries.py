"""The queries that every act and every view needs, each prepared once in a process (`models.prepared`)."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from tournament.models.prepared import PreparedModels, PreparedRows
from tournament.play.games.models import Game, GameAct, GameSeat

_GAME, _SINCE, _LAST, _SEAT = -2_000_000_001, 2_000_000_003, 2_000_000_005, 32_701
_WORDS = "no such words"

SEAT_WITH: PreparedModels[GameSeat] = PreparedModels(
    lambda mark: GameSeat.objects.select_related("game").filter(token_hash=mark).order_by(), (_WORDS,)
)
"""The seat with the hash of a token, and its game."""
GAME_WITH: PreparedModels[Game] = PreparedModels(
    lambda code: Game.objects.select_related("table__round__event").filter(code=code).order_by(), (_WORDS,)
)
"""The game with a code, and its table, round and event, where it has them."""
LOCKED: PreparedModels[Game] = PreparedModels(
    lambda key: Game.objects.select_for_update().filter(pk=key).order_by(), (_GAME,)
)
"""The row of a game, locked for writing; only within a transaction."""
LOOKED_AT: PreparedModels[Game] = PreparedModels(lambda key: Game.objects.filter(pk=key).order_by(), (_GAME,))
"""The row of a game, for reading."""
PLAYED_AFTER = PreparedRows(lambda key: Game.objects.filter(before=key).order_by("-pk").values_list("pk"), (_GAME,))
"""The rematches of a game, the newest first."""
SEATS_OF: PreparedModels[GameSeat] = PreparedModels(
    lambda key: GameSeat.objects.filter(game=key).order_by("place"), (_GAME,)
)
"""The seats of a game by their places."""
HOLDS_YET = PreparedRows(
    lambda key, mark: GameSeat.objects.filter(pk=key, token_hash=mark).order_by().values_list("place"), (_GAME, _WORDS)
)
"""One row if a seat still has the token with a hash, else none."""
ARRIVALS = PreparedRows(
    lambda key: (
        GameSeat.objects.filter(game=key).exclude(hello_at=None).order_by("place").values_list("place", "agreed_at")
    ),
    (_GAME,),
)
"""The places of the seats whose players have come to a game, and when each agreed to its result."""
ACTS_AFTER: PreparedModels[GameAct] = PreparedModels(
    lambda key, since, last: GameAct.objects.filter(game=key, number__gt=since, number__lte=last).order_by("number"),
    (_GAME, _SINCE, _LAST),
)
"""The acts of a game after one number and up to another one."""
NEWEST_ACT = PreparedRows(lambda: GameAct.objects.order_by("-pk").values_list("pk")[:1], ())
"""The key of the newest act of all games, in a row; none where there is no act."""
ACTED_SINCE = PreparedRows(
    lambda key: (
        GameAct.objects.filter(pk__gt=key).order_by().values_list("game").annotate(number=Max("number"), key=Max("pk"))
    ),
    (_SINCE,),
)
"""For each game with acts whose primary key is larger than a given one: its key, the newest such act's number and that act's key."""
_ANSWERED = PreparedRows(
    lambda key, seat, name: (
        GameAct.objects.filter(game=key, seat=seat, client_id=name).order_by().values_list("answer")
    ),
    (_GAME, _SEAT, _WORDS),
)
_RULED = PreparedRows(
    lambda key, name: GameAct.objects.filter(game=key, seat=None, client_id=name).order_by().values_list("answer"),
    (_GAME, _WORDS),
)


def first_answer(game: int, seat: int | None, name: str) -> list[dict[str, Any]] | None:
    """Return the stored answer to a message; None where none with this ID was stored.

    ``seat`` is the place of the sender, None for the arbiter; ``name`` is the message's ID, which the client chose.
    """
    rows = _RULED.of(game, name) if seat is None else _ANSWERED.of(game, seat, name)
    return rows[0][0] if rows else None
