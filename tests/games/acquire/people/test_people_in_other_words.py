"""Clauses in the words of a table, of other programs and of photographed sheets: what can mean only one thing is read."""

from random import Random

import pytest

from games.acquire.logs import read_people, read_text
from games.acquire.replay import replay
from tests.games.acquire.people.spoken import photographed, scribes_log, spoken
from tests.games.acquire.people.variants import PLAIN
from tests.games.acquire.people.variants_of_clauses import ASKED, SAID, TRADED, Said


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


# Whole logs.

ONE_PROGRAM = """\
edition: mso
players: Ann, Ben, Cai
Ann drew position tile 1C.
Ben drew position tile 2A.
Cai drew position tile 7F.
Ann started the game.
Ann played tile 4C.
Ann purchased nothing.
Ann drew tile 5A.
Ben played tile 2B.
Ben formed Luxor.
Ben purchased 2 Luxor.
Cai played tile 4D.
Cai formed American.
Cai purchased 1 American and 1 Luxor.
Ann played tile 3B.
Ann purchased 1 Luxor and 1 American.
Ben played tile 3C.
Ben merged American and Luxor.
Cai received a $3000 American bonus.
Ann received a $1500 American bonus.
Cai traded 0 and sold 1 American shares.
Ben purchased 1 Luxor.
Cai has no playable tile.
Cai could not afford any shares.
Ann played tile 9I.
Ann ended the game.
"""
ANOTHER_PROGRAM = """\
edition: mso
players: Ann, Ben, Cai
start: Ann 1C, Ben 2A, Cai 7F
Ann played tile 4C
Ben played tile 2B
Luxor has been placed on the board at 2B
Ben bought 2 stocks in Luxor for a total of 400
Ben spent $400
Cai played tile 4D
American has been placed on the board at 4D
Cai bought 1 stocks in American
Cai bought 1 stocks in Luxor
Ann played tile 3B
Ann bought 1 stocks in Luxor
Ann bought 1 stocks in American
Ben played tile 3C
*** Luxor is buying out American ***
Cai received PRIMARY shareholder bonus of 3000
Cai received $3000
Ann received SECONDARY shareholder bonus of 1500
Cai sold 1 stocks in American
Cai received $300
American has been removed from the board
Ben bought 1 stocks in Luxor
"""
MIDDLE = """\
Ben: 2B; found Luxor; buy Luxor 2
Cai: 4D; found American; buy American 1, Luxor 1
Ann: 3B; buy Luxor 1, American 1
Ben: 3C
    bonus Cai American 3000; bonus Ann American 1500
    dispose Cai American sell 1
    buy Luxor 1
"""
HEAD = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (ONE_PROGRAM, f"{HEAD}Ann: 4C; buy -; draw 5A\n{MIDDLE}Cai: pass; buy -\nAnn: 9I; end\n"),
        (ANOTHER_PROGRAM, f"{HEAD}Ann: 4C\n{MIDDLE}"),
    ],
)
def test_what_programs_write_in_sentences_is_read_whole(written: str, plain: str) -> None:
    reading = read_people(written)
    assert [str(problem) for problem in reading.problems] == []
    assert reading.record == read_text(plain)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("edition", ["mso", "ah1999"])
def test_a_game_told_in_the_words_of_a_table_is_the_game(edition: str, seed: int) -> None:
    text = scribes_log(edition, 3 + seed % 2, seed)
    reading, plain = read_people(spoken(text, Random(seed))), read_people(text).record
    assert [event for event in reading.record.events if event not in plain.events] == []
    assert [str(problem) for problem in reading.problems] == []
    assert reading.record.events == plain.events


@pytest.mark.parametrize("seed", range(4))
def test_a_sign_that_was_mistaken_in_a_photograph_is_read_or_asked_and_nothing_else_is_read(seed: int) -> None:
    text = scribes_log("mso", 3, seed)
    plain, random = read_people(text).record, Random(seed)
    outcomes = [read_people(photographed(text, random)) for _ in range(12)]
    whole = [reading for reading in outcomes if not reading.problems]
    assert [reading.record.events == plain.events for reading in whole] == [True] * len(whole)
    strange = [event for reading in outcomes for event in reading.record.events if event not in plain.events]
    assert strange == []
    assert len(whole) >= 9


@pytest.mark.parametrize(
    ("body", "notes"),
    [
        ("5 Ben: 3C; American -> Luxor", ['read "American -> Luxor" as what the tile makes']),
        ("5 Ben: 3C; majority 3000", ['read "majority" as bonus', "took American", "took Cai"]),
        (
            "5 Ben: 3C; Cai sold everything",
            ['read "sold" as sell', 'read "sell everything" as sell 2', "took American"],
        ),
        ("5 Ben: 28", ['read "28" as 2B']),
        ("5 Ben: 9I; cash Cai 9.2k", ['read "9.2k" as 9200']),
        ("5 Ben: 9I; f0und Tower", ['read "0" as o']),
    ],
)
def test_each_liberty_is_told(body: str, notes: list[str]) -> None:
    before = PLAIN.partition("5 Ben")[0].replace("2B;", "12B;" if "28" in body else "2B;")
    reading = read_people(before + body + "\n")
    assert [str(note) for note in reading.notes if note.line == before.count("\n") + 1] == notes


def test_a_player_who_is_called_like_a_word_is_meant_where_his_name_stands() -> None:
    text = (
        "edition: mso\nplayers: Dan, Min, Ed\nstart: Dan 1C, Min 2A, Ed 7F\n1 Dan: 4C; buy -\n2 Min: 2B, founds Luxor, buys 2 Luxor\n"
        "3 Ed: 4D, founds American, buys 1 American\n4 Dan: 3B; buy American 1\n5 Min: 3C\n"
        "    majority Ed 3000, min Dan 1500\n    Dan keeps 1, Ed sold 1 and kept 1\n    buy -\n"
    )
    reading = read_people(text)
    assert [str(problem) for problem in reading.problems] == []
    assert reading.record == read_text(
        "edition: mso\nplayers: Dan, Min, Ed\nstart: Dan 1C, Min 2A, Ed 7F\n1 Dan: 4C; buy -\n2 Min: 2B; found Luxor; buy Luxor 2\n"
        "3 Ed: 4D; found American; buy American 1\n4 Dan: 3B; buy American 1\n5 Min: 3C\n"
        "    bonus Ed American 3000; bonus Dan American 1500\n"
        "    dispose Dan American hold 1\n    dispose Ed American sell 1 hold 1\n    buy -\n"
    )
