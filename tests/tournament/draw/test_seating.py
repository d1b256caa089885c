"""The order of play from starting tiles or from the chart (R4, R6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.seating import StartingTileError, order_of_play, parse_starting_tile
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, SeatSource

TILES = [f"{column}{row}" for column in range(1, 13) for row in "ABCDEFGHI"]


def _table(*tiles: str) -> TableRecord:
    return TableRecord(1, tuple(SeatRecord(PlayerId(seat), seat, tile) for seat, tile in enumerate(tiles, 1)))


def _tiles(table: TableRecord, source: SeatSource = SeatSource.TILES) -> list[str]:
    return [seat.starting_tile for seat in order_of_play(table, source)]


def test_the_lowest_number_starts_and_the_letter_decides_between_equals() -> None:
    assert _tiles(_table("10B", "3C", "2H", "3A")) == ["2H", "3A", "3C", "10B"]


def test_by_chart_the_tiles_do_not_change_the_order_of_the_draw() -> None:
    assert _tiles(_table("10B", "3C", "2H", "3A"), SeatSource.CHART) == ["10B", "3C", "2H", "3A"]


def test_as_long_as_a_tile_is_missing_the_order_of_the_draw_stands() -> None:
    assert _tiles(_table("10B", "", "2H")) == ["10B", "", "2H"]


def test_seats_come_in_order_of_the_draw_however_they_are_stored() -> None:
    table = _table("", "", "")
    seats = order_of_play(TableRecord(1, table.seats[::-1]), SeatSource.CHART)
    assert [seat.position for seat in seats] == [1, 2, 3]


@given(st.lists(st.sampled_from(TILES), min_size=3, max_size=6, unique=True))
def test_the_order_is_that_of_all_tiles_of_the_board(tiles: list[str]) -> None:
    assert _tiles(_table(*tiles)) == sorted(tiles, key=TILES.index)


@pytest.mark.parametrize("text", ["7F", "7f", "7-F", "7 f", "F7", "f-7", " 7F "])
def test_a_tile_is_read_in_every_way_players_write_it(text: str) -> None:
    assert parse_starting_tile(text) == "7F"


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_of_the_board_is_read_as_itself(tile: str) -> None:
    assert parse_starting_tile(tile) == tile


@pytest.mark.parametrize("text", ["", "13A", "0A", "7J", "77", "FF", "7F8", "seven F"])
def test_anything_else_is_refused_with_what_was_typed(text: str) -> None:
    with pytest.raises(StartingTileError) as refusal:
        parse_starting_tile(text)
    assert str(refusal.value) == f"“{text}” is not a tile. Enter a number and a letter, from 1A to 12I."
