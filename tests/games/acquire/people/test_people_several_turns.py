"""Several turns on one line, and names, keys and signs that begin no turn."""

from __future__ import annotations

import pytest

from games.acquire.actions import ActKind
from games.acquire.logs import read_people, read_text
from tests.games.acquire.people.variants import PLAIN


@pytest.mark.parametrize(
    "turns",
    [
        "2 Ben: 2B; found Luxor; buy Luxor 2 3 Cai: 4D",
        "2 Ben: 2B; found Luxor; buy Luxor 2 Cai: 4D",
        "2 Ben: 2B -> Luxor. Luxor 2. 3. Cai 4D",
        "Ben: 2B; found Luxor; buy Luxor 2 Cai: 4D",
        "2 Ben: 2B; found Luxor; buy Luxor 2 Turn 3 Cai 4D",
    ],
)
def test_two_turns_on_one_line_are_two_turns_with_a_note(turns: str) -> None:
    head = PLAIN.partition("2 Ben:")[0]
    reading, plain = read_people(head + turns), read_text(f"{head}2 Ben: 2B; found Luxor; buy Luxor 2\n3 Cai: 4D")
    assert reading.problems == ()
    assert [note.written for note in reading.notes] == [turns]
    unnumbered = [event._replace(value=None) if event.act is ActKind.TURN else event for event in reading.record.events]
    assert unnumbered == [event._replace(value=None) if event.act is ActKind.TURN else event for event in plain.events]


@pytest.mark.parametrize(
    "line", ["Cai: sells 1 American, Ann: 1A sold", "start: Ann 1C, Ben: 2A, Cai 7F", "hand Ann: 2A, Ben: 3A"]
)
def test_a_name_before_a_tile_that_is_none_of_a_turn_begins_none(line: str) -> None:
    reading = read_people(PLAIN.replace("6 Cai:", f"{line}\n6 Cai:"))
    assert [event.value for event in reading.record.events if event.act is ActKind.TURN] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("kept", ["order-wrong line 14", "dead-not-dead", "nothing", "end-not-reached line 5"])
def test_a_key_of_the_header_is_one_although_its_value_begins_like_a_clause(kept: str) -> None:
    text = PLAIN.replace("players:", f"expect: {kept}\nPlayers:")
    reading = read_people(text)
    assert reading.problems == ()
    assert reading.record == read_text(text.replace("Players:", "players:"))
    assert reading.record.header.other == {"expect": kept}


def test_a_minus_before_a_number_of_shares_is_told_or_sells_them() -> None:
    reading = read_people(PLAIN.replace("dispose Cai American sell 1 hold 1", "Cai: -1 American"))
    sold = [event.value[:2] for event in reading.record.events if event.act is ActKind.DISPOSE and event.player == 2]
    assert sold == [(2, 1)] or [problem.line for problem in reading.problems] == [11]
