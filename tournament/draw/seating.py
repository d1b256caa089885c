"""Two orders at a table: the one in which forms and pages name its players, and the order of play (R4, R6).

Ruling: a table is named in one order on everything that is written, read or compared there: by seat where the movement chart decides seats,
else as the round was drawn, which is how its first slip is printed. Starting tiles say who begins and change nothing in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from games.acquire.board import parse_tile, tile_name
from games.acquire.errors import TileError
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, SeatSource

MARKS = {SeatSource.CHART: "123456", SeatSource.TILES: "ABCDEF"}
"""What marks the lines of a form: the seats where the chart decides them, letters where tiles do, whatever is typed later (R4-R6)."""


class StartingTileError(ValueError):
    """A text is no starting tile, or two players of a table have the same one."""


def parse_starting_tile(text: str) -> str:
    """Return a typed starting tile as it is printed: "7f", "7-F" and "F7" are "7F"; raises StartingTileError for anything else."""
    try:
        return tile_name(parse_tile(text))
    except TileError:
        raise StartingTileError(f'"{text}" is no tile; type its number and letter, 1A to 12I.') from None


def as_named(table: TableRecord) -> tuple[SeatRecord, ...]:
    """Return the seats of a table in the order in which everything about it names its players."""
    return tuple(sorted(table.seats, key=lambda seat: seat.position))


def free_position(taken: Iterable[int]) -> int:
    """Return the position of a player who joins a table: that of the first who left, else a new last one."""
    used = set(taken)
    return next(position for position in count(1) if position not in used)


def order_of_play(table: TableRecord, source: SeatSource) -> tuple[SeatRecord, ...]:
    """Return the seats of a table in order of play, the starting player first.

    By tiles: lowest number first, then first letter, so 2H before 3A before 10B (R4). By chart, or while a tile is missing: in the order of
    the draw (R6). Raises StartingTileError for a tile that does not exist.
    """
    if source is SeatSource.CHART or not table.seats_are_decided(source):
        return as_named(table)
    return tuple(sorted(as_named(table), key=lambda seat: parse_tile(parse_starting_tile(seat.starting_tile))))


def seat_numbers(table: TableRecord, source: SeatSource) -> Mapping[PlayerId, int]:
    """Return the seat of each player, 1 for the starting player; empty while seats are not decided (R4-R6)."""
    if not table.seats_are_decided(source):
        return {}
    return {seat.player: number for number, seat in enumerate(order_of_play(table, source), start=1)}


def marked_seats(table: TableRecord, source: SeatSource) -> tuple[tuple[str, SeatRecord], ...]:
    """Return players with the marks of their lines on a form: the seat by the chart, or a letter where tiles decide."""
    return tuple(zip(MARKS[source], as_named(table), strict=False))
