"""Clauses in the words of a table, of other programs and of photographed sheets: what can mean only one thing is read."""

import pytest

from games.acquire.logs import read_people, read_text
from games.acquire.replay import replay
from tests.games.acquire.people.variants_of_clauses import ASKED, PLAIN, SAID, TRADED, Said


@pytest.mark.parametrize("log", [PLAIN, TRADED])
def test_the_logs_are_faultless(log: str) -> None:
    assert replay(read_text(log)).findings == ()


@pytest.mark.parametrize("said", SAID, ids=lambda said: repr(said.new))
def test_what_can_mean_only_one_thing_is_read_with_a_note(said: Said) -> None:
    reading = read_people(said.text)
    assert [str(problem) for problem in reading.problems] == []
    assert reading.record == read_text(said.plain)
    assert reading.notes != ()


@pytest.mark.parametrize("said", ASKED, ids=lambda said: repr(said.new))
def test_what_may_mean_two_things_is_asked_and_the_rest_is_read(said: Said) -> None:
    reading = read_people(said.text)
    assert tuple(problem.problem for problem in reading.problems) == said.problems
    assert all(problem.expected for problem in reading.problems)
    plain = read_text(said.plain)
    assert [event for event in reading.record.events if event not in plain.events] == []
    assert len(reading.record.unread) == len(said.problems)
