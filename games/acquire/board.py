"""The board of 12 columns and 9 rows: tiles, their names and their neighbours.

A tile is a number from 0 to 107, ``9 * (column - 1) + row``, so that ascending numbers are the
order of rule R4: lowest number first, then first letter (2H before 3A before 3C before 10B).

What lies on a space is stored as bits, so that ``|`` of the four neighbouring spaces tells what a
tile touches: bit ``1 << chain`` for the seven chains, `LONE` for a tile that belongs to no chain, and
0 for an empty space or an inert dead tile (R18).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from games.acquire.errors import TileError
from games.sentences import gettext_lazy as _

COLUMNS: Final = 12
ROWS: Final = "ABCDEFGHI"
TILES: Final = COLUMNS * len(ROWS)
CHAINS: Final = 7

EMPTY: Final = 0
LONE: Final = 1 << CHAINS
ALL_CHAINS: Final = LONE - 1

_NUMBER_FIRST = re.compile(r"\s*([0-9]{1,2})\s*-?\s*([A-Ia-i])\s*\Z")
_LETTER_FIRST = re.compile(r"\s*([A-Ia-i])\s*-?\s*([0-9]{1,2})\s*\Z")


def tile_name(tile: int) -> str:
    """Return the name of a tile, column then row: ``1A`` to ``12I``.

    Raises:
        TileError: if the number is not between 0 and 107.
    """
    if not 0 <= tile < TILES:
        raise TileError(_("{tile} is not a tile; tiles are numbered from 0 to {most}.", tile=tile, most=TILES - 1))
    return TILE_NAMES[tile]


def parse_tile(text: str) -> int:
    """Return the tile that a text names: ``12I``, and also ``I12``, ``12-I`` and lower case.

    Raises:
        TileError: if the text names no space of the board.
    """
    tile = _EXACT.get(text)
    if tile is not None:
        return tile
    if found := _NUMBER_FIRST.match(text):
        column, letter = int(found[1]), found[2]
    elif found := _LETTER_FIRST.match(text):
        column, letter = int(found[2]), found[1]
    else:
        column, letter = 0, ""
    if not 1 <= column <= COLUMNS:
        raise TileError(_("{text!r} is not a tile; write its column and row, from 1A to 12I.", text=text))
    return len(ROWS) * (column - 1) + ROWS.index(letter.upper())


def column_of(tile: int) -> int:
    """Return the column of a tile, 1 to 12."""
    return tile // len(ROWS) + 1


def row_of(tile: int) -> int:
    """Return the row of a tile, 0 (A) to 8 (I)."""
    return tile % len(ROWS)


def row_first(tile: int) -> tuple[int, int]:
    """Return the sort key by which the printed booklets order starting tiles: topmost row first, then leftmost column."""
    return row_of(tile), column_of(tile)


def tile_names(tiles: Iterable[int]) -> str:
    """Return the names of tiles in ascending order, separated by spaces."""
    return " ".join(TILE_NAMES[tile] for tile in sorted(tiles))


def _neighbours(tile: int) -> tuple[int, ...]:
    """Return the tiles beside a tile, two to four of them."""
    column, row = divmod(tile, len(ROWS))
    spaces = ((column - 1, row), (column, row - 1), (column, row + 1), (column + 1, row))
    return tuple(len(ROWS) * c + r for c, r in spaces if 0 <= c < COLUMNS and 0 <= r < len(ROWS))


TILE_NAMES: Final[tuple[str, ...]] = tuple(f"{column}{row}" for column in range(1, COLUMNS + 1) for row in ROWS)
_EXACT: Final = {name: tile for tile, name in enumerate(TILE_NAMES)}

NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(_neighbours(t) for t in range(TILES))

#: The neighbours of each tile, filled up to four with `OUTSIDE`, a space that is always empty, so that no loop is needed.
OUTSIDE: Final = TILES
FOUR_NEIGHBOURS: Final[tuple[tuple[int, int, int, int], ...]] = tuple(
    (near[0], near[1], near[2] if len(near) > 2 else OUTSIDE, near[3] if len(near) > 3 else OUTSIDE)
    for near in NEIGHBOURS
)

#: For each of the 128 sets of chains, written as bits, the chains in it.
CHAINS_IN: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(chain for chain in range(CHAINS) if bits >> chain & 1) for bits in range(LONE)
)


def empty_spaces() -> list[int]:
    """Return an empty board: 108 spaces and `OUTSIDE`."""
    return [EMPTY] * (TILES + 1)


def marks_around(spaces: Sequence[int], tile: int) -> int:
    """Return the bits of everything that a tile on this space would touch."""
    a, b, c, d = FOUR_NEIGHBOURS[tile]
    return spaces[a] | spaces[b] | spaces[c] | spaces[d]


def loose_group(spaces: Sequence[int], tile: int) -> list[int]:
    """List the tile and all lone tiles connected with it; they join the chain that the tile founds or makes larger."""
    group = [tile]
    if not marks_around(spaces, tile) & LONE:
        return group
    for member in group:
        group.extend(near for near in NEIGHBOURS[member] if spaces[near] == LONE and near not in group)
    return group
