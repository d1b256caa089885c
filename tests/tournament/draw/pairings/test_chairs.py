"""Seat numbers by the movement chart (R6)."""

from __future__ import annotations

import pytest

from tests.tournament.draw.pairings.seatings import fresh, numbered
from tournament.draw.pairings import DrawRequest, RoundPlan, evaluate, plan
from tournament.record.vocabulary import PlayerId, SeatSource

P = PlayerId


@pytest.mark.parametrize("seed", range(5))
def test_in_four_rounds_of_fours_everybody_has_every_seat_once(seed: int) -> None:
    report = plan(fresh((4, 4, 4), 4, seed=seed, seat_source=SeatSource.CHART)).report
    assert [sorted(player.seats) for player in report.players] == [[1, 2, 3, 4]] * 12
    assert (report.seat_repeats, report.first_seats) == (0, (1, 1))


def test_at_threes_over_four_rounds_each_repeats_one_seat_and_no_more() -> None:
    report = plan(fresh((3, 3, 3), 4, seed=1, seat_source=SeatSource.CHART)).report
    assert report.seat_repeats == 9
    assert all(len(set(player.seats)) == 3 for player in report.players)


def test_seats_of_the_rounds_played_are_not_repeated() -> None:
    played = ((P(1), P(2), P(3), P(4)),)
    request = DrawRequest(numbered(4), (RoundPlan((4,)),) * 3, history=(played,), seat_source=SeatSource.CHART, seed=1)
    draw = plan(request)
    assert draw.report.seat_repeats == 0
    assert [sorted(player.seats) for player in draw.report.players] == [[1, 2, 3, 4]] * 4


def test_with_starting_tiles_players_stand_in_the_order_of_the_request() -> None:
    draw = plan(fresh((4, 4, 4), 1, seed=1))
    assert all(list(table) == sorted(table) for table in draw.rounds[0].tables)
    assert evaluate(fresh((4, 4, 4), 1, seed=1), draw.rounds) == draw.report
