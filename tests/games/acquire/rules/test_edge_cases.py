"""The edge cases of the rules and the time-out example: each fixture says what the replay must find."""

from pathlib import Path

import pytest

from games.acquire.logs import read_log, write_json
from games.acquire.replay import replay

FOLDER = Path(__file__).resolve().parents[4] / "fixtures/logs"
CASES = sorted(FOLDER.glob("*.acq"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: str(path.stem))
def test_the_replay_finds_what_the_case_expects_and_nothing_else(path: Path) -> None:
    record = read_log(path.read_text(encoding="utf-8"))
    answer = replay(record)
    found = [f"{finding.code} line {finding.line}" for finding in answer.findings]
    expected = str(record.header.other["expect"])
    assert found == ([] if expected == "nothing" else expected.split(", "))
    assert answer.final == answer.recorded_final


@pytest.mark.parametrize("path", CASES, ids=lambda path: str(path.stem))
def test_a_case_says_the_same_in_json(path: Path) -> None:
    record = read_log(path.read_text(encoding="utf-8"))
    assert read_log(write_json(record)) == record


def test_every_edge_case_of_the_rules_has_a_fixture() -> None:
    numbers = {path.stem.split("-")[0] for path in CASES}
    assert numbers == {*(f"{number:02}" for number in range(1, 19)), "e24"}
