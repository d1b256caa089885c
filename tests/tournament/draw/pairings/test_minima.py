"""What is possible: the proven minima of every arrangement (R44), and the fewest pairs who meet in two rounds."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laboratory.management.commands.check_minima import ProvenMinimum, proven_minima
from tests.conftest import ROOT
from tests.tournament.draw.pairings.seatings import fresh
from tournament.draw.allocation import Arrangement, arrangements
from tournament.draw.pairings.planning import plan
from tournament.draw.pairings.proof import REACHED_LITERALLY, Proof, bound_of, least_overlap, minimum_repeats, pairs_of
from tournament.draw.pairings.request import DrawRequest, RoundPlan
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.vocabulary import PlayerId, Reading

ROWS = proven_minima(ROOT / "laboratory/minima.csv")


SAMPLE = [
    row if number % 6 == 0 or (row.players <= 13 and number % 3 == 0) else pytest.param(row, marks=pytest.mark.load)
    for number, row in enumerate(ROWS)
    if row.players <= 19 or (row.players <= 64 and number % 4 == 0)
]


def test_the_minimum_shown_for_an_arrangement_is_the_proven_one() -> None:
    shown = [minimum_repeats(row.sizes, row.sit_outs, row.rounds, row.reading).value for row in ROWS]
    assert shown == [row.repeats for row in ROWS]


def test_every_proven_minimum_but_the_impossible_one_is_marked_as_reached() -> None:
    open_rows = [
        row.label for row in ROWS if not minimum_repeats(row.sizes, row.sit_outs, row.rounds, row.reading).is_reached
    ]
    assert open_rows == ["10 players (5 5), 4 rounds, at-most-twice"]


@pytest.mark.parametrize(
    ("sizes", "sit_outs", "rounds", "reading", "expected"),
    [
        ((3,), 0, 4, Reading.LITERAL, (9, Proof.ONE_TABLE)),
        ((4, 4, 4), 0, 4, Reading.NOT_EVERY_ROUND, (15, Proof.ENUMERATION)),
        ((3, 3), 1, 4, Reading.NOT_EVERY_ROUND, (6, Proof.ENUMERATION)),
        ((4, 4, 4, 5), 0, 3, Reading.NOT_EVERY_ROUND, (3, Proof.OVERLAP)),
        ((4, 4, 4, 5), 0, 3, Reading.LITERAL, (2, Proof.OVERLAP)),
        ((4, 4, 4, 4), 0, 3, Reading.NOT_EVERY_ROUND, (0, Proof.TRIVIAL)),
        ((5, 5), 0, 4, Reading.AT_MOST_TWICE, (None, Proof.IMPOSSIBLE)),
        ((4, 4), 0, 1, Reading.LITERAL, (0, Proof.TRIVIAL)),
    ],
)
def test_a_minimum_comes_with_its_kind_of_proof(
    sizes: tuple[int, ...], sit_outs: int, rounds: int, reading: Reading, expected: tuple[int | None, Proof]
) -> None:
    minimum = minimum_repeats(sizes, sit_outs, rounds, reading)
    assert (minimum.value, minimum.kind) == expected


def test_rounds_of_other_sizes_and_rounds_played_count_in_the_bound() -> None:
    """Of 4 + 4, a table of 5 takes at least 3 + 2 and one of 3 at least 2 + 1: 3 + 1 + 1 = 5 pairs meet again, and so in 5 + 3.

    A pair that meets in all three rounds is in three such overlaps and adds two repeats, so 3 x 5 overlaps are at least 10 repeats.
    """
    players = tuple(PlayerId(number) for number in range(1, 9))
    planned = DrawRequest(players, (RoundPlan((4, 4)), RoundPlan((5, 3))))
    assert bound_of(planned, Reading.LITERAL).value == 5
    played = DrawRequest(players, (RoundPlan((5, 3)), RoundPlan((3, 5))), history=((players[:4], players[4:]),))
    assert bound_of(played, Reading.LITERAL).value == 10


@pytest.mark.parametrize(("sizes", "sit_outs", "rounds"), sorted(REACHED_LITERALLY))
def test_a_literal_figure_that_is_told_as_exact_is_that_of_a_draw(
    sizes: tuple[int, ...], sit_outs: int, rounds: int
) -> None:
    minimum = minimum_repeats(sizes, sit_outs, rounds, Reading.LITERAL)
    players = tuple(PlayerId(number) for number in range(1, sum(sizes) + sit_outs + 1))
    fewest = None
    for seed in range(2, 8):
        request = DrawRequest(players, (RoundPlan(sizes, sit_outs),) * rounds, seed=seed, reading=Reading.LITERAL)
        repeats = plan(request).report.repeats
        fewest = repeats if fewest is None else min(fewest, repeats)
        if fewest == minimum.value:
            break
    assert (fewest, minimum.is_reached) == (minimum.value, True)


def test_five_rounds_of_four_fours_are_a_bound_that_only_a_search_can_confirm() -> None:
    least = minimum_repeats((4, 4, 4, 4), 0, 5, Reading.LITERAL)
    assert (least.value, least.kind, least.is_reached) == (0, Proof.TRIVIAL, False)
    assert least.proof == "there cannot be fewer than none"


def test_meetings_beyond_the_number_of_pairs_are_counted_as_repeats() -> None:
    minimum = minimum_repeats((6, 6), 0, 4, Reading.LITERAL)
    assert minimum.value is not None
    assert minimum.value >= 4 * 30 - 66


@pytest.mark.parametrize("row", SAMPLE, ids=lambda row: row.label)
def test_a_draw_has_the_proven_minimum_of_repeats_and_of_repeated_seats(row: ProvenMinimum) -> None:
    assert list(row.faults(row.draw(seed=row.players))) == []


@pytest.mark.parametrize(
    ("sizes", "rounds", "reading", "most"),
    [
        ((4, 4, 4), 4, Reading.LITERAL, 4),
        ((4, 4, 4), 4, Reading.NOT_EVERY_ROUND, 3),
        ((4, 4, 4), 4, Reading.AT_MOST_TWICE, 2),
        ((5, 5, 5, 4), 3, Reading.LITERAL, 3),
        ((5, 5, 5, 4), 3, Reading.NOT_EVERY_ROUND, 2),
    ],
)
def test_the_reading_decides_how_often_a_pair_may_meet(
    sizes: tuple[int, ...], rounds: int, reading: Reading, most: int
) -> None:
    report = plan(fresh(sizes, rounds, reading=reading, seed=3)).report
    assert report.is_least
    assert report.max_meetings == most


@pytest.mark.parametrize(
    ("players", "arrangement"), [(n, each) for n in MSO_ACQUIRE.tables.rows for each in arrangements(n)]
)
def test_the_texts_draw_has_the_fewest_repeats_and_nobody_meets_in_every_round_where_that_costs_nothing(
    players: int, arrangement: Arrangement
) -> None:
    sizes, rounds = arrangement.sizes, 3 if len(arrangement.sizes) >= 4 else 4
    least, other = (
        minimum_repeats(sizes, arrangement.sit_outs, rounds, reading)
        for reading in (MSO_ACQUIRE.rounds[0].reading, Reading.NOT_EVERY_ROUND)
    )
    numbers = tuple(map(PlayerId, range(1, players + 1)))
    plans = (RoundPlan(sizes, arrangement.sit_outs),) * rounds
    report = plan(DrawRequest(numbers, plans, reading=MSO_ACQUIRE.rounds[0].reading, seed=7)).report
    assert report.repeats == least.value
    assert report.max_meetings < rounds or other.value != least.value or len(sizes) == 1


def by_trying(sizes: list[int], others: list[int], free: int) -> int | None:
    """The least over every way to send each player to a table of the other round or to none; None where there is no way."""
    room = [*others, free]
    players = [table for table, size in enumerate(sizes) for _ in range(size)]
    found = []
    for way in product(range(len(room)), repeat=len(players)):
        if all(way.count(column) <= space for column, space in enumerate(room)):
            going = list(zip(players, way, strict=True))
            counts = {step: going.count(step) for step in going if step[1] < len(others)}
            found.append(sum(map(pairs_of, counts.values())))
    return min(found, default=None)


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(lambda sizes: sum(sizes) <= 6),
    st.lists(st.integers(1, 4), min_size=1, max_size=2),
    st.integers(0, 2),
)
def test_the_overlap_is_the_least_of_every_spread(sizes: list[int], others: list[int], free: int) -> None:
    expected = by_trying(sizes, others, free)
    if expected is not None:
        assert least_overlap(sizes, others, free) == expected


@pytest.mark.parametrize(
    ("sizes", "free", "expected"),
    [
        ((4, 4, 4), 0, 3),  # each four over three tables: one pair each
        ((5, 4, 4, 4), 0, 1),
        ((4, 4, 4, 4), 0, 0),
        ((5, 5, 5, 5, 3), 0, 1),  # four fives would each send one to the three
        ((6, 6, 6, 6, 6, 3), 0, 2),
        ((6, 6, 6, 6, 6, 3), 1, 1),
        ((4,) * 250, 0, 0),
    ],
)
def test_two_rounds_of_an_arrangement_leave_so_many_pairs_together(
    sizes: tuple[int, ...], free: int, expected: int
) -> None:
    assert least_overlap(sizes, sizes, free) == expected
