"""What acts bring on average in a search: what is told and counted, what it promises, and where it is followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.editions import EDITIONS
from games.opponents.core import layout as at
from games.opponents.core.board import source
from games.opponents.core.layout import CARD, PASS, PURCHASE, Numbers, numbers, purchase
from games.opponents.core.legal import acts_room, any_act, legal
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, position_room, step
from games.opponents.search.thinking import COUNTING, OURS, SEED002, Budget, think
from games.opponents.search.tree import (
    AVERAGES,
    BOTH,
    FORESEEN,
    NOTED,
    NOTED_AT_MOST,
    PLAYED_OUT,
    TALLIES,
    WEIGHT,
    WEIGHT_BELOW,
    add_results,
    averages_room,
    expected_gain,
    note_act,
    play_better,
)

BOTH_AT_ONCE = replace(OURS, foreseen=1)
"""Ours with many looks, however few they are."""


def seen(*looks: tuple[Iterable[tuple[int, int]], list[int]]) -> Numbers:
    """The averages after looks: in each some seats did something, and everybody had so much in the end."""
    averages = averages_room(4)
    for told, worth in looks:
        for seat, act in told:
            note_act(averages, seat, act)
        add_results(averages, numbers(worth))
    return averages


def test_a_tile_promises_what_its_seat_had_more_with_it_than_with_any_tile_as_far_as_is_known() -> None:
    played = ([(1, 40)], [0, 30_000, 0, 0]), ([(1, 41)], [0, 20_000, 0, 0])
    averages = seen(*played)
    # 5,000 dollars more than the mean of 25,000 in one look, beside a hundred that tell nothing.
    assert expected_gain(averages, 1, 40) == pytest.approx(5_000 / 101)
    assert expected_gain(averages, 1, 41) == pytest.approx(-5_000 / 101)
    assert expected_gain(averages, 1, 42) == expected_gain(averages, 0, 40) == 0
    assert expected_gain(seen(*played * 900), 1, 40) == pytest.approx(4_500_000 / 1_000)


def test_a_purchase_promises_the_mean_of_its_shares() -> None:
    averages = seen(
        *[
            ([(2, purchase([(0, 3)]))], [0, 0, 40_000, 0]),
            ([(2, purchase([(1, 1), (3, 2)]))], [0, 0, 25_000, 0]),
            ([(2, PURCHASE)], [0, 0, 10_000, 0]),
        ]
        * 500
    )
    best, worst = expected_gain(averages, 2, purchase([(0, 1)])), expected_gain(averages, 2, PURCHASE)
    assert best == pytest.approx(15_000 * 1_500 / 1_600)
    assert worst == pytest.approx(-15_000 * 500 / 600)
    assert expected_gain(averages, 2, purchase([(1, 2)])) == 0
    assert expected_gain(averages, 2, purchase([(0, 1), (1, 2)])) == pytest.approx(best / 3)


def test_what_is_neither_tile_nor_purchase_is_not_told_and_promises_nothing() -> None:
    averages = averages_room(4)
    for act in (PASS, CARD + 1):
        note_act(averages, 0, act)
        assert expected_gain(averages, 0, act) == 0
    assert averages[NOTED] == 0


def test_of_one_look_no_more_is_told_than_there_is_room_for() -> None:
    averages = averages_room(4)
    for number in range(NOTED_AT_MOST + 20):
        note_act(averages, 3, number % 100)
    assert averages[NOTED] == NOTED_AT_MOST
    assert not any(averages[TALLIES:]), "what is told is not written where sums are kept"


def at_a_choice_of_tiles() -> tuple[Numbers, Numbers, list[int]]:
    """A position of `mso` in which six tiles may be played."""
    e, s, r, room = parameters(EDITIONS["mso"]), position_room(), source(5), acts_room()
    deal_game(s, e, r, 4)
    while True:
        count = legal(s, e, room)
        if s[at.PHASE] == at.PLAY and s[at.TURN] > 12 and count == 6:
            return s, e, [int(room[place]) for place in range(count)]
        step(s, e, r, any_act(s, e, r, room))


def test_of_two_tiles_at_random_the_one_that_promises_more_is_played_and_told() -> None:
    s, e, tiles = at_a_choice_of_tiles()
    seat, r = int(s[at.PLAYER]), source("better")
    worth = [0] * 4
    worth[seat] = 50_000
    averages = seen(([(seat, tiles[2])], worth), ([(seat, tile) for tile in tiles], [0] * 4))
    counted: Counter[int] = Counter()
    for _ in range(1_200):
        world = s.copy()
        play_better(world, e, r, acts_room(), 1, averages)
        counted[int(averages[2])] += 1
        averages[NOTED] = 0
    # The best of six is among two at random 11 times in 36, each other one is the better of them, or twice itself, 5 times in 36.
    assert counted[tiles[2]] == pytest.approx(1_200 * 11 / 36, rel=0.15)
    assert set(counted) == set(tiles)


@given(st.sampled_from(sorted(EDITIONS)), st.integers(0, 10**6))
def test_in_every_edition_it_plays_on_by_legal_acts_to_the_start_of_a_turn(name: str, seed: int) -> None:
    e, s, r, averages = parameters(EDITIONS[name]), position_room(), source(seed), averages_room(6)
    deal_game(s, e, r, max(3, EDITIONS[name].min_players))
    for turns in (1, 4):
        before = int(s[at.TURN])
        play_better(s, e, r, acts_room(), turns, averages)
        assert s[at.PHASE] == at.OVER or s[at.TURN] == before + turns
        told = [(int(averages[1 + 2 * place]), int(averages[2 + 2 * place])) for place in range(int(averages[NOTED]))]
        assert all(seat < s[at.SEATS] and (act < PASS or act >= PURCHASE) for seat, act in told)
        add_results(averages, numbers([1_000] * 6))


def test_averages_are_followed_where_looks_are_many_alone() -> None:
    assert [int(OURS.options(ends)[AVERAGES]) for ends in (PLAYED_OUT, FORESEEN, BOTH)] == [0, 0, 1]
    assert [[int(OURS.options(ends)[way]) for way in (WEIGHT, WEIGHT_BELOW)] for ends in (FORESEEN, BOTH)] == [
        [1_000, 1_000],
        [1_000, 500],
    ]
    for method in (COUNTING, SEED002):
        o = method.options(BOTH)
        assert (int(o[AVERAGES]), int(o[WEIGHT_BELOW])) == (0, int(o[WEIGHT]))


def test_the_choice_by_averages_is_legal_and_the_same_again_and_another_one_than_without() -> None:
    s, e, tiles = at_a_choice_of_tiles()
    seat = int(s[at.ACTOR])
    first, again = (think(s, e, seat, tiles, "a seed", BOTH_AT_ONCE, Budget(iterations=90)) for _ in range(2))
    assert first == again
    assert {candidate.act for candidate in first} <= set(tiles)
    assert first != think(s, e, seat, tiles, "a seed", replace(BOTH_AT_ONCE, averages=False), Budget(iterations=90))
