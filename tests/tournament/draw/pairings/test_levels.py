"""A round by levels: byes, meetings again, breaks of levels and places in their order, with bounds that no draw is better than."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import trying
from tests.tournament.draw.pairings.seatings import drawn, numbered
from tournament.draw.pairings.level_report import Found, judge_levels, least_breaks
from tournament.draw.pairings.levels import draw_levels
from tournament.draw.pairings.places import Places
from tournament.draw.pairings.request import Apart, DrawnRound, DrawRequest, ImpossibleDrawError, RoundPlan, Table
from tournament.record.vocabulary import PlayerId

TWO_TABLES = (drawn((1, 2, 3, 4), (5, 6, 7, 8)).tables,)


def asked(sizes: Sequence[int], byes: int = 0, **wishes: Any) -> DrawRequest:
    return DrawRequest(numbered(sum(sizes) + byes), (RoundPlan(tuple(sizes), byes),), **wishes)


def won(*players: int) -> dict[PlayerId, int]:
    return {PlayerId(player): 5000 for player in players}


def met(*pairs: tuple[int, int]) -> tuple[tuple[Table, ...], ...]:
    """Rounds in each of which two players met, and nobody else."""
    return tuple(drawn(pair).tables for pair in pairs)


def sets(round_: DrawnRound) -> list[set[int]]:
    return [set(table) for table in round_.tables]


def test_winners_meet_and_both_bounds_prove_that_it_cannot_be_done_with_less() -> None:
    answer = draw_levels(asked((4, 4), history=TWO_TABLES), won(1, 5))
    assert {1, 5} <= set(answer.round.tables[0])
    assert answer.report.again == Found(4, 4)
    assert answer.report.repeats == 4
    assert answer.report.breaks == Found(4, 4)


def test_the_highest_levels_sit_at_the_first_tables() -> None:
    points = {player: 1000 * ((player * 7) % 4) for player in numbered(16)}
    answer = draw_levels(asked((4,) * 4), points)
    assert [{points[player] for player in table} for table in answer.round.tables] == [{3000}, {2000}, {1000}, {0}]
    assert answer.report.breaks == Found(0, 0)


@pytest.mark.parametrize(("tables", "winners"), [(4, range(1, 5)), (5, range(5, 21))])
def test_nobody_meets_again_even_if_levels_must_break_for_it(tables: int, winners: range) -> None:
    first = tuple(tuple(PlayerId(4 * table + seat) for seat in range(1, 5)) for table in range(tables))
    answer = draw_levels(asked((4,) * tables, history=(first,)), won(*winners))
    assert answer.report.again == Found(0, 0)
    assert max(sum(player <= 4 for player in table) for table in answer.round.tables) == 1
    assert answer.report.breaks == Found(12, 12)


def test_who_has_met_everybody_meets_somebody_again() -> None:
    everybody = met(*((one, other) for one in (1, 2) for other in range(one + 1, 7)))
    assert draw_levels(asked((3, 3), history=everybody), {}).report.again == Found(3, 2)


def test_a_pair_that_has_met_twice_costs_as_much_as_two_that_have_met_once() -> None:
    request = asked((4, 4), history=TWO_TABLES * 2)
    assert judge_levels(request, {}, drawn((1, 2, 5, 6), (3, 4, 7, 8))).again == Found(8, 8)
    assert judge_levels(request, {}, drawn((1, 2, 3, 5), (4, 6, 7, 8))).again == Found(12, 8)


def test_a_bye_goes_to_the_lowest_level_and_to_nobody_twice() -> None:
    points = won(*range(3, 10))
    assert set(draw_levels(asked((4, 4), 1), points).round.sit_outs) <= {1, 2}
    assert draw_levels(asked((4, 4), 1, sat_out=(PlayerId(1),)), points).round.sit_outs == (2,)
    both = draw_levels(asked((4, 4), 1, sat_out=(PlayerId(1), PlayerId(2))), points)
    assert both.report.byes_again == Found(0, 0)


def test_where_everybody_has_had_a_bye_the_fewest_byes_decide() -> None:
    everybody = numbered(9)
    answer = draw_levels(asked((4, 4), 1, sat_out=(*everybody, *everybody[1:])), won(1))
    assert answer.round.sit_outs == (1,)
    assert answer.report.byes_again == Found(1, 1)


def test_nobody_is_at_a_small_table_again_even_if_levels_break_for_it() -> None:
    alone = tuple(drawn((player,), (1, 2)).tables for player in (9, 10, 11))
    answer = draw_levels(asked((4, 4, 3), history=alone), won(*range(1, 9)))
    assert not set(answer.round.tables[2]) & {9, 10, 11}
    assert answer.report.breaks.value > answer.report.breaks.least


def test_a_wish_comes_before_meetings_if_it_is_hard_and_after_them_if_it_is_not() -> None:
    history = met((1, 4), (1, 5), (1, 6))
    pair = (PlayerId(1), PlayerId(2))
    hard = draw_levels(asked((3, 3), history=history, apart=(Apart(pair),)), {})
    soft = draw_levels(asked((3, 3), history=history, apart=(Apart(pair, is_hard=False),)), {})
    assert not any(set(pair) <= table for table in sets(hard.round))
    assert hard.report.again.value == 1
    assert {1, 2, 3} in sets(soft.round)
    assert soft.report.again == Found(0, 0)
    assert len(soft.report.broken) == 1


def test_a_wish_that_is_not_hard_comes_before_levels() -> None:
    answer = draw_levels(asked((4, 4), apart=(Apart((PlayerId(1), PlayerId(2)), is_hard=False),)), won(1, 2, 3, 4))
    assert answer.report.broken == ()
    assert answer.report.breaks.value > answer.report.breaks.least


def test_fixed_tables_and_named_byes_are_kept() -> None:
    plan = RoundPlan((4, 4), 1, (PlayerId(9),))
    request = DrawRequest(numbered(9), (plan,), fixed_tables=((PlayerId(8), 1),))
    answer = draw_levels(request, won(9, 8, 1, 2, 3))
    assert answer.round.sit_outs == (9,)
    assert 8 in answer.round.tables[0]
    assert answer.report.broken == ()


def test_players_fixed_at_one_table_must_meet_again() -> None:
    tables = tuple(tuple(PlayerId(4 * table + seat) for seat in range(1, 5)) for table in range(5))
    request = asked((4,) * 5, history=(tables,), fixed_tables=((PlayerId(1), 3), (PlayerId(2), 3)))
    assert draw_levels(request, {}).report.again == Found(1, 1)


def test_the_same_request_and_seed_give_the_same_draw_on_every_machine() -> None:
    history, points = _played(14, 2, 3)
    request = asked((4, 4, 4), 2, history=history, sat_out=(PlayerId(3),), seed=8)
    answer = draw_levels(request, points)
    assert answer.round == drawn((7, 9, 12, 6), (8, 4, 1, 13), (3, 5, 14, 11), sit_outs=(2, 10))
    assert (answer.report.fingerprint, answer.report.method) == ("46da4245e418b021", "levels 1")


def test_who_cannot_be_kept_apart_is_named() -> None:
    pairs = tuple(Apart(pair) for pair in combinations(numbered(3), 2))
    with pytest.raises(ImpossibleDrawError, match="Player 1, Player 2 and Player 3"):
        draw_levels(asked((4, 4), apart=pairs), {})


@pytest.mark.parametrize(
    ("heights", "sizes", "least"),
    [
        ([1] * 3 + [0] * 5, (4, 4), 3),
        ([1] * 2 + [0] * 6, (4, 4), 4),
        ([1] * 4 + [0] * 4, (4, 4), 0),
        ([1] * 3 + [0] * 4, (4, 3), 0),
        ([1] * 1 + [0] * 6, (4, 3), 2),
        ([5] * 2 + [3] * 1 + [0] * 5, (4, 4), 2 * 4 + 3 * 3),
    ],
)
def test_breaks_are_at_least_those_of_one_split_table_between_levels(
    heights: list[int], sizes: tuple[int, ...], least: int
) -> None:
    assert least_breaks(dict(zip(numbered(len(heights)), heights, strict=True)), sizes) == least


def test_over_four_rounds_without_levels_everybody_has_every_place_about_once() -> None:
    history: tuple[tuple[Table, ...], ...] = ()
    for seed in range(4):
        answer = draw_levels(asked((4,) * 6, history=history, seed=seed), {})
        assert answer.report.uneven == Found(0, 0)
        history += (answer.round.tables,)
    places = Counter((player, seat) for tables in history for table in tables for seat, player in enumerate(table))
    assert max(places.values()) <= 2


def test_who_sat_late_sits_early_and_nobody_has_a_place_again_before_all_others() -> None:
    places = Places(4)
    places.remember([0, 1, 2, 3])
    assert places.order([0, 1, 2, 3]) == [3, 2, 1, 0]
    places.remember([3, 2, 1, 0])
    assert places.order([0, 1, 2, 3]) in ([1, 0, 3, 2], [2, 0, 3, 1], [1, 3, 0, 2], [2, 3, 0, 1])
    assert places.regret([0, 1, 2, 3]) == 0
    assert places.regret([0, 3]) == 1  # both have had the first of two places, neither the second


@pytest.mark.parametrize(
    ("seats", "is_uneven"),
    [
        ([(0, 4)], False),
        ([(0, 4), (0, 4)], True),  # twice, and half a game is even
        ([(0, 4), (0, 4), (1, 4)], True),  # twice, and three quarters are even
        ([(0, 4), (0, 4), (1, 4), (2, 4)], False),
        ([(0, 3), (0, 3), (1, 3)], False),
        ([(0, 4)] * 2 + [(1, 4)] * 2 + [(2, 4)] * 2, True),  # never the last, and one and a half are even
    ],
)
def test_a_place_is_uneven_more_than_one_game_away_from_its_share(
    seats: list[tuple[int, int]], is_uneven: bool
) -> None:
    places = Places(1)
    for place, size in seats:
        places.remember([0 if seat == place else None for seat in range(size)])
    assert places.is_uneven(0) is is_uneven


def test_the_draw_can_be_stopped_and_drawn_again_alike() -> None:
    def stop(steps: int, _most: int) -> bool:
        return steps < 6000

    history, points = _played(20, 3, 1)
    request = asked((4,) * 5, history=history, seed=5)
    stopped = draw_levels(request, points, stop)
    assert stopped.report.steps == 6000
    assert draw_levels(replace(request, steps=6000), points) == stopped


def _played(players: int, rounds: int, seed: int) -> tuple[tuple[tuple[Table, ...], ...], dict[PlayerId, int]]:
    """Some rounds at tables of four by chance, with those who are left over out, and the points of a winner of each table."""
    random = Random(seed)
    points: dict[PlayerId, int] = dict.fromkeys(numbered(players), 0)
    history: list[tuple[Table, ...]] = []
    for _round in range(rounds):
        order = random.sample(list(points), players)
        tables = tuple(tuple(order[first : first + 4]) for first in range(0, players - 3, 4))
        history.append(tables)
        for table in tables:
            points[table[0]] += 5000
    return tuple(history), points


@trying(8)
@given(players=st.integers(6, 40), rounds=st.integers(0, 4), seed=st.integers(0, 999), data=st.data())
def test_everybody_plays_once_by_the_sizes_and_no_figure_is_below_its_bound(
    players: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    history, points = _played(players, rounds, seed)
    byes = players % 4 if players % 4 < 3 else 0
    sizes = (4,) * (players // 4) + (3,) * (players % 4 == 3)
    had = tuple(data.draw(st.sets(st.sampled_from(numbered(players)), max_size=players - 2)))
    pair = tuple(data.draw(st.permutations(numbered(players)))[:2])
    request = asked(sizes, byes, history=history, sat_out=had, seed=seed, steps=20_000, apart=(Apart(pair),))
    answer = draw_levels(request, points)
    everybody = [player for table in answer.round.tables for player in table] + [*answer.round.sit_outs]
    assert sorted(everybody) == list(numbered(players))
    assert tuple(map(len, answer.round.tables)) == sizes
    assert not set(had) & set(answer.round.sit_outs)
    assert not any(set(pair) <= table for table in sets(answer.round))
    report = answer.report
    for figure in (report.again, report.breaks, report.byes_again, report.uneven):
        assert figure.value >= figure.least
    assert draw_levels(request, points) == answer


def _rounds_of(players: Sequence[PlayerId], sizes: Sequence[int]) -> Iterator[tuple[Table, ...]]:
    """Every way to put players at tables of these sizes, each at least once."""
    if not sizes:
        yield ()
        return
    first, *rest = players
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        for mates in combinations(rest, size - 1):
            left = [player for player in rest if player not in mates]
            for tables in _rounds_of(left, others):
                yield ((first, *mates), *tables)


def _best(request: DrawRequest, points: Mapping[PlayerId, int], byes: tuple[PlayerId, ...]) -> tuple[int, int]:
    """The fewest meetings again, and with these the fewest breaks, of all rounds with these byes."""
    times = Counter(pair for tables in request.history for table in tables for pair in combinations(sorted(table), 2))
    height = {score: number for number, score in enumerate(sorted(set(points.values())))}
    playing = [player for player in request.players if player not in byes]
    return min(
        (
            sum(times[pair] for table in tables for pair in combinations(sorted(table), 2)),
            sum(
                abs(height[points[one]] - height[points[two]])
                for table in tables
                for one, two in combinations(table, 2)
            ),
        )
        for tables in _rounds_of(playing, request.rounds[0].sizes)
    )


@trying(6)
@given(
    sizes=st.sampled_from([(4, 4), (3,) * 3, (4, 3), (5, 4), (3,) * 4]),
    rounds=st.integers(1, 3),
    seed=st.integers(0, 999),
)
def test_of_few_players_the_best_of_all_draws_is_found_and_the_bounds_are_true(
    sizes: tuple[int, ...], rounds: int, seed: int
) -> None:
    history, points = _played(sum(sizes), rounds, seed)
    request = asked(sizes, history=history, seed=seed, steps=20_000)
    report = draw_levels(request, points).report
    again, breaks = _best(request, points, ())
    assert report.again.least <= again
    assert report.again.value == again
    assert report.breaks.least <= breaks
    if len(set(sizes)) == 1:  # elsewhere who has been at the small table comes before the levels
        assert report.breaks.value == breaks
