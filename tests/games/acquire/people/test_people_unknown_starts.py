"""Logs that do not tell all starting tiles: the reader's board is not complete, so what the scribe says of a merger is believed."""

import pytest

from games.acquire.logs import LogReading, read_people, write_text

#: A log in which American is larger than Luxor, as far as its tiles tell.
LOG = """\
edition: mso
players: Ann, Ben, Cai
start: Ann 1C, Ben 2A, Cai 7F
1 Ann: 4C; buy -
2 Ben: 2B; found Luxor; buy Luxor 2
3 Cai: 4D; found American; buy American 2
4 Ann: 3B; buy American 1
5 Ben: 5D; buy -
6 Cai: 3C; {said}
    {paid}
    buy Luxor 1
"""
SAID = (
    "American into Luxor",
    "merger: American into Luxor",
    "American taken over by Luxor",
    "Luxor takes over American",
    "Luxor <- American",
)


def _read(said: str, paid: str, *, starts: str = "") -> LogReading:
    log = LOG.format(said=said, paid=paid)
    return read_people(log.replace("start: Ann 1C, Ben 2A, Cai 7F\n", starts))


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("starts", ["", "start: Ann 1C\n"], ids=["no starts", "one start"])
def test_the_bonuses_and_the_shares_are_of_the_chain_that_the_scribe_says_is_taken_over(said: str, starts: str) -> None:
    reading = _read(said, "bonus Cai 3000, Ann 1500; Cai sold 1, kept 2", starts=starts)
    assert reading.problems == ()
    assert (
        "6 Cai: 3C; survivor Luxor\n    bonus Cai American 3000; bonus Ann American 1500\n    dispose Cai American sell 1 hold 2\n"
        in write_text(reading.record)
    )


def test_a_sentence_that_goes_with_the_known_tiles_is_no_choice_of_the_survivor() -> None:
    reading = _read("Luxor into American", "bonus Ben 3000; Ben sold 1, kept 2")
    assert reading.problems == ()
    assert "survivor" not in write_text(reading.record)
    assert "dispose Ben Luxor sell 1 hold 2" in write_text(reading.record)


def test_where_all_starting_tiles_are_told_a_contradiction_is_told() -> None:
    larger = LOG.replace("5 Ben: 5D", "5 Ben: 5D; buy -\n5 Cai: 5C").format(said="American into Luxor", paid="buy -")
    assert read_people(larger).problems != ()
