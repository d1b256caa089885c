"""Any acts in any order: what counts stays what it was, the history tells all of it, and nobody sits out twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from tests.acts.doing import try_act
from tests.acts.starts import STARTS, days, starts, taken_back, whole_days
from tests.build import director_of, make_event, play_round, publish
from tournament.day.lists.lines import RosterLine
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act, Undo
from tournament.record.event import EventRecord
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import (
    CellKind,
    DisputeState,
    OnDevices,
    PlayerId,
    SitOutKind,
    SitOutSource,
    Status,
    TableScore,
    Thousandths,
)
from tournament.scores.scoring import score_round
from tournament.scores.totals import standings
from tournament.services.attendance import check_in, set_status
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import add_entries
from tournament.services.undoing import undo_changes
from tournament.slices.leaving import reinstate, withdraw
from tournament.tellings.diary import differences, sentence_of
from tournament.tellings.undoing import offers

pytestmark = pytest.mark.django_db

MAY_RESCORE = {
    Act.CORRECT_RESULT,
    Act.CORRECT_SEATS,
    Act.RESTORE_RESULT,
    Act.RULE_FROM_LOG,
    Act.GIVE_PENALTY,
    Act.CANCEL_PENALTY,
    Act.RESTORE_PENALTY,
    Act.CHANGE_SETTINGS,
}

"""The acts that may change a score of a closed round (R11, R27, R68, and the settings that scores are derived by)."""

MAY_REFUSE = {Act.MARK, Act.CHECK_IN, Act.WITHDRAW}

"""The acts whose undo may be refused although nothing was done since: what missed rounds score was forgotten (R53)."""

BEGIN_ANEW = {Act.DRAW_ROUND, Act.DISCARD_DRAFT}

"""The acts after which a round has other tables, or none."""


@dataclass(frozen=True)
class Standing:
    """What must not change behind anybody's back: scores and sit-outs of closed rounds, and the totals of those who took part."""

    scores: Mapping[int, tuple[TableScore, ...]]
    sit_outs: Mapping[int, frozenset[SitOutRecord]]
    totals: Mapping[PlayerId, Thousandths]


def standing(record: EventRecord) -> Standing:
    return Standing(
        {played.number: score_round(record, played.number) for played in record.closed_rounds},
        {
            played.number: frozenset(row for row in played.sit_outs if row.source is not SitOutSource.LATE_ENTRY)
            for played in record.closed_rounds
        },
        {row.player: row.total for row in standings(record) if record.has_taken_part(row.player)},
    )


def check_closed(before: EventRecord, after: EventRecord, act: Act) -> None:
    """What was closed before and after an act is as it was, but for what such an act is there to change."""
    was, now = standing(before), standing(after)
    for number in was.scores.keys() & now.scores.keys():
        if act is not Act.CORRECT_SEATS:  # which says that somebody sat out who did not, and the reverse
            assert now.sit_outs[number] >= was.sit_outs[number], f"{act}: a sit-out of round {number} vanished"
        if act not in MAY_RESCORE:
            assert now.scores[number] == was.scores[number], f"{act}: scores of round {number} changed"
    if act not in MAY_RESCORE and was.scores.keys() == now.scores.keys():
        for player in was.totals.keys() & now.totals.keys():
            assert now.totals[player] == was.totals[player], f"{act}: the total of player {player} changed"
        lost = was.totals.keys() - now.totals.keys()
        if act is Act.MARK_NO_SHOW:  # who was seated for the first time, and did not come, has taken part in nothing
            lost = {player for player in lost if any(played.table_of(player) for played in before.closed_rounds)}
        assert act is Act.WITHDRAW_ROUND or not lost, f"{act}: {lost} were in the standings and are not"


def check_seats(record: EventRecord) -> None:
    """Everybody is once in a round, no position is taken twice, and nobody sits out twice in rounds that are begun (R49)."""
    for played in record.rounds:
        there = [seat.player for table in played.tables for seat in table.seats]
        there += [row.player for row in played.sit_outs]
        assert len(there) == len(set(there))
        for table in played.tables:
            positions = [seat.position for seat in table.seats]  # those of who stays do not change when somebody leaves
            assert positions == sorted(set(positions))
            assert 1 <= positions[0] <= positions[-1] <= 6
    rested = Counter(
        row.player for played in record.begun_rounds for row in played.sit_outs if row.kind.counts_as_sit_out
    )
    # One person who had sat out under each of two numbers has done so twice, and what was is not rewritten.
    assert {player: times for player, times in rested.items() if times > 1} == {}


def amounts(figures: Mapping[str, Any], table: str) -> dict[str, int]:
    """The cash that a change tells of a table, by entry; empty where there was none."""
    seats = figures.get("tables", {}).get(table, {}).get("seats", {})
    return {player: row["cash"] for player, row in seats.items() if row["cash"] is not None}


def as_it_counts(record: EventRecord) -> EventRecord:
    """The record without its history: versions, draws, protocols, codes of phones, whose report it was, what was struck out or settled."""
    rounds = tuple(
        replace(
            played,
            draw=None,
            protocol=(),
            tables=tuple(
                replace(
                    table,
                    official=None,
                    codes_withdrawn=0,
                    on_devices=OnDevices.NONE,  # a game keeps its own record, and opening one is no act of the diary
                    reports=tuple(replace(report, key=0) for report in table.reports),  # brought back as another row
                )
                for table in played.tables
            ),
            sit_outs=tuple(sorted(played.sit_outs, key=lambda row: row.player)),
        )
        for played in record.rounds
    )
    waiting = (Status.REGISTERED, Status.LATE, Status.EXCLUDED, Status.ABSENT)
    return replace(
        record,
        version=0,
        public_version=0,
        results_shown_through=record.results_shown_through if record.holds_results else 0,
        rounds=rounds,
        entries=tuple(
            replace(entry, first_round=1) if entry.status in waiting else entry for entry in record.entries
        ),  # a check-in says anew from which round on somebody plays
        aparts=tuple(sorted((replace(rule, key=0) for rule in record.aparts), key=lambda rule: rule.players)),
        penalties=tuple(replace(row, cancel_reason="") for row in record.penalties if not row.is_cancelled),
        disputes=tuple(replace(row, ruling="") for row in record.disputes if row.state is DisputeState.OPEN),
        is_fine_timing_settled=True,
    )


def check_undone(event: Event, before: EventRecord, version: int) -> None:
    """What an act did since ``version`` is taken back with one press, where the diary offers that, and the record is as it was."""
    done = list(event.changes.filter(version__gt=version).order_by("-version"))
    now = record_of(event)
    can = offers(list(event.changes.order_by("-version")), now)
    if not done or any(can[change.version].undo is not Undo.AT_ONCE for change in done):
        assert all(can[change.version].why or can[change.version].undo is Undo.BY_AN_ACT for change in done)
        return
    with taken_back():
        said, refused = "", ""
        try:
            said = undo_changes(event, event.created_by, [change.version for change in done])
        except RefusedError as refusal:
            refused = str(refusal)
        assert not refused or done[0].act in MAY_REFUSE, f"{sentence_of(done[0], now)}: {refused}"
        if said:
            after = record_of(Event.objects.get(pk=event.pk))
            assert as_it_counts(after) == as_it_counts(before), said
            undone = Change.objects.filter(event=event, undoes__in=[change.version for change in done])
            assert undone.count() == len(done)
    event.refresh_from_db()


def check_history(event: Event, record: EventRecord) -> None:
    """A change a version, each told in a sentence; and of every table each result begins where the one before ended."""
    changes = list(Change.objects.filter(event=event).order_by("version"))
    assert [change.version for change in changes] == list(range(1, event.version + 1))
    stands: dict[tuple[int, str], dict[str, int]] = {}
    for change in changes:
        assert sentence_of(change, record)
        assert all(row.words for row in differences(change, record))
        act, number = Act(change.act), change.round_number
        if number is None:
            continue
        if act in BEGIN_ANEW:
            stands = {where: cash for where, cash in stands.items() if where[0] != number}
        if act is not Act.REPORT_RESULT:
            for table in change.after.get("tables", {}):
                assert amounts(change.before, table) == stands.get((number, table), {}), sentence_of(change, record)
                stands[number, table] = amounts(change.after, table)
    now = {
        (played.number, str(table.number)): {
            str(seat.player): seat.cash for seat in table.seats if seat.cash is not None
        }
        for played in record.rounds
        for table in played.tables
    }
    assert {where: cash for where, cash in stands.items() if cash} == {
        where: cash for where, cash in now.items() if cash
    }


@pytest.fixture
def sat_out() -> tuple[Event, PlayerId]:
    """Seven players at 3 3, round 1 closed; who sat it out has 25.000 of it."""
    event = make_event(7)
    idle = play_round(event, 1, sizes=(3, 3)).sit_outs[0].player
    return event, idle


def row_of(event: Event, player: PlayerId) -> tuple[CellKind, Thousandths | None]:
    """What round 1 is to a player in the standings, and its score."""
    (row,) = (row for row in standings(record_of(event), with_arrivals=True) if row.player == player)
    return row.cells[0].kind, row.cells[0].score


HELD = (CellKind.SIT_OUT, 25_000)


def test_who_sat_out_withdrew_and_came_back_keeps_the_score_whatever_is_undone(
    sat_out: tuple[Event, PlayerId],
) -> None:
    event, idle = sat_out
    checked_in = event.changes.get(act=Act.CHECK_IN.value).version
    withdraw(event, director_of(event), idle)
    withdrawn = event.version
    reinstate(event, director_of(event), idle)
    assert record_of(event).entry(idle).status is Status.PRESENT
    for version in (checked_in, withdrawn):
        with pytest.raises(RefusedError):
            undo_changes(event, director_of(event), [version])
    assert row_of(event, idle) == HELD


def test_who_sat_out_sits_out_no_second_time_after_any_way_back(sat_out: tuple[Event, PlayerId]) -> None:
    event, idle = sat_out
    withdraw(event, director_of(event), idle)
    reinstate(event, director_of(event), idle)
    publish(event, 2, sizes=(3, 3))
    record = record_of(event)
    assert idle not in {row.player for row in record.round(2).sit_outs}
    check_seats(record)


def test_a_late_score_is_chosen_anew_and_a_drawn_one_never(sat_out: tuple[Event, PlayerId]) -> None:
    """The same buttons on a late comer: nothing of the first choice stays, and the round that was sat out stays as it was."""
    event, idle = sat_out
    director = director_of(event)
    add_entries(event, director, [RosterLine(1, "Late Demo")])
    late = PlayerId(8)
    check_in(event, director, [late], SitOutKind.STANDARD)
    set_status(event, director, [late], Status.LATE)
    check_in(event, director, [late], SitOutKind.MISSED)
    assert (row_of(event, late), row_of(event, idle)) == ((CellKind.MISSED, 0), HELD)
    withdraw(event, director, late)
    reinstate(event, director, late)
    assert record_of(event).entry(late).status is Status.REGISTERED
    check_in(event, director, [late], SitOutKind.PAIRING_PROBLEM)
    assert (row_of(event, late), row_of(event, idle)) == ((CellKind.PAIRING_PROBLEM, 30_000), HELD)


@whole_days
@given(start=starts, day=days)
def test_any_acts_keep_closed_scores_totals_and_history(start: str, day: list[tuple[str, int]]) -> None:
    with taken_back():
        event = STARTS[start]()
        before = record_of(event)
        for name, number in day:
            version = event.version
            if not try_act(event, name, Random(number)):
                assert event.version == version, f"{name} was refused and left a trace"
                continue
            after = record_of(event)
            check_undone(event, before, version)
            check_closed(before, after, Act(event.changes.all()[0].act))
            check_seats(after)
            before = after
        check_history(event, before)
