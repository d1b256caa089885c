"""Totals, ranks, the reasons for them, and whom a change moves (R54, R61, R65-R67)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import cases_of, make_record, make_round, records, with_entry
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.rounds import PenaltyRecord
from tournament.record.settings import with_settings
from tournament.record.vocabulary import (
    CellKind,
    CountedBy,
    FineTiming,
    Medal,
    PenaltyKind,
    PlayerId,
    RoundCell,
    RoundKind,
    RoundState,
    SitOutKind,
    Standing,
    Status,
    format_thousandths,
)
from tournament.scores.medals import medals, pentamind
from tournament.scores.steps import ScoringError
from tournament.scores.totals import TotalChange, in_the_field, standings, total_changes


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


def test_equal_totals_share_a_rank_and_the_next_rank_is_left_out() -> None:
    rows = standings(make_record(4, make_round(1, {1: 30_000, 2: 40_000, 3: 30_000, 4: 20_000})))
    assert [(row.player, row.rank, row.is_tied) for row in rows] == [
        (2, 1, False),
        (1, 2, True),
        (3, 2, True),
        (4, 4, False),
    ]
    assert rows[1].why == "Tied for place 2 with Guest 3 on 24.510; ties in the standings are not broken."


def test_a_tie_of_many_names_some_and_counts_the_others() -> None:
    rows = standings(make_record(5, make_round(1, dict.fromkeys(range(1, 6), 30_000))))
    assert (
        rows[0].why
        == "Tied for place 1 with Guest 2, Guest 3, Guest 4 and 1 other on 24.000; ties in the standings are not broken."
    )


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
    assert row.why == "Withdrew before round 2; each round not played scores 0.000."


@pytest.mark.parametrize("last_round", [3, None])
def test_who_withdraws_while_a_round_is_played_still_has_its_result_to_come(last_round: int | None) -> None:
    """Seated in round 3 as it is played: that round is pending, and only those after it are not played (R54)."""
    event = with_entry(_three_rounds(), 1, status=Status.WITHDRAWN, last_round=last_round)
    assert [(cell.kind, cell.score is None) for cell in _row(event, 1).cells] == [
        (CellKind.PLAYED, False),
        (CellKind.PLAYED, False),
        (CellKind.PENDING, True),
        (CellKind.WITHDRAWN, False),
    ]
    assert _row(event, 1).why.startswith("Withdrew before round 4;")


def test_the_standings_after_a_round_know_nothing_of_who_left_later() -> None:
    event = with_entry(_three_rounds(), 3, status=Status.WITHDRAWN, last_round=3)
    row = _row(event, 3, through=2)
    assert [cell.kind for cell in row.cells] == [*[CellKind.PLAYED] * 2, *[CellKind.PENDING] * 2]
    assert row.why == ""


@pytest.mark.parametrize("status", Status)
def test_once_a_round_is_closed_who_had_no_seat_is_no_player_whatever_the_status(status: Status) -> None:
    """Eight play, a ninth never sits down: a word about the ninth moves nobody's points."""
    tables = ({1: 40_000, 2: 30_000, 3: 20_000, 7: 10_000}, {4: 41_000, 5: 31_000, 6: 21_000, 8: 11_000})
    event = with_entry(make_record(9, make_round(1, *tables), rounds_planned=1), 9, status=status)
    assert [entry.player for entry in in_the_field(event)] == list(range(1, 9))
    assert [format_thousandths(place.points) for place in pentamind(event)][:2] == ["92.857", "79.592"]
    assert pentamind(event)[-1].points == 0


def test_before_the_first_closed_round_a_player_is_who_is_here() -> None:
    event = make_record(4, make_round(1, {1: None, 2: None, 3: None}, state=RoundState.PUBLISHED))
    assert [entry.player for entry in in_the_field(event)] == [1, 2, 3, 4]


def test_who_only_sat_out_counts_and_gets_neither_medal_nor_points() -> None:
    first = make_round(1, {1: 40_000, 2: 1_000, 3: 1_000}, sit_outs={4: SitOutKind.STANDARD})
    event = make_record(4, first, rounds_planned=1)
    second = next(place for place in pentamind(event) if place.player == 4)
    assert (second.rank, second.points, len(in_the_field(event))) == (2, 0, 4)
    assert [(place.player, place.medal) for place in medals(event)] == [
        (1, Medal.GOLD),
        (2, Medal.SILVER),
        (3, Medal.SILVER),
    ]


def test_a_list_published_by_an_earlier_version_counts_by_status() -> None:
    first = make_round(1, {1: 40_000, 2: 1_000, 3: 1_000}, sit_outs={4: SitOutKind.STANDARD})
    event = with_entry(make_record(5, first, rounds_planned=1), 5, status=Status.WITHDRAWN)
    event = replace(event, counted_by=CountedBy.STATUS)
    assert len(in_the_field(event)) == 5
    assert medals(event)[1].player == 4


def test_a_draw_counts_who_is_here_and_has_had_no_seat() -> None:
    event = make_record(4, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}))
    assert [row.player for row in standings(event)] == [1, 2, 3]
    assert [row.player for row in standings(event, with_arrivals=True)] == [1, 2, 3, 4]


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
    assert rows[-1].why == "Disqualified and not ranked; the games already played still count for the others."
    assert rows[0].cells[0].score == _row(_three_rounds(), 1).cells[0].score


def test_a_late_player_has_missed_the_rounds_before_joining() -> None:
    event = make_record(
        4,
        make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}),
        make_round(2, {1: 40_000, 2: 30_000, 3: 20_000, 4: 10_000}),
    )
    cells = _row(with_entry(event, 4, first_round=2), 4).cells
    assert [(cell.kind, cell.score) for cell in cells[:2]] == [(CellKind.MISSED, 0), (CellKind.PLAYED, 9_766)]


def test_a_seat_in_a_draft_puts_nobody_in_the_field() -> None:
    draft = make_round(1, {1: None, 2: None, 3: None}, state=RoundState.DRAFT)
    event = with_entry(make_record(3, draft), 3, status=Status.ABSENT)
    assert [entry.player for entry in in_the_field(event)] == [1, 2]


def test_who_played_is_in_the_field_whatever_the_status_says_now() -> None:
    event = with_entry(make_record(3, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000})), 3, status=Status.ABSENT)
    assert [entry.player for entry in in_the_field(event)] == [1, 2, 3]


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


NAMES = ("Ada Demo", "Ben Demo", "Cai Demo", "Dot Demo")
FINE = PenaltyRecord(PlayerId(1), 1, PenaltyKind.FINE, 5_000, "misread a tile again")


def event(cash: tuple[int, ...] = (40_000, 36_000, 30_000, 20_000)) -> EventRecord:
    seats = tuple(SeatRecord(PlayerId(number), number, cash=amount) for number, amount in enumerate(cash, 1))
    return EventRecord(
        "cup",
        "Cup",
        date(2026, 8, 20),
        1,
        entries=tuple(EntryRecord(PlayerId(number), name) for number, name in enumerate(NAMES, 1)),
        rounds=(RoundRecord(1, RoundKind.RANDOM, RoundState.CLOSED, (TableRecord(1, seats),)),),
    )


def test_a_fine_before_the_bonus_changes_the_winner_and_every_total() -> None:
    before = event()
    after = replace(before, penalties=(FINE,))
    # Without the fine: 40,000 x 1.06 = 42,400 of 128,400; with it E13: 35,000 and 36,000 x 1.06 = 38,200 of 123,200.
    assert total_changes(before, after) == (
        TotalChange(PlayerId(2), "Ben Demo", 28_037, 31_006, 2, 1),
        TotalChange(PlayerId(1), "Ada Demo", 33_022, 28_409, 1, 2),
        TotalChange(PlayerId(3), "Cai Demo", 23_364, 24_351, 3, 3),
        TotalChange(PlayerId(4), "Dot Demo", 15_576, 16_234, 4, 4),
    )


def test_a_setting_moves_totals_too() -> None:
    before = replace(event(), penalties=(FINE,))
    after = replace(before, format=with_settings(before.format, {"fine_timing": FineTiming.AFTER_BONUS}))
    assert [(row.player, row.after) for row in total_changes(before, after)] == [  # E14
        (1, 30_308),
        (2, 29_173),
        (3, 24_311),
        (4, 16_207),
    ]


def test_nothing_moves_where_nothing_counts_yet() -> None:
    playing = replace(event(), rounds=(replace(event().rounds[0], state=RoundState.PUBLISHED),))
    assert total_changes(playing, replace(playing, penalties=(FINE,))) == ()
    assert total_changes(event(), event()) == ()


def test_a_change_that_leaves_nothing_to_share_is_refused() -> None:
    poor = event((4_000, 0, 0, 0))
    with pytest.raises(ScoringError):
        total_changes(poor, replace(poor, penalties=(FINE,)))
