"""The command line: answers, exit statuses, the line on standard error, and what is said of a final cash."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from games.acquire.editions import EDITIONS
from games.acquire.logs import read_text, write_json, write_text
from games.acquire.replay import UNCONFIRMED, Proof, proof_of, replay
from games.commands import main
from laboratory.commands import main as measure
from laboratory.mistakes.sheets import full_sheet
from tests.games.acquire.spoilt import keep_founders_share

GOOD = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n1 Ann: 4C; draw ?\n"
WRONG = GOOD + "3 Ben: 5E; draw ?\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.acq").write_text(GOOD)
    (tmp_path / "wrong.acq").write_text(WRONG)
    (tmp_path / "broken.acq").write_text(GOOD + "2 Ben: 5E, paid 900\n")
    (tmp_path / "loose.acq").write_text(GOOD + "2. ben: 5E, buys nothing\n")
    (tmp_path / "none.txt").write_text("edition: mso\nplayers: Ann, Ben, Cai\nhello\nto everybody here\n")
    with gzip.open(tmp_path / "two.jsonl.gz", "wt", encoding="utf-8") as out:
        out.write(write_json(read_text(GOOD)) + "\n" + write_json(read_text(WRONG)) + "\n")
    return tmp_path


@pytest.mark.parametrize(
    ("files", "status"),
    [
        (["good.acq"], 0),
        (["wrong.acq"], 1),
        (["loose.acq"], 0),
        (["none.txt"], 2),
        (["none.txt", "good.acq"], 2),
        (["good.acq", "wrong.acq"], 1),
        (["wrong.acq", "none"], 2),
        (["two.jsonl.gz"], 1),
    ],
)
def test_the_exit_status_tells_the_worst(folder: Path, files: list[str], status: int) -> None:
    assert main(["replay", *(str(folder / name) for name in files)]) == status


def test_a_file_without_a_turn_that_can_be_read_is_a_line_for_each_place(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", str(folder / "none.txt"), str(folder / "none.acq")])
    *told, missing = capsys.readouterr().err.splitlines()
    assert told != []
    assert all(line.startswith(f"{folder / 'none.txt'}, line ") for line in told)
    assert (
        missing
        == f"{folder / 'none.acq'}, line 0, column 0: No such file or directory; expected a file that can be read."
    )


def test_an_answer_without_a_meaning_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["replay", "--word", "Kassensturz", str(folder / "good.acq")])
    assert "Kassensturz is not a word and its meaning; write WORD=MEANING" in capsys.readouterr().err
    assert main(["replay", "--word", "Kassensturz=cash", str(folder / "good.acq")]) == 0


def test_what_cannot_be_read_and_what_was_read_freely_is_told_beside_the_findings(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", str(folder / "broken.acq"), str(folder / "loose.acq")])
    assert capsys.readouterr().out == (
        f"{folder / 'broken.acq'}: edition mso, 2 turns, not played to its end: no finding\n"
        "  unread line 5, column 17\n"
        "    2 Ben: 5E, paid 900\n"
        "                    ^\n"
        '  note line 5, column 1: read "2 Ben: 5E, paid 900" as 2 Ben: 5E\n'
        f"{folder / 'loose.acq'}: edition mso, 2 turns, not played to its end: no finding\n"
        '  note line 5, column 1: read "2. ben: 5E, buys nothing" as 2 Ben: 5E; buy -\n'
    )


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


def test_a_log_without_an_edition_is_read_by_the_one_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bare.acq").write_text(GOOD.removeprefix("edition: mso\n"))
    assert main(["replay", str(folder / "bare.acq")]) == 0
    assert "  note line 1, column 1: took edition: mso\n" in capsys.readouterr().out
    main(["replay", "--edition", "ah2008", str(folder / "bare.acq")])
    assert "  note line 1, column 1: took edition: ah2008\n" in capsys.readouterr().out


def test_an_archive_gives_one_compact_answer_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", str(folder / "two.jsonl.gz")])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["turns"] for answer in answers] == [1, 2]


def test_standard_input_is_read_for_a_hyphen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(GOOD))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out == "-: edition mso, 1 turns, not played to its end: no finding\n"


def test_a_log_is_converted_to_the_other_spelling_and_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(folder / "good.acq")]) == 0
    (folder / "good.json").write_text(capsys.readouterr().out)
    assert main(["convert", str(folder / "good.json")]) == 0
    assert capsys.readouterr().out == GOOD.replace("start:", "\nstart:")
    assert main(["convert", "--to", "json", str(folder / "good.json")]) == 0
    assert capsys.readouterr().out == (folder / "good.json").read_text()


@pytest.mark.parametrize("name", ["broken.acq", "none.acq", "two.jsonl.gz"])
def test_what_cannot_be_converted_is_status_2(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(folder / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


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


@pytest.mark.parametrize(("run", "command"), [(main, "replay"), (main, "convert"), (measure, "bench")])
def test_a_damaged_archive_is_status_2_and_one_line(
    tmp_path: Path, run: Callable[[Sequence[str]], int], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.jsonl.gz"
    damaged.write_bytes(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03garbage-garbage")
    assert run([command, str(damaged)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "line 1, column 1: the archive is damaged" in error


@pytest.mark.parametrize(
    ("archive", "line", "held"), [("empty.jsonl", 1, "no log"), ("two.jsonl.gz", 2, "more than one log")]
)
def test_an_archive_that_does_not_hold_one_log_is_refused_where_one_is_wanted(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    archive: str,
    line: int,
    held: str,
) -> None:
    monkeypatch.chdir(folder)
    Path("empty.jsonl").write_text("")
    assert main(["convert", archive]) == 2
    told = capsys.readouterr().err
    assert told == f"{archive}, line {line}, column 1: the archive contains {held}; expected one log.\n"


ENDED = (
    "edition: mso\nplayers: Ann, Ben, Cai\nposition board Tower: 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A\n"
    "position shares Ann: Tower 3\nposition shares Ben: Tower 3\nposition to_play: Ann\n1 Ann: end\n"
)
RIGHT = ENDED + "final: Ann 13400, Ben 13400, Cai 6000\n"
WRONG_FINAL = ENDED + "final: Ann 15100, Ben 13400, Cai 6000\n"


def told(folder: Path, log: str, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    (folder / "log.acq").write_text(log, encoding="utf-8")
    main(["replay", *options, str(folder / "log.acq")])
    return capsys.readouterr().out


def test_cash_that_the_log_states_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = replay(read_text(RIGHT))
    assert {proof_of(answer, player) for player in answer.final} == {Proof.PROVED}
    out = told(tmp_path, RIGHT, capsys)
    assert "  final Ann 13400 proved\n" in out
    assert UNCONFIRMED not in out


def test_cash_that_nothing_confirms_is_as_written_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = replay(read_text(ENDED))
    assert {proof_of(answer, player) for player in answer.final} == {Proof.AS_WRITTEN}
    assert told(tmp_path, ENDED, capsys).splitlines()[-4:] == [
        "  final Ann 13400 as written",
        "  final Ben 13400 as written",
        "  final Cai 6000 as written",
        f"  {UNCONFIRMED}",
    ]
    assert json.loads(told(tmp_path, ENDED, capsys, "--json"))["proof"] == dict.fromkeys(answer.final, "as written")


def test_a_recorded_amount_that_is_wrong_stands_beside_the_proved_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "  final Ann 13400 proved (recorded 15100)\n" in told(tmp_path, WRONG_FINAL, capsys)


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
