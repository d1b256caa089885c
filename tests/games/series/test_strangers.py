"""Programs of strangers: whatever one does, it loses its time or its act, the game goes on by the rules and the others lose nothing."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from games.acquire.play.devices.session import log_of
from games.acquire.replay.judging.judge import replay
from games.series.bots import MOST_UNREAD, Limits, NoReply, SeriesError
from games.series.programs import check_command
from tests.games.acquire.play.devices.schema import misfit
from tests.games.series.rooms import AMPLE, HOPELESS, Played, against, started, stranger
from tests.run.patience import PATIENCE

pytestmark = pytest.mark.server


def is_sound(game: Played) -> bool:
    """Whether a game went to its end by the rules, and the others did nothing wrong."""
    found = replay(log_of(game.session))
    return game.session.is_over and not found.findings and not any(other.faults for other in game.others)


@pytest.mark.parametrize("kind", ["calm", "bare", "greets"])
def test_who_answers_is_not_faulted(kind: str) -> None:
    game = against(kind)
    assert is_sound(game)
    assert (game.conduct.timeouts, game.conduct.refused, game.codes, game.ended) == (0, 0, [], True)
    assert game.conduct.decisions > 10


@pytest.mark.parametrize(
    ("kind", "limits", "codes"),
    [
        ("sleeps", HOPELESS, ["out-of-time"]),
        ("deaf", HOPELESS, ["out-of-time"]),
        ("endless", Limits(0.5, 0.0, 5.0), ["act-unreadable", "out-of-time"]),
        ("floods", AMPLE, ["pass-with-legal", "refused-twice"]),
        ("crashes", AMPLE, ["program-ended"]),
        ("killed", AMPLE, ["program-ended"]),
        ("lies", AMPLE, ["act-arbiter", "act-out-of-turn", "refused-twice"]),
        ("garbage", AMPLE, ["act-unreadable", "refused-twice"]),
        ("jabbers", HOPELESS, ["out-of-time"]),
    ],
)
def test_who_does_not_loses_each_of_his_decisions_and_nobody_else_any(
    kind: str, limits: Limits, codes: list[str]
) -> None:
    game = against(kind, limits=limits, patience=0.1)
    assert is_sound(game)
    assert game.codes == codes, game.conduct.faults
    assert game.conduct.timeouts == game.conduct.decisions > 0


@pytest.mark.parametrize("edition", ["mso", "neu2013"])
def test_elsewhere_anything_legal_is_done_for_whoever_is_out_of_time(edition: str) -> None:
    game = against("crashes", edition)
    assert is_sound(game)
    assert game.conduct.timeouts == game.conduct.decisions > 0
    assert "timeout" not in {news["act"] for view in game.trace.told("to", "view", "P2") for news in view["news"]}


def test_a_refused_act_costs_the_act_and_says_a_code_and_a_sentence() -> None:
    game = against("foreign")
    assert is_sound(game)
    assert (game.conduct.timeouts, game.conduct.refused) == (0, game.conduct.decisions)
    refusals = game.trace.told("to", "no")
    assert {refusal["code"] for refusal in refusals} == {"act-unreadable"}
    assert all(refusal["message"].endswith(".") and refusal["id"] == "a" for refusal in refusals)


def test_everything_that_a_program_is_told_is_of_the_protocol_and_its_news_tell_every_act() -> None:
    game = against("calm")
    told = [message for where, way, message in game.trace.lines if (where, way) == ("P1", "to")]
    assert [said for message in told if (said := misfit(message, "fromServer"))] == []
    seen = [news["n"] for view in game.trace.told("to", "view") for news in view["news"]]
    assert seen == list(range(1, game.session.number + 1))
    assert [view["over"] for view in game.trace.told("to", "view")][-2:] == [False, True]


def test_an_answer_that_comes_late_is_stale_and_counts_for_nothing() -> None:
    game = against("late", limits=Limits(0.3, 0.0, 0.7))
    assert is_sound(game)
    assert (game.conduct.refused, game.conduct.timeouts) == (0, game.conduct.decisions)
    assert "stale" in {refusal["code"] for refusal in game.trace.told("to", "no")}


def test_a_line_of_ten_megabytes_is_one_refused_act() -> None:
    game = against("long_lines")
    assert is_sound(game)
    assert (game.conduct.refused, game.conduct.timeouts) == (game.conduct.decisions, 0)


def test_a_program_is_ended_with_all_that_it_started() -> None:
    game = against("stays", patience=0.1)
    line = next(message for _, way, message in game.trace.lines if way == "from")
    child = int(json.loads(line)["id"])
    assert not game.ended
    assert is_gone(child)


def test_a_program_has_ended_also_while_what_it_started_holds_its_output() -> None:
    with started(stranger("leaves"), Limits(600.0)) as program:
        program.ask({"t": "view", "ask": {"legal": [{"act": "pass"}]}})
        assert program.answer() == NoReply("program-ended", "The program ended with status 3.")


def is_gone(number: int) -> bool:
    """Whether a process ends, or has and waits for nobody but the system."""
    stat = Path(f"/proc/{number}/stat")
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if stat.read_text().split(")")[-1].split()[0] == "Z":
                return True
            os.kill(number, 0)
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.02)
    return False


def test_what_a_program_does_not_read_does_not_fill_the_memory() -> None:
    with started(stranger("deaf"), HOPELESS) as program:
        for _ in range(200):
            program.tell({"t": "view", "text": "x" * 20_000})
        assert sum(map(len, program._unsent)) < MOST_UNREAD + 30_000
        assert program.answer() == NoReply("out-of-time", "Nothing was answered within 0.05 seconds.")
        assert not program.end(0.1)


def test_how_a_program_ended_is_told() -> None:
    with started(f"{sys.executable} -c 'import sys; sys.exit(1)'") as program:
        program.ask({"t": "view"})
        assert program.answer() == NoReply("program-ended", "The program ended with status 1.")
        assert program.end()
        assert program.end()


@pytest.mark.parametrize(
    "command", ["", "  ", "'open", "no-such-program-here", "bad\0word", str(Path(__file__).parent)]
)
def test_what_cannot_be_started_is_refused_in_a_sentence(command: str) -> None:
    with pytest.raises(SeriesError, match=r"\.$|; .+"), started(command):
        pass


def test_a_system_without_groups_of_processes_runs_none_and_says_what_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    with pytest.raises(SeriesError, match=r"on Linux and macOS only; .* let it join by a socket, as remote:NAME"):
        check_command(sys.executable)
