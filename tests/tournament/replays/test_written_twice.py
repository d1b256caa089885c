"""The page of a log in which turns are written twice, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.acquire.actions import Action, ActKind
from games.acquire.logs import write_text
from laboratory.mistakes.sheets import SampleLog, full_sheet
from tournament.replays import read_game
from tournament.replays.causes import spoken_finding
from tournament.replays.workings import spoken_fact

SHEET = full_sheet(1, 3).of_scribe()


def _starts(sheet: SampleLog) -> list[int]:
    return [place for place, event in enumerate(sheet.events) if event.act is ActKind.TURN]


def _text(events: Sequence[Action]) -> str:
    return write_text(replace(SHEET.record, events=events, lines=()))


def test_turns_written_twice_are_each_shown_once_with_a_note() -> None:
    starts = _starts(SHEET)
    events = SHEET.events
    first, last = starts[30], starts[33]
    once = read_game(_text(events))
    twice = read_game(_text([*events[:last], *events[first:last], *events[last:]]))
    assert [(turn.title, turn.words, turn.opening) for turn in twice.turns] == [
        (turn.title, turn.words, turn.opening) for turn in once.turns
    ]
    assert [step.view for step in twice.steps] == [step.view for step in once.steps]
    assert (twice.final, len(twice.findings)) == (once.final, 1)
    assert spoken_finding(twice, 0) == (
        "Turns 31 to 33 were written down twice; the two versions do not contradict each other."
    )


def test_a_gap_leads_with_the_turns_that_are_not_written_down_and_asks_for_them() -> None:
    starts = _starts(SHEET)
    events = SHEET.events
    found = read_game(_text([*events[: starts[20]], *events[starts[27] :]]))
    assert spoken_finding(found, 0) == "Turns 21 to 27 were not written down."
    assert found.findings[0][0].title.startswith("20 ")
    assert [spoken_fact(fact) for fact in found.answer.missing_facts] == ["What did everybody play in turns 21 to 27?"]
