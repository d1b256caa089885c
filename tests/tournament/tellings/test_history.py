"""The history as it is read: what is one line, what is told of each act, versions as differences, what a change moves."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.tournament.scores.test_standings import FINE, event
from tournament.models import Change
from tournament.record.acts import Act
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.vocabulary import PlayerId, ReportSource, RoundKind, RoundState
from tournament.tellings.diary import sentence_of, tables_in_runs
from tournament.tellings.moves import Effect, effect
from tournament.tellings.undoing import against_the_one_before, change_groups, how_it_came

ADA, BEN, CAI = map(PlayerId, (1, 2, 3))


def change(version: int, act: Act, minute: int = 41, **more: Any) -> Change:
    made_at = datetime(2026, 8, 20, 15, minute, version, tzinfo=UTC)
    return Change(version=version, act=act.value, made_at=made_at, made_by_id=more.pop("by", 1), **more)


def saved(version: int, table: int, minute: int = 41, cash: int | None = 40_000, **more: Any) -> Change:
    after = {"tables": {str(table): {"seats": {"1": {"cash": cash}}}}}
    return change(version, Act.RECORD_RESULT, minute, round_number=2, table_number=table, after=after, **more)


# Sentences


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([4], "table 4"), ([1, 2], "tables 1 and 2"), ([6, 1, 2, 3, 4], "tables 1–4 and 6"), ([1, 2, 3], "tables 1–3")],
)
def test_three_tables_in_a_row_are_told_as_a_span(numbers: list[int], words: str) -> None:
    assert tables_in_runs(numbers) == words


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (saved(7, 3), "Result for table 3 in round 2 entered"),
        (saved(7, 3, cash=None), "Result for table 3 in round 2 cleared"),
        (saved(8, 3, undoes=7), "Result for table 3 in round 2 entered (undo)"),
        (
            change(
                5, Act.WITHDRAW, entries=[1], after={"entries": {"1": {"status": "withdrawn"}}, "left": {"round": 2}}
            ),
            "Ada Demo withdrew after round 2",
        ),
        (
            change(5, Act.RULE_FROM_LOG, round_number=1, table_number=2),
            "Result for table 2 in round 1 decided from a game log",
        ),
        (
            change(5, Act.CHANGE_SETTINGS, after={"settings": {"rounds_planned": 2}, "ended": True}),
            "Event ended after round 2",
        ),
        (
            change(5, Act.CHANGE_SETTINGS, after={"settings": {"rounds_planned": 2}}, reason="the event ends here"),
            "Event ended after round 2",  # as versions up to 2.8 stored it
        ),
        (
            change(6, Act.CHANGE_SETTINGS, after={"settings": {"venue": "Hall"}}, reason="the event ends here"),
            "Settings changed: venue",
        ),
        (change(5, Act.DELETE_EVENT, entries=[1]), "Delete event: Ada Demo"),
        (change(5, Act.START_CLOCK, round_number=1, after={"round": {"starts_at": "x"}}), "Round 1: clock started"),
        (
            change(
                5,
                Act.START_CLOCK,
                round_number=1,
                before={"round": {"starts_at": "x"}},
                after={"round": {"starts_at": "y", "minutes_added": 5}},
            ),
            "Round 1: 5 minutes added to the clock",
        ),
        (
            change(5, Act.RULE_TIE, entries=[1, 2], after={"tie": {"order": [2, 1]}}),
            "Tie ruled on: Ben Demo and Ada Demo",
        ),
    ],
)
def test_a_change_is_told_as_it_is_said_in_the_hall(row: Change, sentence: str) -> None:
    assert sentence_of(row, event()) == sentence


def test_what_one_person_did_within_a_minute_is_one_line() -> None:
    """Two saves in a minute are one line; another minute, another person and an undo each begin their own."""
    changes = [
        saved(9, 1, 43, cash=None, undoes=8),
        saved(8, 5, 43),
        saved(7, 4, 42, by=2),
        saved(6, 3, 42),
        saved(5, 2, 41),
        saved(4, 1, 41),
        change(3, Act.PUBLISH_ROUND, 41, round_number=2),
        change(2, Act.PUBLISH_ROUND, 41, round_number=1),
    ]
    lines = change_groups(changes)
    assert [line.versions for line in lines] == [(9,), (8,), (7,), (6,), (5, 4), (3,), (2,)]
    assert lines[4].sentence(event()) == "Results for tables 1 and 2 in round 2 entered"


# Versions


def test_a_version_tells_what_it_changed_against_the_one_before_and_nothing_else() -> None:
    first = TableRecord(1, (SeatRecord(ADA, cash=40_000), SeatRecord(BEN, cash=36_000)), ended_by="all safe")
    second = TableRecord(
        1,
        (SeatRecord(ADA, cash=41_200, cash_reason="counted twice"), SeatRecord(BEN, cash=36_000, timed_out=True)),
        ended_by="all safe",
    )
    names = {ADA: "Ada", BEN: "Ben"}
    told = against_the_one_before([first, second, first], names, MSO_ACQUIRE.amount)
    assert [[row.words for row in version] for version in told] == [
        ["Ada: 41,200 → 40,000", "Ada, reason: counted twice → nothing", "Ben, out of time: yes → no"],
        ["Ada: 40,000 → 41,200", "Ada, reason: counted twice", "Ben, out of time: no → yes"],
        ["Ada: 40,000", "Ben: 36,000", "ended by: all safe"],
    ]
    assert against_the_one_before([], names, MSO_ACQUIRE.amount) == ()


@pytest.mark.parametrize(
    ("act", "source", "is_undo", "words"),
    [
        (Act.RECORD_RESULT, ReportSource.DESK, False, "Entered at the desk"),
        (Act.RECORD_RESULT, ReportSource.DESK, True, "Restored by an undo"),
        (Act.RESTORE_RESULT, ReportSource.DESK, False, "Restored"),
        (Act.RULE_FROM_LOG, ReportSource.LOG, False, "Ruled from a log"),
    ],
)
def test_a_version_says_how_it_came_to_stand(act: Act, source: ReportSource, is_undo: bool, words: str) -> None:
    assert how_it_came(act.value, source, is_undo=is_undo) == words


# What moves


def test_a_fine_that_changes_the_winner_moves_medals_and_points() -> None:
    before = replace(event(), rounds_planned=1)
    moved = effect(before, replace(before, penalties=(FINE,)))
    assert [(row.name, row.medals_before, row.medals_after) for row in moved.finals] == [
        ("Ben Demo", "Silver", "Gold"),
        ("Ada Demo", "Gold", "Silver"),
        ("Cai Demo", "Bronze", "Bronze"),  # another total stands on the certificate
    ]
    assert [row.name for row in moved.finals if row.has_new_certificate] == ["Ben Demo", "Ada Demo", "Cai Demo"]
    assert [
        (row.name, (row.points_before or 0) > (row.points_after or 0)) for row in moved.finals if row.has_other_points
    ] == [
        ("Ben Demo", False),
        ("Ada Demo", True),
    ]
    assert moved.cut == ()
    assert effect(before, before) == Effect()


def sixteen(best_of_last_table: int) -> EventRecord:
    """Sixteen players at four tables after three of four rounds, of which the last counts: who is cut to the top table of the final."""
    rounds = tuple(
        RoundRecord(
            number,
            RoundKind.RANDOM,
            RoundState.CLOSED,
            tuple(
                TableRecord(
                    table,
                    tuple(
                        SeatRecord(PlayerId(4 * table - 4 + seat), seat, cash=cash)
                        for seat, cash in enumerate((60_000 - 1_000 * table, 30_000, 20_000, 10_000), 1)
                    )
                    if (table, number) != (4, 3)
                    else tuple(
                        SeatRecord(PlayerId(12 + seat), seat, cash=cash)
                        for seat, cash in enumerate((40_000, best_of_last_table, 20_000, 10_000), 1)
                    ),
                )
                for table in range(1, 5)
            ),
        )
        for number in (1, 2, 3)
    )
    entries = tuple(EntryRecord(PlayerId(number), f"Player {number}") for number in range(1, 17))
    return EventRecord("cup", "Cup", date(2026, 8, 20), 4, entries=entries, rounds=rounds)


def test_a_correction_before_the_final_says_who_is_cut_to_which_table() -> None:
    before, after = sixteen(30_000), sixteen(900_000)
    assert effect(before, after) == Effect(
        (
            "Player 14 would move to table 1.",
            "Player 13 would move to table 2.",
        )
    )


def test_a_final_that_is_drawn_stays_as_it_is_seated() -> None:
    final = RoundRecord(
        4,
        RoundKind.RANKED,
        RoundState.PUBLISHED,
        tuple(
            TableRecord(table, tuple(SeatRecord(PlayerId(4 * table - 4 + seat), seat) for seat in range(1, 5)))
            for table in range(1, 5)
        ),
        top_table_wins=True,
    )
    before, after = (replace(each, rounds=(*each.rounds, final)) for each in (sixteen(30_000), sixteen(900_000)))
    assert effect(before, after).cut == (
        "The final has been drawn; nobody changes tables, whatever the totals are now (R68).",
    )
    assert effect(before, before).cut == ()
