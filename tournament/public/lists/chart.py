"""The public movement chart as a table: a row a player, a column a random round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables

from tournament.draw.chart import Movement, movement_of
from tournament.pdf.job import name_key
from tournament.public.lists import NUM
from tournament.public.lists.players import NAME, PlayersTable
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, SeatSource


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One player's places, a text for each round of the chart: "3", "3 / 2" where the chart seats, "-" for none."""

    player: PlayerId
    places: tuple[str, ...]


class ChartTable(PlayersTable):
    """Where everybody sits in every random round that is public (R6)."""

    player = tables.Column(verbose_name="Name", attrs=NAME)

    class Meta:
        """As wide as its words."""

        template_name = "public/_table.html"
        attrs = {"class": ""}

    def __init__(self, rows: list[ChartRow], *, rounds: tuple[int, ...], **options: Any) -> None:
        """``rounds`` are the numbers of the rounds, a column each."""
        column: Any = tables.Column
        columns = [
            (f"r{number}", column(verbose_name=f"Round {number}", accessor=f"places__{index}", attrs=NUM))
            for index, number in enumerate(rounds)
        ]
        super().__init__(rows, extra_columns=columns, **options)


def chart_table(record: EventRecord, people: Mapping[PlayerId, EntryRecord]) -> ChartTable | None:
    """The movement chart of an event from A to Z; None where no chart is public."""
    if not record.chart:
        return None
    movement = movement_of(record)
    has_seats = any(played.seat_source is SeatSource.CHART for played in record.rounds)
    rows = [
        ChartRow(entry.player, tuple(_place(movement, number, entry.player, has_seats) for number in movement.rounds))
        for entry in sorted(record.entries, key=lambda entry: (name_key(entry.name), entry.player))
        if entry.player in movement.players
    ]
    words = "Table and seat" if has_seats else "Table"
    return ChartTable(
        rows, rounds=movement.rounds, slug=record.slug, people=people, caption=f"{words} in each random round"
    )


def _place(movement: Movement, number: int, player: PlayerId, has_seats: bool) -> str:
    place = movement.places.get((number, player))
    if place is None:
        return "-"
    return f"{place[0]} / {place[1]}" if has_seats else str(place[0])
