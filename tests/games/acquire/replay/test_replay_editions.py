"""What the replay finds by the rules that single editions have for themselves."""

import pytest

from games.acquire.logs import read_text
from games.acquire.replay import replay

TWO_SAFE = """edition: codewar
players: Ann, Ben, Cai
position board Windward: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C
position board HP: 7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C
position board Google: 1I 2I
position hands Ann: 6A 6B 12I ? ? ?
position to_play: Ann
"""

COURSE = """edition: neu2013
players: Ann, Ben, Cai
hand Ann: 4C 5C 6D 7E 8H 9G
hand Ben: 2B 3I 5I 7I 9I 11I
hand Cai: 7G 1D 12A 12C 12E 12G
"""


def _codes(text: str) -> list[str]:
    return [finding.code for finding in replay(read_text(text)).findings]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("1 Ann: dead 6A 6B; draw ? ?; 12I; buy -; draw ?\n", []),
        ("1 Ann: dead 6A; draw ?; dead 6B; draw ?; 12I; buy -; draw ?\n", []),
        ("1 Ann: 12I; buy -; draw ?\n2 Ben: 12G; draw ?\n3 Cai: 11F; draw ?\n4 Ann: 9F; draw ?\n", ["dead-kept"]),
        ("1 Ann: dead 6A; draw ?; 6B; buy -; draw ?\n", ["place-two-safe"]),
        ("1 Ann: card DRAW_5_TILES; draw ? ? ? ? ?; 12I; buy -\n2 Ben: 12G; draw ?\n", ["dead-kept"]),
        ("1 Ann: pass; buy -\n2 Ben: 12G; draw ?\n", ["dead-kept"]),
    ],
)
def test_dead_tiles_that_the_game_takes_away_before_the_turn(body: str, codes: list[str]) -> None:
    assert _codes(TWO_SAFE + body) == codes


def test_a_pass_with_a_legal_tile_does_not_end_the_game_of_the_course() -> None:
    body = "1 Ann: pass; buy -; draw -\n2 Ben: 3I; draw ?\n3 Cai: 12A; draw ?\n"
    assert _codes(COURSE + body) == ["pass-with-legal"]


def test_who_can_place_no_tile_may_ask_in_vain_to_buy() -> None:
    stuck = """edition: neu2013
players: Ann, Ben, Cai
position board Tower: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C 4C
position board Sackson: 7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C 8C
position board Festival: 1H 2H
position hands Ann: 6A 6B 6C
position to_play: Ann
"""
    body = "1 Ann: pass; buy Festival 2\nfinal: Ann 8000, Ben 8000, Cai 8000\n"
    assert _codes(stuck + body) == []


def test_an_end_size_below_the_safe_size_ends_the_game() -> None:
    text = (
        "edition: mso\nplayers: Ann, Ben, Cai\nrule end_size: 4\nposition board Luxor: 1A 2A 3A 4A\n"
        "position hands Ann: 12I ? ? ? ? ?\n1 Ann: 12I; end\n"
    )
    assert _codes(text) == []
