"""What the day says of reports that are not official and of logs that came after a result: before the close, in good grammar."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tournament.day.agenda import NextStep, Step, next_step
from tournament.record.event import (
    DisputeRecord,
    EntryRecord,
    EventRecord,
    LogRecord,
    OfficialReport,
    RoundRecord,
    SeatRecord,
    TableRecord,
)
from tournament.record.vocabulary import DisputeState, PlayerId, ReportSource, ResultState, RoundKind, RoundState

CLOSE_IT = NextStep(Step.CLOSE, "Round 1: all 3 tables have reported.", "Close round 1", round=1)


def at(hour: int) -> datetime:
    return datetime(2026, 8, 20, hour, 0, tzinfo=UTC)


def table(number: int, *, reported: bool = True, waiting: ResultState | None = None) -> TableRecord:
    first = (number - 1) * 3
    seats = tuple(SeatRecord(PlayerId(first + seat), seat, cash=30_000 if reported else None) for seat in (1, 2, 3))
    official = OfficialReport(number, ReportSource.DESK, "director", at(12), "director", at(12), number)
    return TableRecord(number, seats, official=official if reported else None, waiting=waiting)


def event(
    *tables: TableRecord, logs: tuple[LogRecord, ...] = (), disputes: tuple[DisputeRecord, ...] = ()
) -> EventRecord:
    people = tuple(EntryRecord(PlayerId(number), f"Player {number}") for number in range(1, 10))
    playing = RoundRecord(1, RoundKind.RANDOM, RoundState.PUBLISHED, tables)
    return EventRecord(
        "cup", "Cup", date(2026, 8, 20), 1, entries=people, rounds=(playing,), logs=logs, disputes=disputes
    )


def log(number: int, hour: int, *, is_public: bool = False) -> LogRecord:
    return LogRecord(7, 1, number, "a log", is_public, at(hour))


def dispute(state: DisputeState, settled: datetime | None) -> DisputeRecord:
    return DisputeRecord(1, 1, 2, "cash for seat 2", state, "", at(11), settled)


ALL = (table(1), table(2), table(3))


def test_one_table_alone_is_told_in_the_singular() -> None:
    assert next_step(event(table(1))) == NextStep(
        Step.CLOSE, "Round 1: the table has reported.", "Close round 1", round=1
    )


def test_the_final_at_one_table_too() -> None:
    record = event(table(1))
    final = replace(record.rounds[0], kind=RoundKind.SWISS)
    assert next_step(replace(record, rounds=(final,))).sentence == "The final: the table has reported."


def test_a_report_beside_an_official_result_is_looked_at_before_the_close() -> None:
    assert next_step(event(table(1), table(2, waiting=ResultState.REPORTED), table(3))) == NextStep(
        Step.SIGN_REPORT,
        "Round 1: all 3 tables have reported. Table 2 has a report that is not official yet.",
        "Check table 2",
        round=1,
        held_up=CLOSE_IT,
    )


def test_reports_that_are_all_there_is_hold_the_close_up() -> None:
    waiting = [table(number, reported=False, waiting=ResultState.AGREED) for number in (1, 3)]
    assert next_step(event(waiting[0], table(2), waiting[1])) == NextStep(
        Step.SIGN_REPORT,
        "Round 1: all 3 tables have reported. Tables 1 and 3 have reports that are not official yet.",
        "Check 2 tables",
        round=1,
    )


def test_a_table_that_has_reported_is_not_said_to_be_missing() -> None:
    tables = (table(1), table(2, reported=False, waiting=ResultState.REPORTED), table(3, reported=False))
    assert next_step(event(*tables)) == NextStep(
        Step.ENTER_RESULTS,
        "Round 1 is being played. Table 3 has not reported. Table 2 has a report that is not official yet.",
        "Enter results",
        ("Table 3",),
        1,
    )


def test_a_log_that_came_after_the_result_is_read_before_the_close() -> None:
    assert next_step(event(*ALL, logs=(log(2, 13),))) == NextStep(
        Step.READ_LOG,
        "Round 1: all 3 tables have reported. Table 2's game log arrived after its result.",
        "Read table 2's game log",
        round=1,
        log=log(2, 13),
        held_up=CLOSE_IT,
    )


@pytest.mark.parametrize(
    "read",
    [
        event(*ALL, logs=(log(2, 11),)),
        event(*ALL, logs=(log(2, 13, is_public=True),)),
        event(*ALL, logs=(log(2, 13),), disputes=(dispute(DisputeState.RULED, at(14)),)),
    ],
    ids=["before the result", "its replay is public", "a dispute was settled since"],
)
def test_a_log_after_which_something_was_decided_is_read(read: EventRecord) -> None:
    assert next_step(read) == CLOSE_IT


def test_a_log_that_came_after_the_ruling_is_to_be_read() -> None:
    step = next_step(event(*ALL, logs=(log(2, 15),), disputes=(dispute(DisputeState.RULED, at(14)),)))
    assert step.step is Step.READ_LOG


def test_an_open_dispute_comes_before_its_log() -> None:
    asked = dispute(DisputeState.OPEN, None)
    tables = (table(1), replace(table(2), is_disputed=True), table(3))
    step = next_step(event(*tables, logs=(log(2, 13),), disputes=(asked,)))
    assert (step.step, step.dispute) == (Step.RULE_DISPUTE, asked)
