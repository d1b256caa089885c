"""What a tile of a hand would do, told before it is placed."""

from __future__ import annotations

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES, parse_tile
from games.acquire.logs import read_text
from games.acquire.play import apply, is_legal, position_at
from games.acquire.play.devices import tile_effect
from games.acquire.rules.placement import is_dead
from games.acquire.state import Phase, State
from tests.games.acquire.play.devices.tables import NAMES
from tests.games.acquire.play.games import positions

BOARD = """
position board Luxor: 1A 2A 3A
position board Tower: 1C 2C 3C
position board American: 5A 6A 7A 8A 5B 6B 7B 8B 5C 6C 7C
position board Festival: 5E 6E 7E 8E 5F 6F 7F 8F 5G 6G 7G
position board: 11A 11H
"""


def _state(tiles: str, edition: str = "mso", board: str = BOARD) -> State:
    head = f"edition: {edition}\nplayers: Ann, Ben, Cai\nchains: classic\n"
    return position_at(read_text(f"{head}{board.strip()}\nposition hands Ann: {tiles}\nposition to_play: Ann\n"))


@pytest.mark.parametrize(
    ("tile", "does"),
    [
        ("9I", {"does": "lone"}),
        ("11B", {"does": "found", "size": 2}),
        ("4A", {"does": "merge", "chains": ["Luxor", "American"], "into": ["American"]}),
        ("9A", {"does": "grow", "chain": "American", "size": 12}),
        ("2B", {"does": "merge", "chains": ["Luxor", "Tower"], "into": ["Luxor", "Tower"]}),
        ("6D", {"does": "dead"}),
    ],
)
def test_a_tile_says_what_it_would_do(tile: str, does: dict[str, object]) -> None:
    assert tile_effect(_state(tile), parse_tile(tile)) == {"tile": tile, **does}


FULL_BOARD = (
    BOARD
    + """
position board Worldwide: 1E 2E
position board Continental: 1G 2G
position board Imperial: 1I 2I
"""
)


def test_a_tile_that_would_found_an_eighth_chain_says_that_it_cannot_be_placed_now() -> None:
    told = tile_effect(_state("11B", board=FULL_BOARD), parse_tile("11B"))
    assert told == {"tile": "11B", "does": "not-now", "why": "place-eighth-chain"}


def test_where_an_eighth_chain_lies_loose_the_tile_says_so() -> None:
    told = tile_effect(_state("11B", "neu2013", FULL_BOARD), parse_tile("11B"))
    assert told == {"tile": "11B", "does": "lone"}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_tile_says_is_what_it_does(name: str) -> None:
    """Whatever is told comes about when the tile is placed: what the engine then asks, and how large the chain is."""
    told = set()
    for state in positions(name, 60, 5):
        if state.phase is not Phase.PLAY:
            continue
        for tile in sorted(state.hands[state.player]):
            effect = tile_effect(state, tile)
            assert effect["tile"] == TILE_NAMES[tile]
            does = effect["does"]
            told.add(does)
            action = Action(ActKind.PLAY, state.player, tile)
            assert is_legal(state, action) == (does not in ("dead", "not-now"))
            assert (does == "dead") == is_dead(state, tile)
            if not is_legal(state, action):
                continue
            after = apply(state, action)
            assert (after.phase is Phase.FOUND) == (does == "found")
            assert (after.settled is not state.settled) == (does == "merge")
            if does == "grow":
                assert after.size(state.labels.names.index(effect["chain"])) == effect["size"]
            if does == "merge":
                assert (after.phase is Phase.SURVIVOR) == (len(effect["into"]) > 1)
    assert told >= {"lone", "found", "grow"}
