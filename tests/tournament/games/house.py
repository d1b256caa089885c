"""Strangers who play at a real server with the client of the document, and the database that such a server begins with."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.tournament.serving.running import put_migrated


def client_of_the_document() -> str:
    """The program that docs/developing/playing.md prints."""
    found = re.search(
        r"```python\n(.*?)```", (ROOT / "docs/developing/playing.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert found is not None
    return found[1]


def file_in(home: Path, migrated: Path) -> str:
    """The address of an SQLite file for a server; ``migrated`` is one as the migrations made it, where there is one yet."""
    database = home / "games.sqlite3"
    put_migrated(migrated, database)
    return f"sqlite:///{database}"


@contextmanager
def strangers(game: Mapping[str, Any], home: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """A program for each token of a game; they are killed in the end, whatever happened."""
    program = home / "client.py"
    program.write_text(client_of_the_document(), encoding="utf-8")
    running = [
        subprocess.Popen([sys.executable, "-I", str(program), game["post"], token], stderr=subprocess.PIPE, text=True)
        for token in game["tokens"].values()
    ]
    try:
        yield running
    finally:
        for each in running:
            each.kill()
            each.wait()


class Seat:
    """A program of one seat that sends again, under the same id, whatever was not answered."""

    def __init__(self, game: Mapping[str, Any], player: str, seed: int) -> None:
        self.post, self.token, self.chance = game["post"], game["tokens"][player], Random(seed)
        self.acknowledged: list[tuple[str, int]] = []

    def send(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The messages that answer one, however often it had to be sent."""
        last = time.monotonic() + PATIENCE
        while True:
            try:
                return self.once(message)
            except (OSError, HTTPException):
                assert time.monotonic() < last
                time.sleep(0.05)

    def once(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The messages that answer one that is sent once; raises what the network raises."""
        head = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.post}?legal", json.dumps(message).encode(), head)  # noqa: S310  ours
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            told: list[dict[str, Any]] = json.load(answer)
        return told

    def look(self) -> dict[str, Any]:
        """The view."""
        return self.send({"t": "hello", "v": 1, "token": self.token})[-1]

    def next_act(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """An act that may be sent as it stands, chosen by chance; the end is called only where nothing else is left."""
        legal = view["ask"]["legal"]
        chosen = self.chance.choice([act for act in legal if act["act"] != "end"] or legal)
        return {"t": "act", "id": f"{view['you']}-{view['n'] + 1}", "n": view["n"] + 1, **chosen}

    def act(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """Act once, and note what was acknowledged; the view then."""
        message = self.next_act(view)
        answer = self.send(message)
        assert answer[0]["t"] == "ack", answer
        self.acknowledged.append((message["id"], message["n"]))
        return answer[-1]


def seats_of(game: Mapping[str, Any]) -> dict[str, Seat]:
    """A program for every seat of a game, all come."""
    seats = {player: Seat(game, player, seed) for seed, player in enumerate(game["tokens"])}
    for seat in seats.values():
        seat.look()
    return seats


def play_until(seats: Mapping[str, Seat], is_reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Play on until the view of whoever is asked is as wanted, or the game is over; that view."""
    view = next(iter(seats.values())).look()
    while not view["over"]:
        if view["ask"]["who"] != view["you"]:
            view = seats[view["ask"]["who"]].look()
        if is_reached(view):
            break
        view = seats[view["you"]].act(view)
    return view


def play_out(game: Mapping[str, Any], home: Path) -> None:
    """Let strangers play a game to its end; each ends in order."""
    with strangers(game, home) as running:
        for each in running:
            _, said = each.communicate(timeout=PATIENCE)
            assert each.returncode == 0, said
