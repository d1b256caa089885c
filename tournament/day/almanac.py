"""The list of events: sorted by date with the next one first, and searched by name, place or date."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

from tournament.record.names import name_key


class Dated(Protocol):
    """The attributes of an event by which it is listed and found."""

    name: str
    date: datetime.date
    venue: str


Listed = TypeVar("Listed", bound=Dated)


def next_first(events: Iterable[Listed], today: datetime.date) -> list[Listed]:
    """Return events of today and later, the next one first; then past events, the latest first."""
    listed = sorted(events, key=lambda event: name_key(event.name))
    coming = sorted((event for event in listed if event.date >= today), key=lambda event: event.date)
    past = sorted((event for event in listed if event.date < today), key=lambda event: event.date, reverse=True)
    return coming + past


def is_meant(event: Dated, words: str) -> bool:
    """Return whether an event is found by ``words``: each must begin a word of its name, place or date, without accents and case.

    A date is found as "2026-08-20", "20 August 2026" and "20.8.2026".
    """
    day = event.date
    written = f"{day.isoformat()} {day.day} {day:%B} {day.year} {day.day}.{day.month}.{day.year} {day:%d.%m.%Y}"
    found = _words(f"{event.name} {event.venue} {written}")
    return all(any(word.startswith(part) for word in found) for part in _words(words))


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case without accents, quotes and brackets."""
    return [word for found in re.findall(r"[\w.'-]+", name_key(text)) if (word := found.strip("'-."))]
