"""Tiles: names, order and neighbours."""

import pytest

from games.acquire.board import (
    FOUR_NEIGHBOURS,
    LONE,
    NEIGHBOURS,
    OUTSIDE,
    TILES,
    empty_spaces,
    loose_group,
    parse_tile,
    row_first,
    tile_name,
)
from games.acquire.errors import TileError


def test_ascending_tiles_are_number_first_then_letter() -> None:
    names = ["10B", "3C", "2H", "3A"]
    assert [tile_name(tile) for tile in sorted(map(parse_tile, names))] == ["2H", "3A", "3C", "10B"]


def test_every_name_names_its_own_tile() -> None:
    assert [parse_tile(tile_name(tile)) for tile in range(TILES)] == list(range(TILES))


@pytest.mark.parametrize("text", ["12I", "12-I", "i12", "I-12", " 12i ", "12 - i"])
def test_a_tile_is_read_in_every_usual_spelling(text: str) -> None:
    assert parse_tile(text) == 107


@pytest.mark.parametrize("text", ["", "13A", "0A", "1J", "A", "7", "1A2", "?", "AA1", "١A"])
def test_what_is_no_tile_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(TileError, match="is not a tile; write its column and row, from 1A to 12I"):
        parse_tile(text)


@pytest.mark.parametrize("number", [-1, 108])
def test_a_number_outside_the_board_names_no_tile(number: int) -> None:
    with pytest.raises(TileError, match=f"{number} is not a tile"):
        tile_name(number)


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [("1A", {"1B", "2A"}), ("12I", {"11I", "12H"}), ("6E", {"5E", "7E", "6D", "6F"}), ("1E", {"1D", "1F", "2E"})],
)
def test_neighbours_are_orthogonal_only(name: str, neighbours: set[str]) -> None:
    assert {tile_name(tile) for tile in NEIGHBOURS[parse_tile(name)]} == neighbours


def test_neighbours_filled_up_to_four_are_the_same_ones() -> None:
    assert [tuple(n for n in four if n != OUTSIDE) for four in FOUR_NEIGHBOURS] == list(NEIGHBOURS)


def test_a_loose_group_reaches_over_several_lone_tiles_and_stops_at_gaps() -> None:
    spaces = empty_spaces()
    for name in ("5E", "4E", "6D", "1A"):
        spaces[parse_tile(name)] = LONE
    assert {tile_name(tile) for tile in loose_group(spaces, parse_tile("6E"))} == {"6E", "5E", "4E", "6D"}


def test_topmost_row_comes_first_where_the_booklet_orders_by_letter() -> None:
    assert min(map(parse_tile, ["1B", "9A"]), key=row_first) == parse_tile("9A")
