"""The movement chart compared with the event: what is planned, whether it still fits, and whether a round departs from it (R6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.draw.naming import name_of_round
from tournament.record.event import ChartRound, EventRecord
from tournament.record.vocabulary import PlayerId, RoundKind
from wording import gettext as _
from wording.figures import listed


def chart_round(record: EventRecord, number: int) -> ChartRound | None:
    """Return round ``number`` of the public chart; None if the chart does not have it."""
    return next((row for row in record.chart if row.number == number), None)


def misfit(record: EventRecord, number: int) -> str:
    """Return a sentence why round ``number`` of the public chart no longer fits the players present.

    It is empty if the round fits, or is not on the chart.
    """
    planned = chart_round(record, number)
    return misfit_of(record, planned) if planned is not None else ""


def misfit_of(record: EventRecord, planned: ChartRound) -> str:
    """Return a sentence why a planned round, public or not, no longer fits the players present; empty if it fits."""
    playing = {entry.player for entry in record.playing_in(planned.number)}
    moved = playing ^ planned.players
    if not moved:
        return ""
    return _(
        "The movement chart no longer fits {round}: {names} arrived or left. Draw the remaining rounds again.",
        round=name_of_round(record, planned.number),
        names=listed(record.entry(player).name for player in sorted(moved)),
    )


def does_not_fit(record: EventRecord) -> bool:
    """Return whether some round still to be drawn cannot be played as on the public chart."""
    drawn = {round_.number for round_ in record.rounds}
    return any(misfit(record, row.number) for row in record.chart if row.number not in drawn)


def departs_from_chart(record: EventRecord, number: int) -> bool:
    """Return whether a drawn round puts anybody at another table than the public chart does."""
    planned = chart_round(record, number)
    drawn = next((row for row in record.rounds if row.number == number), None)
    if planned is None or drawn is None:
        return False
    return [{seat.player for seat in table.seats} for table in drawn.tables] != [set(table) for table in planned.tables]


def planned_from(record: EventRecord, number: int) -> tuple[tuple[tuple[PlayerId, ...], ...], ...]:
    """Return the tables of round ``number`` and later rounds, as planned by the last draw of an earlier round; empty if there is none."""
    before = [round_.draw for round_ in record.rounds if round_.number < number and round_.draw is not None]
    return tuple(row.tables for row in before[-1].plan[number - before[-1].first_round :]) if before else ()


@dataclass(frozen=True, slots=True)
class Movement:
    """Everybody's places in the random rounds that are drawn or on the public chart.

    ``places`` gives for (round, player) the numbers of table and seat, both from 1.
    """

    rounds: tuple[int, ...]
    places: Mapping[tuple[int, PlayerId], tuple[int, int]]

    @property
    def players(self) -> frozenset[PlayerId]:
        """Everybody who has a place in some round."""
        return frozenset(player for _round, player in self.places)


def movement_of(record: EventRecord) -> Movement:
    """Return the places in all random rounds: as drawn, and for rounds not drawn yet as on the public chart (R44)."""
    drawn = {
        round_.number: [(table.number, [seat.player for seat in table.seats]) for table in round_.tables]
        for round_ in record.rounds
        if round_.kind is RoundKind.RANDOM and round_.tables
    }
    known = {round_.number for round_ in record.rounds}
    planned = {
        row.number: [(number, list(table)) for number, table in enumerate(row.tables, 1)]
        for row in record.chart
        if row.number not in known
    }
    return Movement(
        tuple(sorted(drawn | planned)),
        {
            (number, player): (table, position)
            for number, tables in (drawn | planned).items()
            for table, players in tables
            for position, player in enumerate(players, 1)
        },
    )
