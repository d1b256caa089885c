"""A server of two processes with sockets, as its unit starts it; it can be killed, a process of it too, and started again."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from games.acquire.logs.reading import read_log
from games.acquire.replay.judging.judge import replay
from tests.run.patience import PATIENCE
from tests.run.programs import Running, begin
from tests.tournament.faults.house import variables
from tests.tournament.games.house import file_in
from tests.tournament.serving.clerk import Clerk
from tests.tournament.serving.running import free_port, is_taken, wait


class Stand:
    """An installation of games with its server."""

    def __init__(self, home: Path, database: str) -> None:
        self.home, self.database, self.port = home, database, free_port()
        home.mkdir(exist_ok=True)
        self._program: Running | None = None
        self._clerk: Clerk | None = None

    @property
    def live(self) -> str:
        """Where its sockets are."""
        return f"ws://127.0.0.1:{self.port + 1}"

    @property
    def pages(self) -> str:
        """Where its pages are."""
        return f"http://127.0.0.1:{self.port}"

    def surroundings(self) -> dict[str, str]:
        """The environment of the server and of commands beside it."""
        return {
            **variables(self.home, self.database, self.port),
            "TOPTABLE_GAMES": "on",
            "TOPTABLE_BIND": f"127.0.0.1:{self.port}",
            "TOPTABLE_LIVE_PORT": str(self.port + 1),
            "TOPTABLE_WORKERS": "2",
            "PYTHONUNBUFFERED": "1",
        }

    def manage(self, *words: str) -> str:
        """What a command of the installation prints."""
        if self._clerk is None:
            self._clerk = Clerk(self.surroundings())
        return self._clerk.does(*words)

    def opened(self, *words: str) -> dict[str, Any]:
        """A game that the command opened."""
        told: dict[str, Any] = json.loads(self.manage("game", "--json", *words))
        return told

    def judged(self, code: str) -> dict[str, Any]:
        """What the replay says of a game's log."""
        return replay(read_log(self.manage("game", code, "--log", "--json"))).document()

    def start(self) -> None:
        """Start the server and wait until its sockets are open and its pages answer."""
        config = "python:tournament.management.serving.proxied"
        self.run([sys.executable, "-m", "gunicorn", "tournament.wsgi", "--config", config])

    def run(self, line: Sequence[str]) -> None:
        """Start a program that serves, and wait until its sockets are open."""
        with (self.home / "said").open("ab") as said:
            program = self._program = begin(line, self.surroundings(), said, has_group=True)
        wait(lambda: is_taken(self.port + 1) or program.poll() is not None)
        assert program.poll() is None, self.said
        with connect(f"{self.live}/live/", open_timeout=PATIENCE):
            pass

    @property
    def said(self) -> str:
        """What it has said."""
        return (self.home / "said").read_text(encoding="utf-8", errors="replace")

    def workers(self) -> list[int]:
        """Its processes but the first."""
        assert self._program is not None
        first = self._program.pid
        told = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii")
        return [int(number) for number in told.split()]

    def kill(self) -> None:
        """Pull the plug."""
        if self._program is not None and self._program.poll() is None:
            os.killpg(self._program.pid, signal.SIGKILL)
            self._program.wait()
            wait(lambda: not is_taken(self.port))

    def close(self) -> None:
        """End all of it."""
        self.kill()
        if self._clerk is not None:
            self._clerk.go()


@contextmanager
def standing(home: Path, database: str) -> Iterator[Stand]:
    """An installation that answers, on a database that has its tables."""
    stand = Stand(home, database)
    try:
        stand.start()
        yield stand
    finally:
        stand.close()


@contextmanager
def standing_on_file(home: Path, migrated: Path) -> Iterator[Stand]:
    """An installation on an SQLite file of its own."""
    with standing(home, file_in(home, migrated)) as stand:
        yield stand


class Player:
    """A client at a seat by a socket, which comes again and sends again whenever the socket ends."""

    def __init__(self, game: Mapping[str, Any], player: str, seed: int = 0) -> None:
        self.game, self.token, self.chance = game, game["tokens"][player], Random(seed)
        self.view: dict[str, Any] = {"n": 0}
        self.comings = 0
        self._held = ExitStack()
        self._socket: ClientConnection | None = None

    def come(self) -> None:
        """Say hello on a new socket, and take the view."""
        for _ in range(200):
            try:
                self.leave()
                self._held = ExitStack()
                self._socket = self._held.enter_context(
                    connect(self.game["socket"], open_timeout=PATIENCE, compression=None)
                )
                self.comings += 1
                said = {"t": "hello", "v": 1, "token": self.token, "n": self.view["n"], "legal": True}
                self._socket.send(json.dumps(said))
                self._take(self._socket)
                return
            except (OSError, TimeoutError, ConnectionClosed):
                continue
        raise AssertionError("nobody answers")

    def _take(self, socket: ClientConnection) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if frame["t"] == "view":
            assert frame["n"] >= self.view["n"]
            self.view = frame
        return frame

    def until(self, number: int) -> dict[str, Any]:
        """The view, once it shows that act."""
        while self.view["n"] < number or self._socket is None:
            self._next()
        return self.view

    def _next(self) -> dict[str, Any]:
        try:
            if self._socket is not None:
                return self._take(self._socket)
        except ConnectionClosed:
            pass
        self.come()
        return self.view

    def ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """The first answer that is no view, however often it has to be sent; and what follows it is taken too."""
        while True:
            if self._socket is None:
                self.come()
            assert self._socket is not None
            try:
                self._socket.send(json.dumps(message))
                while (frame := self._take(self._socket))["t"] == "view":
                    pass
                return frame
            except ConnectionClosed:
                self.come()

    def chosen(self) -> dict[str, Any]:
        """An act that may be sent, by chance; the end only where nothing else is left."""
        view = self.view
        legal = view["ask"]["legal"]
        what = self.chance.choice([act for act in legal if act["act"] != "end"] or legal)
        return {"t": "act", "id": f"{view['you']}-{view['n'] + 1}", "n": view["n"] + 1, **what}

    def leave(self) -> None:
        """Go."""
        if self._socket is not None:
            self._held.close()
            self._socket = None


def come_to(game: Mapping[str, Any]) -> dict[str, Player]:
    """A client at every seat, all come."""
    players = {name: Player(game, name, seed) for seed, name in enumerate(game["tokens"])}
    for player in players.values():
        player.come()
    return players


def play(players: Mapping[str, Player], is_reached: Any = lambda view: False) -> dict[str, Any]:
    """Play until the view of whoever is asked is as wanted, or the game is over; that view."""
    one = next(iter(players.values()))
    while one.view.get("ask") is None and not one.view.get("over"):
        one._next()
    view = one.view
    while not view["over"]:
        asked = players[view["ask"]["who"]]
        view = asked.until(view["n"])
        if view["over"] or view["ask"]["who"] != view["you"]:
            continue
        if is_reached(view):
            break
        answer = asked.ask(asked.chosen())
        assert answer["t"] == "ack", answer
        view = asked.until(answer["n"])
    return view
