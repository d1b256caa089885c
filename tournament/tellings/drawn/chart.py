"""The movement chart: a row a player, a column a random round, in each the table and, where the chart seats, the seat (R6, R44)."""

from __future__ import annotations

from tournament.draw.chart import Movement, movement_of
from tournament.draw.naming import title_of_round
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, SeatSource
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.people import by_name, name_cell


def chart_listing(record: EventRecord) -> Listing:
    """Where everybody sits in every random round that is drawn or on the public chart, from A to Z; no columns before the first of them."""
    movement = movement_of(record)
    seated = _seated_rounds(record, movement)
    return Listing(
        key="chart",
        caption=f"{'Table / seat' if seated else 'Table'} in each random round",
        columns=(
            Column("name", "Name", ColumnKind.NAME),
            Column("number", "No."),
            *(Column(f"r{number}", title_of_round(record, number)) for number in movement.rounds),
        ),
        rows=tuple(
            _row(movement, entry, seated) for entry in by_name(record.entries) if entry.player in movement.players
        ),
    )


def _seated_rounds(record: EventRecord, movement: Movement) -> frozenset[int]:
    """The rounds whose seats the chart decides; one that is not drawn yet is seated as the last one that is (R6)."""
    drawn = {round_.number: round_.seat_source is SeatSource.CHART for round_ in record.rounds}
    by_chart = any(drawn[number] for number in movement.rounds if number in drawn)
    return frozenset(number for number in movement.rounds if drawn.get(number, by_chart))


def _row(movement: Movement, entry: EntryRecord, seated: frozenset[int]) -> Row:
    places = (Cell(_place(movement, number, entry.player, number in seated)) for number in movement.rounds)
    return Row(entry.player, (name_cell(entry), Cell(str(entry.player)), *places))


def _place(movement: Movement, number: int, player: PlayerId, has_seats: bool) -> str:
    place = movement.places.get((number, player))
    if place is None:
        return "-"
    return f"{place[0]} / {place[1]}" if has_seats else str(place[0])
