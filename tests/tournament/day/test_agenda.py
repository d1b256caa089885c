"""The stages of the day and the one next thing to do, from a record alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from tournament.day.agenda import NextStep, Stage, StageState, Step, next_step, stages
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, ResultState, RoundKind, RoundState, Status

DONE, NOW, TODO = StageState.DONE, StageState.NOW, StageState.TODO


def entry(number: int, status: Status = Status.PRESENT) -> EntryRecord:
    return EntryRecord(PlayerId(number), f"Player {number}", status=status)


def table(number: int, *, reported: bool) -> TableRecord:
    first = (number - 1) * 3
    return TableRecord(
        number,
        tuple(SeatRecord(PlayerId(first + seat), seat, cash=30_000 if reported else None) for seat in (1, 2, 3)),
    )


def played(number: int, state: RoundState, reported: int = 3, kind: RoundKind = RoundKind.RANDOM) -> RoundRecord:
    return RoundRecord(number, kind, state, tuple(table(place, reported=place <= reported) for place in (1, 2, 3)))


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
    final = event(*CLOSED[:3], played(4, RoundState.PUBLISHED, 0, RoundKind.SWISS))
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
    final = played(4, RoundState.PUBLISHED, 3, RoundKind.SWISS)
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
    step = next_step(event(played(4, RoundState.DRAFT, 0, RoundKind.SWISS), entries=here))
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
