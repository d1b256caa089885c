"""The commands `series` and `bots`: what they print, write and refuse, and that a call to end ends every program."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from games.acquire.logs.reading import read_log
from games.acquire.play.devices.messages import LONGEST
from games.acquire.replay.judging.judge import replay
from games.commands import main
from tests.conftest import ROOT
from tests.games.series.rooms import sample, stranger
from tests.games.series.test_strangers import is_gone
from tests.run.patience import PATIENCE
from tests.run.programs import begin
from tests.tournament.serving.running import wait

pytestmark = pytest.mark.server

KEYS = ["bot", "seat", "total", "games", "wins", "share", "interval", "timeouts", "refused"]


def run(*words: str) -> int:
    return main([*words])


def test_the_document_is_printed_written_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "scores.json"
    out.write_text("an older one")
    line = ["series", "--edition", "codewar", "--games", "2", "--seats", "3", "--seconds", "60", "--seed", "one"]
    status = run(*line, "--out", str(out), "--json", "random", f"cmd:{sys.executable} {sample('any_act.py')}")
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert (status, list(told), told["edition"], told["games"]) == (0, ["edition", "games", "bots"], "codewar", 2)
    assert [list(row) for row in told["bots"]] == [KEYS, KEYS, [*KEYS, "filled"]]
    assert [row["seat"] for row in told["bots"]] == [1, 2, 3]
    assert [row["timeouts"] + row["refused"] for row in told["bots"]] == [0, 0, 0]
    assert json.loads(out.read_text()) == told
    assert [path.name for path in tmp_path.iterdir()] == ["scores.json"]
    assert [line.split(":")[0] for line in said.err.splitlines()] == [
        "2 games; --seed one plays them again.",
        "game 1 of 2",
        "game 2 of 2",
    ]


def test_the_same_seed_gives_the_same_document(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("series", "--edition", "codewar", "--games", "1", "--seed", "x", "--json", "--seconds", "60")
    told = [capsys.readouterr().out for _ in range(2) if run(*line, "random", "house", "random") == 0]
    assert told[0] == told[1]


def test_a_table_for_people_and_a_seed_to_play_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("series", "--edition", "codewar", "--games", "1", "random", "random") == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[0].split() == [*KEYS[:6], "95", "%", "out", "of", "time", "refused"]
    assert said.err.startswith("1 game; --seed ")


def test_an_option_that_means_nothing_any_more_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("series", "--edition", "codewar", "--games", "2", "--duplicate", "--json")
    assert run(*line, "random", "random") == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


def test_a_trace_keeps_every_message_and_logs_every_game(tmp_path: Path) -> None:
    trace, logs = tmp_path / "trace.jsonl", tmp_path / "logs"
    bot = f"cmd:{sys.executable} {sample('power_ups.py')}"
    line = ("series", "--edition", "codewar", "--games", "2", "--seats", "6", "--seed", "p3", "--seconds", "60")
    assert run(*line, "--trace", str(trace), "--logs", str(logs), "--out", str(tmp_path / "out.json"), bot) == 0
    kept: list[dict[str, Any]] = [json.loads(line) for line in trace.read_text().splitlines()]
    assert {(line["game"], line["bot"], line["seat"]) for line in kept if line["bot"] == 1} == {
        (1, 1, "P1"),
        (2, 1, "P6"),
    }
    asked = [line for line in kept if line["way"] == "to" and "legal" in (line["message"].get("ask") or {})]
    said = [line for line in kept if line["way"] == "from"]
    assert len(asked) == len(said) > 200
    views = [line["message"] for line in kept if line["way"] == "to" and line["message"]["t"] == "view"]
    assert {view["over"] for view in views if "legal" not in (view["ask"] or {})} == {True}
    assert {line["way"] for line in kept} == {"to", "from"}
    found = [replay(read_log(path.read_text(encoding="utf-8"))) for path in sorted(logs.iterdir())]
    assert [(answer.complete, list(answer.findings)) for answer in found] == [(True, []), (True, [])]
    row = json.loads((tmp_path / "out.json").read_text())["bots"][0]
    assert (row["timeouts"], row["refused"]) == (0, 0)


def test_every_line_of_a_trace_is_json_and_what_was_no_json_or_too_long_is_its_text(tmp_path: Path) -> None:
    def strict(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    for kind, begins in (("raves", '{"act": "pass", "n": NaN'), ("long_lines", "x" * LONGEST), ("garbage", "")):
        trace = tmp_path / f"{kind}.jsonl"
        line = ("series", "--edition", "codewar", "--games", "1", "--seconds", "60", "--trace", str(trace))
        assert run(*line, f"cmd:{stranger(kind)}", "random") == 0
        kept = [json.loads(line, parse_constant=strict) for line in trace.read_text().splitlines()]
        said = [line["message"] for line in kept if line["way"] == "from" and line["bot"] == 1]
        texts = [message for message in said if isinstance(message, str)]
        assert texts
        assert all(text.startswith(begins) and len(text) <= LONGEST + 1 for text in texts)


def test_a_program_plays_all_five_power_ups_by_whole_turns_each_once_in_a_game(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    bot = f"cmd:{sys.executable} {sample('power_ups.py')}"
    line = ("series", "--edition", "codewar", "--games", "6", "--seats", "6", "--seed", "cards", "--seconds", "60")
    assert run(*line, "--logs", str(logs), "--json", bot, *["random"] * 5) == 0
    played: set[str] = set()
    for number, path in enumerate(sorted(logs.iterdir())):
        log = path.read_text(encoding="utf-8")
        record = read_log(log)
        assert not replay(record).findings
        seat = (0 - number) % 6
        cards = [str(event.value) for event in record.events if event.act.word == "card" and event.player == seat]
        assert len(cards) == len(set(cards))
        played |= set(cards)
    assert played == {"DRAW_5_TILES", "PLACE_4_TILES", "FREE_3_STOCK", "BUY_5_STOCK", "TRADE_2_STOCK"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["cmd:no-such-program-here"], "no-such-program-here cannot be started"),
        (["cmd:"], "name one"),
        (["grandmaster"], "'grandmaster' is not a bot; name random, house"),
        (["random"] * 11, "not by 11"),
        (["--seats", "2", "random", "random", "random"], "do not fit"),
        (["--out", "FOLDER", "random"], "it is a folder"),
        (["--out", "FOLDER/none/out.json", "random"], "cannot be written"),
        (["--trace", "FOLDER", "random"], "cannot be written"),
        (["--logs", "FOLDER/file", "random"], "cannot be written"),
        (["--out", "FOLDER/one", "--trace", "FOLDER/one", "random", "random"], "both the table and the trace"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: list[str], says: str
) -> None:
    (tmp_path / "file").write_text("")
    words = [word.replace("FOLDER", str(tmp_path)) for word in line]
    seats = [] if len(line) > 3 else ["--seats", "2"]
    assert run("series", "--edition", "codewar", "--games", "1", *seats, *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
    assert len(said.err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["--games", "0", "house"], '"0" is not a whole number from 1 to 10,000; enter one like 10'),
        (["--games", "1.5", "house"], '"1.5" is not a whole number'),
        (["--seats", "-3", "house"], '"-3" is not a whole number'),
        (["--seconds", "nan", "house"], '"nan" is not from 0.001 to 3,600 seconds; enter one like 2'),
        (["--edition", "x", "house"], "invalid choice: 'x'"),
        ([], "required: BOT"),
    ],
)
def test_what_is_no_line_is_refused(line: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run("series", *line)
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert says in said
    assert "Traceback" not in said


def test_a_program_may_have_words_that_begin_with_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    program = (sys.executable, "-u", sample("any_act.py"))
    with pytest.raises(SystemExit):
        run("bots", "check", *program)
    assert "put -- before a program" in capsys.readouterr().err
    assert run("bots", "check", "--edition", "codewar", "--seconds", "60", "--", *program) == 0
    told = capsys.readouterr()
    assert told.out.endswith("It plays as it should.\n")
    seed = told.err.split()[1]
    assert told.err == f"--seed {seed} plays the same game again.\n"
    assert run("bots", "check", "--edition", "codewar", "--seconds", "60", "--seed", seed, "--", *program) == 0
    again = capsys.readouterr()
    assert again.err == ""


def test_a_program_without_fault_is_told_so_with_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    for edition in ("codewar", "ah2008"):
        line = ("bots", "check", sys.executable, sample("any_act.py"), "--edition", edition, "--seconds", "60")
        assert run(*line) == 0
        told = capsys.readouterr().out.splitlines()
        assert told[-1] == "It plays as it should."
        assert "0 made for it, 0 acts refused" in told[-2]


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("crashes", "program-ended (20 times): The program ended with status 3."),
        ("foreign", "act-unreadable"),
        ("lies", "act-out-of-turn"),
    ],
)
def test_what_a_program_does_wrong_is_told_with_status_1(
    kind: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("bots", "check", stranger(kind), "--seconds", "60", "--seed", "checked") == 1
    told = capsys.readouterr().out
    assert says in told
    assert told.endswith("It does not play as it should.\n")


def test_a_program_that_cannot_be_started_does_not_play_either(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bots", "check", "no-such-program-here") == 1
    assert "cannot be started" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_sample_in_javascript_plays_as_it_should() -> None:
    assert run("bots", "check", "node", sample("any_act.js"), "--edition", "codewar", "--seconds", "60") == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_call_to_end_ends_every_program_and_writes_nothing(tmp_path: Path, number: signal.Signals) -> None:
    out, noted = tmp_path / "out.json", tmp_path / "trace.jsonl"
    line = [sys.executable, "-m", "games", "series", "--edition", "codewar", "--seconds", "600", "--out", str(out)]
    with (tmp_path / "said").open("wb") as said:
        series = begin([*line, "--trace", str(noted), f"cmd:{stranger('sleeps')}", "random"], os.environ, said)
    children = Path(f"/proc/{series.pid}/task/{series.pid}/children")
    wait(lambda: bool((tmp_path / "said").read_text()) and bool(children.read_text()))  # its seed: the series has begun
    child = int(children.read_text().split()[0])
    series.send_signal(number)
    try:
        assert series.wait(PATIENCE) == {signal.SIGTERM: 143, signal.SIGINT: 130}[number]
    finally:
        series.kill()
    assert "Traceback" not in (tmp_path / "said").read_text()
    assert is_gone(child)
    assert not out.exists()
    assert not list(tmp_path.glob(".out*"))


def test_the_programs_of_the_document_are_the_samples() -> None:
    document = (ROOT / "docs/developing/opponents.md").read_text(encoding="utf-8")
    for fence, name in (("python", "any_act.py"), ("python joining", "from_elsewhere.py")):
        assert document.split(f"```{fence}\n")[1].split("```")[0] == Path(sample(name)).read_text(encoding="utf-8")
