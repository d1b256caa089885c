"""The exchange of a hand without a legal tile in the replay (R16-R21)."""

import pytest

from games.acquire.logs import read_text
from games.acquire.replay import replay
from tests.games.acquire.replay.test_replay import BOTH_SAFE, HEAD

# All seven chains are on the board and every tile of Ann's hand would found an eighth.
EIGHTH = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1A 2A
position board Tower: 4A 5A
position board American: 7A 8A
position board Worldwide: 10A 11A
position board Festival: 1C 2C
position board Imperial: 4C 5C
position board Continental: 7C 8C
position board: 12I 10I 8I 6I 1I 1G
position hands Ann: 11I 12H 9I 7I 2I 1H
position to_play: Ann
"""
SHOWN = "1 Ann: pass; show 11I 12H 9I 7I 2I 1H; "
LATER = "2 Ben: 12C; draw ?\n3 Cai: 11G; draw ?\n4 Ann: 5G; draw ?\n5 Ben: 7F; draw ?\n"
BACK = "return 11I 12H 9I 7I 2I 1H; "
STUCK = "10H 8H 6H 5I 1F 2G"
HIDDEN_HAND = BOTH_SAFE.replace("position hands Ann: 6A 6B 6C\n", "")


def _codes(text: str) -> list[str]:
    return [finding.code for finding in replay(read_text(text)).findings]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("draw 12E ? ? ? ? ?; " + BACK + "12E; buy -; draw ?\n2 Ben: 12C; draw ?\n", []),
        (f"draw {STUCK}; {BACK}buy Luxor 1; draw -\n2 Ben: 12C; draw ?\n", []),
        (f"draw {STUCK}; {BACK}pass; buy Luxor 1; draw -\n2 Ben: 12C; draw ?\n", []),
        (BACK + "draw 12E ? ? ? ? ?; 12E; buy -; draw ?\n" + LATER, ["draw-count"]),
        ("draw 12E ? ? ? ? ?; 12E; buy -; draw ?\n" + LATER, ["show-missing"]),
        ("draw 12E ? ? ? ? ?; return 12H 9I 7I 2I 1H; 12E; buy -; draw ?\n2 Ben: 12C; draw 11I\n", ["return-differs"]),
    ],
)  # fmt: skip
def test_an_exchange_is_one_finding_at_most(body: str, codes: list[str]) -> None:
    assert _codes(EIGHTH + SHOWN + body) == codes


@pytest.mark.parametrize(
    "body",
    [
        "show 6A 6B 6C ? ? ?; dead 6A 6B 6C; draw ? ? ? ? ? ?; return ? ? ?; 12I; buy -; draw ?",
        "show ? ? ? ? ? ?; draw ? ? ? ? ? ?; return ? ? ? ? ? ?; 12I; buy -; draw ?",
        "show ? ? ? ? ? ?; dead 6A; draw ? ? ? ? ? ?; return 6B ? ? ? ?; 12I; buy -; draw ?",
    ],
)
def test_an_exchange_of_which_not_all_tiles_are_known_is_no_mistake(body: str) -> None:
    later = "\n2 Ben: 12G; draw ?\n3 Cai: 12E; draw ?\n4 Ann: 12C; draw ?\n"
    assert _codes(HIDDEN_HAND + "1 Ann: pass; " + body + later) == []


def test_a_hand_of_five_is_exchanged_for_five() -> None:
    text = EIGHTH.replace(" 1H\n", "\n") + (
        "1 Ann: pass; show 11I 12H 9I 7I 2I; draw 12E ? ? ? ?; return 11I 12H 9I 7I 2I; 12E; buy -; draw ? ?\n"
        "2 Ben: 12C; draw ?\n"
    )
    assert _codes(text) == []


def test_tiles_drawn_or_placed_after_the_time_ran_out_are_one_finding() -> None:
    assert _codes(HEAD + "1 Ann: 4C; timeout; draw 9A\n2 Ben: 3I; draw ?\n") == ["draw-out-of-turn"]
    assert _codes(HEAD + "1 Ann: timeout; 4C; draw ?\n2 Ben: 3I; draw ?\n") == ["play-after-draw"]


def test_a_tile_that_cannot_be_in_the_new_hand_is_said_to_be_where_it_is() -> None:
    (finding,) = replay(read_text(HEAD + "1 Ann: redraw 2B 4A 5A 6A 7A 8A; 4A; draw ?\n")).findings
    assert finding.message == "Ann cannot have 2B: Ben holds it."
    (finding,) = replay(read_text(HEAD + "1 Ann: redraw 2A 4A 5A 6A 7A 8A; 4A; draw ?\n")).findings
    assert (finding.code, finding.message) == ("tile-on-board", "Ann cannot have 2A: it is no longer in the bag.")
