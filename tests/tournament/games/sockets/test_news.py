"""What a socket of a seat is sent of what is read for it: every view that shows something else, and no view twice."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.db import OperationalError
from websockets.asyncio.server import ServerConnection

from tests.tournament.games.tables import begun, opened, seat_at
from tournament.play.games.services.acting import game_now, view_at
from tournament.play.games.services.seats import say_hello
from tournament.play.games.sockets import connection as work
from tournament.play.games.sockets.hub import GameNews, Hub
from tournament.play.games.sockets.programs import SeatSocket

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


class Written(SeatSocket):
    """A socket of a seat that keeps what it is told to send."""

    def __init__(self, seat: Any) -> None:
        super().__init__(cast("ServerConnection", SimpleNamespace()), seat, "token", legal=True)
        self.sent: list[dict[str, Any]] = []
        self.outbox = cast("Any", SimpleNamespace(offer=lambda frame: self.sent.append(json.loads(frame))))

    def read(self, view: dict[str, Any]) -> None:
        """Hear a view that was read for it."""
        self.receive(None, view["n"], view)


def test_who_was_read_as_come_just_before_the_game_begins_is_told_that_it_has_begun() -> None:
    game = opened("mso", 3).game
    before, session = game_now(game)
    for seat in game.seats.all():
        say_hello(seat)
    everybody = {0: False, 1: False, 2: False}
    socket = Written(seat_at(game, 0))
    socket.read(view_at(0, before, session, everybody))
    game.refresh_from_db()
    now, session = game_now(game)
    socket.read(view_at(0, now, session, everybody))
    assert [(view["n"] == session.number, bool(view["ask"])) for view in socket.sent][-1] == (True, True)
    assert len(socket.sent) == 2


def test_the_same_news_are_sent_once() -> None:
    game = begun("mso", 3)
    now, session = game_now(game)
    socket = Written(seat_at(game, 0))
    for _ in range(2):
        socket.read(view_at(0, now, session, {0: False, 1: False, 2: False}))
    assert len(socket.sent) == 1


class Slow:
    """Work that reads a game only when it is let, and finds it at the number that it is told."""

    def __init__(self) -> None:
        self.reads: list[asyncio.Future[int]] = []

    async def read_in_thread(self, what: Any, *given: Any) -> GameNews:
        """Read, once somebody says at which number the game is."""
        self.reads.append(asyncio.get_running_loop().create_future())
        number = await self.reads[-1]
        return GameNews((number,), number, [None] * len(given[1]), None)


class Told204:
    """Somebody who waits for news and wants no view."""

    seat_keys: tuple[int, ...] = ()
    wanted = None
    lag = 0

    def receive(self, mark: object, number: int, view: object) -> None:
        """Take what is new."""


async def reached(hub: Hub, slow: Slow, number: int | None, found: int | None) -> int:
    """How many reads were begun so far, once an act was told and the read under way found the game at a number."""
    if number is not None:
        hub._note_acts({1: number})
    if found is not None:
        slow.reads[-1].set_result(found)
    for _ in range(5):
        await asyncio.sleep(0)
    return len(slow.reads)


def test_an_act_is_read_once_whether_it_is_told_before_while_or_after_the_reading() -> None:
    async def told() -> list[int]:
        slow = Slow()
        hub = Hub(cast("Any", slow))
        hub.watch = cast("Any", SimpleNamespace(want=lambda is_wanted: None))
        hub.add(1, cast("Any", Told204()))
        await reached(hub, slow, None, None)
        return [
            await reached(hub, slow, 5, 5),  # told while it was read, and found by that reading
            await reached(hub, slow, 5, None),  # told again
            await reached(hub, slow, 6, None),  # a new one
            await reached(hub, slow, 8, 7),  # told while it was read, and missed by that reading
            await reached(hub, slow, None, 8),
            await reached(hub, slow, 8, None),
        ]

    assert asyncio.run(told()) == [1, 1, 2, 3, 3, 3]


def test_a_connection_is_looked_at_now_and_then_and_after_any_has_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    now = [100.0]
    monkeypatch.setattr(work, "close_old_connections", lambda: looks.append(1))
    monkeypatch.setattr(work, "monotonic", lambda: now[0])
    monkeypatch.setattr(work, "_last_check", work._LastCheck())
    monkeypatch.setattr(work, "_broke", -1.0)

    def break_down() -> None:
        raise OperationalError

    seen = []
    for moment, what in ((100.0, int), (100.5, int), (101.1, int), (101.2, break_down), (101.3, int), (101.4, int)):
        now[0] = moment
        with suppress(OperationalError):
            work._with_checked_connection(what)
        seen.append(len(looks))
    assert seen == [1, 1, 2, 3, 4, 4]
