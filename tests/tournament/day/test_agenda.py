"""The stages of the day and the one next thing to do, with open disputes (R11) and reports that wait."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tournament.day.agenda import NextStep, Stage, StageState, Step, next_step, stages
from tournament.draw.allocation import DRAWN, FINAL, RoundForm
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.rounds import DisputeRecord, LogRecord, OfficialReport
from tournament.record.vocabulary import (
    DisputeState,
    PlayerId,
    ReportSource,
    ResultState,
    RoundKind,
    RoundState,
    Status,
)
from tournament.tellings.words import disputed_in

DONE, NOW, TODO = StageState.DONE, StageState.NOW, StageState.TODO


def entry(number: int, status: Status = Status.PRESENT) -> EntryRecord:
    return EntryRecord(PlayerId(number), f"Player {number}", status=status)


def table(number: int, *, reported: bool) -> TableRecord:
    first = (number - 1) * 3
    return TableRecord(
        number,
        tuple(SeatRecord(PlayerId(first + seat), seat, cash=30_000 if reported else None) for seat in (1, 2, 3)),
    )


def played(number: int, state: RoundState, reported: int = 3, form: RoundForm = DRAWN) -> RoundRecord:
    tables = tuple(table(place, reported=place <= reported) for place in (1, 2, 3))
    return RoundRecord(number, form.kind, state, tables, top_table_wins=form.top_table_wins)


def event(*rounds: RoundRecord, entries: tuple[EntryRecord, ...] | None = None) -> EventRecord:
    nine = tuple(entry(number) for number in range(1, 10))
    return EventRecord("cup", "Cup", date(2026, 8, 20), 1, entries=nine if entries is None else entries, rounds=rounds)


CLOSED = [played(number, RoundState.CLOSED) for number in (1, 2, 3, 4)]


def test_an_empty_event_asks_for_its_roster() -> None:
    assert next_step(event(entries=())) == NextStep(
        Step.ENTER_PLAYERS, "Nobody has been entered yet. Paste the list, one player per line.", "Paste the list"
    )
    assert stages(event(entries=()))[0] == Stage("Entries", NOW, "")


def test_with_two_present_the_missing_are_named() -> None:
    here = event(
        entries=(entry(1), entry(2), entry(3, Status.LATE), entry(4, Status.REGISTERED), entry(5, Status.ABSENT))
    )
    assert next_step(here) == NextStep(
        Step.CHECK_IN,
        "2 of 5 players are here; you need 3 to play.",
        "Check players in",
        ("Player 3", "Player 4"),
    )


def test_with_enough_present_the_draw_is_next_and_the_waiting_are_named() -> None:
    here = event(entries=(*(entry(number) for number in (1, 2, 3)), entry(4, Status.REGISTERED)))
    assert next_step(here) == NextStep(
        Step.DRAW, "3 players are here. Player 4 is not checked in.", "Draw round 1", ("Player 4",), 1
    )


def test_a_published_round_is_to_be_printed_and_its_results_may_be_entered_all_the_same() -> None:
    playing = event(played(1, RoundState.PUBLISHED, 0))
    enter = next_step(playing)
    assert (enter.step, enter.label) == (Step.ENTER_RESULTS, "Enter results")
    assert next_step(playing, is_paper_due=True) == NextStep(
        Step.PRINT,
        "Round 1 is public. Its sheets have not been printed yet.",
        "Print round 1",
        round=1,
        held_up=enter,
    )
    final = event(*CLOSED[:3], played(4, RoundState.PUBLISHED, 0, FINAL))
    assert next_step(final, is_paper_due=True).label == "Print the final"
    closing = event(played(1, RoundState.PUBLISHED))
    assert next_step(closing, is_paper_due=True) == next_step(closing)


def test_a_draft_is_to_be_published() -> None:
    assert next_step(event(played(1, RoundState.DRAFT, 0))) == NextStep(
        Step.PUBLISH, "Round 1 is a draft; only the desk can see it.", "Publish round 1", round=1
    )


def test_a_round_being_played_names_the_tables_without_a_result() -> None:
    assert next_step(event(played(1, RoundState.PUBLISHED, 1))) == NextStep(
        Step.ENTER_RESULTS,
        "Round 1 is being played. Tables 2 and 3 have not reported.",
        "Enter results",
        ("Table 2", "Table 3"),
        1,
    )


def test_one_missing_table_is_named_in_the_singular() -> None:
    assert (
        next_step(event(played(1, RoundState.PUBLISHED, 2))).sentence
        == "Round 1 is being played. Table 3 has not reported."
    )


def test_more_than_six_missing_tables_are_named_as_a_span() -> None:
    many = RoundRecord(1, RoundKind.RANDOM, RoundState.PUBLISHED, tuple(table(n, reported=False) for n in range(1, 8)))
    assert next_step(event(many)).sentence == "Round 1 is being played. Tables 1–7 have not reported."


def test_when_all_have_reported_the_round_is_to_be_closed() -> None:
    assert next_step(event(played(1, RoundState.PUBLISHED))) == NextStep(
        Step.CLOSE, "Round 1: all 3 tables have reported.", "Close round 1", round=1
    )


def test_the_line_of_stages_counts_what_has_been_reported_though_nothing_is_official_yet() -> None:
    """The next thing says that all tables have reported: the stage must not say that none has."""
    waiting = replace(table(1, reported=False), waiting=ResultState.REPORTED)
    round_ = RoundRecord(1, RoundKind.RANDOM, RoundState.PUBLISHED, (waiting, table(2, reported=False)))
    assert stages(event(round_))[1].detail == "1 of 2 reported"


def test_after_a_closed_round_whose_results_are_held_back_they_are_shown_next_and_the_draw_stands_beside() -> None:
    held = replace(event(CLOSED[0]), holds_results=True)
    step = next_step(held)
    assert (step.step, step.label, step.round) == (Step.SHOW_RESULTS, "Show the results of round 1", 1)
    assert step.sentence == "Round 1 is closed. Players cannot see the results of round 1 yet."
    assert step.held_up is not None
    assert step.held_up.step is Step.DRAW
    assert next_step(replace(held, results_shown_through=1)).step is Step.DRAW
    assert next_step(replace(event(*CLOSED[:2]), holds_results=True)).label == "Show the results of round 1 and round 2"


def test_the_final_is_called_the_final() -> None:
    final = played(4, RoundState.PUBLISHED, 3, FINAL)
    assert next_step(event(*CLOSED[:3], final)) == NextStep(
        Step.CLOSE, "The final: all 3 tables have reported.", "Close the final", round=4
    )


def test_a_draft_that_somebody_left_or_came_to_is_drawn_again() -> None:
    here = (*(entry(number) for number in range(1, 9)), entry(9, Status.WITHDRAWN), entry(10))
    assert next_step(event(played(1, RoundState.DRAFT, 0), entries=here)) == NextStep(
        Step.DRAW,
        "Since this draft was drawn, Player 10 has arrived and Player 9 has left.",
        "Draw round 1 again",
        round=1,
    )


def test_who_is_not_checked_in_any_more_has_not_left() -> None:
    here = (*(entry(number) for number in range(1, 8)), entry(8, Status.REGISTERED), entry(9, Status.LATE))
    assert next_step(event(played(1, RoundState.DRAFT, 0), entries=here)).sentence == (
        "Since this draft was drawn, Player 8 is not checked in and Player 9 is not checked in."
    )


def test_many_who_came_after_a_draft_are_counted() -> None:
    here = tuple(entry(number) for number in range(1, 14))
    step = next_step(event(played(4, RoundState.DRAFT, 0, FINAL), entries=here))
    assert (step.sentence, step.label) == (
        "Since this draft was drawn, Player 10 has arrived, Player 11 has arrived, Player 12 has arrived and Player 13 has arrived.",
        "Seat the final again",
    )


def test_after_a_closed_round_the_next_one_is_drawn() -> None:
    assert next_step(event(CLOSED[0])) == NextStep(
        Step.DRAW, "Round 1 is closed. 9 players are here.", "Draw round 2", round=2
    )


def test_after_the_last_round_the_final_list_waits_and_then_the_medals() -> None:
    assert next_step(event(*CLOSED)).step is Step.PUBLISH_FINAL
    assert next_step(replace(event(*CLOSED), is_final_published=True)) == NextStep(
        Step.READ_OUT, "The final list is public.", "Read out the medals"
    )


def test_the_stage_bar_is_the_day_from_left_to_right() -> None:
    here = event(CLOSED[0], played(2, RoundState.PUBLISHED, 1))
    assert stages(here) == (
        Stage("Entries", DONE, "9 present"),
        Stage("Round 1", DONE, "", 1),
        Stage("Round 2", NOW, "1 of 3 reported", 2),
        Stage("Round 3", TODO, "", 3),
        Stage("Round 4", TODO, "", 4),
        Stage("Medals", TODO, ""),
    )


def test_a_draft_says_so_in_the_stage_bar() -> None:
    assert stages(event(played(1, RoundState.DRAFT, 0)))[1] == Stage("Round 1", NOW, "draft", 1)


def test_exactly_one_stage_is_now_until_the_medals_are_public() -> None:
    for here in (event(entries=()), event(), event(CLOSED[0]), event(*CLOSED[:3]), event(*CLOSED)):
        assert [stage.state for stage in stages(here)].count(NOW) == 1
    over = stages(replace(event(*CLOSED), is_final_published=True))
    assert {stage.state for stage in over} == {DONE}


# What the day says of open disputes: named before the next thing, ruled before what they hold up, counted on the stage bar (R11)


PLAYING, IS_CLOSED, DRAFT = RoundState.PUBLISHED, RoundState.CLOSED, RoundState.DRAFT


def dispute_at(round_number: int, table: int, state: DisputeState = DisputeState.OPEN, key: int = 1) -> DisputeRecord:
    opened = datetime(2026, 8, 20, 15, 0, tzinfo=UTC)
    return DisputeRecord(key, round_number, table, "cash for seat 2", state, "", opened)


def event_of(
    *states: RoundState, disputes: tuple[DisputeRecord, ...] = (), missing: tuple[int, ...] = ()
) -> EventRecord:
    """Rounds of three tables in these states; tables ``missing`` of the last one have no result."""
    contested = {(each.round, each.table) for each in disputes if each.state is DisputeState.OPEN}
    rounds = []
    for number, state in enumerate(states, 1):
        tables = []
        for table in (1, 2, 3):
            cash = None if number == len(states) and table in missing else 30_000
            seats = tuple(SeatRecord(PlayerId((table - 1) * 3 + seat), seat, cash=cash) for seat in (1, 2, 3))
            tables.append(TableRecord(table, seats, is_disputed=(number, table) in contested))
        rounds.append(RoundRecord(number, RoundKind.RANDOM, state, tuple(tables)))
    people = tuple(EntryRecord(PlayerId(number), f"Player {number}") for number in range(1, 10))
    return EventRecord(
        "cup", "Cup", date(2026, 8, 20), 1, entries=people, rounds=tuple(rounds), disputes=disputes, rounds_planned=4
    )


def test_with_every_table_reported_an_open_dispute_comes_before_the_close() -> None:
    asked = dispute_at(1, 2)
    assert next_step(event_of(PLAYING, disputes=(asked,))) == NextStep(
        Step.RULE_DISPUTE,
        "Round 1, table 2 is disputed. Round 1: all 3 tables have reported.",
        "Rule on the dispute",
        round=1,
        dispute=asked,
        held_up=NextStep(Step.CLOSE, "Round 1: all 3 tables have reported.", "Close round 1", round=1),
    )


def test_while_tables_are_missing_they_come_first_and_the_dispute_is_named() -> None:
    assert next_step(event_of(PLAYING, disputes=(dispute_at(1, 2),), missing=(1, 3))) == NextStep(
        Step.ENTER_RESULTS,
        "Round 1, table 2 is disputed. Round 1 is being played. Tables 1 and 3 have not reported.",
        "Enter results",
        ("Table 1", "Table 3"),
        1,
    )


def test_a_dispute_of_an_earlier_round_does_not_hold_up_the_close_of_this_one() -> None:
    step = next_step(event_of(IS_CLOSED, PLAYING, disputes=(dispute_at(1, 2),)))
    assert (step.step, step.sentence) == (
        Step.CLOSE,
        "Round 1, table 2 is disputed. Round 2: all 3 tables have reported.",
    )


def test_after_the_last_round_any_dispute_comes_before_the_final_list() -> None:
    asked = dispute_at(3, 1)
    step = next_step(event_of(IS_CLOSED, IS_CLOSED, IS_CLOSED, IS_CLOSED, disputes=(asked,)))
    assert (step.step, step.dispute, step.sentence) == (
        Step.RULE_DISPUTE,
        asked,
        "Round 3, table 1 is disputed. All rounds are closed. Announce the medals, or publish the final list.",
    )
    assert step.held_up is not None
    assert (step.held_up.step, step.held_up.label) == (Step.PUBLISH_FINAL, "Publish the final list")


@pytest.mark.parametrize("states", [(IS_CLOSED,), (IS_CLOSED, DRAFT)])
def test_before_a_round_the_dispute_is_named_and_holds_nothing_up(states: tuple[RoundState, ...]) -> None:
    plain, disputed = next_step(event_of(*states)), next_step(event_of(*states, disputes=(dispute_at(1, 3),)))
    assert disputed == replace(plain, sentence=f"Round 1, table 3 is disputed. {plain.sentence}")


@pytest.mark.parametrize("state", [DisputeState.RULED, DisputeState.WITHDRAWN])
def test_a_dispute_that_is_settled_is_named_no_more(state: DisputeState) -> None:
    for states in ((PLAYING,), (IS_CLOSED,), (IS_CLOSED,) * 4):
        assert next_step(event_of(*states, disputes=(dispute_at(1, 1, state),))) == next_step(event_of(*states))


def test_several_disputes_are_named_round_by_round_each_table_once() -> None:
    asked = (dispute_at(2, 3), dispute_at(1, 2, key=2), dispute_at(2, 1, key=3), dispute_at(2, 3, key=4))
    step = next_step(event_of(IS_CLOSED, PLAYING, disputes=asked))
    assert step.sentence.startswith("Round 1, table 2 is disputed. Round 2, tables 1 and 3 are disputed. ")
    assert step.dispute == asked[0]


def test_the_stage_bar_counts_the_disputed_tables_of_a_round_being_played_and_of_a_closed_one() -> None:
    record = event_of(
        IS_CLOSED, PLAYING, disputes=(dispute_at(1, 1), dispute_at(1, 2, key=2), dispute_at(2, 3, key=3)), missing=(2,)
    )
    assert stages(record)[1:3] == (
        Stage("Round 1", StageState.DONE, "2 disputed", 1),
        Stage("Round 2", StageState.NOW, "2 of 3 reported, 1 disputed", 2),
    )


@pytest.mark.parametrize(
    ("disputes", "sentence"),
    [
        ((), ""),
        ((dispute_at(1, 3, DisputeState.RULED),), ""),
        ((dispute_at(1, 3),), "Some results are disputed and may change: round 1, table 3."),
        ((dispute_at(1, 3), dispute_at(1, 2)), "Some results are disputed and may change: round 1, tables 2 and 3."),
        (
            (dispute_at(1, 3), dispute_at(2, 1)),
            "Some results are disputed and may change: round 1, table 3; round 2, table 1.",
        ),
    ],
)
def test_one_sentence_says_which_results_may_change(disputes: tuple[DisputeRecord, ...], sentence: str) -> None:
    assert disputed_in(event_of(IS_CLOSED, IS_CLOSED, disputes=disputes).rounds) == sentence


# What the day says of reports that are not official and of logs that came after a result: before the close, in good grammar


CLOSE_IT = NextStep(Step.CLOSE, "Round 1: all 3 tables have reported.", "Close round 1", round=1)


def at(hour: int) -> datetime:
    return datetime(2026, 8, 20, hour, 0, tzinfo=UTC)


def table_with(number: int, *, reported: bool = True, waiting: ResultState | None = None) -> TableRecord:
    first = (number - 1) * 3
    seats = tuple(SeatRecord(PlayerId(first + seat), seat, cash=30_000 if reported else None) for seat in (1, 2, 3))
    official = OfficialReport(number, ReportSource.DESK, "director", at(12), "director", at(12), number)
    return TableRecord(number, seats, official=official if reported else None, waiting=waiting)


def event_at(
    *tables: TableRecord, logs: tuple[LogRecord, ...] = (), disputes: tuple[DisputeRecord, ...] = ()
) -> EventRecord:
    people = tuple(EntryRecord(PlayerId(number), f"Player {number}") for number in range(1, 10))
    playing = RoundRecord(1, RoundKind.RANDOM, RoundState.PUBLISHED, tables)
    return EventRecord(
        "cup", "Cup", date(2026, 8, 20), 1, entries=people, rounds=(playing,), logs=logs, disputes=disputes
    )


def log(number: int, hour: int, *, is_public: bool = False) -> LogRecord:
    return LogRecord(7, 1, number, "a log", is_public, at(hour))


def dispute_of_two(state: DisputeState, settled: datetime | None) -> DisputeRecord:
    return DisputeRecord(1, 1, 2, "cash for seat 2", state, "", at(11), settled)


ALL = (table_with(1), table_with(2), table_with(3))


def test_one_table_alone_is_told_in_the_singular() -> None:
    assert next_step(event_at(table_with(1))) == NextStep(
        Step.CLOSE, "Round 1: the table has reported.", "Close round 1", round=1
    )


def test_the_final_at_one_table_too() -> None:
    record = event_at(table_with(1))
    final = replace(record.rounds[0], kind=RoundKind.RANKED, top_table_wins=True)
    assert next_step(replace(record, rounds=(final,))).sentence == "The final: the table has reported."


def test_a_report_beside_an_official_result_is_looked_at_before_the_close() -> None:
    assert next_step(event_at(table_with(1), table_with(2, waiting=ResultState.REPORTED), table_with(3))) == NextStep(
        Step.SIGN_REPORT,
        "Round 1: all 3 tables have reported. Table 2 has a report that is not official yet.",
        "Check table 2",
        round=1,
        held_up=CLOSE_IT,
    )


def test_reports_that_are_all_there_is_hold_the_close_up() -> None:
    waiting = [table_with(number, reported=False, waiting=ResultState.AGREED) for number in (1, 3)]
    assert next_step(event_at(waiting[0], table_with(2), waiting[1])) == NextStep(
        Step.SIGN_REPORT,
        "Round 1: all 3 tables have reported. Tables 1 and 3 have reports that are not official yet.",
        "Check 2 tables",
        round=1,
    )


def test_a_table_that_has_reported_is_not_said_to_be_missing() -> None:
    tables = (table_with(1), table_with(2, reported=False, waiting=ResultState.REPORTED), table_with(3, reported=False))
    assert next_step(event_at(*tables)) == NextStep(
        Step.ENTER_RESULTS,
        "Round 1 is being played. Table 3 has not reported. Table 2 has a report that is not official yet.",
        "Enter results",
        ("Table 3",),
        1,
    )


def test_a_log_that_came_after_the_result_is_read_before_the_close() -> None:
    assert next_step(event_at(*ALL, logs=(log(2, 13),))) == NextStep(
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
        event_at(*ALL, logs=(log(2, 11),)),
        event_at(*ALL, logs=(log(2, 13, is_public=True),)),
        event_at(*ALL, logs=(log(2, 13),), disputes=(dispute_of_two(DisputeState.RULED, at(14)),)),
    ],
    ids=["before the result", "its replay is public", "a dispute was settled since"],
)
def test_a_log_after_which_something_was_decided_is_read(read: EventRecord) -> None:
    assert next_step(read) == CLOSE_IT


def test_a_log_that_came_after_the_ruling_is_to_be_read() -> None:
    step = next_step(event_at(*ALL, logs=(log(2, 15),), disputes=(dispute_of_two(DisputeState.RULED, at(14)),)))
    assert step.step is Step.READ_LOG


def test_an_open_dispute_comes_before_its_log() -> None:
    asked = dispute_of_two(DisputeState.OPEN, None)
    tables = (table_with(1), replace(table_with(2), is_disputed=True), table_with(3))
    step = next_step(event_at(*tables, logs=(log(2, 13),), disputes=(asked,)))
    assert (step.step, step.dispute) == (Step.RULE_DISPUTE, asked)
