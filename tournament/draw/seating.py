"""Two orders at a table: the one in which forms and pages name its players, and the order of play (R4, R6).

Ruling: every form, page and sheet lists the players of a table in the same order: by seat if the movement chart decides seats, else as the
round was drawn, which is how the first slip is printed. Starting tiles decide the order of play and never change that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from games.acquire.board import parse_tile, tile_name
from games.acquire.errors import TileError
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, SeatSource
from wording import gettext as _
from wording.digits import plain_digits

MARKS = {SeatSource.CHART: "123456", SeatSource.TILES: "ABCDEF"}
"""The marks of the lines of a form: seat numbers if the chart decides seats, letters if starting tiles do (R4-R6)."""


class StartingTileError(ValueError):
    """Raised if a text is not a starting tile, or if two players of a table have the same one."""


def parse_starting_tile(text: str) -> str:
    """Return a typed starting tile as it is printed: "7f", "7-F" and "F7" are "7F"; raises StartingTileError for anything else."""
    try:
        return tile_name(parse_tile(plain_digits(text)))
    except TileError:
        raise StartingTileError(
            _("“{text}” is not a tile. Enter a number and a letter, from 1A to 12I.", text=text)
        ) from None


def as_named(table: TableRecord) -> tuple[SeatRecord, ...]:
    """Return the seats of a table in the order in which all forms and pages list its players."""
    return tuple(sorted(table.seats, key=lambda seat: seat.position))


def free_position(taken: Iterable[int]) -> int:
    """Return the position for a player who joins a table: the lowest free number; ``taken`` are the positions in use."""
    used = set(taken)
    return next(position for position in count(1) if position not in used)


def order_of_play(table: TableRecord, source: SeatSource) -> tuple[SeatRecord, ...]:
    """Return the seats of a table in order of play, the starting player first.

    By starting tiles: lowest number first, then first letter, so 2H before 3A before 10B (R4). By the chart, or while a tile is missing:
    in the order of the draw (R6). Raises StartingTileError for a tile that does not exist.
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
    """Return the seats of a table with the marks of their lines on a form: seat numbers by the chart, letters with starting tiles."""
    return tuple(zip(MARKS[source], as_named(table), strict=False))
