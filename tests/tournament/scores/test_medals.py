"""Who wins the medals, and the points of the Pentamind (R43, R64-R66, section 2.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import (
    LETTERS,
    A,
    B,
    C,
    D,
    E,
    cases_of,
    make_record,
    make_round,
    make_table,
    ranking_example,
    records,
    rows_of,
    thousandths,
    with_entry,
    without_player,
)
from tournament.draw.allocation import FINAL
from tournament.record.event import EventRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.rounds import TieRuling
from tournament.record.settings import with_settings
from tournament.record.vocabulary import (
    Decider,
    Key,
    Medal,
    PentamindPlace,
    PlayerId,
    RoundState,
    Status,
    format_thousandths,
)
from tournament.scores.medals import (
    junior_medals,
    medals,
    pentamind,
    pentamind_of_events,
    pentamind_points,
    results_to_rank,
)
from tournament.scores.order import by_value, in_words
from tournament.scores.totals import FinalCut, final_cut, in_the_field, standings


@pytest.mark.parametrize("case", cases_of("ranking"))
def test_the_worked_ranking_has_its_totals_ranks_medals_and_pentamind_points(case: str) -> None:
    event = ranking_example(case)
    after_three = {row.player: row.total for row in standings(event, through=3)}
    rows = {row.player: row for row in standings(event)}
    medal_of = {place.player: place.medal for place in medals(event) if place.medal}
    places = {place.player: place for place in pentamind(event)}
    for expected in cases_of("ranking")[case]:
        player = LETTERS[expected["player"]]
        row, medal = rows[player], medal_of.get(player)
        assert format_thousandths(after_three[player]) == expected["after_three"]
        assert format_thousandths(row.total) == expected["total"]
        assert str(row.rank or "") == expected["rank"]
        assert (medal.value if medal else "") == expected["medal"]
        if expected["points"]:
            assert places[player].place_halves * 500 == thousandths(expected["pentamind_place"])
            assert format_thousandths(places[player].points) == expected["points"]
    assert len(medal_of) == 3


def test_gold_comes_from_the_top_table_and_silver_may_have_more_points() -> None:
    gold, silver, bronze = medals(ranking_example("E22"))[:3]
    assert [(place.player, place.place, place.medal, place.decided_by) for place in (gold, silver, bronze)] == [
        (B, 1, Medal.GOLD, Decider.TOP_TABLE),
        (E, 2, Medal.SILVER, Decider.TOTAL),
        (A, 3, Medal.BRONZE, Decider.TOTAL),
    ]
    assert gold.why == (
        "Gold goes to the best total at the top table. Guest 5 scored at least as much, but did not play at the top table."
    )
    assert silver.why == "The total is at least the gold medallist's, but gold goes to the top table."
    assert bronze.why == "Total 129.211, 8.332 ahead of the next player."


def _final(*tables: dict[int, int], **fields: object) -> EventRecord:
    """One Swiss round of tables of four, the first one its top table."""
    return make_record(4 * len(tables), make_round(1, *tables, form=FINAL), rounds_planned=1, **fields)


LEVEL = {1: 40_000, 2: 33_000, 3: 20_000, 4: 10_000}
ALIKE = {5: 40_000, 6: 33_000, 7: 20_000, 8: 10_000}


def test_those_with_as_many_points_as_the_gold_are_told_that_it_comes_from_the_top_table() -> None:
    gold, silver, bronze = medals(_final(LEVEL, ALIKE))[:3]
    assert (gold.why, gold.decided_by) == (
        "Gold goes to the best total at the top table. Guest 5 scored at least as much, but did not play at the top table.",
        Decider.TOP_TABLE,
    )
    assert silver.why == "The total is at least the gold medallist's, but gold goes to the top table."
    assert (bronze.place, bronze.is_shared) == (3, True)
    assert bronze.why.startswith("Guest 2 and Guest 6 are level on")


def test_the_gold_of_a_final_is_decided_by_the_total_where_nobody_outside_is_as_good() -> None:
    poor = {player: amount - 100 * player for player, amount in ALIKE.items()}
    gold = medals(_final(LEVEL | {1: 60_000}, poor))[0]
    assert (gold.player, gold.why, gold.decided_by) == (
        1,
        "Gold goes to the best total at the top table.",
        Decider.TOTAL,
    )


def test_a_ruling_among_the_top_table_decides_the_gold_and_is_told_to_who_was_second() -> None:
    tied = _final(LEVEL | {2: 40_000}, ALIKE, ties=(TieRuling((PlayerId(2), PlayerId(1)), "most wins"),))
    places = {place.player: place for place in medals(tied)}
    ruling = "Guest 1 and Guest 2 are level on 36.655; the director ruled: most wins."
    assert places[PlayerId(2)].decided_by is Decider.RULING
    assert places[PlayerId(2)].why.endswith(ruling)
    assert places[PlayerId(1)].why == ruling
    assert places[PlayerId(5)].why == "The total is at least the gold medallist's, but gold goes to the top table."


def test_gold_comes_from_the_room_once_a_top_table_player_was_disqualified() -> None:
    gold = medals(ranking_example("E22 with A disqualified"))[0]
    assert (gold.player, gold.decided_by) == (E, Decider.ROOM)
    assert (
        gold.why
        == "Gold goes to the best total overall: a player at the top table was disqualified after the final began (R43)."
    )


def test_a_disqualification_alone_does_not_open_the_room() -> None:
    event = with_entry(ranking_example("E22"), A, status=Status.DISQUALIFIED)
    assert [(place.player, place.medal) for place in medals(event)[:3]] == [
        (B, Medal.GOLD),
        (E, Medal.SILVER),
        (C, Medal.BRONZE),
    ]


def test_a_tie_for_gold_at_the_top_table_is_shared_and_leaves_no_silver() -> None:
    places = medals(ranking_example("E22 with A and B tied"))
    assert [(place.player, place.place, place.medal, place.is_shared) for place in places[:4]] == [
        (A, 1, Medal.GOLD, True),
        (B, 1, Medal.GOLD, True),
        (E, 3, Medal.BRONZE, False),
        (C, 4, None, False),
    ]
    assert places[0].why.endswith("Guest 1 and Guest 2 are level on 137.520 and share the place.")


def test_the_directors_ruling_splits_a_tie_for_gold_and_not_the_pentamind_rank() -> None:
    ruling = TieRuling((B, A), "result in the final round.")
    event = replace(ranking_example("E22 with A and B tied"), ties=(ruling,))
    assert [(place.player, place.medal) for place in medals(event)[:3]] == [
        (B, Medal.GOLD),
        (E, Medal.SILVER),
        (A, Medal.BRONZE),
    ]
    assert medals(event)[0].why.endswith(
        "Guest 1 and Guest 2 are level on 137.520; the director ruled: result in the final round."
    )
    assert [(place.player, place.rank, place.points) for place in pentamind(event)[1:3]] == [
        (A, 2, 85_909),
        (B, 2, 85_909),
    ]


@pytest.mark.parametrize(("ruled", "first"), [([(A, B)], A), ([(A, B), (B, A)], B), ([(A, B), (C, B, D, A)], A)])
def test_the_last_ruling_on_those_who_are_tied_and_nobody_else_counts(
    ruled: list[tuple[PlayerId, ...]], first: PlayerId
) -> None:
    event = replace(
        ranking_example("E22 with A and B tied"), ties=tuple(TieRuling(players, "dice") for players in ruled)
    )
    assert [place.player for place in medals(event) if place.medal is Medal.GOLD] == [first]


@pytest.mark.parametrize("ruled", [(A,), (A, E), (C, D, E)])
def test_a_ruling_that_leaves_a_tied_player_out_splits_nothing(ruled: tuple[PlayerId, ...]) -> None:
    event = replace(ranking_example("E22 with A and B tied"), ties=(TieRuling(ruled, "dice"),))
    assert [place.player for place in medals(event) if place.medal is Medal.GOLD] == [A, B]


def test_equal_shares_by_ruling_are_no_win_in_the_tie_break_steps() -> None:
    """A ruled table has no winner (R62), so the places there count for nobody (MSO-T, R46)."""
    ruled = replace(make_round(1), tables=(make_table([0, 0, 0, 0], ruling="the bank was lost"),))
    event = make_record(4, ruled, make_round(2, {1: 40_000, 2: 35_000, 3: 30_000, 4: 25_000}))
    found = by_value((PlayerId(1), PlayerId(2)), Key.PLACES, results_to_rank(event))
    assert {in_words(Key.PLACES, value): players for value, players in found.items()} == {
        "1 × place 1": (1,),
        "1 × place 2": (2,),
    }


def test_the_cut_is_the_published_swiss_final_with_its_first_table() -> None:
    event = ranking_example("E22")
    assert final_cut(event) == FinalCut(4, (A, B, C, D))
    draft = replace(event.rounds[3], state=RoundState.DRAFT)
    assert final_cut(replace(event, rounds=(*event.rounds[:3], draft))) is None
    assert final_cut(replace(event, rounds=event.rounds[:3])) is None


def test_gold_falls_to_the_room_where_nobody_of_the_top_table_is_left() -> None:
    event = ranking_example("E22")
    for player in (A, B, C, D):
        event = with_entry(event, player, status=Status.DISQUALIFIED)
    assert (medals(event)[0].player, medals(event)[0].decided_by) == (E, Decider.TOTAL)


def test_without_a_final_gold_is_the_best_total() -> None:
    event = make_record(4, make_round(1, {1: 10_000, 2: 20_000, 3: 30_000, 4: 40_000}))
    assert [(place.player, place.medal, place.decided_by) for place in medals(event)] == [
        (4, Medal.GOLD, Decider.TOTAL),
        (3, Medal.SILVER, Decider.TOTAL),
        (2, Medal.BRONZE, Decider.TOTAL),
        (1, None, Decider.TOTAL),
    ]


def test_three_players_make_gold_and_silver_alone() -> None:
    event = make_record(3, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}))
    assert [place.medal for place in medals(event)] == [Medal.GOLD, Medal.SILVER, None]


def test_a_medal_stays_with_who_is_marked_as_withdrawn_after_the_last_round() -> None:
    """R54 is about rounds not played; who goes home after the last one has played them all."""
    tables = ({1: 40_000, 2: 30_000, 3: 20_000, 7: 10_000}, {4: 41_000, 5: 31_000, 6: 21_000})
    event = make_record(7, make_round(1, *tables), make_round(2, *tables), rounds_planned=2)
    untouched = medals(event)
    assert untouched[0].medal is Medal.GOLD
    winner = untouched[0].player
    for stored in (None, 0, 1, 2):  # whatever was stored when it was entered, the winner sat in round 2
        assert medals(with_entry(event, winner, status=Status.WITHDRAWN, last_round=stored)) == untouched
    without = event.with_round(without_player(event.round(2), winner))
    early = medals(with_entry(without, winner, status=Status.WITHDRAWN, last_round=2))
    assert winner not in [place.player for place in early]


def test_a_withdrawn_player_keeps_a_rank_and_takes_no_medal() -> None:
    event = with_entry(
        make_record(4, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000, 4: 10_000}), rounds_planned=2),
        1,
        status=Status.WITHDRAWN,
        last_round=1,
    )
    assert [(row.player, row.rank) for row in standings(event)] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [(place.player, place.medal) for place in medals(event)] == [
        (2, Medal.GOLD),
        (3, Medal.SILVER),
        (4, Medal.BRONZE),
    ]


def test_before_the_first_round_is_closed_there_is_nothing_to_win() -> None:
    event = make_record(3, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}, state=RoundState.PUBLISHED))
    assert (medals(event), junior_medals(event), pentamind(event)) == ((), (), ())
    assert [(row.total, row.rank, row.why) for row in standings(event)] == [
        (0, 1, "No rounds have been closed yet.")
    ] * 3


def _juniors(*young: int) -> EventRecord:
    cash = {player: 90_000 - 10_000 * player for player in range(1, 5)}
    event = make_record(8, make_round(1, cash, {player + 4: amount for player, amount in cash.items()}))
    for player in young:
        event = with_entry(event, player, is_junior=True)
    return event


def test_four_juniors_win_medals_wherever_they_stand() -> None:
    assert [(place.player, place.medal) for place in junior_medals(_juniors(3, 4, 7, 8))] == [
        (3, Medal.GOLD),
        (7, Medal.GOLD),
        (4, Medal.BRONZE),
        (8, Medal.BRONZE),
    ]


def test_fewer_juniors_win_medals_in_the_upper_half_alone() -> None:
    first, second = junior_medals(_juniors(2, 4))
    assert (first.player, first.medal, second.player, second.medal) == (2, Medal.GOLD, 4, None)
    assert second.why.endswith("No medal: only 2 juniors, and not in the upper half.")


def test_a_junior_outside_the_top_table_may_win_the_junior_gold() -> None:
    event = with_entry(with_entry(ranking_example("E22"), B, is_junior=True), E, is_junior=True)
    assert [(place.player, place.medal) for place in junior_medals(event)] == [(E, Medal.GOLD), (B, Medal.SILVER)]


def test_where_nobody_can_win_a_medal_the_list_is_empty() -> None:
    event = make_record(3, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}))
    assert junior_medals(event) == ()
    for player in (1, 2, 3):
        event = with_entry(event, player, status=Status.WITHDRAWN)
    assert medals(event) == ()


@given(records)
def test_places_of_the_medal_list_are_taken_once_and_gold_keeps_to_the_top_table(event: EventRecord) -> None:
    places = medals(event)
    assert len({place.player for place in places}) == len(places)
    for index, place in enumerate(places):
        assert place.place <= index + 1
        assert place.why
    cut = final_cut(event)
    left = [place for place in places if cut and place.player in cut.top_table]
    if left and not event.gold_from_room:
        best = max(place.total for place in left)
        assert all(place in left and place.total == best for place in places if place.place == 1)


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
    event = make_record(16, *ranking_example("E22").rounds, format=with_settings(MSO_ACQUIRE, {"dilution": 950}))
    assert pentamind(event)[0].points == 90_682


@given(records)
def test_pentamind_places_share_out_all_places(event: EventRecord) -> None:
    places = pentamind(event)
    players = len(in_the_field(event))
    if places:
        assert sum(place.place_halves for place in places) == players * (players + 1)
    for place in places:
        assert (place.points == 0) >= (place.is_withdrawn or place.is_disqualified)


def test_the_best_five_results_make_the_pentamind_of_several_events() -> None:
    points = {"Ada": [90_000, 10_000, 80_000, 70_000, 60_000, 50_000], "Ben": [100_000], "Cai": [60_000, 40_000]}
    assert pentamind_of_events(points) == [
        (1, False, 350_000, "Ada"),
        (2, True, 100_000, "Ben"),
        (2, True, 100_000, "Cai"),
    ]
