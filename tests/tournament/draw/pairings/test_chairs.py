"""Seat numbers by the movement chart (R6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.tournament.draw.pairings.seatings import fresh, numbered
from tournament.draw.pairings import DrawnRound, DrawRequest, RoundPlan, evaluate, plan
from tournament.record.vocabulary import PlayerId, SeatSource

P = PlayerId


def test_seats_of_the_rounds_played_are_not_repeated() -> None:
    played = ((P(1), P(2), P(3), P(4)),)
    request = DrawRequest(numbered(4), (RoundPlan((4,)),) * 3, history=(played,), seat_source=SeatSource.CHART, seed=1)
    draw = plan(request)
    assert draw.report.seat_repeats == 0
    assert [sorted(player.seats) for player in draw.report.players] == [[1, 2, 3, 4]] * 4


def handings_over(rounds: tuple[DrawnRound, ...]) -> Iterator[tuple[DrawnRound, ...]]:
    """The plan with one first seat handed to somebody of that table who begins fewer games by two or more, in every way."""
    firsts = Counter(table[0] for drawn in rounds for table in drawn.tables)
    for number, drawn in enumerate(rounds):
        for index, table in enumerate(drawn.tables):
            for seat in range(1, len(table)):
                if firsts[table[0]] > firsts[table[seat]] + 1:
                    handed = (table[seat], *table[1:seat], table[0], *table[seat + 1 :])
                    tables = (*drawn.tables[:index], handed, *drawn.tables[index + 1 :])
                    yield (*rounds[:number], replace(drawn, tables=tables), *rounds[number + 1 :])


@pytest.mark.parametrize(
    ("sizes", "rounds", "seed"),
    [((3,), 6, 0), ((4, 3), 7, 0), ((3, 3), 6, 5), ((3, 3, 3), 7, 1), ((3, 3, 3, 3), 5, 0), ((4, 4, 4), 5, 1)],
)
def test_the_first_seat_is_nobodys_too_often_where_a_neighbour_could_take_it(
    sizes: tuple[int, ...], rounds: int, seed: int
) -> None:
    """Beginning a game is an advantage: it is shared out as evenly as it can be without repeating more seats (R6)."""
    request = fresh(sizes, rounds, seed=seed, seat_source=SeatSource.CHART)
    draw = plan(request)
    repeats = draw.report.seat_repeats or 0
    for other in handings_over(draw.rounds):
        assert (evaluate(request, other).seat_repeats or 0) > repeats


def test_with_starting_tiles_players_stand_in_the_order_of_the_request() -> None:
    draw = plan(fresh((4, 4, 4), 1, seed=1))
    assert all(list(table) == sorted(table) for table in draw.rounds[0].tables)
    assert evaluate(fresh((4, 4, 4), 1, seed=1), draw.rounds) == draw.report
