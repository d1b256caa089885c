"""Arrangements of tables and what follows from each, repeats in the rounds to come among it (R37-R45)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import make_entries, make_record, make_round, rows_of
from tournament.draw.allocation import (
    DRAWN,
    FINAL,
    AllocationError,
    Arrangement,
    ArrangementKind,
    ArrangementOption,
    RoundForm,
    arrangements,
    choices,
    consequences,
    cut_sizes,
    form_by_rule,
    free_arrangement,
    parse_sizes,
    top_table_size,
)
from tournament.draw.forecast import repeats_to_come
from tournament.draw.pairings.planning import plan
from tournament.draw.pairings.proof import least_to_come
from tournament.draw.pairings.request import RoundPlan
from tournament.draw.pairings.seating import most_meetings
from tournament.draw.sitouts import request_for
from tournament.record.event import EventRecord
from tournament.record.formats import MSO_ACQUIRE, with_value
from tournament.record.settings import with_settings


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


@pytest.mark.parametrize("players", range(3, 26))
def test_every_row_of_the_rules_has_its_arrangements_with_their_consequences(players: int) -> None:
    found = [
        (
            choice.arrangement.kind,
            choice.arrangement.sizes,
            choice.arrangement.sit_outs,
            choice.random_rounds,
            choice.top_table,
        )
        for choice in choices(players)
    ]
    assert found == [
        (
            ArrangementKind(row["kind"]),
            _sizes(row["sizes"]),
            int(row["sit_outs"]),
            int(row["random_rounds"]),
            int(row["top_table"]) if row["top_table"] else None,
        )
        for row in rows_of("arrangements")
        if int(row["players"]) == players
    ]


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (26, [(4, 4, 4, 4, 4, 3, 3), (4, 4, 4, 4, 5, 5)]),
        (27, [(4, 4, 4, 4, 4, 4, 3), (4, 4, 4, 5, 5, 5)]),
        (28, [(4,) * 7]),
        (29, [(4, 4, 4, 4, 4, 3, 3, 3), (4, 4, 4, 4, 4, 4, 5)]),
    ],
)
def test_above_twenty_five_players_there_are_fours_with_threes_or_with_fives(
    players: int, sizes: list[tuple[int, ...]]
) -> None:
    assert [arrangement.sizes for arrangement in arrangements(players)] == sizes


@given(st.integers(3, 1_200))
def test_every_arrangement_serves_all_its_players_at_tables_that_exist(players: int) -> None:
    for arrangement in arrangements(players):
        assert arrangement.players == players
        assert arrangement.sit_outs in (0, 1)
        assert set(arrangement.sizes) <= {3, 4, 5, 6}


@given(st.integers(26, 1_200))
def test_above_twenty_five_no_more_than_three_tables_are_not_of_four_and_fours_stand_first(players: int) -> None:
    for arrangement in arrangements(players):
        assert sum(size != 4 for size in arrangement.sizes) <= 3
        assert arrangement.sizes[0] == 4
        assert arrangement.kind is ArrangementKind.GENERATED


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (-1, "-1 players are not enough: a table needs at least 3. Check in more players."),
        (0, "0 players are not enough: a table needs at least 3. Check in more players."),
        (1, "1 player is not enough: a table needs at least 3. Check in more players."),
        (2, "2 players are not enough: a table needs at least 3. Check in more players."),
    ],
)
def test_fewer_than_three_players_make_no_event(players: int, sentence: str) -> None:
    with pytest.raises(AllocationError) as refusal:
        arrangements(players)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("text", ["4 4 3", "4,4,3", "4 + 4 + 3", " 4,4 3 "])
def test_sizes_are_read_as_a_director_types_them(text: str) -> None:
    assert parse_sizes(text) == (4, 4, 3)


@pytest.mark.parametrize("text", ["", "four", "4 x", "44", "4 -3", "4.5", "四"])
def test_anything_but_sizes_is_refused(text: str) -> None:
    with pytest.raises(AllocationError, match=r"is not a list of table sizes\. Enter them like this: 4 4 3 3"):
        parse_sizes(text)


@pytest.mark.parametrize(
    ("sizes", "players", "sit_outs"), [((6, 6, 3), 15, 0), ((5, 3), 8, 0), ((3, 3, 3, 3), 13, 1), ((6,), 6, 0)]
)
def test_the_director_may_name_sizes_that_serve_everybody_but_one(
    sizes: tuple[int, ...], players: int, sit_outs: int
) -> None:
    assert free_arrangement(sizes, players) == Arrangement(sizes, sit_outs, ArrangementKind.FREE)


@pytest.mark.parametrize(
    ("sizes", "players", "sentence"),
    [
        ((4, 2), 6, "A table of 2 is not possible: tables have 3 to 6 players (R41)."),
        ((7,), 7, "A table of 7 is not possible: tables have 3 to 6 players (R41)."),
        (
            (4, 4),
            10,
            "Tables of 4 4 seat 8, but there are 10 players. Enter sizes that add up to 10, or to 9 with one player sitting out.",
        ),
        (
            (4, 4, 3),
            10,
            "Tables of 4 4 3 seat 11, but there are 10 players. Enter sizes that add up to 10, or to 9 with one player sitting out.",
        ),
        (
            (),
            1,
            "Tables of no size seat 0, but there are 1 players. Enter sizes that add up to 1, or to 0 with one player sitting out.",
        ),
    ],
)
def test_sizes_that_do_not_serve_the_players_are_refused(sizes: tuple[int, ...], players: int, sentence: str) -> None:
    with pytest.raises(AllocationError) as refusal:
        free_arrangement(sizes, players)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("sizes", "top", "final"),
    [
        ((4, 4, 3, 3, 3), 4, (4, 4, 3, 3, 3)),
        ((4, 4, 4, 5), 4, (4, 4, 4, 5)),
        ((5, 5, 5, 4), 4, (4, 5, 5, 5)),  # the preference for four decides against the first number
        ((5, 5, 5, 4, 4), 4, (4, 5, 5, 5, 4)),
        ((3, 3, 3, 3, 3, 3), 3, (3, 3, 3, 3, 3, 3)),
        ((5, 5, 5, 5, 5), 5, (5, 5, 5, 5, 5)),
        ((6, 3, 3, 3), 6, (6, 3, 3, 3)),
    ],
)
def test_the_top_table_is_of_four_where_the_arrangement_has_a_four(
    sizes: tuple[int, ...], top: int, final: tuple[int, ...]
) -> None:
    assert (top_table_size(sizes), cut_sizes(sizes)) == (top, final)


@given(st.lists(st.integers(3, 6), min_size=1, max_size=30).map(tuple))
def test_the_final_has_the_tables_of_the_arrangement_with_the_top_table_first(sizes: tuple[int, ...]) -> None:
    assert sorted(cut_sizes(sizes)) == sorted(sizes)
    assert cut_sizes(sizes)[0] == top_table_size(sizes)


@pytest.mark.parametrize(
    ("sizes", "rounds", "form"),
    [
        ((4, 3, 3, 3), 4, FINAL),
        ((4, 4, 5), 4, DRAWN),
        ((4, 4, 4), 4, DRAWN),
        ((5, 5, 5), 4, DRAWN),
        ((4, 4, 4, 4), 2, FINAL),
        ((4, 4, 4, 4), 6, FINAL),
        ((4, 4, 4, 4), 1, DRAWN),
    ],
)
def test_four_tables_make_the_last_of_several_rounds_a_swiss_final(
    sizes: tuple[int, ...], rounds: int, form: RoundForm
) -> None:
    assert [form_by_rule(number, sizes, rounds) for number in range(1, rounds + 1)] == [*[DRAWN] * (rounds - 1), form]


def test_the_number_of_tables_that_make_a_final_is_a_setting() -> None:
    assert form_by_rule(4, (4, 4, 4), 4, with_value(MSO_ACQUIRE, ("rounds", -1, "if_tables"), 3)) == FINAL


def test_a_choice_shows_what_it_means_for_the_event() -> None:
    primary, five, idle = choices(13)
    assert primary == ArrangementOption(
        Arrangement((4, 3, 3, 3), 0, ArrangementKind.PRIMARY),
        random_rounds=3,
        top_table=4,
        minutes={4: 25, 3: 33},
        gold="Only the 4 players at the top table of the final can win gold (R64).",
        sit_out="",
    )
    assert five.gold == "Anybody can win gold: there is no Swiss final (R65)."
    assert idle.sit_out == "One player sits out each round and scores 25.000; nobody sits out twice (R49, R51)."
    assert (five.random_rounds, five.minutes, five.top_table) == (4, {4: 25, 5: 20}, None)


def test_a_table_of_six_has_no_minutes_until_they_are_confirmed() -> None:
    six = choices(6)[1]
    assert six.minutes == {6: None}
    confirmed = with_settings(MSO_ACQUIRE, {"minutes_six": 16})
    assert choices(6, rules=confirmed)[1].minutes == {6: 16}


def test_a_single_round_has_no_final_at_any_number_of_tables() -> None:
    (only,) = choices(16, rounds_planned=1)
    assert (only.random_rounds, only.top_table) == (1, None)
    assert only.gold == "Anybody can win gold: there is no Swiss final (R65)."


def test_a_single_table_is_spoken_of_in_the_singular() -> None:
    assert choices(5)[0].gold == "Anybody can win gold: there is no Swiss final (R65)."


def test_free_sizes_have_consequences_too() -> None:
    choice = consequences(free_arrangement((6, 6, 6, 6), 24))
    assert (choice.top_table, choice.minutes) == (6, {6: None})


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
