"""The people whom the words of a command mean: a name in all events, or the number of an entry in one."""

from __future__ import annotations

import re
from collections import Counter

from tournament.access.commands import refuse
from tournament.models import Event
from tournament.record.names import name_key
from tournament.services.people.forgetting.finding import Person, everybody, matching, people_of

_NUMBERED = re.compile(r"([a-z0-9_-]+):([0-9]{1,9})")
EXAMPLE = "a name, or an event and a number such as summer-cup-2026:12"


def people_meant(words: str) -> list[Person]:
    """Return the people whom ``words`` mean; raises CommandError where there is nobody, or two of one name in one event."""
    numbered = _NUMBERED.fullmatch(words.strip())
    return _by_number(numbered[1], int(numbered[2])) if numbered else _by_name(words)


def called(person: Person) -> str:
    """Return a person of an event in the words of a command."""
    if not person.number:
        return f"{person.event.slug}, registration {person.since}, {person.name}"
    return f"{person.event.slug}:{person.number} {person.name}{'' if person.entry else ' (removed)'}"


def _by_number(slug: str, number: int) -> list[Person]:
    """Return the person of that number, the latest one where the number was given anew."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        refuse(f"There is no event “{slug}”.")
    found = [person for person in people_of(event) if person.number == number]
    if not found:
        refuse(f"{event.name} has no entry with number {number}.")
    if not found[-1].keys:
        refuse(f"Number {number} of {event.name} is forgotten already.")
    return found[-1:]


def _by_name(words: str) -> list[Person]:
    """Return everybody of that name."""
    key = name_key(words)
    if not key:
        refuse(f"Give {EXAMPLE}.")
    found = matching(everybody(), key)
    if not found:
        refuse(f"Nobody is called “{words}” in any event; give {EXAMPLE}.")
    twice = [slug for slug, many in Counter(person.event.slug for person in found).items() if many > 1]
    if twice:
        listed = "; ".join(called(person) for person in found if person.event.slug == twice[0])
        refuse(
            f"Several people of one event are called so: {listed}. Give the event and the number of the one you mean."
        )
    return found
