"""`manage.py series`: the words of `python -m games series` with a page, beside a real server and with programs from elsewhere."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

from games.acquire.logs.reading import read_log
from games.acquire.replay.judging.judge import replay
from tests.games.series.rooms import sample
from tests.load.browsing import Browser
from tests.run import programs
from tests.run.patience import PATIENCE
from tests.tournament.games.sockets.standing import Stand
from tests.tournament.serving.running import fetch, wait
from tournament.play.programs.models import Series

pytestmark = pytest.mark.server


class Running:
    """The command as it runs, with what it has said."""

    def __init__(self, program: programs.Running, said: Path, out: Path) -> None:
        self.program, self._said, self._out = program, said, out

    def until(self, words: str) -> str:
        """The first group of what it says, once it has."""
        wait(lambda: re.search(words, self.said) or self.program.poll() is not None)
        found = re.search(words, self.said)
        assert found is not None, self.said
        return found[1]

    @property
    def said(self) -> str:
        return self._said.read_text(encoding="utf-8")

    def ended(self) -> dict[str, Any]:
        """Its table, once it has ended by itself."""
        assert self.program.wait(PATIENCE) == 0, self.said
        table: dict[str, Any] = json.loads(self._out.read_text(encoding="utf-8"))
        return table


@contextmanager
def running(stand: Stand, folder: Path, *words: str) -> Iterator[Running]:
    """The command beside a server; it is ended whatever happened."""
    said, out = folder / "said", folder / "out"
    with said.open("wb") as told, out.open("wb") as table:
        line = [sys.executable, "manage.py", "series", "--json", "--port", str(stand.port), *words]
        program = programs.begin(line, stand.surroundings(), table, told)
    try:
        yield Running(program, said, out)
    finally:
        program.kill()
        program.wait()


def path_of(address: str) -> str:
    """The path of an address."""
    return "/" + address.split("/", 3)[3]


def test_a_code_war_is_watched_and_played_from_elsewhere_by_one_token_each(stand: Stand, tmp_path: Path) -> None:
    words = (
        "--edition",
        "codewar",
        "--games",
        "2",
        "--seats",
        "6",
        "--seconds",
        "30",
        "--paused",
        "--listen",
        "127.0.0.1:0",
    )
    files = ("--out", str(tmp_path / "scores.json"), "--trace", str(tmp_path / "trace.jsonl"), "--logs", str(tmp_path))
    bots = ("remote:Ada", f"cmd:{sys.executable} {sample('power_ups.py')}", "house", "remote:Ben", "random")
    with running(stand, tmp_path, *words, *files, *bots) as series:
        watch, control = path_of(series.until(r"Watch (\S+)")), path_of(series.until(r"Control (\S+)"))
        clients = []
        for name in ("Ada", "Ben"):
            way_in = series.until(rf"{name} joins at (\S+ by the token \w+)").split(" by the token ")
            clients.append(subprocess.Popen([sys.executable, sample("from_elsewhere.py"), *way_in]))
        try:
            wait(lambda: "Paused in game 1 of 2." in fetch(stand.port, watch)[1])
            assert "Paused in game 1 of 2." in fetch(stand.port, watch)[1]
            assert os.getpriority(os.PRIO_PROCESS, series.program.pid) == 19
            browser = Browser("127.0.0.1", stand.port)
            browser.get(control)
            browser.get(watch)
            assert browser.post(f"{watch}wish/", {"do": "play"}).status == 302
            browser.close()
            table = series.ended()
            ends = [client.wait(PATIENCE) for client in clients]
        finally:
            for client in clients:
                client.kill()
                client.wait()
    assert ends == [0, 0]
    assert [row["bot"] for row in table["bots"]][3:] == ["remote:Ben", "random", "house"]
    assert [row["refused"] for row in table["bots"]] == [0] * 6
    assert json.loads((tmp_path / "scores.json").read_text()) == table
    kept = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text().splitlines()]
    assert {(line["bot"], line["way"]) for line in kept if line["bot"] == 1} == {(1, "to"), (1, "from")}
    shown = fetch(stand.port, watch)[1]
    assert "has the highest total" in shown
    for number, code in enumerate(reversed(re.findall(r"/game/(\w{8})/log\.acq", shown)), start=1):
        log = fetch(stand.port, f"/game/{code}/log.acq")[1]
        answer = replay(read_log(log))
        assert (answer.complete, list(answer.findings)) == (True, [])
        assert answer.final == replay(read_log((tmp_path / f"game-{number:03}.acq").read_text())).final


def test_a_command_that_is_told_to_end_says_so_on_its_page(stand: Stand, tmp_path: Path) -> None:
    with running(stand, tmp_path, "--edition", "codewar", "--speed", "1", "random", "random") as series:
        watch = path_of(series.until(r"Watch (\S+)"))
        wait(lambda: "Game 1 of 10." in fetch(stand.port, watch)[1])
        series.program.send_signal(signal.SIGTERM)
        assert series.program.wait(PATIENCE) == 143
    assert "The series was stopped. 0 of 10 games count." in fetch(stand.port, watch)[1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--speed", "0", "random"], "from 1 to 1,000"),
        (["--speed", "x", "random"], "not a whole number"),
        (["--games", "0", "random"], "games"),
        ([], "BOT"),
    ],
)
def test_words_that_nobody_can_mean_are_a_sentence(settings: Settings, words: list[str], says: str) -> None:
    settings.GAMES = True
    with pytest.raises(CommandError, match=says):
        call_command("series", *words)
    assert not Series.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["random"], "not by 1"),
        (["--seats", "3", "remote:"], "1 to 40 letters"),
        (["--seats", "3", "cmd:"], "name one"),
    ],
)
def test_what_cannot_be_played_ends_with_status_2(
    settings: Settings, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    settings.GAMES = True
    with pytest.raises(SystemExit) as ending:
        call_command("series", *words)
    said = capsys.readouterr()
    assert (ending.value.code, said.out) == (2, "")
    assert says in said.err
    assert not Series.objects.exists()
