"""Turns that are not written down: by the numbers, by the order of the players, or behind a line that nobody can read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.logs.reading import read_people
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Severity
from games.acquire.replay.judging.certainty import Fact, MissingFact
from games.acquire.replay.judging.judge import Replay, replay
from games.acquire.replay.steps import positions
from laboratory.mistakes.sheets import SampleLog, full_sheet
from tests.conftest import tried


def _sheet(seed: int, players: int = 3, *, full: bool = False) -> SampleLog:
    whole = full_sheet(seed, players)
    return whole if full else whole.of_scribe()


def _log(sheet: SampleLog, events: Sequence[Action]) -> GameRecord:
    return replace(sheet.record, events=list(events), lines=range(1, len(events) + 1))


def _starts(events: Sequence[Action]) -> list[int]:
    """The place where each turn begins, and the end of the log; turn 1 is the first one."""
    return [place for place, event in enumerate(events) if event.act is ActKind.TURN] + [len(events)]


def _without(events: Sequence[Action], first: int, last: int) -> list[Action]:
    """The log without the turns from ``first`` to ``last``, with what was counted after them."""
    starts = _starts(events)
    return [*events[: starts[first - 1]], *events[starts[last] :]]


def _renumbered(events: Sequence[Action]) -> list[Action]:
    """The log with its turns numbered from 1 without a gap."""
    number, found = 0, []
    for event in events:
        number += event.act is ActKind.TURN
        found.append(event._replace(value=number) if event.act is ActKind.TURN else event)
    return found


def _causes(answer: Replay) -> list[tuple[int | None, str]]:
    graves = (found for found in answer.findings if found.severity is not Severity.NOTE and found.cause is None)
    return [(found.turn, found.code) for found in graves]


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_half_a_page_lost_is_one_finding_and_proves_and_blames_nothing(players: int, full: bool) -> None:
    for seed in range(tried(4)):
        sheet = _sheet(seed, players, full=full)
        answer = replay(_log(sheet, _without(sheet.events, 15, 22)))
        assert _causes(answer) == [(15, "turn-missing")]
        found = next(found for found in answer.findings if found.code == "turn-missing")
        assert found.message == "Turns 15 to 22 were not written down."
        assert (found.player, found.expected) == (None, [15, 22])
        assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())
        assert answer.missing_facts == (MissingFact(Fact.TURN, None, None, 15, last=22),)


def test_two_gaps_are_two_findings() -> None:
    sheet = _sheet(1)
    events = _without(_without(sheet.events, 30, 35), 12, 16)
    answer = replay(_log(sheet, events))
    assert _causes(answer) == [(12, "turn-missing"), (30, "turn-missing")]
    assert set(answer.final.values()) == {None}


def test_a_gap_takes_the_order_of_the_players_into_account() -> None:
    sheet = _sheet(0)
    events = sheet.events
    at = _starts(events)[14]
    for number, code in ((16, "turn-number"), (17, "turn-number")):  # not the player of that turn
        events[at] = events[at]._replace(value=number)
        assert _causes(replay(_log(sheet, events)))[0] == (15, code)


def test_numbers_that_are_only_too_high_are_told_as_such_where_everything_else_fits() -> None:
    sheet = _sheet(0)
    place = _starts(sheet.events)[14]
    events = [
        event._replace(value=event.value + 6) if at >= place and event.act is ActKind.TURN else event
        for at, event in enumerate(sheet.events)
    ]
    answer = replay(_log(sheet, events))
    assert _causes(answer) == [(15, "turn-missing")]
    line = next(at for at in range(place, len(events)) if events[at].act is ActKind.TURN) + 1
    assert answer.findings[0].message == (
        "Turns 15 to 20 were not written down. "
        f"The rest of the log fits if no turn is missing and the turn numbers are wrong from turn 21 (line {line}) on."
    )
    assert answer.final == sheet.final
    unstated = [event for event in events if event.act is not ActKind.FINAL]
    assert set(replay(_log(sheet, unstated)).final.values()) == {None}


@pytest.mark.parametrize(
    ("first", "numbered"), [(12, True), (13, True), (13, False)]
)  # nine turns, or eight, are missing
def test_a_count_that_stands_before_a_gap_may_be_of_after_it(first: int, numbered: bool) -> None:
    sheet = _sheet(0)
    starts = _starts(sheet.events)
    events = sheet.events
    counts = [event for event in events[starts[19] : starts[20]] if event.act is ActKind.CASH]
    assert counts
    moved = [*events[: starts[first - 1]], *counts, *events[starts[20] :]]
    answer = replay(_log(sheet, moved if numbered else _renumbered(moved)))
    assert _causes(answer) == [(first, "turn-missing" if numbered else "turn-order")]


def test_cash_that_is_counted_behind_a_gap_is_taken_as_it_is() -> None:
    sheet = _sheet(0)
    starts = _starts(sheet.events)
    counted = {
        event.player: event.value for event in sheet.events[starts[29] : starts[30]] if event.act is ActKind.CASH
    }
    assert len(counted) == 3
    views = positions(_log(sheet, _without(sheet.events, 15, 22)))
    after = next(view for view in views if view.number == 30)
    ids = [player.id for player in sheet.record.header.players]
    assert after.cash == {ids[player]: cash for player, cash in counted.items()}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_turns_that_go_on_with_the_next_number_but_another_player_may_have_a_gap_before_them(players: int) -> None:
    sheet = _sheet(2, players)
    answer = replay(_log(sheet, _renumbered(_without(sheet.events, 20, 20 + players))))
    assert _causes(answer) == [(20, "turn-order")]
    assert answer.findings[0].message.endswith("; turns may be missing between turn 19 and turn 20.")
    assert set(answer.final.values()) == {None}


@pytest.mark.parametrize("step", [1, 2])
def test_a_turn_written_for_another_player_is_no_gap(step: int) -> None:
    sheet = _sheet(0)
    events = sheet.events
    first, last = sheet.blocks()[14]
    other = (events[first].player + step) % 3
    for place in range(first, last):
        if events[place].act in (ActKind.TURN, ActKind.PLAY, ActKind.BUY, ActKind.FOUND):
            events[place] = events[place]._replace(player=other)
    answer = replay(_log(sheet, events))
    assert "may be missing" not in " ".join(found.message for found in answer.findings)


@pytest.mark.parametrize("unreadable", ["15 P3: coffee", "15 P3: ~~~ on it"])
def test_a_turn_whose_line_cannot_be_read_is_not_missing_besides(unreadable: str) -> None:
    sheet = _sheet(0)
    lines = write_text(sheet.record).splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("15 "))
    lines[at] = unreadable
    record = read_people("\n".join(lines)).record
    assert record is not None
    codes = {found.code for found in replay(record).findings}
    assert "line-unread" in codes
    assert "turn-missing" not in codes


def test_no_gap_of_random_games_gives_a_wrong_amount_as_certain() -> None:
    for seed in range(tried(6)):
        sheet = _sheet(seed, 3 + seed % 3, full=bool(seed % 2))
        random = Random(seed)
        count = len(_starts(sheet.events)) - 1
        first = random.randrange(5, count - 14)
        events = _without(sheet.events, first, first + random.randint(2, 9))
        for told in (events, _renumbered(events)):
            answer = replay(_log(sheet, told))
            assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())
            assert min(turn or 0 for turn, _ in _causes(answer)) >= first
