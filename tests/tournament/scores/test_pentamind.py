"""Pentamind places and points (R66, section 2.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import (
    make_record,
    make_round,
    ranking_example,
    records,
    rows_of,
    thousandths,
    with_entry,
    without_player,
)
from tournament.record.event import EventRecord
from tournament.record.rulesets import MSO_ACQUIRE
from tournament.record.vocabulary import PentamindPlace, PlayerId, Status, format_thousandths
from tournament.scores import in_the_field, pentamind, pentamind_points


@pytest.mark.parametrize(
    "row", rows_of("pentamind"), ids=lambda row: f"{row['place_halves']} halves of {row['players']}"
)
def test_pentamind_points_are_those_of_the_rules(row: dict[str, str]) -> None:
    points = pentamind_points(int(row["players"]), int(row["place_halves"]), thousandths(row["dilution"]))
    assert format_thousandths(points) == row["points"]


@pytest.mark.parametrize(
    ("players", "place_halves", "dilution", "points"),
    [
        (150, 2, 1_000, "99.057"),  # 100 x 105/106
        (150, 20, 1_000, "90.051"),  # 100 x 105 x 90 / (99 x 106)
        (150, 160, 1_000, "45.026"),  # half of it, half-way from place 10 to place 150
        (150, 300, 1_000, "0.000"),
        (101, 2, 1_000, "99.057"),
        (100, 2, 1_000, "99.057"),
        (16, 2, 950, "90.682"),
        (1, 2, 1_000, "0.000"),
    ],
)
def test_large_fields_small_ones_and_diluted_events_have_their_points(
    players: int, place_halves: int, dilution: int, points: str
) -> None:
    assert format_thousandths(pentamind_points(players, place_halves, dilution)) == points


@given(st.integers(2, 400), st.sampled_from([950, 1_000]))
def test_a_better_place_never_has_fewer_pentamind_points_and_the_last_has_none(players: int, dilution: int) -> None:
    points = [pentamind_points(players, halves, dilution) for halves in range(2, 2 * players + 1)]
    assert points == sorted(points, reverse=True)
    assert points[-1] == 0


def test_the_withdrawn_and_the_disqualified_have_no_points_and_stay_in_the_field() -> None:
    event = make_record(6, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}, {4: 40_000, 5: 30_000, 6: 20_000}))
    event = with_entry(with_entry(event, 1, status=Status.WITHDRAWN), 4, status=Status.DISQUALIFIED)
    event = with_entry(event, 6, status=Status.DISQUALIFIED)
    first, second, *_, last = pentamind(event)
    assert first == PentamindPlace(PlayerId(1), 1, 2, first.total, 0, is_withdrawn=True)
    assert (second.rank, second.place_halves, second.points) == (2, 5, pentamind_points(6, 5))
    assert (last.player, last.rank, last.place_halves, last.points, last.is_disqualified) == (6, 5, 11, 0, True)


def test_who_is_marked_as_withdrawn_after_the_last_round_keeps_the_points() -> None:
    """R54 is about rounds not played: there was none to come."""
    tables = ({1: 40_000, 2: 30_000, 3: 20_000, 7: 10_000}, {4: 41_000, 5: 31_000, 6: 21_000})
    event = make_record(7, make_round(1, *tables), make_round(2, *tables), rounds_planned=2)
    untouched = pentamind(event)
    assert pentamind(with_entry(event, 1, status=Status.WITHDRAWN, last_round=2)) == untouched
    without = event.with_round(without_player(event.round(2), 1))
    early = pentamind(with_entry(without, 1, status=Status.WITHDRAWN, last_round=2))
    assert [(place.player, place.points) for place in early if place.is_withdrawn] == [(1, 0)]


def test_the_dilution_of_the_event_is_applied() -> None:
    event = make_record(16, *ranking_example("E22").rounds, ruleset=replace(MSO_ACQUIRE, dilution=950))
    assert pentamind(event)[0].points == 90_682


@given(records)
def test_pentamind_places_share_out_all_places(event: EventRecord) -> None:
    places = pentamind(event)
    players = len(in_the_field(event))
    if places:
        assert sum(place.place_halves for place in places) == players * (players + 1)
    for place in places:
        assert (place.points == 0) >= (place.is_withdrawn or place.is_disqualified)
