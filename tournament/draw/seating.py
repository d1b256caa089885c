"""The order of play at a table: from the starting tiles drawn (R4) or as the movement chart says (R6)."""

from __future__ import annotations

from collections.abc import Mapping

from games.acquire.board import parse_tile, tile_name
from games.acquire.errors import TileError
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, SeatSource

MARKS = {SeatSource.CHART: "123456", SeatSource.TILES: "ABCDEF"}
"""What marks the lines of a form: the seats where they are known before anybody sits, letters where tiles decide them (R4-R6)."""


class StartingTileError(ValueError):
    """A starting tile that is none, or that two players of a table claim."""


def parse_starting_tile(text: str) -> str:
    """A starting tile as it is printed, "7F", from what was typed: "7f", "7-F", "F7"; StartingTileError for anything else."""
    try:
        return tile_name(parse_tile(text))
    except TileError:
        raise StartingTileError(f'"{text}" is no tile; type its number and letter, 1A to 12I.') from None


def order_of_play(table: TableRecord, source: SeatSource) -> tuple[SeatRecord, ...]:
    """The seats of a table in order of play, the starting player first.

    By tiles: lowest number first, then first letter, so 2H before 3A before 10B (R4). By chart, and as long as a tile is still
    missing: in the order of the draw (R6). Raises StartingTileError for a tile that does not exist.
    """
    in_draw_order = sorted(table.seats, key=lambda seat: seat.position)
    if source is SeatSource.CHART or not table.seats_are_decided(source):
        return tuple(in_draw_order)
    return tuple(sorted(in_draw_order, key=lambda seat: parse_tile(parse_starting_tile(seat.starting_tile))))


def seat_numbers(table: TableRecord, source: SeatSource) -> Mapping[PlayerId, int]:
    """The seat of each player, 1 for the starting player; empty as long as the seats are not decided (R4-R6)."""
    if not table.seats_are_decided(source):
        return {}
    return {seat.player: number for number, seat in enumerate(order_of_play(table, source), start=1)}


def marked_seats(table: TableRecord, source: SeatSource) -> tuple[tuple[str, SeatRecord], ...]:
    """The players of a table by the mark of their line on a form: the seat once seats are decided, before that a letter."""
    marks = MARKS[SeatSource.CHART if table.seats_are_decided(source) else SeatSource.TILES]
    return tuple(zip(marks, order_of_play(table, source), strict=False))
