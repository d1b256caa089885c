"""What an event answers about itself, and how numbers are written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournament.scores.worked import make_record, make_round, make_table, with_entry, without_player
from tournament.draw.allocation import Arrangement, ArrangementKind
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import (
    PlayerId,
    ResultState,
    RoundState,
    SitOutKind,
    SitOutSource,
    Status,
    format_sizes,
    format_thousandths,
)


def test_a_table_has_a_result_when_every_seat_has_its_cash() -> None:
    assert make_table([40_000, 0, 22_600]).has_result
    assert not make_table([40_000, None, 22_600]).has_result


def test_a_table_holds_figures_when_any_seat_has_cash_or_a_report_waits() -> None:
    empty = make_table([None, None, None])
    assert not empty.holds_figures
    assert make_table([40_000, None, None]).holds_figures
    assert replace(empty, waiting=ResultState.REPORTED).holds_figures


def test_the_size_of_a_table_is_the_number_of_players_who_started() -> None:
    assert make_table([None] * 5).size == 5
    assert make_round(1, {1: 0, 2: 0, 3: 0, 4: 0}, {5: 0, 6: 0, 7: 0}).sizes == (4, 3)


def test_only_present_players_are_drawn() -> None:
    event = with_entry(with_entry(make_record(4), 2, status=Status.WITHDRAWN), 3, status=Status.LATE)
    assert [entry.player for entry in event.active] == [1, 4]


def test_only_closed_rounds_count() -> None:
    tables = {1: 1_000, 2: 0, 3: 0}
    event = make_record(
        3,
        make_round(1, tables),
        make_round(2, tables, state=RoundState.PUBLISHED),
        make_round(3, tables, state=RoundState.DRAFT),
    )
    assert [record.number for record in event.closed_rounds] == [1]


def test_entries_and_rounds_are_found_by_number() -> None:
    event = make_record(3, make_round(1, {1: 1_000, 2: 0, 3: 0}))
    assert event.entry(PlayerId(2)).name == "Guest 2"
    assert event.round(1).number == 1
    with pytest.raises(KeyError):
        event.entry(PlayerId(4))
    with pytest.raises(KeyError):
        event.round(2)


@pytest.mark.parametrize(
    ("kind", "score", "counts"),
    [
        (SitOutKind.STANDARD, 25_000, True),
        (SitOutKind.PAIRING_PROBLEM, 30_000, True),
        (SitOutKind.MISSED, 0, False),
    ],
)
def test_each_kind_of_idle_round_has_its_score_and_may_use_up_the_sit_out(
    kind: SitOutKind, score: int, counts: bool
) -> None:
    assert (MSO_ACQUIRE.score_of(kind), kind.counts_as_sit_out) == (score, counts)


TWO_TABLES = ({1: 40_000, 2: 30_000, 3: 20_000}, {4: 41_000, 5: 31_000, 6: 21_000})


@pytest.mark.parametrize(
    ("status", "last_played", "left_early", "left_after"),
    [
        (Status.WITHDRAWN, 0, True, 0),
        (Status.WITHDRAWN, 1, True, 1),
        (Status.WITHDRAWN, 2, False, 2),
        (Status.DISQUALIFIED, 1, False, 1),  # that is another thing (R67)
        (Status.PRESENT, 1, False, None),
    ],
)
@pytest.mark.parametrize("stored", [None, 0, 1, 2])
def test_who_withdraws_without_the_last_round_has_left_early_whatever_was_stored_when_it_was_entered(
    status: Status, last_played: int, left_early: bool, left_after: int | None, stored: int | None
) -> None:
    rounds = [make_round(number, *TWO_TABLES) for number in (1, 2)]
    rounds = [row if row.number <= last_played else without_player(row, 1) for row in rounds]
    event = with_entry(make_record(6, *rounds, rounds_planned=2), 1, status=status, last_round=stored)
    assert (event.has_left_early(PlayerId(1)), event.left_after(PlayerId(1))) == (left_early, left_after)


@pytest.mark.parametrize(
    ("stored", "begun", "is_seated_in", "first"),
    [(1, 0, 0, 1), (3, 2, 0, 3), (3, 1, 0, 2), (3, 2, 2, 2), (2, 3, 3, 2)],
)
def test_the_first_round_of_a_late_comer_follows_the_rounds_as_they_stand(
    stored: int, begun: int, is_seated_in: int, first: int
) -> None:
    rounds = [make_round(number, *TWO_TABLES, state=RoundState.PUBLISHED) for number in range(1, begun + 1)]
    rounds = [row if row.number == is_seated_in else without_player(row, 1) for row in rounds]
    event = with_entry(make_record(6, *rounds), 1, first_round=stored)
    assert event.first_round_of(PlayerId(1)) == first


def test_a_round_planned_anew_is_a_round_that_the_withdrawn_do_not_play() -> None:
    event = make_record(6, make_round(1, *TWO_TABLES), rounds_planned=1)
    event = with_entry(event, 1, status=Status.WITHDRAWN, last_round=1)
    assert not event.has_left_early(PlayerId(1))
    assert replace(event, rounds_planned=2).has_left_early(PlayerId(1))


@pytest.mark.parametrize(
    ("kind", "source", "takes_part"),
    [
        (SitOutKind.STANDARD, SitOutSource.DRAW, True),
        (SitOutKind.PAIRING_PROBLEM, SitOutSource.DRAW, True),
        (SitOutKind.STANDARD, SitOutSource.NO_SHOW, True),
        (SitOutKind.MISSED, SitOutSource.NO_SHOW, False),
        (SitOutKind.STANDARD, SitOutSource.LATE_ENTRY, False),
        (SitOutKind.PAIRING_PROBLEM, SitOutSource.LATE_ENTRY, False),
        (SitOutKind.MISSED, SitOutSource.LATE_ENTRY, False),
        (SitOutKind.MISSED, SitOutSource.RETURN, False),
    ],
)
@pytest.mark.parametrize("state", [RoundState.PUBLISHED, RoundState.CLOSED])
def test_who_sits_out_by_the_draw_of_a_begun_round_has_taken_part(
    kind: SitOutKind, source: SitOutSource, takes_part: bool, state: RoundState
) -> None:
    idle = SitOutRecord(PlayerId(4), kind, source=source)
    played = replace(make_round(1, {1: 40_000, 2: 30_000, 3: 20_000}, state=state), sit_outs=(idle,))
    assert make_record(4, played).has_taken_part(PlayerId(4)) is takes_part


def test_a_seat_is_taking_part_once_the_round_has_begun() -> None:
    seats = {1: 40_000, 2: 30_000, 3: 20_000}
    drafted = make_record(4, make_round(1, seats, state=RoundState.DRAFT))
    begun = make_record(4, make_round(1, seats, state=RoundState.PUBLISHED), make_round(2, seats))
    assert [drafted.has_taken_part(PlayerId(player)) for player in (1, 4)] == [False, False]
    assert [begun.has_taken_part(PlayerId(player)) for player in (1, 4)] == [True, False]
    assert begun.last_seen == {1: 2, 2: 2, 3: 2}


def test_an_arrangement_says_whom_it_serves_and_how_it_is_read_out() -> None:
    arrangement = Arrangement((4, 4, 4), 1, ArrangementKind.ALTERNATIVE)
    assert (arrangement.players, arrangement.label) == (13, "4 4 4, one sits out")


@pytest.mark.parametrize(
    ("value", "text"), [(31_800, "31.800"), (5, "0.005"), (-2_212, "-2.212"), (118_464, "118.464")]
)
def test_thousandths_are_written_with_three_decimals(value: int, text: str) -> None:
    assert format_thousandths(value) == text


def test_many_tables_are_written_as_counts() -> None:
    assert format_sizes((4,) * 12) == "4 4 4 4 4 4 4 4 4 4 4 4"
    assert format_sizes((4,) * 62 + (3,) * 2) == "62 × 4, 2 × 3"
    assert Arrangement((4,) * 13, 1, ArrangementKind.FREE).label == "13 × 4, one sits out"
