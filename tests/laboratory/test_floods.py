"""What a flood's figures say: when saves are too slow, refused, or quick again; and what programs use."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.load.floods.attackers import FLOODS
from tests.load.floods.figures import MOST_DISK, MOST_MEMORY, Save, bound_of, middle, missed, told_of, well_after
from tests.load.floods.target import Target, target_of
from tests.load.floods.watching import family, seconds_of, unnamed


def save(began: float, ms: float = 20.0, status: int = 200, *, is_new: bool = True) -> Save:
    """A save that was sent at a moment."""
    return Save(is_new, began, ms, status)


def test_a_refused_save_has_an_answer_and_a_failed_one_says_nothing_or_does_not_say_that_it_saved() -> None:
    told = told_of([save(1), save(2, 40, is_new=False), save(3, 60, 503), save(4, 10, 0), save(5, 10, 1)])
    assert (told["saves"], told["refused"], told["failed"]) == (5, 1, 2)
    assert (told["p50"], told["new"]["p50"], told["kept"]["p50"]) == (20, 20, 40)


@pytest.mark.parametrize(("quiet", "bound"), [(10, 150), (50, 150), (80, 240)])
def test_a_quiet_save_under_fifty_milliseconds_counts_as_fifty(quiet: float, bound: float) -> None:
    assert bound_of(quiet) == bound


def test_it_is_well_again_with_the_first_of_four_quick_saves() -> None:
    end = 10.0
    slow = [save(9, 2_000), save(10.1, 400), save(10.6), save(11, 300)]
    quick = [save(11 + turn) for turn in range(1, 5)]
    assert well_after([*slow, *quick], end, 30) == pytest.approx(2.02)
    assert well_after([*slow, *quick[:3]], end, 30) is None
    assert well_after([*slow, *quick[:3], save(15, 20, 503)], end, 30) is None
    assert well_after([*slow, *quick], end, 500) == pytest.approx(0.5), "quick is what it was when it was quiet"


def figures(**flood: Any) -> dict[str, Any]:
    """A size's figures with one flood."""
    well = {"p95": 100.0, "refused": 0, "failed": 0, "memory": 300_000_000, "disk": 0, "well_after": 0.5, "saves": 60}
    return {"quiet": {"p95": 20.0, "memory": 250_000_000}, "floods": {"held": {**well, **flood}}}


def test_each_bound_that_is_missed_is_told() -> None:
    assert missed(figures()) == []
    for wrong, words in (
        ({"p95": 151.0}, "p95 of a save is 151 ms; at most 150"),
        ({"refused": 1}, "1 saves refused, 0 failed"),
        ({"failed": 2}, "0 saves refused, 2 failed"),
        ({"memory": 251_000_000 + MOST_MEMORY}, "401 MB more memory"),
        ({"disk": MOST_DISK + 1_000_000}, f"{MOST_DISK / 1e6 + 1:.0f} MB of temporary files"),
        ({"well_after": None}, "not well again within 10 s"),
        ({"well_after": 10.1}, "not well again within 10 s"),
    ):
        assert missed(figures(**wrong)) == [f"held: {words}"]


def test_of_several_runs_the_median_counts_but_every_refused_save_does() -> None:
    runs = [figures(p95=ms, refused=refused) for ms, refused in ((90.0, 0), (400.0, 1), (100.0, 0))]
    told = middle(runs)["floods"]["held"]
    assert (told["p95"], told["refused"], told["saves"], told["well_after"]) == (100, 1, 180, 0.5)
    assert middle([figures(), figures(well_after=None)])["floods"]["held"]["well_after"] is None


def test_files_without_a_name_are_counted_once(tmp_path: Path) -> None:
    with tempfile.TemporaryFile(dir=tmp_path) as kept:
        kept.write(bytes(1_000_000))
        kept.flush()
        os.fsync(kept.fileno())
        before = unnamed([os.getpid()])
        assert before >= 1_000_000
        with os.fdopen(os.dup(kept.fileno())):
            assert unnamed([os.getpid()]) == before
    assert os.getpid() in family([os.getppid()])
    assert seconds_of(os.getpid()) > 0


def test_programs_tell_each_other_where_a_flood_goes() -> None:
    target = Target(8000, 8001, "cup.example", "", "load-cup", "abcd", "word", "mark")
    assert target_of(target.written()) == target
    assert target.origin == "http://cup.example"
    assert set(FLOODS) >= {"bodies", "held", "readers", "marks", "passwords", "links", "sockets", "half-open"}
