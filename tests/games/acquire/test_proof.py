"""What is said of a final cash: proved where the log states it, as written where nothing confirms it, or not proved."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from games.acquire.logs import read_text, write_text
from games.acquire.replay import UNCONFIRMED, Proof, proof_of, replay
from games.commands import main
from laboratory.mistakes.sheets import full_sheet
from tests.games.acquire.spoilt import keep_founders_share

ENDED = (
    "edition: mso\nplayers: Ann, Ben, Cai\nposition board Tower: 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A\n"
    "position shares Ann: Tower 3\nposition shares Ben: Tower 3\nposition to_play: Ann\n1 Ann: end\n"
)
RIGHT = ENDED + "final: Ann 13400, Ben 13400, Cai 6000\n"
WRONG = ENDED + "final: Ann 15100, Ben 13400, Cai 6000\n"


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
    assert "  final Ann 13400 proved (recorded 15100)\n" in told(tmp_path, WRONG, capsys)


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
