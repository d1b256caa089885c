"""A game that the director took back: its turns say what stands, what was undone is struck through, and the steps go on."""

from __future__ import annotations

import pytest

from tournament.replays import GameReading, TableHeader, read_game, spoken_step
from tournament.replays.steps import spoken_seconds

TAKEN_BACK = """edition: mso
players: Ann = Ann Demo, Ben, Cai
start: Ann 1C, Ben 2A, Cai 7F
1 Ann: 4C; buy -; draw 9A
2 Ben: 2B; found Luxor; buy Luxor 2; draw ?
3 Cai: 12I; buy -; draw ?
rewind 9 "Ben meant 3B, says Ann Demo"
    by Ben found Tower; pause; resume; by Ben buy Tower 1; time Ann -150; by Ben draw ?
3 Cai: 12I; peek Cai; buy -; draw ?
rewind 99
"""


def steps_of(reading: GameReading, turn: int) -> list[str]:
    row = reading.turns[turn]
    steps = reading.steps[row.first : row.last + 1]
    return [spoken_step(step, reading.players, reading.chains) for step in steps]


def test_a_turn_has_the_words_that_stand_and_those_that_were_undone_in_it_and_behind_it() -> None:
    reading = read_game(TAKEN_BACK)
    assert [turn.title for turn in reading.turns] == ["Start", "1 Ann", "2 Ben", "3 Cai"]
    assert reading.turns[2].words == (
        '2 Ben: 2B; rewind 9 "Ben meant 3B, says Ann Demo"; found Tower; pause; resume; buy Tower 1; time Ann -150; draw ?',
    )
    assert reading.turns[2].undone == ("Ben: found Luxor; buy Luxor 2; draw ?", "3 Cai: 12I; buy -; draw ?")
    assert [turn.undone for turn in reading.turns if turn.place != 2] == [(), (), ()]
    assert [(turn.title, found.code) for turn, found in reading.findings] == [("3 Cai", "rewind-nowhere")]


def test_the_steps_of_a_game_taken_back_are_told_in_sentences() -> None:
    reading = read_game(TAKEN_BACK)
    assert steps_of(reading, 2) == [
        "2B",
        "the director takes the game back to statement 9, “Ben meant 3B, says Ann”; founds Tower",
        "the director stops the game",
        "the game goes on",
        "buys 1 Tower",
        "Ann loses 2 minutes 30 seconds",
    ]
    assert steps_of(reading, 3) == [
        "12I",
        "the director looks at Cai's hand",
        "buys nothing",
        "the game cannot go back to statement 99, as it does not come before this one",
    ]
    begun = read_game(TAKEN_BACK.replace("rewind 99", "rewind 0; time Ben +60"))
    assert steps_of(begun, 0) == [
        "start",
        "the director stops the game",
        "the game goes on",
        "Ann loses 2 minutes 30 seconds",
        "the director looks at Cai's hand",
        "the director takes the game back to the start",
        "Ben gets 1 minute",
    ]
    assert begun.turns[0].undone[:2] == ("start: Ann 1C, Ben 2A, Cai 7F", "1 Ann: 4C; buy -; draw 9A")


def test_a_reason_calls_the_players_as_the_page_calls_them() -> None:
    reading = read_game(TAKEN_BACK, TableHeader(), ("Zoe", "Yan", "Xi"))
    assert steps_of(reading, 2)[1].endswith("statement 9, “Yan meant 3B, says Zoe”; founds Tower")
    assert reading.turns[2].undone[0] == "Yan: found Luxor; buy Luxor 2; draw ?"
    shown = repr((reading.steps, reading.turns, reading.placed, reading.record))
    assert [name for name in ("Ann", "Ben", "Cai", "Demo") if name in shown] == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "no time"), (1, "1 second"), (60, "1 minute"), (150, "2 minutes 30 seconds"), (72_000, "1,200 minutes")],
)
def test_seconds_are_spoken(seconds: int, words: str) -> None:
    assert spoken_seconds(seconds) == words
