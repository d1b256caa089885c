"""The rules of thumb: what the house's player makes of a position."""

from __future__ import annotations

import pytest

from games.acquire.board import parse_tile
from games.acquire.logs import read_text
from games.acquire.play.positions import position_at
from games.opponents.core.board import source
from games.opponents.heuristics import heuristic_act
from games.opponents.positions import position_of

GROWING, ALONE = "6A", "12I"
POSITION = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1A 2A 3A 4A 5A
position shares {most}: Luxor 8
position shares {fewer}: Luxor 3
position hands Ann: 6A 12I ? ? ? ?
position to_play: Ann
1 Ann: 12I; draw ?
"""


@pytest.mark.parametrize(("most", "fewer", "tile"), [("Ann", "Ben", GROWING), ("Ben", "Ann", ALONE)])
def test_the_house_makes_its_own_chain_dearer_and_not_one_of_which_somebody_else_has_the_most(
    most: str, fewer: str, tile: str
) -> None:
    record = read_text(POSITION.format(most=most, fewer=fewer))
    position, edition = position_of(position_at(record, 1))
    acts = [parse_tile(GROWING), parse_tile(ALONE)]
    assert heuristic_act(position, edition, source(1), 0, acts) == parse_tile(tile)
