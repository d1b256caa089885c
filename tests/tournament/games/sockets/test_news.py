"""What a socket of a seat is sent of what is read for it: every view that shows something else, and no view twice."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.asyncio.server import ServerConnection

from tests.tournament.games.tables import begun, opened, seat_at
from tournament.public.games.sockets.programs import SeatSocket
from tournament.services.games.seats.joining import say_hello
from tournament.services.games.viewing import look, view_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


class Written(SeatSocket):
    """A socket of a seat that keeps what it is told to send."""

    def __init__(self, seat: Any) -> None:
        super().__init__(cast("ServerConnection", SimpleNamespace()), seat, "token", legal=True)
        self.sent: list[dict[str, Any]] = []
        self.outbox = cast("Any", SimpleNamespace(offer=lambda frame: self.sent.append(json.loads(frame))))

    def read(self, view: dict[str, Any]) -> None:
        """Hear a view that was read for it."""
        self.hear(None, view["n"], view)


def test_who_was_read_as_come_just_before_the_game_begins_is_told_that_it_has_begun() -> None:
    game = opened("mso", 3).game
    before, session = look(game)
    for seat in game.seats.all():
        say_hello(seat)
    everybody = {0: False, 1: False, 2: False}
    socket = Written(seat_at(game, 0))
    socket.read(view_at(0, before, session, everybody))
    game.refresh_from_db()
    now, session = look(game)
    socket.read(view_at(0, now, session, everybody))
    assert [(view["n"] == session.number, bool(view["ask"])) for view in socket.sent][-1] == (True, True)
    assert len(socket.sent) == 2


def test_the_same_news_are_sent_once() -> None:
    game = begun("mso", 3)
    now, session = look(game)
    socket = Written(seat_at(game, 0))
    for _ in range(2):
        socket.read(view_at(0, now, session, {0: False, 1: False, 2: False}))
    assert len(socket.sent) == 1
