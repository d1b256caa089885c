"""Reports: made, waiting, made official, kept for ever, corrected after closing (R11, R68), restored, ruled equal (R62)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.build import being_played, director_of, enter_results, make_director, make_event, play_to, publish
from tests.tournament.services.results.typed import FIRST, SECOND, cash_at, typed
from tournament.draw.lines import line
from tournament.models import Change, Event, Seat, TableReport
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import (
    DisputeState,
    Dollars,
    PenaltyKind,
    PlayerId,
    ReportSource,
    ResultState,
    RoundState,
)
from tournament.scores.scoring import score_round
from tournament.scores.totals import standings
from tournament.services.changes import Actor
from tournament.services.changes.refusals import RefusedError
from tournament.services.results.confirming import confirm_results
from tournament.services.results.reports import (
    correct_result,
    record_result,
    record_results,
    report_result,
    restore_result,
    rule_equal_shares,
    versions_of,
)
from tournament.services.rounds import close_round
from tournament.services.seats import swap_players
from tournament.slices.disputes.acts import open_dispute, settle_dispute
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def official_since(event: Event, table: int) -> int:
    """The version that made the result of a table official."""
    official = record_of(event).table(1, table).official
    assert official is not None
    return official.version


def test_a_table_may_be_reported_in_part_and_completed_later(event: Event) -> None:
    record_result(event, director_of(event), 1, typed(event, 1, (40000, None, 30000, None)))
    assert not record_of(event).round(1).tables[0].has_result
    record_result(event, director_of(event), 1, typed(event, 1, FIRST))
    assert cash_at(event) == list(FIRST)
    official = record_of(event).table(1, 1).official
    assert official is not None
    assert (official.source, official.reported_by, official.official_by) == (ReportSource.DESK, "director", "director")
    assert official.version == event.version


@pytest.fixture
def actor(event: Event) -> User:
    """Who directs the event."""
    return director_of(event)


def test_a_closed_round_takes_no_result_but_a_correction_with_a_reason(actor: User, event: Event) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    close_round(event, actor, 1)
    with pytest.raises(RefusedError, match="Round 1 is not being played"):
        record_result(event, actor, 1, typed(event, 1, SECOND))
    with pytest.raises(RefusedError, match="Give a reason; it is kept in the change log"):
        correct_result(event, actor, 1, typed(event, 1, SECOND), " ")
    correct_result(event, actor, 1, replace(typed(event, 1, SECOND), ended_by="all safe"), "recount")
    assert cash_at(event) == list(SECOND)
    assert record_of(event).round(1).state is RoundState.CLOSED
    change = Change.objects.filter(event=event).latest("version")
    assert (change.act, change.reason) == (Act.CORRECT_RESULT.value, "recount")
    assert (change.round_number, change.table_number) == (1, 1)
    assert sentence_of(change, record_of(event)) == "Result for table 1 in round 1 corrected"
    seat = record_of(event).table(1, 1).seats[0]
    assert [row.words for row in differences(change, record_of(event))] == [
        f"{record_of(event).name_of(seat.player)}: 40,000 → 41,000"
    ]


def test_a_correction_moves_the_totals_and_seats_nobody_anew(event: Event) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    close_round(event, director_of(event), 1)
    played = play_to(event, round_closed=2)
    seats = [table.seats for table in record_of(played).round(2).tables]
    before = {row.player: row.total for row in standings(record_of(played))}
    correct_result(played, director_of(played), 1, typed(played, 1, (20000, 35000, 30000, 40000)), "two swapped")
    after = {row.player: row.total for row in standings(record_of(played))}
    at_table = {seat.player for seat in record_of(played).round(1).tables[0].seats}
    assert {player for player in after if after[player] != before[player]} <= at_table
    assert after != before
    assert [table.seats for table in record_of(played).round(2).tables] == seats


@pytest.mark.parametrize("amounts", [(None, 35000, 30000, 20000), (0, 0, 0, 0)])
def test_a_correction_that_could_not_be_scored_is_refused_whole(
    event: Event, amounts: tuple[Dollars | None, ...]
) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    close_round(event, director_of(event), 1)
    with pytest.raises(RefusedError):
        correct_result(event, director_of(event), 1, typed(event, 1, amounts), "recount")
    assert cash_at(event) == list(FIRST)
    assert record_of(event).round(1).state is RoundState.CLOSED


def test_every_version_can_be_restored_with_reason_time_out_and_ending(actor: User, event: Event) -> None:
    entry = typed(event, 1, (40050, 35000, 30000, 20000))
    odd = replace(entry.seats[0], cash_reason="counted twice", timed_out=True)
    record_result(event, actor, 1, replace(entry, seats=(odd, *entry.seats[1:]), ended_by="director"))
    first = Change.objects.filter(event=event).latest("version").version
    record_result(event, actor, 1, typed(event, 1, SECOND))
    restore_result(event, actor, 1, 1, first, "the first count was right")
    table = record_of(event).round(1).tables[0]
    assert [seat.cash for seat in table.seats] == [40050, 35000, 30000, 20000]
    assert (table.seats[0].cash_reason, table.seats[0].timed_out, table.ended_by) == ("counted twice", True, "director")


def test_only_versions_of_this_table_can_be_restored(event: Event) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    other = official_since(event, 2)
    with pytest.raises(RefusedError, match=f"Version {other} of the event did not set a result for table 1"):
        restore_result(event, director_of(event), 1, 1, other, "")


def test_names_with_odd_words_and_two_of_a_name_are_restored_to_the_right_seats() -> None:
    odd = make_event(0, names=("Ada, out of time", "Ada, out of time", "reason 4 Ben", "cash 9 Cai"))
    publish(odd, 1)
    record_result(odd, director_of(odd), 1, typed(odd, 1, FIRST))
    first = Change.objects.filter(event=odd).latest("version").version
    record_result(odd, director_of(odd), 1, typed(odd, 1, (None, None, None, None)))
    restore_result(odd, director_of(odd), 1, 1, first, "")
    assert cash_at(odd) == list(FIRST)


def test_equal_shares_are_ruled_for_a_table_where_nobody_has_anything(actor: User, event: Event) -> None:
    enter_results(event, 1, cash={2: FIRST}, apart_from=[1])
    rule_equal_shares(event, actor, 1, 1, "the bank was lost")
    close_round(event, actor, 1)
    assert [row.score for row in score_round(record_of(event), 1)[0].rows] == [25_000] * 4


def test_equal_shares_are_ruled_where_fines_took_everything(actor: User, event: Event) -> None:
    enter_results(event, 1, cash={1: (5000, 0, 0, 0), 2: FIRST})
    rich = record_of(event).round(1).tables[0].seats[0].player
    give_penalty(event, actor, PenaltyOrder(rich, 1, PenaltyKind.FINE, "misread twice", 5000))
    rule_equal_shares(event, actor, 1, 1, "nothing is left")
    close_round(event, actor, 1)
    assert [row.score for row in score_round(record_of(event), 1)[0].rows] == [25_000] * 4


def test_equal_shares_are_not_ruled_where_there_is_something_to_share(event: Event) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    with pytest.raises(RefusedError, match="Somebody at table 1 has cash"):
        rule_equal_shares(event, director_of(event), 1, 1, "they agreed")


def test_a_ruling_ends_with_the_amounts_it_was_about(actor: User, event: Event) -> None:
    rule_equal_shares(event, actor, 1, 1, "the bank was lost")
    record_result(event, actor, 1, typed(event, 1, FIRST))
    assert record_of(event).round(1).tables[0].equal_shares_ruling == ""
    rule_equal_shares(event, actor, 1, 2, "the bank was lost")
    rule_equal_shares(event, actor, 1, 2, "")
    assert record_of(event).round(1).tables[1].equal_shares_ruling == ""


def test_a_ruling_in_a_closed_round_stands(actor: User, event: Event) -> None:
    enter_results(event, 1, cash={2: FIRST}, apart_from=[1])
    rule_equal_shares(event, actor, 1, 1, "the bank was lost")
    close_round(event, actor, 1)
    with pytest.raises(RefusedError, match="Round 1 is closed; reopen it first"):
        rule_equal_shares(event, actor, 1, 1, "")


# Several tables in one act


@pytest.fixture
def hall() -> Event:
    """Twenty players at five tables, round 1 being played."""
    return being_played(20)


def test_tables_saved_together_are_one_act_with_one_version(hall: Event) -> None:
    before = hall.version
    refusals = record_results(hall, director_of(hall), 1, [typed(hall, table, FIRST) for table in (4, 2, 5)])
    assert (refusals, hall.version) == ({}, before + 1)
    change = hall.changes.latest("version")
    assert (change.act, change.round_number, change.table_number) == (Act.RECORD_RESULT.value, 1, None)
    assert sorted(change.after["tables"]) == ["2", "4", "5"]
    assert sentence_of(change, record_of(hall)) == "Results for tables 2, 4 and 5 in round 1 entered"
    assert {official_since(hall, table) for table in (2, 4, 5)} == {hall.version}


def test_what_is_refused_of_one_table_holds_no_other_up(hall: Event) -> None:
    before = hall.version
    strangers = TableRecord(2, tuple(SeatRecord(PlayerId(number), cash=10000) for number in (1, 2, 3, 99)))
    refusals = record_results(
        hall,
        director_of(hall),
        1,
        [typed(hall, 1, FIRST), strangers, typed(hall, 3, (-100, 0, 0, 0)), typed(hall, 5, SECOND)],
    )
    assert {table: str(refusal) for table, refusal in refusals.items()} == {
        2: "This has changed since you opened it. Check it, then try again.",
        3: "−100 is below zero; enter the final cash before fines.",
    }
    assert [cash_at(hall, table) for table in (1, 2, 3, 5)] == [list(FIRST), [None] * 4, [None] * 4, list(SECOND)]
    assert hall.version == before + 1


def test_a_table_that_is_not_there_is_refused_for_the_page_has_to_be_loaded_again(hall: Event) -> None:
    figures = replace(typed(hall, 1, FIRST), number=9)
    with pytest.raises(RefusedError, match="Round 1 has no table 9; reload the page"):
        record_results(hall, director_of(hall), 1, [typed(hall, 2, FIRST), figures])
    assert cash_at(hall, 2) == [None] * 4


def test_saving_what_stands_already_leaves_no_trace(hall: Event) -> None:
    record_results(hall, director_of(hall), 1, [typed(hall, table, FIRST) for table in (1, 2)])
    before = (hall.version, hall.changes.count(), TableReport.objects.count())
    assert record_results(hall, director_of(hall), 1, [typed(hall, table, FIRST) for table in (1, 2)]) == {}
    assert (Event.objects.get(pk=hall.pk).version, hall.changes.count(), TableReport.objects.count()) == before
    record_results(hall, director_of(hall), 1, [typed(hall, 1, FIRST), typed(hall, 2, SECOND)])
    change = hall.changes.latest("version")
    assert sorted(change.after["tables"]) == ["2"]


def queries_of_saving(event: Event, *tables: int) -> int:
    wanted = [typed(event, table, FIRST) for table in tables]
    actor = Actor(director_of(event), key=f"{event.slug} {event.version}", seen=event.version)
    with CaptureQueriesContext(connection) as queries:
        assert record_results(event, actor, 1, wanted) == {}
    return len(queries)


def test_five_tables_are_saved_in_as_many_queries_as_one(hall: Event) -> None:
    """Two of them begin and end the transaction; results that stand already are read in one more."""
    other = make_event(20, name="Other Cup 2026")
    publish(other, 1)
    assert (queries_of_saving(hall, 3), queries_of_saving(other, 1, 2, 3, 4, 5)) == (12, 12)
    record_results(hall, director_of(hall), 1, [typed(hall, table, SECOND) for table in (1, 2, 3, 4, 5)])
    assert (queries_of_saving(hall, 3), queries_of_saving(hall, 1, 2, 4, 5)) == (13, 13)


# Every report is kept


def test_the_versions_of_a_table_tell_who_said_what_since_when(event: Event) -> None:
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    first = official_since(event, 1)
    close_round(event, director_of(event), 1)
    correct_result(event, director_of(event), 1, typed(event, 1, SECOND), "recount")
    restore_result(event, director_of(event), 1, 1, first, "")
    report_rows = versions_of(event, 1, 1)
    assert [
        (row.official_version, [seat.cash for seat in row.figures.all()], row.why, row.state) for row in report_rows
    ] == [
        (event.version, list(FIRST), line("result.as-of", version=first), ResultState.OFFICIAL),
        (event.version - 1, list(SECOND), "recount", ResultState.REPLACED),
        (first, list(FIRST), "", ResultState.REPLACED),
    ]


# Reports that wait: beside what is official, agreed, made official once, replaced by what came later


def state(event: Event, table: int = 1) -> ResultState:
    return record_of(event).table(1, table).state


def test_a_report_waits_beside_what_is_official_until_it_is_made_official(event: Event) -> None:
    player = make_director("ada")
    record_result(event, director_of(event), 1, typed(event, 1, FIRST))
    said = report_result(event, director_of(event), 1, typed(event, 1, SECOND), ReportSource.PLAYER)
    assert (state(event), cash_at(event)) == (ResultState.REPORTED, list(FIRST))
    TableReport.objects.filter(pk=said.pk).update(agreed_at=timezone.now(), reported_by=player)
    assert state(event) is ResultState.AGREED
    confirm_results(event, director_of(event), 1, [said.pk], "both slips say so")
    assert (state(event), cash_at(event)) == (ResultState.OFFICIAL, list(SECOND))
    official = record_of(event).table(1, 1).official
    assert official is not None
    assert (official.key, official.source, official.version) == (said.pk, ReportSource.PLAYER, event.version)
    assert (official.reported_by, official.official_by, official.why) == ("ada", "director", "both slips say so")


def test_every_report_says_where_it_stands(event: Event) -> None:
    actor = director_of(event)
    waits = report_result(event, actor, 1, typed(event, 1, FIRST), ReportSource.PLAYER)
    record_result(event, actor, 1, typed(event, 1, SECOND))
    record_result(event, actor, 1, typed(event, 1, FIRST))
    late = report_result(event, actor, 1, typed(event, 1, SECOND), ReportSource.PLAYER)
    reports = TableReport.objects.filter(table__round__event=event).select_related("table")
    assert [report.state for report in reports] == [
        ResultState.REPLACED,
        ResultState.REPLACED,
        ResultState.OFFICIAL,
        ResultState.REPORTED,
    ]
    assert [reports[0].pk, reports[3].pk] == [waits.pk, late.pk]


def test_a_table_without_a_whole_result_has_none_and_a_dispute_outranks_everything(event: Event) -> None:
    actor = director_of(event)
    assert state(event) is ResultState.NONE
    record_result(event, actor, 1, typed(event, 1, (40000, None, 30000, None)))
    assert state(event) is ResultState.NONE
    record_result(event, actor, 1, typed(event, 1, FIRST))
    dispute = open_dispute(event, actor, 1, 1, "cash for seat 2")
    report_result(event, actor, 1, typed(event, 1, SECOND), ReportSource.PLAYER)
    assert (state(event), state(event, 2)) == (ResultState.DISPUTED, ResultState.NONE)
    settle_dispute(event, actor, dispute, DisputeState.WITHDRAWN)
    assert state(event) is ResultState.REPORTED


def test_a_report_is_made_official_once_and_not_after_a_later_result(event: Event) -> None:
    actor = director_of(event)
    early = report_result(event, actor, 1, typed(event, 1, FIRST), ReportSource.PLAYER)
    record_result(event, actor, 1, typed(event, 1, SECOND))
    with pytest.raises(RefusedError, match="This has already been done"):
        confirm_results(event, actor, 1, [early.pk], "the slip says so")
    late = report_result(event, actor, 1, typed(event, 1, FIRST), ReportSource.PLAYER)
    confirm_results(event, actor, 1, [late.pk], "the slip says so")
    with pytest.raises(RefusedError, match="This has already been done"):
        confirm_results(event, actor, 1, [late.pk], "the slip says so")
    assert cash_at(event) == list(FIRST)


def test_a_report_of_another_event_is_out_of_reach(event: Event) -> None:
    other = make_event(8, name="Other Cup 2026")
    publish(other, 1)
    said = report_result(other, director_of(other), 1, typed(other, 1, FIRST), ReportSource.PLAYER)
    with pytest.raises(RefusedError, match="This has already been done"):
        confirm_results(event, director_of(event), 1, [said.pk], "the slip says so")
    assert (state(other), cash_at(other)) == (ResultState.REPORTED, [None] * 4)


def test_a_report_of_players_who_sit_there_no_more_is_not_made_official(event: Event) -> None:
    actor = director_of(event)
    said = report_result(event, actor, 1, typed(event, 1, FIRST), ReportSource.PLAYER)
    one, other = (record_of(event).table(1, number).seats[0].player for number in (1, 2))
    with pytest.raises(RefusedError, match="Table 1 has a report that is not official yet"):
        swap_players(event, actor, 1, one, other)
    # A database of an earlier version may hold a report whose players were moved after it.
    first, second = (Seat.objects.get(table__round__event=event, entry__number=player) for player in (one, other))
    first.delete()
    Seat.objects.filter(pk=second.pk).update(table=first.table, position=first.position)
    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        confirm_results(event, actor, 1, [said.pk], "the slip says so")
    assert (cash_at(event), state(event)) == ([None] * 4, ResultState.REPORTED)
