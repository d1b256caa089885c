"""Retention by a date: the people of events before it are forgotten, or only their private data is deleted; tried first, then done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tournament.models import Event
from tournament.services.changes import By
from tournament.services.people.forgetting.acting import blank, forget, numbers_of, tried
from tournament.services.people.forgetting.finding import Person, people_of
from tournament.services.people.forgetting.replacing import Replaced


class Level(StrEnum):
    """What retention deletes: names and private data, or private data alone."""

    NAMES = "names"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Retained:
    """What retention does, or would do, in one event: how many people it concerns, and what is rewritten."""

    event: Event
    people: int
    done: Replaced


def retain(before: date, level: Level, by: By, *, is_dry: bool, events: Sequence[Event] = ()) -> list[Retained]:
    """Delete names or private data of the people of all events before a date; with ``is_dry`` nothing is stored.

    ``events`` are the only ones where any are named. Practice events have no people. An event whose people are all forgotten, or that has
    nothing private left, is left out, so that it can be done every night.
    """
    found = events or Event.objects.filter(date__lt=before, is_practice=False).order_by("date", "slug")
    told = (_in_event(event, level, by, is_dry=is_dry) for event in found if event.date < before)
    return [each for each in told if each is not None]


def _in_event(event: Event, level: Level, by: By, *, is_dry: bool) -> Retained | None:
    """Do or try it in one event; None where nothing is left to do."""
    people = [person for person in people_of(event) if person.keys]
    if level is Level.PRIVATE:
        numbers = numbers_of(people)
        if not _has_private(event, numbers):
            return None
        done = _tried(event, numbers, by) if is_dry else blank(event, by, numbers)
        return Retained(event, len(people), done)
    if not people:
        return None
    done = _tried_names(people, by) if is_dry else forget(people, by, everywhere=False)
    return Retained(event, len(people), done)


def _has_private(event: Event, numbers: Sequence[int]) -> bool:
    """Return whether anything private of these entries is left."""
    with tried():
        return bool(blank(event, None, numbers))


def _tried(event: Event, numbers: Sequence[int], by: By) -> Replaced:
    """Return what deleting private data would rewrite."""
    with tried():
        return blank(event, by, numbers)


def _tried_names(people: Sequence[Person], by: By) -> Replaced:
    """Return what forgetting would rewrite."""
    with tried():
        return forget(people, by, everywhere=False)
