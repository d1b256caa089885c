"""A day on which it turns out who sat where, for tests: what is corrected, undone and offered."""

from __future__ import annotations

from tests.build import director_of, make_event, play_to, publish
from tournament.day.correcting import ActualSeats
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import RoundRecord
from tournament.record.vocabulary import PlayerId
from tournament.scores.scoring import score_round
from tournament.services.results.seating import correct_seats
from tournament.services.undoing import undo_changes
from tournament.tellings.undoing import offers

WHY = "they had exchanged seats"


def day_behind() -> Event:
    """Eight players, two tables of four; round 1 is closed and round 2 published."""
    event = play_to(make_event(8), round_closed=1)
    publish(event, 2)
    return event


def correct(event: Event, sat: ActualSeats, number: int = 1) -> None:
    correct_seats(event, director_of(event), number, sat, WHY)


def scores(event: Event, number: int = 1) -> dict[PlayerId, int]:
    return {row.player: row.score for table in score_round(record_of(event), number) for row in table.rows}


def undo(event: Event) -> str:
    return undo_changes(Event.objects.get(pk=event.pk), director_of(event), [event.changes.latest("version").version])


def why_kept(event: Event) -> str:
    """Why the latest change cannot be undone; empty where it can."""
    changes = list(event.changes.order_by("-version"))
    return offers(changes, record_of(event))[changes[0].version].why


def two(played: RoundRecord) -> tuple[PlayerId, PlayerId]:
    return played.tables[0].seats[0].player, played.tables[1].seats[1].player
