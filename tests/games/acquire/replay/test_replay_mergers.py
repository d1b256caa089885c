"""Mergers of several chains in the replay: orders, changed minds and bonuses told for the wrong chain (R14, R25)."""

import pytest

from games.acquire.logs import read_text
from games.acquire.replay import replay

# The tile 5E merges two largest chains of four tiles and two smallest of two.
FOUR = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1E 2E 3E 4E
position board Tower: 6E 7E 8E 9E
position board American: 5D 5C
position board Festival: 5F 5G
position shares Ann: Luxor 2, Tower 4, American 3, Festival 1
position shares Ben: Luxor 2, Tower 1, American 3, Festival 2
position shares Cai: Tower 1, American 1
position hands Ann: 5E 12I ? ? ? ?
position to_play: Ann
"""
TOWER = (
    " bonus Ann Tower 4000; bonus Ben Tower 1000; bonus Cai Tower 1000\n"
    " dispose Ann Tower trade 4; dispose Ben Tower sell 1; dispose Cai Tower\n"
)
LUXOR = " bonus Ann Luxor 3000; bonus Ben Luxor 3000\n dispose Ann Luxor; dispose Ben Luxor\n"
FESTIVAL = " bonus Ben Festival 3000; bonus Ann Festival 1500\n dispose Ann Festival; dispose Ben Festival trade 2\n"
AMERICAN = " bonus Ann American 2300; bonus Ben American 2300\n dispose Ann American; dispose Ben American; dispose Cai American\n"
NEXT = " buy -; draw ?\n2 Ben: 12A; draw ?\n"


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("survivor Luxor; order Festival, American\n" + TOWER + FESTIVAL + AMERICAN, []),
        ("survivor Luxor\n" + TOWER + FESTIVAL + AMERICAN, []),  # who disposes of what shows the order chosen
        ("survivor Luxor\n" + TOWER + AMERICAN + FESTIVAL, []),
        ("survivor Luxor; order Festival\n" + TOWER + FESTIVAL + AMERICAN, []),
        ("survivor Luxor; order Tower, American, Festival\n" + TOWER + AMERICAN + FESTIVAL, []),
        ("survivor Luxor; order American, Tower, Festival\n" + TOWER + AMERICAN + FESTIVAL, ["order-wrong"]),
        ("survivor Luxor; survivor Tower\n" + LUXOR + FESTIVAL + AMERICAN, []),
        ("survivor Luxor; survivor American\n" + TOWER + FESTIVAL + AMERICAN, ["survivor-wrong"]),
        ("survivor Luxor; bonus Ann Luxor 4000\n" + TOWER + FESTIVAL + AMERICAN, ["bonus-unexpected"]),
        ("survivor Luxor\n" + TOWER.replace("Ben Tower 1000", "Cai Tower 1000", 1) + FESTIVAL + AMERICAN, ["bonus-misdirected"]),
    ],
)  # fmt: skip
def test_a_merger_of_four_is_told_in_many_ways(body: str, codes: list[str]) -> None:
    answer = replay(read_text(FOUR + "1 Ann: 5E; " + body + NEXT))
    assert [finding.code for finding in answer.findings] == codes


ALONE = FOUR.replace("Ben: Luxor 2, Tower 1, American 3, Festival 2", "Ben: Luxor 2, Tower 1, American 3")
OF_ONE = " bonus Ann Festival 4500\n dispose Ann Festival\n"


@pytest.mark.parametrize(
    "rest", [TOWER + OF_ONE + AMERICAN, TOWER + AMERICAN + OF_ONE], ids=["the one first", "the one last"]
)
def test_who_disposes_of_what_shows_the_order_that_nobody_named(rest: str) -> None:
    """Two equal chains, of which one has a single holder: the mergemaker's order is read from the first disposal (R14)."""
    answer = replay(read_text(ALONE + "1 Ann: 5E; survivor Luxor\n" + rest + NEXT))
    assert [finding.code for finding in answer.findings] == []


CARDS = """edition: codewar
players: Ann, Ben, Cai
position board Windward: 1A 2A
position board Google: 1I 2I
position shares Ann: Google 6
position hands Ann: 6A 6B 12I 12G 12E 12C
position to_play: Ann
"""


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("12I; card TRADE_2_STOCK; swap Google Windward; buy Google 3; draw ?", []),
        ("12I; buy Google 3; card TRADE_2_STOCK; swap Google Windward; draw ?", []),
        ("card BUY_5_STOCK; 12I; buy Google 4; draw ?", ["card-unexpected"]),
        ("12I; card BUY_5_STOCK; buy Google 6; draw ?", ["buy-too-many"]),
        ("12I; buy -; draw ?; card TRADE_2_STOCK", ["card-unexpected"]),
    ],
)
def test_a_card_played_at_the_wrong_time_is_one_finding(body: str, codes: list[str]) -> None:
    answer = replay(read_text(CARDS + "1 Ann: " + body + "\n2 Ben: 11A; draw ?\n"))
    assert [finding.code for finding in answer.findings] == codes
