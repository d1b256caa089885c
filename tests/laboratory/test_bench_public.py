"""``manage.py bench_public``: a small hall against a real server, and which bars are named as missed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from laboratory.hall.browsers import Answer
from laboratory.hall.crowd import HallResult
from laboratory.hall.rates import Rate
from laboratory.management.commands.bench_public import lines_of, missed_bars
from tests.tournament.serving.running import command

pytestmark = pytest.mark.server
FAST = Rate("kept", 900.4, 4500, 0, 3_000)


def test_a_small_hall_loses_nothing_and_wakes_no_phone_before_the_closing(tmp_path: Path) -> None:
    said = command(tmp_path, "bench_public", "--players", "24", "--phones", "6", "--seconds", "5", "--json")
    told = json.loads(said.stdout)
    # How fast it was is the machine's affair; a bar that was missed besides is not.
    assert [words for words in told["missed"] if not words.startswith("p95")] == [], said.stderr
    assert (told["lost"], told["bodies"], told["woken_by_closing"]) == (0, 0, 6)
    assert {kind: told[kind]["errors"] for kind in ("phones", "desks", "tables")} == dict.fromkeys(
        ("phones", "desks", "tables"), 0
    )
    assert told["rows_saved"] >= 3
    assert told["tables_reported"] >= 1
    assert set(told["standings"]) == {"fresh", "kept", "304"}
    assert said.returncode == (1 if told["missed"] else 0)


def test_every_bar_that_is_missed_is_named() -> None:
    hall = HallResult(woken=2, saved=7)
    hall.phones.note(Answer(204, 12.0, {}, ""), 204)
    hall.desks.note(Answer(200, 20.0, {}, ""), 200)
    assert missed_bars([FAST], hall, 2) == []
    hall.phones.note(Answer(200, 40.0, {}, ""), 200)
    hall.desks.note(Answer(500, 900.0, {}, "no"), 200, what="table 3")
    hall.lost.append("table 3 has other figures")
    missed = missed_bars([FAST], hall, 3)
    assert [words.split(",")[0] for words in missed] == [
        "1 errors",
        "1 lost",
        "p95 of desks 856 ms",
        "1 phones woken by what they may not see",
        "2 of 3 phones told of the closing",
    ]
    assert "kept               900     4500     3000" in lines_of([FAST], hall, 3, 60)
