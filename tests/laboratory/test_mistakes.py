"""The catalogue of errors and habits: each does what its definition says, and the figures say what they count."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from games.acquire.actions import ActKind
from games.acquire.editions import EDITIONS
from games.acquire.replay import Severity, replay
from games.commands import main
from laboratory.mistakes.catalogue import sums
from laboratory.mistakes.catalogue.editing import Spoilt
from laboratory.mistakes.habits import HABITS, Habit
from laboratory.mistakes.habits.telling import text_of
from laboratory.mistakes.kinds import KINDS, SCRIBE, Family, Kind
from laboratory.mistakes.measuring import samples, verdict_on
from laboratory.mistakes.sheets import SampleLog, sensible_sheet
from laboratory.mistakes.truthful import tellings, welcome_of


def _sheet(seed: int = 1) -> SampleLog:
    return sensible_sheet(seed, 4).of_scribe()


def _spoilt(found: Spoilt | None) -> Spoilt:
    assert found is not None
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_of_sensible_players_ends_and_its_log_is_faultless(edition: str) -> None:
    sheet = sensible_sheet(0, 3, edition)
    for log in (sheet, sheet.of_scribe()):
        answer = replay(log.record)
        assert [found for found in answer.findings if found.severity is not Severity.NOTE] == []
        assert answer.final == sheet.final
    assert sensible_sheet.__wrapped__(0, 3, edition) == sheet, "the same seed gives the same log"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_kind_has_a_definition_and_changes_the_log_in_the_same_way_each_time(kind: Kind) -> None:
    assert kind.definition.endswith(".")
    for view in kind.views:
        for spoilt, sheet in samples(kind, view, 1):
            first = next(samples(kind, view, 1))[0]
            assert (first.record, first.turn, first.is_determined) == (
                spoilt.record,
                spoilt.turn,
                spoilt.is_determined,
            )
            is_same = list(spoilt.record.events) == list(sheet.record.events) and not spoilt.record.unread
            assert is_same == (kind.name in ("nothing wrong", "remark on its own line", "remark behind a clause"))
            assert 0 <= spoilt.turn <= len(sheet.blocks())


def test_names_of_kinds_and_habits_are_all_different_and_enough() -> None:
    names = [kind.name for kind in KINDS] + [habit.name for habit in HABITS]
    assert len(set(names)) == len(names)
    assert sum(kind.family is Family.FURTHER for kind in KINDS) == 56
    assert len(HABITS) >= 40


def test_the_log_of_a_house_that_pays_to_the_dollar_is_faultless_by_its_own_rule() -> None:
    kind = next(kind for kind in KINDS if kind.make is sums.round_to_the_dollar_throughout)
    for spoilt, sheet in samples(kind, SCRIBE, 3):
        header = replace(sheet.record.header, rules={"split_rounding": "floor1"})
        assert replay(replace(spoilt.record, header=header)).findings == ()
        assert replay(spoilt.record).as_written == sheet.final, "by the rules the log comes to the right cash"


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_each_habit_has_a_definition_and_some_game_has_an_occasion_for_it(habit: Habit) -> None:
    assert habit.definition.endswith(".")
    text, sheet = next(tellings(habit, 10))
    log = sheet if habit.is_full else sheet.of_scribe()
    is_plain = text == text_of(log, log.record.events)
    assert is_plain == (habit.name in ("everything told", "tiles that run out"))


def test_a_log_that_says_too_little_is_welcomed_as_unproved() -> None:
    sheet = _sheet()
    events = [event for event in sheet.record.events if event.act is not ActKind.BUY]
    met = welcome_of(text_of(sheet, events), sheet)
    assert met.is_unproved
    assert met.codes
    assert not met.is_wrong_certain
    assert welcome_of("", sheet).codes == ("refused",)


def test_a_wrong_amount_that_is_proved_is_wrong_without_doubt() -> None:
    kind = next(kind for kind in KINDS if kind.name == "nothing wrong")
    sheet = _sheet()
    spoilt = _spoilt(kind.make(sheet, Random(1)))
    other = SampleLog(sheet.record, dict.fromkeys(sheet.final, 0), {})
    assert verdict_on(spoilt, sheet, kind).is_final_right
    wrong = verdict_on(spoilt, other, kind)
    assert (wrong.is_wrong_certain, wrong.is_as_written, wrong.is_hidden, wrong.is_honest) == (
        True,
        False,
        False,
        False,
    )


def test_the_command_prints_each_definition_and_keeps_the_keys_of_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", "--games", "1", "--kind", "wrong final", "--kind", "arrows"]) == 0
    told = capsys.readouterr().out
    assert "Another final cash is written than the player has." in told
    assert "stands behind an arrow" in told
    assert "truthful logs: 1 in 1 habits" in told
    assert main(["errors", "--games", "1", "--kind", "wrong final", "--part", "single", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kept = {"error", "view", "logs", "found", "innocent_blamed", "right_final", "wrong_certain", "causes"}
    assert [row["view"] for row in rows[:-1]] == ["full", "scribe"]
    assert all(kept < row.keys() for row in rows[:-1])
    assert rows[-1].keys() == {"summary"}
    assert main(["errors", "--kind", "no such words"]) == 2
