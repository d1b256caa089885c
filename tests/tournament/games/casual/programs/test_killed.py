"""A person plays against programs at a real `serve`, and everything is killed in between: the process that plays, a server, all of it."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from games.acquire.logs.reading import read_log
from games.acquire.replay.judging.judge import replay
from tests.run.patience import PATIENCE
from tests.run.programs import begin
from tests.tournament.games.house import Seat
from tests.tournament.pages.forms import form_in
from tests.tournament.serving.running import Served, command, free_port, is_taken, serving, surroundings, wait
from tournament.installation.serve_folder import serve_environment, serve_folder

pytestmark = pytest.mark.server
ON = {"TOPTABLE_GAMES": "on"}
MODULE = "tournament.play.programs.processes.playing"


class Person:
    """A browser that has opened a game by the form, and plays at its seat by the token of its cookie."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        form = form_in(self._page("/game/against/"), "/game/against/", "once")
        typed = form.filled({"players": "3", "level": "chance"})
        with self._opener.open(f"{self.base}/game/against/", urlencode(typed, doseq=True).encode()) as answer:
            self.code = str(re.findall(r"/game/(\w{8})/play/", answer.url)[0])
        (held,) = [cookie.value for cookie in self._jar if cookie.name == "seat"]
        self.seat = Seat({"post": f"{self.base}/game/protocol/", "tokens": {"P1": held}}, "P1", 7)
        self.view: dict[str, Any] = self.seat.look()

    def _page(self, path: str) -> str:
        with self._opener.open(self.base + path) as answer:
            return str(answer.read().decode())

    def play_on(self, acts: int) -> None:
        """Play until the programs have done so many acts more; nothing is called the end."""
        done, last = 0, time.monotonic() + PATIENCE
        while done < acts:
            assert time.monotonic() < last, f"the programs do not go on after {done} acts"
            self.view = self.seat.look()
            assert not self.view["over"]
            if self.view["ask"] and self.view["ask"]["who"] == "P1":
                self.view = self.seat.act(self.view)
            before = self.view["n"]
            time.sleep(0.2)
            self.view = self.seat.look()
            done += self.view["n"] > before


def players_of(port: int) -> list[int]:
    """The processes that play the games of the server at a port."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            line = (folder / "cmdline").read_bytes().decode().split("\0") if folder.name.isdecimal() else []
        except OSError:
            continue
        if MODULE in line and f"http://127.0.0.1:{port}" in line:
            found.append(int(folder.name))
    return found


def killed(numbers: list[int]) -> None:
    """Kill processes of a test's own server."""
    for number in numbers:
        os.kill(number, signal.SIGKILL)


def workers(served: Served) -> list[int]:
    """The processes of the crowd's server below its first one."""
    found = []
    for number in _children(served.program.pid):
        line = Path(f"/proc/{number}/cmdline").read_bytes().decode()
        if "serving.crowd" in line:
            found += _children(number)
    return found


def _children(number: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii").split()]


def judged(home: Path, code: str) -> list[Any]:
    """What the replay finds in the log of a game, as it stands."""
    done = command(home, "game", code, "--log", "--json")
    assert done.returncode == 0, done.stderr
    told = replay(read_log(done.stdout)).document()
    return [finding for finding in told["findings"] if finding["severity"] == "error"]


def test_programs_come_back_after_they_a_server_or_everything_is_killed(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--host", "127.0.0.1", port=port, **ON) as served:
        served.until_up("/game/against/")
        person = Person(port)
        person.play_on(4)
        wait(lambda: len(players_of(port)) == 1)
        (first,) = players_of(port)
        assert os.getpriority(os.PRIO_PROCESS, first) == 19
        killed([first])
        person.play_on(3)
        assert first not in players_of(port)
        assert "ended with status -9; it is started again in" in served.said
        killed(workers(served))
        person.play_on(3)
        served.kill()
    wait(lambda: not players_of(port) and not is_taken(port) and not is_taken(port + 1))
    assert players_of(port) == [], "they end with the command that started them, however it ends"
    with serving(tmp_path, "--host", "127.0.0.1", port=port, **ON) as served:
        served.until_up("/game/against/")
        person.play_on(3)
        served.stop()
        wait(lambda: not players_of(port))
        assert players_of(port) == []
    assert judged(tmp_path, person.code) == []


def test_programs_are_a_service_of_their_own_where_they_are_wanted_so(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--host", "127.0.0.1", port=port, TOPTABLE_PROGRAMS="off", **ON) as served:
        served.until_up()
        assert players_of(port) == []
        line = [sys.executable, "manage.py", "bots", "--serve", "--at", f"http://127.0.0.1:{port}"]
        # The data folder tells the command which installation is meant, as on the machine that serves it.
        with (tmp_path / "bots").open("wb") as said:
            program = begin(line, {**surroundings(tmp_path), **ON, **_hall(tmp_path)}, said)
        try:
            wait(lambda: len(players_of(port)) == 1)
            assert len(players_of(port)) == 1
        finally:
            program.send_signal(signal.SIGTERM)
            assert program.wait(PATIENCE) == 0
        wait(lambda: not players_of(port))
        assert players_of(port) == []


def _hall(home: Path) -> dict[str, str]:
    """The settings of the installation that `serve` made below a home."""
    where = surroundings(home)
    return serve_environment(serve_folder(where), where)
