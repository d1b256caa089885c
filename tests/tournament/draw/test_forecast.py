"""What a choice of tables leads to in this event: repeats in the rounds to come (R44)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import make_entries, make_record, make_round
from tournament.draw.allocation import arrangements, free_arrangement
from tournament.draw.forecast import repeats_to_come
from tournament.draw.pairings import RoundPlan, least_to_come, plan
from tournament.draw.pairings.seating import most_meetings
from tournament.draw.sitouts import request_for
from tournament.record.event import EventRecord

NINE = (((1, 2, 3), (4, 5, 6), (7, 8, 9)), ((1, 4, 7), (2, 5, 8), (3, 6, 9)))


def played(players: int, *rounds: tuple[tuple[int, ...], ...]) -> EventRecord:
    """An event in which these tables have played."""
    made = [
        make_round(number, *(dict.fromkeys(table, 30_000) for table in tables))
        for number, tables in enumerate(rounds, 1)
    ]
    return make_record(players, *made)


def told(record: EventRecord, number: int, *sizes: int) -> tuple[str, str]:
    repeats = repeats_to_come(record, number, free_arrangement(sizes, len(record.active)))
    return repeats.least, repeats.over


def test_before_round_1_the_least_is_that_of_a_new_event() -> None:
    assert told(played(13), 1, 4, 3, 3, 3) == ("0", "over 3 random rounds")
    assert told(played(13), 1, 4, 4, 5) == ("14", "over 4 random rounds")
    assert told(played(12), 1, 4, 4, 4) == ("13", "over 4 random rounds")


def test_with_a_wish_the_least_of_a_new_event_is_a_bound() -> None:
    record = replace(played(12), entries=(*make_entries(11), replace(make_entries(12)[-1], fixed_table=2)))
    assert told(record, 1, 4, 4, 4) == ("at least 13", "over 4 random rounds")


def test_a_tenth_player_in_round_3_of_nine_brings_far_fewer_repeats_than_ten_from_the_start() -> None:
    record = played(9, *NINE)
    record = replace(record, entries=make_entries(10))
    assert told(record, 3, 4, 3, 3) == ("at least 1", "over 2 random rounds")
    assert told(record, 3, 5, 5) == ("at least 14", "over 2 random rounds")


def test_after_one_round_of_the_same_players_the_least_is_still_known() -> None:
    record = played(12, ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))
    assert told(record, 2, 4, 4, 4) == ("13", "over 3 random rounds")


def test_of_one_round_to_come_every_pair_that_cannot_be_parted_counts() -> None:
    rounds = (((1, 2, 3, 4), (5, 6, 7, 8)),) * 2
    record = replace(played(8, *rounds), rounds_planned=3)
    # Twelve pairs met twice. At two tables of four at least two of each table stay together: four pairs meet a third time.
    assert told(record, 3, 4, 4) == ("at least 4", "in one random round")
    assert plan(request_for(record, 3, (RoundPlan((4, 4)),))).report.repeats == 12 + 4


@given(
    st.integers(0, 10**6),
    st.sampled_from([(4,), (5,), (3, 3), (4, 3), (4, 4), (3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 4)]),
    st.integers(1, 3),
)
def test_no_draw_has_fewer_repeats_to_come_than_are_told(seed: int, sizes: tuple[int, ...], past: int) -> None:
    """Whatever was played, and whoever came since."""
    chance = Random(seed)
    players = sum(sizes)
    rounds = []
    for _ in range(past):
        order = list(range(1, players + 1))
        chance.shuffle(order)
        rounds.append(tuple(tuple(order.pop() for _ in range(size)) for size in sizes))
    record = played(players, *rounds)
    request = request_for(record, past + 1, (RoundPlan(sizes),) * (4 - past))
    least = least_to_come(request, request.reading)
    report = plan(replace(request, seed=seed)).report
    assert least.value is not None
    if report.max_meetings > most_meetings(request.reading, 4):
        return  # the reading could not be kept
    assert sum(report.by_round[past:]) >= least.value
    if least.is_reached:
        assert sum(report.by_round[past:]) == least.value


@pytest.mark.parametrize("players", [6, 10, 11, 17])
def test_what_would_be_with_one_more_or_fewer_follows_from_what_was_played_too(players: int) -> None:
    first = plan(request_for(played(players), 1, (RoundPlan(arrangements(players)[0].sizes),))).rounds[0].tables
    record = played(players, first)
    more, fewer = arrangements(players + 1)[0], arrangements(players - 1)[0]
    assert repeats_to_come(record, 2, fewer).least == "depends on who leaves"
    assert repeats_to_come(record, 2, more).over.startswith("over ")
    assert repeats_to_come(played(players), 1, fewer).least != "depends on who leaves"
