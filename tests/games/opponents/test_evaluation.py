"""What a position is worth to an opponent, alone and on average."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.editions.values import EDITIONS
from games.opponents.core import layout as at
from games.opponents.core.board import source
from games.opponents.core.layout import CARD, PASS, PURCHASE, Numbers, numbers, purchase, zeros
from games.opponents.core.legal import acts_room, any_act, write_legal
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, play_turns, position_room, set_out, step
from games.opponents.search import evaluation as weighed
from games.opponents.search.evaluation import BETWEEN, BY_CLASS, FEATURES, KNOTS, WHOLE, evaluate, write_features
from games.opponents.search.rewards import give_prize, reward, win_exponent
from games.opponents.search.thinking import COUNTING, OURS, SEED002, Budget, think
from games.opponents.search.tree import (
    AVERAGES,
    BOTH,
    FORESEEN,
    NOTED,
    NOTED_AT_MOST,
    PLAYED_OUT,
    TALLIES,
    TURNS,
    WEIGHT,
    WEIGHT_BELOW,
    add_results,
    averages_room,
    expected_gain,
    note_act,
    play_better,
)

MSO = EDITIONS["mso"]


def three_at_a_chain() -> tuple[Numbers, Numbers]:
    """Three players of `mso`, the second in turn; of a chain of six tiles they have 7, 4 and no shares, of one off the board 0, 2 and 0."""
    e, s = parameters(MSO), position_room()
    set_out(s, e, 3)
    s[at.PLAYER], s[at.ON_BOARD], s[at.SIZES] = 1, 1, 6
    s[at.PRICES] = e[at.E_PRICES + 6]
    for seat, (shares, others, cash) in enumerate(((7, 0, 1_500), (4, 2, 3_000), (0, 0, 9_000))):
        s[at.SHARES + seat] = shares
        s[at.SHARES + at.SEATS_AT_MOST * 6 + seat] = others
        s[at.CASH + seat] = cash
    return s, e


def bases_of(s: Numbers, e: Numbers) -> list[list[int]]:
    seats = int(s[at.SEATS])
    features, worth = zeros(FEATURES * seats), zeros(seats)
    write_features(s, e, features, worth)
    return [[int(one) for one in features[FEATURES * seat : FEATURES * (seat + 1)]] for seat in range(seats)]


def test_what_is_weighed_are_cash_shares_bonuses_leads_and_gaps() -> None:
    s, e = three_at_a_chain()
    price, aside = int(s[at.PRICES]), int(e[at.E_PRICES + 109 * 6 + 2])
    first, second, third = bases_of(s, e)
    held, bonus, lead, gap = (BY_CLASS + 4 * 2 + kind for kind in range(4))
    assert [row[held] for row in (first, second, third)] == [7 * price, 4 * price, 0]
    assert [row[bonus] for row in (first, second, third)] == [10 * price, 5 * price, 0]
    assert [row[lead] for row in (first, second, third)] == [3 * price, 0, 0]
    assert [row[gap] for row in (first, second, third)] == [0, 3 * price, 0]
    assert [row[weighed.ASIDE] for row in (first, second, third)] == [0, 2 * aside, 0]
    assert [row[weighed.PURSE] for row in (first, second, third)] == [1_500, 3_000, 9_000]
    assert [row[weighed.LITTLE] for row in (first, second, third)] == [1_500, 2_000, 2_000]
    assert [row[weighed.SOME] for row in (first, second, third)] == [1_500, 3_000, 6_000]
    assert [row[weighed.OTHERS] for row in (first, second, third)] == [6_000, 5_250, 2_250]
    assert [row[weighed.WORTH] for row in (first, second, third)] == [9 * price // 2, 17 * price // 2, 13 * price]
    assert [row[weighed.WAITS] for row in (first, second, third)] == [2_000, 0, 1_000]
    assert first[: weighed.PURSE][:2] == [1_000, -1_000]
    assert first[weighed.CHAINS_ON : weighed.PURSE] == [1_000, 0]


@pytest.mark.parametrize(
    ("size", "kind"),
    [(2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (10, 2), (11, 3), (20, 3), (21, 4), (32, 4), (33, 5), (108, 5)],
)
def test_chains_are_told_apart_by_their_sizes(size: int, kind: int) -> None:
    assert weighed.class_of(size) == kind


@pytest.mark.parametrize(
    ("tiles", "part"),
    [(0, 0.0), (BETWEEN // 4, 0.25), (BETWEEN, 1.0), (BETWEEN * 3 // 2, 0.5), (2 * BETWEEN, 0.0), (108, 0.0)],
)
def test_a_weight_follows_the_tiles_in_the_bag_in_straight_lines(tiles: int, part: float) -> None:
    s, e = three_at_a_chain()
    s[at.BAGGED] = tiles
    weights = zeros(FEATURES * KNOTS + 2)
    weights[2 + FEATURES + weighed.PURSE] = WHOLE
    worth = zeros(3)
    evaluate(s, e, weights, 2, acts_room(), worth)
    assert [int(one) for one in worth] == [int(part * cash) for cash in (1_500, 3_000, 9_000)]


def test_turns_are_played_to_the_start_of_one() -> None:
    e, s, r, room = parameters(MSO), position_room(), source(5), acts_room()
    deal_game(s, e, r, 4)
    step(s, e, r, any_act(s, e, r, room))
    play_turns(s, e, r, room, 3)
    assert (int(s[at.TURN]), int(s[at.PHASE])) == (4, at.PLAY)
    play_turns(s, e, r, room, 1_000)
    assert s[at.PHASE] == at.OVER


@pytest.mark.parametrize(
    ("cash", "power", "given"),
    [
        ((30_000, 20_000, 10_000), 0, (15_000, 0, 0)),
        ((30_000, 30_000, 10_000), 0, (7_500, 7_500, 0)),
        ((30_000, 15_000, 0), 1, (10_000, 5_000, 0)),
        ((30_000, 15_000, 0), 2, (12_000, 3_000, 0)),
        ((20_000, 20_000, 20_000), 30, (5_000, 5_000, 5_000)),
        ((0, 0, 0), 0, (0, 0, 0)),
    ],
)
def test_the_winner_s_dollars_go_to_who_has_most_or_by_the_chances_to_win(
    cash: tuple[int, ...], power: int, given: tuple[int, ...]
) -> None:
    worth = numbers(list(cash))
    give_prize(worth, len(cash), 15_000, power)
    assert [int(after) - before for after, before in zip(worth, cash, strict=True)] == list(given)


@given(st.lists(st.integers(0, 150_000), min_size=2, max_size=6), st.integers(0, 108))
def test_no_more_is_given_than_there_is_and_more_to_whoever_has_more(cash: list[int], tiles: int) -> None:
    worth = numbers(cash)
    give_prize(worth, len(cash), 15_000, win_exponent(tiles))
    given = [int(after) - before for after, before in zip(worth, cash, strict=True)]
    assert sum(given) <= 15_000
    assert sorted(given) == [more for _, more in sorted(zip(cash, given, strict=True))]


def test_the_surer_the_emptier_the_bag_is() -> None:
    powers = [win_exponent(tiles) for tiles in range(109)]
    assert powers == sorted(powers, reverse=True)
    assert (powers[3], powers[90]) == (43, 5)


def opening() -> tuple[Numbers, Numbers, list[int]]:
    e, s, r, room = parameters(MSO), position_room(), source(5), acts_room()
    deal_game(s, e, r, 4)
    return s, e, [int(room[place]) for place in range(write_legal(s, e, room))]


def means(foreseen: int, budget: Budget) -> list[tuple[float, ...]]:
    """What each act of an opening is found to be worth, without the winner's dollars."""
    s, e, acts = opening()
    method = replace(OURS, prize=0, foreseen=foreseen)
    return [one.means for one in think(s, e, 0, acts, 1, method, budget)]


def test_a_search_of_few_looks_foresees_them_and_one_of_more_plays_them_out_too() -> None:
    few, more, none = (means(foreseen, Budget(iterations=40)) for foreseen in (40, 39, 0))
    # What the search makes of a position in the end is thousands of dollars more than what chance does.
    assert few[0][0] > more[0][0] + 1_000 > none[0][0] + 2_000


def test_half_of_a_look_is_foreseen_and_half_played_out() -> None:
    s, e, _ = opening()
    worths = []
    for ends in (PLAYED_OUT, FORESEEN, BOTH):
        o = OURS.options(ends)
        o[TURNS] = 0
        world, worth = s.copy(), zeros(8)
        reward(world, e, source(3), o, acts_room(), worth, averages_room(4))
        worths.append([int(one) for one in worth[:4]])
    played, foreseen, both = worths
    assert played != foreseen
    assert both == [(one + other) // 2 for one, other in zip(played, foreseen, strict=True)]


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
        count = write_legal(s, e, room)
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
