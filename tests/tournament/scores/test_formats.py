"""Formats without code: the files of `fixtures/formats` score and order as the organisers' rules say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.conftest import ROOT
from tests.tournament.scores.worked import make_record, make_round, make_table
from tournament.record.event import EventRecord
from tournament.record.format_check import checked_format
from tournament.record.formats import Format, format_of_text, shipped_format
from tournament.record.vocabulary import Key, PlayerId
from tournament.scores.medals import results_to_rank
from tournament.scores.order import in_words, ranked
from tournament.scores.scoring import score_table

FILES = ROOT / "fixtures" / "formats"


def form(key: str) -> Format:
    """A format of a file, or one that comes with Top Table."""
    path = FILES / f"{key}.json"
    return format_of_text(path.read_text(encoding="utf-8")) if path.exists() else shipped_format(key)


def scores(key: str, *amounts: int) -> list[int]:
    """The scores of a table with these amounts, in thousandths."""
    return [row.score for row in score_table(1, make_table(amounts), {}, form(key)).rows]


def shares(key: str, *amounts: int) -> list[int]:
    """The percentages of a table with these amounts, in thousandths."""
    return [row.figure("basic") for row in score_table(1, make_table(amounts), {}, form(key)).rows]


@pytest.mark.parametrize("key", [path.stem for path in FILES.glob("*.json")])
def test_each_file_is_a_format_by_which_an_event_can_be_played(key: str) -> None:
    assert checked_format((FILES / f"{key}.json").read_text(encoding="utf-8")).key == key


@pytest.mark.parametrize(
    ("key", "amounts", "expected"),
    [
        ("catan-place", (10, 8, 6, 4), [4_000, 3_000, 2_000, 1_000]),
        ("catan-place", (10, 8, 8), [4_000, 2_500, 2_500]),  # the mean of second and third
        ("victory-points", (10, 7, 5), [10_000, 7_000, 5_000]),
        ("carcassonne", (90, 80, 70, 60), [5_000, 3_000, 2_000, 1_000]),
        ("carcassonne", (90, 90, 70, 60), [4_000, 4_000, 2_000, 1_000]),
        ("carcassonne", (90, 80, 70), [5_000, 3_000, 1_000]),
        ("ukge", (60, 60, 40, 10), [3_000, 3_000, 1_000, 0]),  # "joint 3" of 2015
        ("ukge", (60, 40, 10, 10), [4_000, 2_000, 500, 500]),
        ("catan", (10, 9, 9, 4), [1_000, 0, 0, 0]),
        ("commander", (1, 0, 0, 0), [5_000, 0, 0, 0]),
        ("commander", (1, 1, 0, 1), [1_000, 1_000, 0, 1_000]),  # a draw among those alive
        ("wbc-acquire", (49_000, 41_000, 30_000, 20_000), [1_000, 0, 0, 0]),
    ],
)
def test_places_and_amounts_become_points(key: str, amounts: tuple[int, ...], expected: list[int]) -> None:
    assert scores(key, *amounts) == expected


def test_a_virtual_fourth_has_the_mean_of_a_table_of_three() -> None:
    assert shares("carcassonne", 90, 80, 70, 60) == [30_000, 26_667, 23_333, 20_000]
    assert shares("carcassonne", 90, 80, 70) == [28_125, 25_000, 21_875]  # of 240 and a mean of 80
    assert shares("catan-place", 90, 80, 70) == [37_500, 33_333, 29_167]


def played(key: str) -> EventRecord:
    """Two rounds of eight: 1 and 5 win both their games, 1 by more."""
    first = make_round(1, {1: 10, 2: 6, 3: 5, 4: 4}, {5: 10, 6: 9, 7: 8, 8: 3})
    second = make_round(2, {1: 10, 6: 5, 3: 6, 8: 4}, {5: 10, 2: 9, 7: 5, 4: 3})
    return replace(make_record(8, first, second, rounds_planned=2), format=form(key))


def test_equal_points_are_parted_by_the_share_of_the_table() -> None:
    event = played("catan-place")
    results = results_to_rank(event)
    assert results.totals[PlayerId(1)] == results.totals[PlayerId(5)] == 8_000
    ranking = ranked(results.totals, (Key.TOTAL, *event.format.order), results)
    assert ranking.groups[:2] == ((1,), (5,))
    split = next(each for each in ranking.splits if each.key is Key.SHARE_OF_TABLE)
    # 10 of 25 and 10 of 25; 10 of 30 and 10 of 27
    assert [in_words(split.key, value) for value in list(split.parts)[:2]] == ["80.000 %", "70.370 %"]


def test_most_wins_counts_shared_firsts_too() -> None:
    results = results_to_rank(played("victory-points"))
    assert ranked((PlayerId(1), PlayerId(2), PlayerId(5)), (Key.WINS,), results).groups == ((1, 5), (2,))
