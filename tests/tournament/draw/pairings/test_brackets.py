"""Cuts after rounds by levels: who waits, who plays at which table, who goes on; and snakes."""

from __future__ import annotations

import pytest

from tests.tournament.draw.pairings.seatings import numbered
from tournament.draw.pairings import bracket, next_field, snake, tables_of_cut
from tournament.record.vocabulary import PlayerId

LAST = ((), ((1, 2, 3, 4),))
SIXTEEN = ((), ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)))


@pytest.mark.parametrize(
    ("cut", "rounds"),
    [
        (4, [LAST]),
        (7, [((1, 2, 3), ((4, 5, 6, 7),)), LAST]),
        (10, [((1, 2), ((3, 5, 7, 9), (4, 6, 8, 10))), LAST]),
        (13, [((1,), ((2, 5, 8, 11), (3, 6, 9, 12), (4, 7, 10, 13))), LAST]),
        (16, [SIXTEEN, LAST]),
    ],
)
def test_the_highest_seeds_wait_and_the_others_are_dealt_to_the_tables(cut: int, rounds: list[object]) -> None:
    assert [(stage.waiting, stage.tables) for stage in bracket(cut)] == rounds


def test_of_forty_eight_wait_and_sixteen_go_on() -> None:
    first, *later = bracket(40)
    assert first.waiting == (1, 2, 3, 4, 5, 6, 7, 8)
    assert first.tables[0] == (9, 17, 25, 33)
    assert first.tables[7] == (16, 24, 32, 40)
    assert [(stage.waiting, stage.tables) for stage in later] == [SIXTEEN, LAST]


def test_no_other_number_is_cut() -> None:
    with pytest.raises(KeyError):
        bracket(12)


def test_winners_go_on_in_the_order_of_seeds_and_a_drawn_game_takes_the_higher_seed() -> None:
    field = tuple(PlayerId(100 + player) for player in numbered(10))
    stage = bracket(10)[0]
    assert tables_of_cut(stage, field) == ((103, 105, 107, 109), (104, 106, 108, 110))
    assert next_field(stage, field, (PlayerId(109), None)) == (101, 102, 104, 109)


def test_a_snake_goes_there_and_back_and_passes_over_full_tables() -> None:
    assert snake(range(1, 17), (4, 4, 4, 4)) == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    assert snake("abcdefghijk", (4, 4, 3)) == (tuple("afgk"), tuple("behj"), tuple("cdi"))
    with pytest.raises(ValueError, match="not 5"):
        snake(range(5), (4,))
