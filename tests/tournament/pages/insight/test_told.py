"""What everybody was worth turn by turn, in rows and as a picture, and the turns with the largest swings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.play.positions import Worth
from tests.tournament.pages.insight.played import NAMES, a_log
from tournament.replays.reading import read_game
from tournament.replays.steps import Swing, swings_of, worth_of
from tournament.tellings.charts import SHORT, names_beside, worth_chart


def test_the_largest_swings_are_the_turns_in_which_one_gained_most_on_another() -> None:
    cash = [
        (6_000, 6_000, 6_000),
        (7_000, 6_000, 6_000),
        (7_000, 9_000, 4_000),
        (7_000, 9_000, 4_000),
        (1, 9_500, 4_500),
    ]
    rows = tuple(Worth(place, place + 1, each) for place, each in enumerate(cash))
    assert swings_of(rows) == (Swing(4, 1, 0, 7_499), Swing(2, 1, 2, 5_000), Swing(1, 0, 1, 1_000))
    assert swings_of((*rows, Worth(5, 6, (1, 9_500, 14_500)))) == (
        *(Swing(5, 2, 0, 10_000), Swing(4, 1, 0, 7_499), Swing(2, 1, 2, 5_000)),
    )
    assert swings_of(rows[:1]) == ()


def test_the_worth_of_a_whole_game_ends_with_its_final_cash() -> None:
    reading = read_game(a_log())
    worth = worth_of(reading)
    assert len(worth) == reading.turns[-1].place + 1
    assert [int(cash) for cash in worth[-1].cash] == [reading.final[player.id] for player in reading.players]
    assert worth_of(reading.with_names(["One", "Two", "Three", "Four"])) == worth


def test_a_log_with_a_place_that_nobody_can_read_has_no_worth() -> None:
    assert worth_of(read_game(a_log(8).replace("found Imperial", "found Zork"))) == ()


def drawn(cash: list[tuple[int, ...]], turn: int | None = None) -> str:
    return worth_chart(cash, NAMES[: len(cash[0])], turn)


def test_a_picture_names_each_line_at_its_end_and_marks_the_turn_without_covering_a_name() -> None:
    told = drawn([(6_000, 6_000, 6_000), (8_000, 6_000, 7_000), (20_000, 19_900, 20_000)], 1)
    assert [name for name in NAMES[:3] if f">{name}</text>" in told] == [*NAMES[:3]]
    heights = [int(y) for y, name in re.findall(r'<text x="\d+" y="(\d+)">(\w+ Demo)</text>', told)]
    assert len(heights) == 3
    assert all(abs(one - other) >= 14 for place, one in enumerate(heights) for other in heights[:place])
    assert ">after 1</text>" in told
    assert told.count("<circle") == 3
    assert "Ben Demo: 6,000" in told
    assert {f"line{number}" for number in range(3)} <= set(re.findall(r"line\d", told))
    assert "after each of 2 turns. At the end: Ann Demo 20,000, Ben Demo 19,900, Cai Demo 20,000." in told
    assert drawn([(6_000, 6_000)]) == ""
    assert "<circle" not in drawn([(1, 2), (3, 4)])


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann Demo", "Ben Demo"], ["Ann Demo", "Ben Demo"]),
        (
            ["Guest", "Program Glance", "Program Glance 2", "Program Glance 3"],
            ["Guest", "Glance", "Glance 2", "Glance 3"],
        ),
        (["Program Glance", "Guest"], ["Program Gl…", "Guest"]),
        (["Number Ninety-Nine A", "Number Ninety-Nine B"], ["Ninety…ne A", "Ninety…ne B"]),
        (["Number Ninety-Nine, second", "Number Ninety-Nine, the second"], ["1. Ninety-…", "2. Ninety-…"]),
    ],
)
def test_no_two_players_are_called_alike_beside_their_lines(names: list[str], told: list[str]) -> None:
    assert names_beside(names) == told


@given(st.lists(st.text("ab 2", min_size=1, max_size=16).map(str.strip).filter(bool), max_size=9, unique=True))
def test_names_beside_lines_are_short_and_told_apart(names: list[str]) -> None:
    told = names_beside(names)
    assert all(told)
    assert max(map(len, told), default=0) <= SHORT
    assert len(set(told)) == len(names)
