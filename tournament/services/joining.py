"""People across the events of an installation: entries of different events with the same ``person`` are one person's.

The organiser's number joins entries when they are entered, within the events of one organiser; the desk joins and parts others. A name
alone joins nobody. Events that are archived, and those for practice, are left alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from secrets import randbits

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.db.models.functions import ExtractYear

from tournament.access import events_to_direct
from tournament.models import Entry, Event
from tournament.record.acts import ACTS, Act

TOLD_ONCE = ("contestant_id", "country", "is_junior")
"""The columns of an entry that are told once of a person: a change of one is made in the person's other events too."""
NEW_PERSON = 48
"""The bits of a number for a person."""


def events_to_join(user: User | None) -> QuerySet[Event]:
    """Return the events whose entries a user may join with those of others; all of them for the program itself."""
    found = Event.objects.all() if user is None else events_to_direct(user, ACTS[Act.EDIT_ENTRY].may)
    return found.filter(is_practice=False, is_put_away=False)


def followers_of(entry: Entry, user: User | None) -> QuerySet[Entry]:
    """Return the entries of the same person that follow a change: in events that the user may change, without a public final list."""
    events = events_to_join(user).filter(is_final_published=False)
    return Entry.objects.filter(person=entry.person or 0, event__in=events).exclude(pk=entry.pk).select_related("event")


def persons_in(events: Iterable[Event]) -> dict[tuple[int, int], int]:
    """Return the person of each entry of these events that is joined to others, by the event's primary key and the entry's number."""
    rows = Entry.objects.filter(event__in=[event.pk for event in events]).exclude(person=None)
    return {(event, number): person or 0 for event, number, person in rows.values_list("event", "number", "person")}


def join_by_number(event: Event, user: User | None, entries: Collection[Entry]) -> None:
    """Join entries of an event with those of the same organiser's number elsewhere, and give them what they lack of what is told once.

    What they are given is not saved here. Who was a junior in another year is not one by that.
    """
    numbered = {entry.contestant_id: entry for entry in entries if entry.contestant_id}
    if not numbered or event.is_practice:
        return
    events = events_to_join(user).filter(organiser=event.organiser).exclude(pk=event.pk)
    known = Entry.objects.filter(event__in=events, contestant_id__in=numbered).order_by("pk")
    joined = list(known.annotate(year=ExtractYear("event__date")))
    for other in joined:
        entry = numbered[other.contestant_id]
        entry.person = other.person = other.person or entry.person or randbits(NEW_PERSON)
        entry.country = entry.country or other.country
        entry.is_junior = entry.is_junior or (other.is_junior and other.year == event.date.year)
    Entry.objects.bulk_update([*joined, *(entry for entry in entries if entry.pk)], ["person"])
