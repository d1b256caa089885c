"""Place points and Hare & Tortoise, worked out by hand: what a place scores, what parts equal totals, who leaves and who comes late."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

import pytest

from tests.tournament.scores.worked import make_record, make_round, with_entry
from tournament.draw.allocation import (
    DRAWN,
    FINAL,
    ArrangementKind,
    RoundForm,
    arrangements,
    form_by_rule,
    forms_by_rule,
)
from tournament.draw.lines import said
from tournament.draw.sitouts import late_entry_choices
from tournament.record.event import EventRecord
from tournament.record.formats import shipped_format
from tournament.record.vocabulary import Decider, Key, Medal, PlayerId, RoundKind, SeatSource, SitOutKind, Status
from tournament.scores.medals import medals, pentamind
from tournament.scores.totals import standings
from tournament.services.draws import DrawOrder, draw_next, ranked_to_cut

PLACES, HARE = shipped_format("mso-places"), shipped_format("hare")
RANKED, ARRIVAL = RoundForm(RoundKind.RANKED), RoundForm(RoundKind.ARRIVAL)
Rounds = Sequence[Sequence[str]]
"""The tables of each round, each with its players, best first; "1=2" share a place."""
POINTS = {4: (4_000, 2_000, 1_000, 0), 3: (4_000, 2_000, 0)}


def table(order: str) -> dict[int, int]:
    """The places at a table from its players, best first; "1=2 3 4" is a shared first place, then third and fourth."""
    places: dict[int, int] = {}
    for group in order.split():
        first = len(places) + 1
        places |= {int(player): first for player in group.split("=")}
    return places


def event(players: int, rounds: Rounds) -> EventRecord:
    """An event by place points; its fourth round is the final."""
    made = [
        make_round(number, *map(table, tables), form=FINAL if number == 4 else DRAWN)
        for number, tables in enumerate(rounds, 1)
    ]
    return make_record(players, *made, format=PLACES, rounds_planned=4)


def ranks(record: EventRecord) -> list[tuple[int | None, int, int]]:
    """The rank, number and total of everybody, in the order of the standings."""
    return [(row.rank, row.player, row.total) for row in standings(record)]


NINE = (
    ("1 2 3", "4 5 6", "7 8 9"),
    ("1 4 7", "2 5 8", "3 6 9"),
    ("1 5 9", "2 6 7", "3 4 8"),
    ("1 2 3", "4 5 6", "7 8 9"),
)
ELEVEN = (
    ("1 2=3 4", "5 6 7 8", "9 10 11"),
    ("1=5 9 2", "6 3 10 7", "4 8 11"),
    ("1 6 11 8", "5 9 3 4", "2 10 7"),
    ("5 1 6 9", "3 4 2 10", "8 7 11"),
)
SIXTEEN = (
    ("1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 16"),
    ("1 5 9 13", "2 6 10 14", "3 7 11 15", "4 8 12 16"),
    ("1 6 11 16", "2 5 12 15", "3 8 9 14", "4 7 10 13"),
    ("2 5 3 1", "4=6 9 10", "7 8 11=12", "13=14=15=16"),
)


def test_nine_players_at_tables_of_three() -> None:
    # 1: 4 + 4 + 4 + 4, 2: 2 + 4 + 4 + 2, 3: 0 + 4 + 4 + 0, 4: 4 + 2 + 2 + 4, 5: 2 + 2 + 2 + 2, 6: 0 + 2 + 2 + 0, 7: 4 + 0 + 0 + 4,
    # 8: 2 + 0 + 0 + 2, 9: 0. Equal totals are parted by the table in the final: 2 before 4, 3 before 5 before 7, 6 before 8.
    record = event(9, NINE)
    assert ranks(record) == [
        (1, 1, 16_000),
        (2, 2, 12_000),
        (3, 4, 12_000),
        (4, 3, 8_000),
        (5, 5, 8_000),
        (6, 7, 8_000),
        (7, 6, 4_000),
        (8, 8, 4_000),
        (9, 9, 0),
    ]
    second, third = medals(record)[1:3]
    assert (second.medal, third.medal) == (Medal.SILVER, Medal.BRONZE)
    assert (second.is_shared, second.decided_by) == (False, Decider.ORDER)
    assert second.why == "Level on 12.000 with Guest 4, separated by the tie-break (board in the final: table 1)."
    assert [place.place_halves for place in pentamind(record)] == [2, 4, 6, 8, 10, 12, 14, 16, 18]


def test_eleven_players_share_places_at_tables() -> None:
    # 1: 4 + 3 + 4 + 2, 2: 1.5 + 0 + 4 + 1, 3: 1.5 + 2 + 1 + 4, 4: 0 + 4 + 0 + 2, 5: 4 + 3 + 4 + 4, 6: 2 + 4 + 2 + 1, 7: 1 + 0 + 0 + 2,
    # 8: 0 + 2 + 0 + 4, 9: 4 + 1 + 2 + 0, 10: 2 + 1 + 2 + 0, 11: 0 + 0 + 1 + 0. Of 4 and 8 with 6 points 4 was at the higher table.
    assert ranks(event(11, ELEVEN)) == [
        (1, 5, 15_000),
        (2, 1, 13_000),
        (3, 6, 9_000),
        (4, 3, 8_500),
        (5, 9, 7_000),
        (6, 2, 6_500),
        (7, 4, 6_000),
        (8, 8, 6_000),
        (9, 10, 5_000),
        (10, 7, 3_000),
        (11, 11, 1_000),
    ]


def placed_by_a_small_program(rounds: Rounds) -> list[int]:
    """The players by points, table and result of the last round, wins, seconds and so on, head to head, and opponents."""
    tables = [[table(order) for order in each] for each in rounds]
    everybody = sorted(player for each in tables[0] for player in each)
    last = {player: (number, each[player]) for number, each in enumerate(tables[-1]) for player in each}

    def points(at: dict[int, int], player: int) -> int:
        shared = list(at.values()).count(at[player])
        return round(sum(POINTS[len(at)][at[player] - 1 :][:shared]) / shared)

    played = {player: [each for made in tables for each in made if player in each] for player in everybody}
    total = {player: sum(points(each, player) for each in played[player]) for player in everybody}

    def first_keys(player: int) -> tuple[int, ...]:
        places = [each[player] for each in played[player]]
        result = points(tables[-1][last[player][0]], player)
        return (total[player], -last[player][0], result, *(places.count(place) for place in range(1, 5)))

    def key(player: int) -> tuple[object, ...]:
        tied = {other for other in everybody if first_keys(other) == first_keys(player)}
        ahead = sum(each[player] < each[other] for each in played[player] for other in tied & each.keys())
        met = sorted(total[other] for each in played[player] for other in each if other != player)
        return first_keys(player), ahead, mean(met[2:-2])

    return sorted(everybody, key=key, reverse=True)


@pytest.mark.parametrize("rounds", [NINE, ELEVEN, SIXTEEN], ids=["9", "11", "16"])
def test_the_standings_are_those_of_a_small_program_for_this_format(rounds: Rounds) -> None:
    by_program = placed_by_a_small_program(rounds)
    assert [row.player for row in standings(event(len(by_program), rounds))] == by_program


def test_gold_is_for_the_top_table_and_silver_for_the_best_of_all_others() -> None:
    # 1: 4 + 4 + 4 + 0 = 12, 2: 2 + 4 + 4 + 4 = 14, 4: 0 + 4 + 4 + 3 = 11, and 13 with 4 + 0 + 0 + 1.75 = 5.75.
    places = medals(event(16, SIXTEEN))
    assert [(place.player, place.total) for place in places[:3]] == [(2, 14_000), (1, 12_000), (4, 11_000)]


def test_where_everybody_has_the_same_total_the_standings_say_what_parts_them() -> None:
    rounds = [make_round(number, table(order)) for number, order in enumerate(("1 2 3", "2 3 1", "3 1 2"), 1)]
    rows = standings(make_record(3, *rounds, format=PLACES, rounds_planned=3))
    assert [(row.player, row.total) for row in rows] == [(3, 6_000), (1, 6_000), (2, 6_000)]
    assert rows[1].why == (
        "Level on 6.000 with Guest 3 and Guest 2, separated by the tie-break (result in the final round: 2.000)."
    )


def test_at_a_cut_the_order_parts_equal_totals_before_lots() -> None:
    # After round 1 of eleven 5 and 9 won like 1; 6 and 10 are second with 2; 2 and 3 have 1.5; 7 has 1, and 4, 8 and 11 have 0:
    # of these 11 was third of three, 4 and 8 were fourth.
    ranking = ranked_to_cut(event(11, ELEVEN[:1]), 2)
    assert ranking.groups == ((1, 5, 9), (6, 10), (2, 3), (7,), (11,), (4, 8))
    assert ranking.parted_by(PlayerId(11), PlayerId(4)) is Key.PLACES


@pytest.mark.parametrize(
    ("players", "sizes", "sit_outs"),
    [
        (3, (3,), 0),
        (4, (4,), 0),
        (5, (4,), 1),
        (6, (3, 3), 0),
        (7, (4, 3), 0),
        (9, (3, 3, 3), 0),
        (11, (4, 4, 3), 0),
        (13, (4, 3, 3, 3), 0),
        (30, (4,) * 6 + (3, 3), 0),
    ],
)
def test_tables_of_four_with_as_few_threes_as_needed_at_the_bottom(
    players: int, sizes: tuple[int, ...], sit_outs: int
) -> None:
    (found,) = arrangements(players, HARE)
    assert (found.sizes, found.sit_outs, found.kind) == (sizes, sit_outs, ArrangementKind.PRIMARY)


def test_place_points_end_with_a_ranked_round_and_leave_the_choice_for_the_middle_ones() -> None:
    sizes = (4, 4, 3)
    assert forms_by_rule(1, sizes, 4, PLACES) == (DRAWN,)
    assert [forms_by_rule(number, sizes, 4, PLACES) for number in (2, 3)] == [(DRAWN, RANKED)] * 2
    assert forms_by_rule(4, sizes, 4, PLACES) == (FINAL,)
    assert form_by_rule(4, (4,), 4, PLACES) == DRAWN
    assert [form_by_rule(number, sizes, 6, PLACES) for number in (5, 6)] == [DRAWN, FINAL]


def test_hare_and_tortoise_begins_in_order_of_arrival_and_is_ranked_from_round_two() -> None:
    assert [form_by_rule(number, (4, 4, 3), 4, HARE) for number in range(1, 5)] == [ARRIVAL, RANKED, RANKED, RANKED]
    assert form_by_rule(2, (4, 4, 3), 2, HARE) == RANKED
    record = make_record(11, format=HARE, rounds_planned=4)
    first = draw_next(record, 1, DrawOrder((4, 4, 3), 1, SeatSource.TILES))
    assert first.rounds[0].tables == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    assert said(first.protocol[0]) == "The tables are filled in order of arrival, taken from the players' numbers."
    played = make_round(1, table("4 3 2 1"), table("8 7 6 5"), table("11 10 9"), form=ARRIVAL)
    second = draw_next(
        make_record(11, played, format=HARE, rounds_planned=4), 2, DrawOrder((4, 4, 3), 1, SeatSource.TILES)
    )
    tables = [set(each) for each in second.rounds[0].tables]
    assert tables[0] >= {4, 8, 11}
    assert tables[2] <= {1, 5, 9, 2, 6}
    assert {*second.rounds[0].tables[0][-3:]} == {4, 8, 11}
    assert said(second.protocol[0]).endswith("The lower placed plays first.")
    assert not second.form.top_table_wins


def test_who_leaves_hare_and_tortoise_is_ranked_on_the_score_at_leaving() -> None:
    rounds = [make_round(1, table("1 2 3 4"), form=ARRIVAL), make_round(2, table("1 2 3 4"), form=RANKED)]
    later = make_round(3, table("2 3 4"), form=RANKED)
    record = make_record(4, *rounds, later, format=HARE, rounds_planned=3)
    left = with_entry(record, 1, status=Status.WITHDRAWN)
    assert ranks(left)[:2] == [(1, 1, 8_000), (1, 2, 8_000)]
    assert {place.player for place in medals(left) if place.medal is Medal.GOLD} == {1, 2}
    assert pentamind(left)[0].points > 0


def test_who_comes_late_to_hare_and_tortoise_begins_with_nothing() -> None:
    (choice,) = late_entry_choices(2, HARE)
    assert choice.kinds == (SitOutKind.MISSED, SitOutKind.MISSED)
    assert HARE.score_of(SitOutKind.MISSED) == 0
    assert (HARE.sit_out_kind, HARE.score_of(HARE.sit_out_kind)) == (SitOutKind.PAIRING_PROBLEM, 1_750)
