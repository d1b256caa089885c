"""Games on devices in the test's own database, and a seat that speaks the protocol to the test's own client."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test import Client

from games.acquire.play.devices.messages import Acts
from tests.games.acquire.play.devices.schema import misfit
from tournament.models import Table
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import act
from tournament.play.games.services.opening import GameOrder, OpenedGame, open_game
from tournament.play.games.services.seats import say_hello
from tournament.record.devices import hash_of, new_token

ADDRESS = "/game/protocol/"


def opened(edition: str = "mso", players: int = 3, **how: Any) -> OpenedGame:
    """A game that nobody has come to; its draws follow a seed."""
    names = [f"Player {place}" for place in range(1, players + 1)]
    return open_game(GameOrder(edition, names, **{"seed": "seven", **how}))


def at_table(table: Table, players: int = 4) -> Game:
    """A game at a table of an event to which everybody has come."""
    casual = opened("mso", players, minutes=20)
    code = casual.game.code[::-1]
    terms = {**casual.game.terms, "code": code}
    game = Game.objects.create(code=code, terms=terms, seed="seven", opened_at=casual.game.opened_at, table=table)
    casual.game.delete()
    GameSeat.objects.bulk_create(
        GameSeat(game=game, place=place, name=f"Player {place + 1}", token_hash=hash_of(new_token()))
        for place in range(players)
    )
    for seat in game.seats.all():
        say_hello(seat)
    return Game.objects.get(pk=game.pk)


def begun(edition: str = "mso", players: int = 3, **how: Any) -> Game:
    """A game to which everybody has come."""
    game = opened(edition, players, **how).game
    for seat in game.seats.all():
        say_hello(seat)
    return Game.objects.get(pk=game.pk)


def seat_at(game: Game, place: int) -> GameSeat:
    """A seat of a game, as a request would find it."""
    return GameSeat.objects.select_related("game").get(game=game, place=place)


def one(name: str, number: int, **what: Any) -> Acts:
    """One act as it is sent."""
    return Acts(name, number, (what,))


def starts(game: Game) -> None:
    """Draw every starting tile, so that the first turn is asked for."""
    for place in range(game.seats.count()):
        act(seat_at(game, place), one(f"s{place}", Game.objects.get(pk=game.pk).last + 1, act="start"))


def spoken(token: str, message: object, query: str = "", **heads: str) -> Any:
    """The answer to a message."""
    body = message if isinstance(message, (bytes, str)) else json.dumps(message)
    return Client().post(
        ADDRESS + query,
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}", **heads},
    )


def frames(answer: Any) -> list[dict[str, Any]]:
    """The messages of an answer, each of which fits the protocol's schema."""
    told: list[dict[str, Any]] = json.loads(answer.content)
    assert [said for each in told if (said := misfit(each, "fromServer"))] == []
    return told


def hello(token: str, **more: Any) -> dict[str, Any]:
    """A hello as it is sent."""
    return {"t": "hello", "v": 1, "token": token, **more}


@contextmanager
def without_guards() -> Iterator[None]:
    """Nothing guards a game meanwhile; on SQLite."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'guard_game%'")
        guards = cursor.fetchall()
        for name, _ in guards:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, sql in guards:
            cursor.execute(sql)
