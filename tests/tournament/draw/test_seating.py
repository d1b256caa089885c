"""Who sits where, in which order and for how long, and what a round is called (R4, R6, R29-R30, R45)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.allocation import DRAWN, FINAL, RoundForm
from tournament.draw.seating import (
    ClockError,
    RoundTime,
    StartingTileError,
    label_of_round,
    minutes_per_player,
    name_of_round,
    order_of_play,
    parse_starting_tile,
    round_time,
    title_of_round,
)
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE, shipped_format
from tournament.record.settings import with_settings
from tournament.record.vocabulary import LastRound, PlayerId, RoundState, SeatSource, Status

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


SIX = with_settings(MSO_ACQUIRE, {"minutes_six": 17})


@pytest.mark.parametrize(("size", "minutes"), [(3, 33), (4, 25), (5, 20)])
def test_the_time_of_a_player_depends_on_the_size_of_the_table(size: int, minutes: int) -> None:
    assert minutes_per_player(size, MSO_ACQUIRE) == minutes


@pytest.mark.parametrize(
    ("size", "said"), [(4, ""), (5, "A table of 5 is not possible: tables have 3 to 4 players (R41).")]
)
def test_a_format_without_times_refuses_impossible_sizes_alone(size: int, said: str) -> None:
    with pytest.raises(ClockError) as refusal:
        minutes_per_player(size, shipped_format("hare"))
    assert str(refusal.value) == said


def test_a_table_of_six_has_no_time_before_it_is_confirmed() -> None:
    with pytest.raises(ClockError) as refusal:
        minutes_per_player(6, MSO_ACQUIRE)
    assert str(refusal.value) == (
        "The time per player at a table of 6 has not been confirmed (R29); set it for the event, usually 16 minutes."
    )
    assert minutes_per_player(6, SIX) == 17


def test_a_table_of_two_has_no_time() -> None:
    with pytest.raises(ClockError, match=r"A table of 2 is not possible: tables have 3 to 6 players"):
        minutes_per_player(2, MSO_ACQUIRE)


@pytest.mark.parametrize("sizes", [(3, 3), (4, 4, 3), (5, 5), (4, 4, 5)])
def test_a_round_takes_a_hundred_minutes_of_play_and_the_allowance(sizes: tuple[int, ...]) -> None:
    assert round_time(sizes, MSO_ACQUIRE) == RoundTime(play=100, allowance=10)


def test_a_round_takes_as_long_as_its_slowest_table() -> None:
    assert round_time((4, 6), SIX) == RoundTime(play=102, allowance=10)


def test_a_round_with_an_unconfirmed_table_has_no_end() -> None:
    with pytest.raises(ClockError, match="not been confirmed"):
        round_time((4, 6), MSO_ACQUIRE)


def cup(players: int, status: Status = Status.REGISTERED) -> EventRecord:
    entries = tuple(
        EntryRecord(PlayerId(number), f"Player {number}", status=status) for number in range(1, players + 1)
    )
    return EventRecord("cup", "Cup", date(2026, 8, 20), 1, entries=entries)


def played(number: int, tables: int, form: RoundForm = DRAWN) -> RoundRecord:
    seats = tuple(SeatRecord(PlayerId(seat), seat) for seat in (1, 2, 3))
    return RoundRecord(
        number,
        form.kind,
        RoundState.CLOSED,
        tuple(TableRecord(each, seats) for each in range(1, tables + 1)),
        top_table_wins=form.top_table_wins,
    )


def labels(record: EventRecord) -> list[str]:
    return [label_of_round(record, number) for number in range(1, record.rounds_planned + 1)]


def test_seventeen_expected_play_a_final_and_eight_do_not() -> None:
    assert labels(cup(17)) == ["Round 1", "Round 2", "Round 3", "Final"]
    assert labels(cup(8)) == ["Round 1", "Round 2", "Round 3", "Round 4"]
    assert labels(cup(0)) == ["Round 1", "Round 2", "Round 3", "Round 4"]


def test_once_a_round_is_drawn_its_tables_say_it_and_a_drawn_last_round_is_what_it_is() -> None:
    announced = replace(cup(8), rounds=(played(1, 4),))
    assert (name_of_round(announced, 4), title_of_round(announced, 4)) == ("the final", "The final")
    drawn = replace(announced, rounds_planned=2, rounds=(played(1, 4), played(2, 3)))
    assert labels(drawn) == ["Round 1", "Round 2"]
    assert labels(replace(drawn, rounds=(played(1, 3), played(2, 3, FINAL)))) == ["Round 1", "Final"]


def test_where_the_director_had_the_last_round_drawn_nothing_is_called_the_final() -> None:
    rules = with_settings(MSO_ACQUIRE, {"last_round": LastRound.DRAWN})
    assert labels(replace(cup(17), rounds_planned=3, format=rules)) == ["Round 1", "Round 2", "Round 3"]
