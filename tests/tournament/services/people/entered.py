"""What the tests about people ask of an event: where an entry stands, what its rounds score, and one more who comes late."""

from __future__ import annotations

from tests.build import director_of
from tournament.day.lists.lines import RosterLine
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import CellKind, PlayerId, Status
from tournament.scores.totals import standings
from tournament.services.entries import add_entries


def status_of(event: Event, number: int) -> Status:
    """The status of an entry."""
    return record_of(event).entry(PlayerId(number)).status


def cells_of(event: Event, number: int) -> list[tuple[CellKind, int | None]]:
    """What each round was to a player, in the standings or on the way there, and what it scored."""
    (row,) = [row for row in standings(record_of(event), with_arrivals=True) if row.player == number]
    return [(cell.kind, cell.score) for cell in row.cells]


def late_comer(event: Event, name: str = "Late Demo") -> Entry:
    """Enter one more player, registered."""
    return add_entries(event, director_of(event), [RosterLine(1, name)])[0]
