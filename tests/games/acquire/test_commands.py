"""The command line: answers, exit statuses, the line on standard error, and what is said of a final cash."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from random import Random

import pytest

from games.acquire.editions.values import EDITIONS
from games.acquire.logs.json import write_json
from games.acquire.logs.reading import read_text
from games.acquire.logs.writer import write_text
from games.acquire.replay.judging.judge import replay
from games.acquire.replay.proof import proof_of
from games.commands import main
from laboratory.commands import main as measure
from laboratory.mistakes.sheets import full_sheet
from tests.games.acquire.blocks import cases
from tests.games.acquire.spoilt import keep_founders_share

GOOD = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n1 Ann: 4C; draw ?\n"
WRONG = GOOD + "3 Ben: 5E; draw ?\n"


ENDED = (
    "edition: mso\nplayers: Ann, Ben, Cai\nposition board Tower: 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A\n"
    "position shares Ann: Tower 3\nposition shares Ben: Tower 3\nposition to_play: Ann\n1 Ann: end\n"
)
FILES = {
    "good.acq": GOOD,
    "wrong.acq": WRONG,
    "broken.acq": f"{GOOD}2 Ben: 5E, paid 900\n",
    "loose.acq": f"{GOOD}2. ben: 5E, buys nothing\n",
    "bare.acq": GOOD.removeprefix("edition: mso\n"),
    "none.txt": "edition: mso\nplayers: Ann, Ben, Cai\nhello\nto everybody here\n",
    "empty.jsonl": "",
    "ended.acq": ENDED,
    "right.acq": f"{ENDED}final: Ann 13400, Ben 13400, Cai 6000\n",
    "differing.acq": f"{ENDED}final: Ann 15100, Ben 13400, Cai 6000\n",
    "good.json": write_json(read_text(GOOD)) + "\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "damaged.jsonl.gz").write_bytes(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03garbage-garbage")
    with gzip.open(tmp_path / "two.jsonl.gz", "wt", encoding="utf-8") as out:
        out.write(write_json(read_text(GOOD)) + "\n" + write_json(read_text(WRONG)) + "\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(GOOD))
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("line", "told"), cases(Path(__file__).with_name("commands.txt")))
def test_a_command_answers_as_it_is_written(line: str, told: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The answer begins with the exit status; errors come before what is printed."""
    status = (measure if line.startswith("bench") else main)(line.split())
    out, err = capsys.readouterr()
    assert [str(status), *f"{err}{out}".splitlines()] == told


def test_an_answer_without_a_meaning_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["replay", "--word", "Kassensturz", str(folder / "good.acq")])
    assert "Kassensturz is not a word and its meaning; write WORD=MEANING" in capsys.readouterr().err
    assert main(["replay", "--word", "Kassensturz=cash", str(folder / "good.acq")]) == 0


def test_the_json_answer_tells_notes_and_problems_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", "--json", str(folder / "good.acq"), str(folder / "broken.acq"), str(folder / "loose.acq")])
    good, broken, loose = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    strict = replay(read_text(GOOD)).document()
    assert good == {**strict, "proof": {}, "notes": [], "problems": [], "director": []}
    assert broken["problems"] == [
        {
            "line": 5,
            "column": 17,
            "text": "2 Ben: 5E, paid 900",
            "problem": "“900” was not recognised",
            "expected": "a tile, a chain, a player or what was done",
            "message": "“900” was not recognised; expected a tile, a chain, a player or what was done.",
        }
    ]
    assert loose["notes"][0] == {
        "line": 5,
        "column": 1,
        "written": "2. ben: 5E, buys nothing",
        "read": "2 Ben: 5E; buy -",
        "message": 'read "2. ben: 5E, buys nothing" as 2 Ben: 5E; buy -',
    }


def test_the_editions_are_listed_with_every_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    main(["editions", "--json"])
    listed = json.loads(capsys.readouterr().out)
    assert listed["editions"] == [edition.parameters() for edition in EDITIONS.values()]
    assert listed["label_sets"]["classic"][0] == {"chain": "Luxor", "tier": "cheap"}
    main(["editions"])
    assert "    split_rounding: up100\n" in capsys.readouterr().out


def test_the_bench_tells_games_and_events_a_second_and_the_slowest_parts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measure(["bench", str(folder / "two.jsonl.gz")]) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 games, 15 events, 1 findings in ")
    assert "games/s" in out
    assert "events/s" in out
    assert "    turn " in out


def test_the_bench_of_random_games_has_a_row_for_each_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert measure(["bench", "--play", "--games", "1"]) == 0
    _, head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["edition", "pushed", "searched", "trusted"]
    assert [row.split()[0] for row in rows] == list(EDITIONS)
    assert all(float(number) > 0 for row in rows for number in row.split()[1:])


def test_a_bench_of_nothing_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert measure(["bench"]) == 2
    assert capsys.readouterr().err == "bench, line 0, column 0: nothing to measure; expected an archive or --play.\n"


def told(folder: Path, log: str, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    (folder / "log.acq").write_text(log, encoding="utf-8")
    main(["replay", *options, str(folder / "log.acq")])
    return capsys.readouterr().out


def test_cash_that_is_not_proved_has_the_amounts_that_are_known_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt = keep_founders_share(full_sheet(0, 3).of_scribe(), Random(1))
    log = write_text(spoilt.record)
    answer = json.loads(told(tmp_path, log, capsys, "--json"))
    assert answer["proof"] == {"P1": "proved", "P2": "not proved", "P3": "proved"}
    written, stated = answer["as_written"]["P2"], answer["recorded_final"]["P2"]
    line = f"  final P2 not proved: possibly 55600 or 56300 (as written {written}, recorded {stated})\n"
    assert line in told(tmp_path, log, capsys)


def test_cash_of_a_log_that_one_explanation_fits_is_as_explained() -> None:
    answer = replay(read_text(ENDED))
    explained = type(answer)(
        *(answer.edition, answer.turns, answer.complete, answer.findings, answer.final, answer.recorded_final),
        *(answer.possible, answer.missing_facts, {**answer.as_written, "Ann": 13_000}),
    )
    assert [proof_of(explained, player).value for player in answer.final] == [
        "as explained",
        "as written",
        "as written",
    ]
