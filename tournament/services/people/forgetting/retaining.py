"""Retention by a date: the people of events before it are forgotten, or only their private data is deleted; tried first, then done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tournament.models import Event
from tournament.services.people.forgetting.acting import blank, forget, numbers_of, tried
from tournament.services.people.forgetting.finding import people_of
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


def retain(before: date, level: Level, *, is_dry: bool) -> list[Retained]:
    """Delete names or private data of the people of all events before a date; with ``is_dry`` nothing is stored.

    Practice events have no people. An event whose people are all forgotten, or that has nothing private left, is left out, so that it can
    be done every night.
    """
    found = Event.objects.filter(date__lt=before, is_practice=False).order_by("date", "slug")
    told = (_in_event(event, level, is_dry=is_dry) for event in found)
    return [each for each in told if each is not None]


def _in_event(event: Event, level: Level, *, is_dry: bool) -> Retained | None:
    """Do or try it in one event; None where nothing is left to do."""
    people = [person for person in people_of(event) if person.keys]
    if level is Level.PRIVATE:
        numbers = numbers_of(people)
        if not _has_private(event, numbers):
            return None
        return Retained(event, len(people), _done(lambda: blank(event, None, numbers), is_dry=is_dry))
    if not people:
        return None
    return Retained(event, len(people), _done(lambda: forget(people, None, everywhere=False), is_dry=is_dry))


def _has_private(event: Event, numbers: Sequence[int]) -> bool:
    """Return whether anything private of these entries is left."""
    return bool(_done(lambda: blank(event, None, numbers), is_dry=True))


def _done(act: Callable[[], Replaced], *, is_dry: bool) -> Replaced:
    """Do an act, or see what it would rewrite."""
    if not is_dry:
        return act()
    with tried():
        return act()
