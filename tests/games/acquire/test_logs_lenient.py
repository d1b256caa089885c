"""Logs as people write them: what can mean only one thing is read, all that cannot be read is told at once."""

import pytest

from games.acquire.logs import read_text
from games.acquire.logs.lenient import Note, Reading, read_people
from games.acquire.replay import positions
from tests.games.acquire.liberties import LOOSE, PLAIN, REFUSED, STRICT, Variant


def told(reading: Reading) -> list[str]:
    return [f"line {problem.line}, column {problem.column}: {problem}" for problem in reading.problems]


@pytest.mark.parametrize("variant", STRICT, ids=lambda variant: repr(variant.new))
def test_what_the_notation_allows_is_read_without_a_note(variant: Variant) -> None:
    assert read_people(variant.text) == Reading(read_text(PLAIN))


@pytest.mark.parametrize("variant", LOOSE, ids=lambda variant: repr(variant.new))
def test_what_can_mean_only_one_thing_is_read_with_a_note_and_comes_to_the_same_position(variant: Variant) -> None:
    reading = read_people(variant.text)
    assert told(reading) == []
    assert reading.record.header == read_text(PLAIN).header
