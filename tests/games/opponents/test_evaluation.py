"""What the search foresees: what is weighed, how weights follow the bag, and the winner's dollars."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.editions import EDITIONS
from games.opponents.core import layout as at
from games.opponents.core.board import source
from games.opponents.core.layout import Numbers, numbers, zeros
from games.opponents.core.legal import acts_room, any_act, legal
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, play_turns, position_room, set_out, step
from games.opponents.search import evaluation as weighed
from games.opponents.search.evaluation import BETWEEN, BY_CLASS, FEATURES, KNOTS, WHOLE, evaluate, write_features
from games.opponents.search.rewards import give_prize, reward, win_exponent
from games.opponents.search.thinking import OURS, Budget, think
from games.opponents.search.tree import BOTH, FORESEEN, PLAYED_OUT, TURNS, averages_room

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
    return s, e, [int(room[place]) for place in range(legal(s, e, room))]


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
