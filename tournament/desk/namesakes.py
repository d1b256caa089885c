"""Names that a director has met: who is entered here, and who was in the earlier events of the same director."""

from __future__ import annotations

from django.contrib.auth.models import User

from tournament.access import events_to_direct
from tournament.day.likeness import KnownName, KnownNames
from tournament.day.rosters import Surroundings
from tournament.desk.desk import Desk
from tournament.models import Entry, Event
from tournament.record.event import EventRecord
from tournament.record.names import name_key

MOST_EARLIER = 5_000
"""So many names of earlier events are compared with at most, the latest events first."""


def entered_names(record: EventRecord) -> list[KnownName]:
    """Everybody entered in an event, by number."""
    return [KnownName(entry.name, f"number {entry.player}") for entry in record.entries]


def earlier_names(user: User, event: Event) -> list[KnownName]:
    """Everybody in the other events that a user directs, practice left out, each name once with the latest event it was in."""
    rows = (
        Entry.objects.filter(event__in=events_to_direct(user).filter(is_practice=False))
        .exclude(event=event)
        .order_by("-event__date", "-event_id", "number")
        .values_list("name", "event__name")[:MOST_EARLIER]
    )
    latest: dict[str, str] = {}
    for name, event_name in rows:
        latest.setdefault(name, event_name)
    return [KnownName(name, f"in {event_name}") for name, event_name in latest.items()]


def doubts_about(desk: Desk, name: str, number: int | None = None) -> list[str]:
    """Whom else a name may mean, in sentences that name both; ``number`` is the entry that has the name now, if it is entered.

    Of the very same name in the event, under whatever accents, nothing is said: that is asked about before it is saved.
    """
    key = name_key(name)
    here = KnownNames(
        KnownName(entry.name, f"number {entry.player}")
        for entry in desk.record.entries
        if entry.player != number and name_key(entry.name) != key
    )
    earlier = KnownNames(earlier_names(desk.user, desk.event))
    before = () if earlier.has(name) else earlier.like(name)
    return [alike.words for alike in (*here.like(name), *before)]


def surroundings(desk: Desk, countries: dict[str, str]) -> Surroundings:
    """What a list is read against on the desk; ``countries`` is what was answered about countries nobody knows."""
    return Surroundings(
        entered=[entry.name for entry in desk.record.entries],
        contestant_ids=[entry.contestant_id for entry in desk.record.entries],
        known=entered_names(desk.record),
        earlier=earlier_names(desk.user, desk.event),
        countries=countries,
    )
