"""What the day says of open disputes: named before the next thing, ruled before what they hold up, counted on the stage bar (R11)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tournament.day.agenda import NextStep, Stage, StageState, Step, next_step, stages
from tournament.record.event import DisputeRecord, EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import DisputeState, PlayerId, RoundKind, RoundState
from tournament.tellings.words import disputed_in

PLAYING, CLOSED, DRAFT = RoundState.PUBLISHED, RoundState.CLOSED, RoundState.DRAFT


def dispute(round_number: int, table: int, state: DisputeState = DisputeState.OPEN, key: int = 1) -> DisputeRecord:
    opened = datetime(2026, 8, 20, 15, 0, tzinfo=UTC)
    return DisputeRecord(key, round_number, table, "cash for seat 2", state, "", opened)


def event(*states: RoundState, disputes: tuple[DisputeRecord, ...] = (), missing: tuple[int, ...] = ()) -> EventRecord:
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
    asked = dispute(1, 2)
    assert next_step(event(PLAYING, disputes=(asked,))) == NextStep(
        Step.RULE_DISPUTE,
        "Round 1, table 2 is disputed. Round 1: all 3 tables have reported.",
        "Rule on the dispute",
        round=1,
        dispute=asked,
        held_up=NextStep(Step.CLOSE, "Round 1: all 3 tables have reported.", "Close round 1", round=1),
    )


def test_while_tables_are_missing_they_come_first_and_the_dispute_is_named() -> None:
    assert next_step(event(PLAYING, disputes=(dispute(1, 2),), missing=(1, 3))) == NextStep(
        Step.ENTER_RESULTS,
        "Round 1, table 2 is disputed. Round 1 is being played. Tables 1 and 3 have not reported.",
        "Enter results",
        ("Table 1", "Table 3"),
        1,
    )


def test_a_dispute_of_an_earlier_round_does_not_hold_up_the_close_of_this_one() -> None:
    step = next_step(event(CLOSED, PLAYING, disputes=(dispute(1, 2),)))
    assert (step.step, step.sentence) == (
        Step.CLOSE,
        "Round 1, table 2 is disputed. Round 2: all 3 tables have reported.",
    )


def test_after_the_last_round_any_dispute_comes_before_the_final_list() -> None:
    asked = dispute(3, 1)
    step = next_step(event(CLOSED, CLOSED, CLOSED, CLOSED, disputes=(asked,)))
    assert (step.step, step.dispute, step.sentence) == (
        Step.RULE_DISPUTE,
        asked,
        "Round 3, table 1 is disputed. All rounds are closed. Announce the medals, or publish the final list.",
    )
    assert step.held_up is not None
    assert (step.held_up.step, step.held_up.label) == (Step.PUBLISH_FINAL, "Publish the final list")


@pytest.mark.parametrize("states", [(CLOSED,), (CLOSED, DRAFT)])
def test_before_a_round_the_dispute_is_named_and_holds_nothing_up(states: tuple[RoundState, ...]) -> None:
    plain, disputed = next_step(event(*states)), next_step(event(*states, disputes=(dispute(1, 3),)))
    assert disputed == replace(plain, sentence=f"Round 1, table 3 is disputed. {plain.sentence}")


@pytest.mark.parametrize("state", [DisputeState.RULED, DisputeState.WITHDRAWN])
def test_a_dispute_that_is_settled_is_named_no_more(state: DisputeState) -> None:
    for states in ((PLAYING,), (CLOSED,), (CLOSED,) * 4):
        assert next_step(event(*states, disputes=(dispute(1, 1, state),))) == next_step(event(*states))


def test_several_disputes_are_named_round_by_round_each_table_once() -> None:
    asked = (dispute(2, 3), dispute(1, 2, key=2), dispute(2, 1, key=3), dispute(2, 3, key=4))
    step = next_step(event(CLOSED, PLAYING, disputes=asked))
    assert step.sentence.startswith("Round 1, table 2 is disputed. Round 2, tables 1 and 3 are disputed. ")
    assert step.dispute == asked[0]


def test_the_stage_bar_counts_the_disputed_tables_of_a_round_being_played_and_of_a_closed_one() -> None:
    record = event(CLOSED, PLAYING, disputes=(dispute(1, 1), dispute(1, 2, key=2), dispute(2, 3, key=3)), missing=(2,))
    assert stages(record)[1:3] == (
        Stage("Round 1", StageState.DONE, "2 disputed", 1),
        Stage("Round 2", StageState.NOW, "2 of 3 reported, 1 disputed", 2),
    )


@pytest.mark.parametrize(
    ("disputes", "sentence"),
    [
        ((), ""),
        ((dispute(1, 3, DisputeState.RULED),), ""),
        ((dispute(1, 3),), "Some results are disputed and may change: round 1, table 3."),
        ((dispute(1, 3), dispute(1, 2)), "Some results are disputed and may change: round 1, tables 2 and 3."),
        (
            (dispute(1, 3), dispute(2, 1)),
            "Some results are disputed and may change: round 1, table 3; round 2, table 1.",
        ),
    ],
)
def test_one_sentence_says_which_results_may_change(disputes: tuple[DisputeRecord, ...], sentence: str) -> None:
    assert disputed_in(event(CLOSED, CLOSED, disputes=disputes).rounds) == sentence
