"""A seat's way by a socket: answers are told from news, a socket that ends is opened again, and who is refused is told so."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_sockets

from games.opponents.addresses import transport_to
from games.opponents.client import Client, serve
from games.opponents.players import player_of
from games.opponents.sockets import SocketTransport
from games.opponents.transport import NoAnswerError, SeatRefusedError
from tests.games.opponents.fake_server import FakeGame

pytestmark = pytest.mark.server


@contextmanager
def answering(handler: Callable[[ServerConnection], None]) -> Iterator[str]:
    """A server of sockets; its address."""
    with serve_sockets(handler, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        finally:
            server.shutdown()
            thread.join()


class Hall:
    """A game served by sockets; every so many messages the socket is closed before or after the answer."""

    def __init__(self, breaks_every: int = 0) -> None:
        self.game = FakeGame()
        self.lock = threading.Lock()
        self.sockets: dict[ServerConnection, int] = {}
        self.breaks_every, self.count, self.paths = breaks_every, 0, set[str]()

    def __call__(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        self.paths.add(socket.request.path)
        with suppress(ConnectionClosed):
            hello = json.loads(socket.recv())
            assert (hello["t"], hello["legal"]) == ("hello", True)
            seat = int(hello["token"])
            self._answer(socket, seat, json.dumps(hello))
            for text in socket:
                self.count += 1
                breaks = self.breaks_every and self.count % self.breaks_every
                if breaks == 1:
                    break
                self._answer(socket, seat, str(text), says=breaks != 2)
                if breaks == 2:
                    break
        with self.lock:
            self.sockets.pop(socket, None)

    def _answer(self, socket: ServerConnection, seat: int, text: str, *, says: bool = True) -> None:
        with self.lock:
            before = self.game.session.number
            answer = self.game.take(seat, text)
            self.sockets[socket] = seat
            if says:
                for message in answer:
                    socket.send(json.dumps(message))
            if self.game.session.number > before:
                for other, place in self.sockets.items():
                    if other is not socket:
                        with suppress(ConnectionClosed):
                            other.send(json.dumps(self.game.view(place)))


@pytest.mark.parametrize("breaks_every", [0, 7])
def test_a_whole_game_is_played_by_sockets_that_break_now_and_then(breaks_every: int) -> None:
    hall = Hall(breaks_every)
    with answering(hall) as address:
        doors = [SocketTransport(address, str(seat), 0.0) for seat in range(3)]
        clients = [
            Client(door, str(seat), player_of("random", seat), pace=0.0, to_look=0.0) for seat, door in enumerate(doors)
        ]
        serve(clients, sleep=lambda seconds: None)
        for door in doors:
            door.close()
    assert hall.game.session.is_over
    assert len({number for _, number in hall.game.acted}) == len(hall.game.acted)
    assert hall.game.agreed == {0, 1, 2}
    assert hall.paths == {"/live/"}


def told(*messages: dict[str, Any], code: int) -> Callable[[ServerConnection], None]:
    """Whoever says hello is told this, and the socket is closed with that code."""

    def handler(socket: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            socket.recv()
            for message in messages:
                socket.send(json.dumps(message))
            socket.close(code, "test")

    return handler


def test_who_is_refused_is_told_why() -> None:
    no = {"t": "no", "id": "", "code": "token-unknown", "message": "This token opens no seat.", "n": 0}
    with answering(told(no, code=1008)) as address, pytest.raises(SeatRefusedError, match="opens no seat"):
        transport_to(address, "x", 1.0).send({"t": "hello"})


@pytest.mark.parametrize("code", [1013, 1001])
def test_a_socket_that_is_closed_for_now_is_away(code: int) -> None:
    with answering(told(code=code)) as address, pytest.raises(NoAnswerError, match="closed the socket"):
        transport_to(address, "x", 1.0).look(0)


def test_where_nobody_listens_a_socket_is_away() -> None:
    with pytest.raises(NoAnswerError, match="does not answer"):
        transport_to("ws://127.0.0.1:9", "x", 1.0).look(0)
