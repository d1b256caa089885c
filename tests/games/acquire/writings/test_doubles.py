"""Turns that a log has twice: what was written again is left out, what only one writing says counts, and contradictions are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Finding, Severity
from games.acquire.replay.judging.judge import Replay, replay
from games.acquire.replay.steps import positions
from games.acquire.writings import is_left_out, told_once
from laboratory.mistakes.sheets import SampleLog, full_sheet
from tests.conftest import tried
from tests.games.acquire.spoilt import double_turn


def _log(sheet: SampleLog, events: Sequence[Action]) -> GameRecord:
    return replace(sheet.record, events=list(events), lines=range(1, len(events) + 1))


def _parts(sheet: SampleLog, first: int, last: int) -> tuple[list[Action], list[Action], list[Action]]:
    """The log before the turns from ``first`` to ``last``, these turns, and the log behind them."""
    events = sheet.events
    starts = [place for place, event in enumerate(events) if event.act is ActKind.TURN] + [len(events)]
    return events[: starts[first - 1]], events[starts[first - 1] : starts[last]], events[starts[last] :]


def _of_scribe(events: Sequence[Action]) -> list[Action]:
    """What a second scribe writes who leaves out draws, bonuses and counts."""
    unseen = (ActKind.DRAW, ActKind.DEAD, ActKind.BONUS, ActKind.CASH)
    return [event for event in events if event.act not in unseen]


def _numbered(events: Sequence[Action], by: int | None) -> list[Action]:
    """Events whose turns have a number that is higher by so many, or none."""
    return [
        event._replace(value=None if by is None else event.value + by) if event.act is ActKind.TURN else event
        for event in events
    ]


def _graves(answer: Replay) -> list[Finding]:
    return [found for found in answer.findings if found.severity is not Severity.NOTE]


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_turns_that_a_second_scribe_writes_again_are_a_note_and_everybody_is_proved(seed: int, full: bool) -> None:
    sheet = full_sheet(seed, 3 + seed % 3)
    sheet = sheet if full else sheet.of_scribe()
    before, twice, after = _parts(sheet, 19, 22)  # with a count behind turn 20
    answer = replay(_log(sheet, [*before, *twice, *twice, *after]))
    assert answer.final == sheet.final
    assert [(found.code, found.line) for found in answer.findings] == [("turn-twice", len(before) + len(twice) + 1)]
    assert answer.findings[0].message == (
        "Turns 19 to 22 were written down twice; the two versions do not contradict each other."
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("is_first_fuller", [True, False])
def test_what_only_one_of_two_writings_says_counts(seed: int, is_first_fuller: bool) -> None:
    sheet = full_sheet(seed, 3 + seed % 3)
    before, twice, after = _parts(sheet, 25, 28)
    writings = [twice, _of_scribe(twice)] if is_first_fuller else [_of_scribe(twice), twice]
    record = _log(sheet, [*before, *writings[0], *writings[1], *after])
    answer = replay(record)
    assert answer.final == sheet.final
    assert [found.message for found in answer.findings] == [
        "Turns 25 to 28 were written down twice; the two versions do not contradict each other."
    ]
    assert [event for event in told_once(record).events if not is_left_out(event)] == sheet.events


@pytest.mark.parametrize("by", [None, 3])
def test_numbers_that_lack_or_go_on_do_not_hide_a_second_writing(by: int | None) -> None:
    sheet = full_sheet(1, 4).of_scribe()
    before, twice, after = _parts(sheet, 31, 33)
    first, again = ([*before, *twice], [*twice, *after])
    events = _numbered([*first, *again], None) if by is None else [*first, *_numbered(again, by)]
    answer = replay(_log(sheet, events))
    assert answer.final == sheet.final
    assert [found.code for found in answer.findings] == ["turn-twice"]


@pytest.mark.parametrize("is_lost_by_first", [True, False])
def test_a_turn_that_only_one_of_two_scribes_has_stands_where_it_belongs(is_lost_by_first: bool) -> None:
    for seed in range(tried(3)):
        sheet = full_sheet(seed, 3 + seed % 3).of_scribe()
        before, twice, after = _parts(sheet, 31, 34)
        lost = [*_parts(sheet, 31, 31)[1], *_parts(sheet, 33, 34)[1]]
        writings = [lost, twice] if is_lost_by_first else [twice, lost]
        record = _log(sheet, [*before, *writings[0], *writings[1], *after])
        answer = replay(record)
        assert answer.final == sheet.final
        assert not _graves(answer)
        assert [event for event in told_once(record).events if not is_left_out(event)] == sheet.events


def test_turns_written_three_times_count_once() -> None:
    sheet = full_sheet(2, 3).of_scribe()
    before, twice, after = _parts(sheet, 31, 32)
    for by in (0, None):
        answer = replay(_log(sheet, _numbered([*before, *twice, *twice, *twice, *after], by)))
        assert answer.final == sheet.final
        assert [found.code for found in answer.findings] == ["turn-twice", "turn-twice"]


def test_lines_and_places_stay_those_of_the_log() -> None:
    sheet = full_sheet(3, 3)
    before, twice, after = _parts(sheet, 25, 28)
    record = _log(sheet, [*before, *_of_scribe(twice), *twice, *after])
    once = told_once(record)
    assert len(once.events) == len(record.events)
    kept = [(event, once.line_of(at)) for at, event in enumerate(once.events) if not is_left_out(event)]
    assert all(record.events[(line or 0) - 1] == event for event, line in kept)
    assert told_once(once) is once


def test_tiles_and_numbers_that_the_first_writing_leaves_open_are_taken_from_the_second() -> None:
    sheet = full_sheet(2, 4)
    before, twice, after = _parts(sheet, 25, 28)
    vague = [event._replace(value=(-1,) * len(event.value)) if event.act is ActKind.DRAW else event for event in twice]
    assert vague != twice
    record = _log(sheet, [*before, *vague, *twice, *after])
    assert [event for event in told_once(record).events if not is_left_out(event)] == sheet.events


def test_a_tile_that_comes_again_elsewhere_in_a_log_without_numbers_is_no_second_writing() -> None:
    sheet = full_sheet(0, 3).of_scribe()
    events = _numbered(sheet.events, None)
    turns = sheet.blocks()
    (first, _), (last, end) = turns[-4], turns[-1]
    assert events[first].player == events[last].player
    tile = next(event for event in events[first:] if event.act is ActKind.PLAY)
    record = _log(sheet, [*events[: last + 1], tile, *events[end:]])
    assert told_once(record) is record


def test_a_faultless_log_is_not_touched() -> None:
    for seed in range(tried(4)):
        record = full_sheet(seed, 3).record
        assert told_once(record) is record


def test_a_wrong_number_is_no_second_writing() -> None:
    sheet = full_sheet(0, 3).of_scribe()
    events = sheet.events
    places = [place for place, event in enumerate(events) if event.act is ActKind.TURN]
    events[places[17]] = events[places[17]]._replace(value=15)  # the same player, another tile
    record = _log(sheet, events)
    assert told_once(record) is record
    assert [found.code for found in _graves(replay(record))] == ["turn-number"]


@pytest.mark.parametrize("right", ["first", "second"])
@pytest.mark.parametrize("seed", range(4))
def test_where_two_writings_differ_the_counts_decide(seed: int, right: str) -> None:
    sheet = full_sheet(seed, 3 + seed % 3).of_scribe()
    before, twice, after = _parts(sheet, 12, 15)
    at = next(at for at, event in enumerate(twice) if event.act is ActKind.BUY and event.value)
    chain, count = twice[at].value[0]
    wrong = list(twice)
    wrong[at] = twice[at]._replace(value=((chain, 1 + count % 3), *twice[at].value[1:]))
    writings = [twice, wrong] if right == "first" else [wrong, twice]
    answer = replay(_log(sheet, [*before, *writings[0], *writings[1], *after]))
    assert answer.final == sheet.final
    causes = [found for found in _graves(answer) if found.cause is None]
    assert [found.code for found in causes] == ["turn-differs"]
    line = len(before) + at + 1
    assert f"The turn was written down twice: line {line} says buy " in causes[0].message
    assert f", but line {line + len(twice)} says buy " in causes[0].message
    assert ("the second version is right: buy " in causes[0].message) == (right == "second")


def test_without_counts_behind_two_writings_that_differ_both_amounts_are_possible() -> None:
    sheet = full_sheet(0, 3).of_scribe()
    uncounted = [event for event in sheet.events if event.act not in (ActKind.CASH, ActKind.FINAL)]
    at = max(at for at, event in enumerate(uncounted) if event.act is ActKind.BUY and event.value)
    start = max(place for place in range(at) if uncounted[place].act is ActKind.TURN)
    wrong = [*uncounted[start:at], uncounted[at]._replace(value=())]
    answer = replay(_log(sheet, [*uncounted[:start], *wrong, *uncounted[start:]]))
    buyer = sheet.record.header.players[uncounted[at].player].id
    assert [(found.code, found.player) for found in _graves(answer)] == [("turn-differs", buyer)]
    assert {player for player, cash in answer.final.items() if cash is None} >= {buyer}
    assert len(answer.possible[buyer].amounts) == 2
    assert sheet.final[buyer] in answer.possible[buyer].amounts


def test_a_log_page_walks_over_what_was_written_twice() -> None:
    sheet = full_sheet(1, 3).of_scribe()
    before, twice, after = _parts(sheet, 31, 33)
    once, again = positions(sheet.record), positions(_log(sheet, [*before, *twice, *twice, *after]))
    assert [replace(view, findings=()) for view in again] == [replace(view, findings=()) for view in once]
    assert [view.number for view in again if view.findings] == [33]


def test_a_turn_written_twice_in_random_games_is_always_recognised() -> None:
    for seed in range(tried(6)):
        sheet = full_sheet(seed, 3 + seed % 2)
        sheet = sheet if seed % 2 else sheet.of_scribe()
        spoilt = double_turn(sheet, Random(seed))
        answer = replay(spoilt.record)
        assert answer.final == sheet.final
        assert not _graves(answer)
