"""Totals, ranks, medals and Pentamind points (R61, R64-R67, section 2.1)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.worked import (
    cases_of,
    cash_for_scores,
    make_entries,
    make_record,
    make_round,
    records,
    rows_of,
    thousandths,
    with_entry,
)
from tournament.records import EventRecord, FinalCut, RoundRecord, TieRuling
from tournament.rulesets import MSO_ACQUIRE
from tournament.standings import final_cut, in_the_field, junior_medals, medals, pentamind, pentamind_points, standings
from tournament.vocabulary import (
    CellKind,
    Decider,
    Medal,
    PentamindPlace,
    PlayerId,
    RoundCell,
    RoundKind,
    RoundState,
    SitOutKind,
    Standing,
    Status,
    format_thousandths,
)

LETTERS = {letter: PlayerId(number) for number, letter in enumerate("ABCDE", 1)}
A, B, C, D, E = LETTERS.values()


def _example(case: str) -> EventRecord:
    """E22: sixteen players whose scores after three rounds and in the final are those of the rules."""
    rows = {LETTERS[row["player"]]: row for row in cases_of("ranking")[case]}
    third = {player: format_thousandths(thousandths(row["after_three"]) // 3) for player, row in rows.items()}
    drawn: tuple[dict[int, str], ...] = (
        {A: third[A], E: third[E], 6: "16.140", 7: "16.140"},
        {B: third[B], 8: "22.066", 9: "22.067", 10: "22.067"},
        {C: third[C], 11: "22.236", 12: "22.236", 13: "22.236"},
        {D: third[D], 14: "22.444", 15: "22.444", 16: "22.444"},
    )
    final: tuple[dict[int, str], ...] = (
        {player: rows[player]["final"] for player in (A, B, C, D)},
        {E: rows[E]["final"], 6: "18.300", 7: "18.300", 8: "18.300"},
        {9: "28.000", 10: "24.000", 11: "24.000", 12: "24.000"},
        {13: "28.000", 14: "24.000", 15: "24.000", 16: "24.000"},
    )
    event = make_record(
        16,
        *(make_round(number, *(cash_for_scores(scores) for scores in drawn)) for number in (1, 2, 3)),
        make_round(4, *(cash_for_scores(scores) for scores in final), kind=RoundKind.SWISS),
    )
    if "disqualified" not in case:
        return event
    return replace(with_entry(event, A, status=Status.DISQUALIFIED, last_round=4), gold_from_room=True)


@pytest.mark.parametrize("case", cases_of("ranking"))
def test_the_worked_ranking_has_its_totals_ranks_medals_and_pentamind_points(case: str) -> None:
    event = _example(case)
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
    gold, silver, bronze = medals(_example("E22"))[:3]
    assert [(place.player, place.place, place.medal, place.decided_by) for place in (gold, silver, bronze)] == [
        (B, 1, Medal.GOLD, Decider.TOP_TABLE),
        (E, 2, Medal.SILVER, Decider.TOTAL),
        (A, 3, Medal.BRONZE, Decider.TOTAL),
    ]
    assert gold.why == (
        "Best total at the top table, which takes gold (R64). Guest 5 scored more in all, but did not play at the top table."
    )
    assert silver.why == "More points than the winner of gold, which comes from the top table (R64)."
    assert bronze.why == "129.211 in all, 8.332 ahead of the next (R65)."


def test_gold_comes_from_the_room_once_a_top_table_player_was_disqualified() -> None:
    gold = medals(_example("E22 with A disqualified"))[0]
    assert (gold.player, gold.decided_by) == (E, Decider.ROOM)
    assert (
        gold.why
        == "Best total in the room, for a player of the top table was disqualified after the final began (R43)."
    )


def test_a_disqualification_alone_does_not_open_the_room() -> None:
    event = with_entry(_example("E22"), A, status=Status.DISQUALIFIED)
    assert [(place.player, place.medal) for place in medals(event)[:3]] == [
        (B, Medal.GOLD),
        (E, Medal.SILVER),
        (C, Medal.BRONZE),
    ]


def test_a_tie_for_gold_at_the_top_table_is_shared_and_leaves_no_silver() -> None:
    places = medals(_example("E22 with A and B tied"))
    assert [(place.player, place.place, place.medal, place.is_shared) for place in places[:4]] == [
        (A, 1, Medal.GOLD, True),
        (B, 1, Medal.GOLD, True),
        (E, 3, Medal.BRONZE, False),
        (C, 4, None, False),
    ]
    assert places[0].why.endswith("Guest 1 and Guest 2 are equal on 137.520 and share the place (R65).")


def test_the_directors_ruling_splits_a_tie_for_gold_and_not_the_pentamind_rank() -> None:
    ruling = TieRuling((B, A), "result in the final round.")
    event = replace(_example("E22 with A and B tied"), ties=(ruling,))
    assert [(place.player, place.medal) for place in medals(event)[:3]] == [
        (B, Medal.GOLD),
        (E, Medal.SILVER),
        (A, Medal.BRONZE),
    ]
    assert medals(event)[0].why.endswith(
        "Guest 1 and Guest 2 are equal on 137.520; the director ruled: result in the final round (R65)."
    )
    assert [(place.player, place.rank, place.points) for place in pentamind(event)[1:3]] == [
        (A, 2, 85_909),
        (B, 2, 85_909),
    ]


@pytest.mark.parametrize(("ruled", "first"), [([(A, B)], A), ([(A, B), (B, A)], B), ([(C, B, D, A)], B)])
def test_the_last_ruling_that_covers_everybody_tied_counts(ruled: list[tuple[PlayerId, ...]], first: PlayerId) -> None:
    event = replace(_example("E22 with A and B tied"), ties=tuple(TieRuling(players, "dice") for players in ruled))
    assert [place.player for place in medals(event) if place.medal is Medal.GOLD] == [first]


@pytest.mark.parametrize("ruled", [(A,), (A, E), (C, D, E)])
def test_a_ruling_that_leaves_a_tied_player_out_splits_nothing(ruled: tuple[PlayerId, ...]) -> None:
    event = replace(_example("E22 with A and B tied"), ties=(TieRuling(ruled, "dice"),))
    assert [place.player for place in medals(event) if place.medal is Medal.GOLD] == [A, B]


def test_the_cut_is_the_published_swiss_final_with_its_first_table() -> None:
    event = _example("E22")
    assert final_cut(event) == FinalCut(4, (A, B, C, D))
    draft = replace(event.rounds[3], state=RoundState.DRAFT)
    assert final_cut(replace(event, rounds=(*event.rounds[:3], draft))) is None
    assert final_cut(replace(event, rounds=event.rounds[:3])) is None


def test_gold_falls_to_the_room_where_nobody_of_the_top_table_is_left() -> None:
    event = _example("E22")
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
    assert [(row.total, row.rank, row.why) for row in standings(event)] == [(0, 1, "No round is closed yet.")] * 3


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
    assert second.why.endswith("No medal: 2 juniors, and not in the upper half.")


def test_a_junior_outside_the_top_table_may_win_the_junior_gold() -> None:
    event = with_entry(with_entry(_example("E22"), B, is_junior=True), E, is_junior=True)
    assert [(place.player, place.medal) for place in junior_medals(event)] == [(E, Medal.GOLD), (B, Medal.SILVER)]


def test_where_nobody_can_win_a_medal_the_list_is_empty() -> None:
    event = make_record(3, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}))
    assert junior_medals(event) == ()
    for player in (1, 2, 3):
        event = with_entry(event, player, status=Status.WITHDRAWN)
    assert medals(event) == ()


def _journey(kind: SitOutKind | None) -> EventRecord:
    """A player's four rounds: first at a four, idle, first at a three, second at a four (the totals of the rules)."""
    four, three = (48_300, 39_200, 31_500, 24_700), (40_000, 35_000, 22_600)
    idle = {} if kind is None else {1: kind}
    return make_record(
        4,
        make_round(1, dict(zip((1, 2, 3, 4), four, strict=True))),
        make_round(2, dict(zip((2, 3, 4), three, strict=True)), sit_outs=idle),
        make_round(3, dict(zip((1, 2, 3), three, strict=True)), sit_outs={4: SitOutKind.STANDARD}),
        make_round(4, dict(zip((2, 1, 3, 4), four, strict=True))),
    )


@pytest.mark.parametrize(
    ("case", "kind", "cell"),
    [
        ("standard sit-out", SitOutKind.STANDARD, CellKind.SIT_OUT),
        ("pairing problem", SitOutKind.PAIRING_PROBLEM, CellKind.PAIRING_PROBLEM),
        ("missed round", SitOutKind.MISSED, CellKind.MISSED),
        ("missed round", None, CellKind.MISSED),
    ],
)
def test_a_total_is_the_sum_of_the_rounded_scores_and_idle_rounds_are_added_as_they_are(
    case: str, kind: SitOutKind | None, cell: CellKind
) -> None:
    rows = cases_of("totals")[case]
    (row,) = (row for row in standings(_journey(kind)) if row.player == 1)
    assert [format_thousandths(each.score or 0) for each in row.cells] == [expected["score"] for expected in rows]
    assert format_thousandths(row.total) == rows[0]["total"]
    assert (row.cells[1].kind, row.wins) == (cell, 2)


def test_a_standing_has_a_cell_for_every_planned_round() -> None:
    open_round = make_round(2, {1: None, 2: None, 3: None}, state=RoundState.PUBLISHED)
    event = make_record(3, make_round(1, {1: 40_000, 2: 35_000, 3: 22_600}), open_round)
    assert standings(event)[0] == Standing(
        player=PlayerId(1),
        cells=(
            RoundCell(1, CellKind.PLAYED, 31_800, 1, 3, True),
            *(RoundCell(number, CellKind.PENDING, None) for number in (2, 3, 4)),
        ),
        total=31_800,
        wins=1,
        rank=1,
        is_tied=False,
    )


def test_a_round_that_is_not_closed_does_not_count_even_with_all_results() -> None:
    played = make_round(1, {1: 40_000, 2: 35_000, 3: 22_600}, state=RoundState.PUBLISHED)
    assert {row.total for row in standings(make_record(3, played))} == {0}


def test_equal_totals_share_a_rank_and_the_next_rank_is_left_out() -> None:
    rows = standings(make_record(4, make_round(1, {1: 30_000, 2: 40_000, 3: 30_000, 4: 20_000})))
    assert [(row.player, row.rank, row.is_tied) for row in rows] == [
        (2, 1, False),
        (1, 2, True),
        (3, 2, True),
        (4, 4, False),
    ]
    assert rows[1].why == "Shares place 2 with Guest 3 on 24.510; nothing splits a tie in the standings (R66)."


def test_a_tie_of_many_is_counted_and_not_listed() -> None:
    rows = standings(make_record(5, make_round(1, dict.fromkeys(range(1, 6), 30_000))))
    assert rows[0].why == "Shares place 1 with 4 others on 24.000; nothing splits a tie in the standings (R66)."


def _three_rounds(**changes: object) -> EventRecord:
    """Four players of whom player 4 left or was late; round 3 is being played."""
    event = make_record(
        4,
        make_round(1, {1: 40_000, 2: 30_000, 3: 20_000, 4: 30_000}),
        make_round(2, {1: 40_000, 2: 30_000, 3: 20_000}),
        make_round(3, {1: None, 2: None, 3: None}, state=RoundState.PUBLISHED),
    )
    return with_entry(event, 4, **changes)


def _row(event: EventRecord, player: int, through: int | None = None) -> Standing:
    return next(row for row in standings(event, through) if row.player == player)


@pytest.mark.parametrize("last_round", [1, None])
def test_a_withdrawn_player_stays_with_nothing_for_the_rounds_not_played(last_round: int | None) -> None:
    row = _row(_three_rounds(status=Status.WITHDRAWN, last_round=last_round), 4)
    assert [(cell.kind, cell.score) for cell in row.cells] == [
        (CellKind.PLAYED, 24_510),
        (CellKind.WITHDRAWN, 0),
        (CellKind.WITHDRAWN, 0),
        (CellKind.WITHDRAWN, 0),
    ]
    assert (row.total, row.rank) == (24_510, 4)
    assert row.why == "Withdrew before round 2; each round not played scores 0.000 (R54)."


def test_the_standings_after_a_round_know_nothing_of_who_left_later() -> None:
    event = _three_rounds(status=Status.WITHDRAWN, last_round=2)
    assert [cell.kind for cell in _row(event, 4, through=1).cells] == [CellKind.PLAYED, *[CellKind.PENDING] * 3]


def test_a_player_who_left_before_playing_counts_from_the_first_round() -> None:
    event = with_entry(make_record(4, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000})), 4, status=Status.WITHDRAWN)
    assert {cell.kind for cell in _row(event, 4).cells} == {CellKind.WITHDRAWN}


def test_a_player_who_left_after_the_last_round_has_all_scores() -> None:
    event = with_entry(_journey(SitOutKind.STANDARD), 1, status=Status.WITHDRAWN, last_round=4)
    assert (_row(event, 1).total, _row(event, 1).why) == (
        118_464,
        "Withdrew after the last round.",
    )


def test_the_disqualified_stand_last_without_a_rank_and_their_games_stand_for_the_others() -> None:
    event = _three_rounds(status=Status.DISQUALIFIED, last_round=1)
    rows = standings(event)
    assert [(row.player, row.rank) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, None)]
    assert rows[-1].why == "Disqualified and not ranked; the games played stand for the others (R67)."
    assert rows[0].cells[0].score == _row(_three_rounds(), 1).cells[0].score


def test_a_late_player_has_missed_the_rounds_before_joining() -> None:
    event = make_record(
        4,
        make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}),
        make_round(2, {1: 40_000, 2: 30_000, 3: 20_000, 4: 10_000}),
    )
    cells = _row(with_entry(event, 4, first_round=2), 4).cells
    assert [(cell.kind, cell.score) for cell in cells[:2]] == [(CellKind.MISSED, 0), (CellKind.PLAYED, 9_766)]


@pytest.mark.parametrize("status", [Status.REGISTERED, Status.LATE, Status.EXCLUDED, Status.ABSENT])
def test_who_never_came_is_not_in_the_field(status: Status) -> None:
    event = with_entry(make_record(4, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000})), 4, status=status)
    assert [entry.player for entry in in_the_field(event)] == [1, 2, 3]
    assert [place.player for place in pentamind(event)] == [1, 2, 3]


def test_a_seat_in_a_draft_puts_nobody_in_the_field() -> None:
    draft = make_round(1, {1: None, 2: None, 3: None}, state=RoundState.DRAFT)
    event = with_entry(make_record(3, draft), 3, status=Status.ABSENT)
    assert [entry.player for entry in in_the_field(event)] == [1, 2]


def test_who_played_is_in_the_field_whatever_the_status_says_now() -> None:
    event = with_entry(make_record(3, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000})), 3, status=Status.ABSENT)
    assert [entry.player for entry in in_the_field(event)] == [1, 2, 3]


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


def test_the_dilution_of_the_event_is_applied() -> None:
    event = make_record(16, *_example("E22").rounds, ruleset=replace(MSO_ACQUIRE, dilution=950))
    assert pentamind(event)[0].points == 90_682


@given(records, st.integers(0, 2**32 - 1))
def test_the_order_in_which_things_are_stored_changes_nothing(event: EventRecord, seed: int) -> None:
    random = Random(seed)

    def shuffled(record: RoundRecord) -> RoundRecord:
        tables = tuple(
            replace(table, seats=tuple(random.sample(table.seats, table.size)))
            for table in random.sample(record.tables, len(record.tables))
        )
        return replace(record, tables=tables, sit_outs=tuple(random.sample(record.sit_outs, len(record.sit_outs))))

    other = replace(
        event,
        entries=tuple(random.sample(event.entries, len(event.entries))),
        rounds=tuple(shuffled(record) for record in event.rounds),
        penalties=tuple(random.sample(event.penalties, len(event.penalties))),
    )
    assert standings(other) == standings(event)
    assert [(place.player, place.place, place.medal) for place in medals(other)] == [
        (place.player, place.place, place.medal) for place in medals(event)
    ]
    assert pentamind(other) == pentamind(event)


@given(records)
def test_totals_are_sums_and_ranks_count_who_is_ahead(event: EventRecord) -> None:
    rows = standings(event)
    ranked = [row for row in rows if row.rank is not None]
    for row in rows:
        assert row.total == sum(cell.score or 0 for cell in row.cells)
        assert len(row.cells) == event.rounds_planned
        assert row.wins == sum(cell.is_winner for cell in row.cells)
    for row in ranked:
        assert row.rank == 1 + sum(other.total > row.total for other in ranked)
        assert row.is_tied == (sum(other.total == row.total for other in ranked) > 1)
        assert row.why or not row.is_tied
    assert rows[: len(ranked)] == tuple(ranked)


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


@given(records)
def test_pentamind_places_share_out_all_places(event: EventRecord) -> None:
    places = pentamind(event)
    players = len(in_the_field(event))
    if places:
        assert sum(place.place_halves for place in places) == players * (players + 1)
    for place in places:
        assert (place.points == 0) >= (place.is_withdrawn or place.is_disqualified)


def test_a_field_of_a_thousand_is_ranked() -> None:
    tables = [{4 * table + seat: 40_000 - 1_000 * seat - 10 * table for seat in range(1, 5)} for table in range(250)]
    event = make_record(1_000, make_round(1, *tables), entries=make_entries(1_000))
    assert standings(event)[0].rank == 1
    assert len(medals(event)) == len(pentamind(event)) == 1_000
