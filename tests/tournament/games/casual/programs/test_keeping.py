"""What keeps the processes running: started again where they end, exchanged once compiled, ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tournament.installation.environment import variables_passed_on
from tournament.play.programs.processes.runner import PAUSE, ProgramRunner, programs_at

LASTS, ENDS = "import time; time.sleep(600)", "raise SystemExit({})"


class Stage(ProgramRunner):
    """ProgramRunner of which each is another one: it lasts, or ends at once with a status."""

    def __init__(self, count: int = 1, *, ready: int = 3) -> None:
        self.now = 0.0
        self.said: list[str] = []
        self.plays = LASTS
        self.ready = ready
        self.lines: list[tuple[str, ...]] = []
        super().__init__("http://127.0.0.1:9", count, self.said.append, lambda: self.now)

    def _start_process(self, *words: str, is_preparing: bool = False) -> subprocess.Popen[bytes]:
        self.lines.append(words)
        program = ENDS.format(self.ready) if is_preparing else self.plays
        return subprocess.Popen([sys.executable, "-I", "-c", program])

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that play."""
        return tuple(running.pid for running in self._running.values())

    def settle(self) -> None:
        """Look until what ended is noticed, whatever it takes."""
        for each in [*self._running.values(), *([self._preparing] if self._preparing else [])]:
            if each.args[-1] != LASTS:  # type: ignore[index]
                each.wait()
        self.look()


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = Stage(2)
    yield made
    made.stop()


def played(stage: Stage) -> list[tuple[str, ...]]:
    """The lines of the processes that play, which were started so far."""
    return [line for line in stage.lines if "--ready" not in line]


def test_each_process_plays_its_part_of_the_games(stage: Stage) -> None:
    stage.start({})
    at = ("--address", "http://127.0.0.1:9")
    assert played(stage) == [(*at, "--part", "0", "--parts", "2"), (*at, "--part", "1", "--parts", "2")]
    assert len(stage.pids) == 2


def test_one_that_is_killed_is_started_again_after_a_pause_and_that_is_told(stage: Stage) -> None:
    stage.start({})
    first, second = stage.pids
    os.kill(first, 9)
    stage._running[0].wait()
    stage.look()
    assert stage.pids == (second,)
    assert stage.said == ["What plays for programs ended with status -9; it is started again in 5 seconds."]
    stage.now += PAUSE - 0.1
    stage.look()
    assert len(stage.pids) == 1
    stage.now += 0.1
    stage.look()
    assert len(stage.pids) == 2
    assert second in stage.pids


def test_once_all_is_compiled_others_take_the_place_of_those_that_play() -> None:
    stage = Stage(1, ready=0)
    try:
        stage.start({})
        before = stage.pids
        stage.look()
        assert [line for line in stage.lines if "--ready" in line] == [("--ready",)]
        stage.settle()
        assert len(played(stage)) == 2
        assert stage.pids != before
        with pytest.raises(ProcessLookupError):
            os.kill(before[0], 0)
        lines = len(stage.lines)
        stage.make_ready()
        stage.look()
        assert len(stage.lines) == lines, "compiled once is enough"
    finally:
        stage.stop()


def test_what_cannot_be_compiled_now_is_tried_again_when_somebody_says_so(stage: Stage) -> None:
    stage.start({})
    stage.look()
    stage.settle()
    stage.look()
    assert stage.lines.count(("--ready",)) == 1
    assert len(played(stage)) == 2, "those that play stay"
    stage.make_ready()
    stage.look()
    assert stage.lines.count(("--ready",)) == 2


@pytest.mark.parametrize(("games", "count", "is_there"), [(True, 1, True), (False, 1, False), (True, 0, False)])
def test_programs_play_only_where_games_are_opened_and_they_are_on(
    settings: Settings, games: bool, count: int, is_there: bool
) -> None:
    settings.GAMES, settings.PROGRAMS = games, count
    assert (programs_at("", 8000, print) is not None) is is_there


def test_they_find_the_server_at_the_address_to_which_it_is_bound(settings: Settings) -> None:
    settings.GAMES, settings.PROGRAMS = True, 1
    for host, address in (
        ("", "http://127.0.0.1:8000"),
        ("10.0.0.5", "http://10.0.0.5:8000"),
        ("::1", "http://[::1]:8000"),
    ):
        programs = programs_at(host, 8000, print)
        assert programs is not None
        assert programs._address == address


@pytest.mark.parametrize(
    ("options", "games", "words"),
    [
        ({"serve": True}, False, "Programs are switched off here"),
        ({"serve": True, "at": "nowhere"}, True, "no address of a server"),
    ],
)
def test_the_command_refuses_in_a_sentence(
    settings: Settings, options: Mapping[str, object], games: bool, words: str
) -> None:
    settings.GAMES, settings.PROGRAMS = games, 1
    with pytest.raises(CommandError, match=words):
        call_command("bots", **options)


def test_those_that_play_think_in_plain_python_until_all_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GAMES_PLAIN", raising=False)
    stage = Stage(1, ready=0)
    try:
        stage.start({"TOPTABLE_PUBLIC_ADDRESS": "http://here"})
        assert [stage.surroundings(is_preparing).get("GAMES_PLAIN") for is_preparing in (False, True)] == ["1", None]
        assert stage.surroundings(False)["TOPTABLE_PUBLIC_ADDRESS"] == "http://here"
        assert variables_passed_on(stage.surroundings(False))["served_by"] == str(os.getpid())
        stage.look()
        stage.settle()
        assert stage.surroundings(False).get("GAMES_PLAIN") is None
    finally:
        stage.stop()
