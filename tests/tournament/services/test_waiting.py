"""Reports that wait: beside what is official, agreed, made official once, replaced by what came later."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.build import director_of, make_director, make_event, publish
from tests.tournament.services.results.typed import FIRST, SECOND, cash_at, typed
from tournament.models import Event, Seat, TableReport
from tournament.models.queries import record_of
from tournament.record.vocabulary import DisputeState, ReportSource, ResultState
from tournament.services.changes import RefusedError
from tournament.services.gamelogs import open_dispute, settle_dispute
from tournament.services.results.confirming import confirm_results
from tournament.services.results.reports import (
    record_result,
    report_result,
)
from tournament.services.seats import swap_players

pytestmark = pytest.mark.django_db


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
