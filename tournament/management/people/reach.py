"""What cannot be cleaned: copies, downloads and paper that have left this installation, with place and time where these are known.

The people whom the words of a command mean: a name in all events, or the number of an entry in one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count, Max

from tournament.access.commands import event_named, refuse
from tournament.installation.copies.backups import last_download
from tournament.installation.copies.second_place import GivenKind, files_given_away, second_place
from tournament.installation.copies.snapshots import made_at, names_in
from tournament.models import Event, PrintedSheet
from tournament.record.names import name_key
from tournament.services.forgetting.finding import Person, all_people, people_matching, people_of

_NUMBERED = re.compile(r"([a-z0-9_-]+):([0-9]{1,9})")
EXAMPLE = "a name, or an event and a number such as summer-cup-2026:12"


def people_meant(words: str) -> list[Person]:
    """Return the people whom ``words`` mean; raises CommandError where there is nobody, or two of one name in one event."""
    numbered = _NUMBERED.fullmatch(words.strip())
    return _by_number(numbered[1], int(numbered[2])) if numbered else _by_name(words)


def person_in_words(person: Person) -> str:
    """Return a person of an event in the words of a command."""
    if not person.number:
        return f"{person.event.slug}, registration {person.since}, {person.name}"
    return f"{person.event.slug}:{person.number} {person.name}{'' if person.entry else ' (removed)'}"


def _by_number(slug: str, number: int) -> list[Person]:
    """Return the person of that number, the latest one where the number was given anew."""
    event = event_named(slug)
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
    found = people_matching(all_people(), key)
    if not found:
        refuse(f"Nobody is called “{words}” in any event; give {EXAMPLE}.")
    twice = [slug for slug, many in Counter(person.event.slug for person in found).items() if many > 1]
    if twice:
        listed = "; ".join(person_in_words(person) for person in found if person.event.slug == twice[0])
        refuse(
            f"Several people of one event are called so: {listed}. Give the event and the number of the one you mean."
        )
    return found


Copy = tuple[str, datetime | None]
"""Something that still has a name: what it is, in words with its place, and when it was made last, None where that is not known."""


def out_of_reach(events: Collection[Event], keys: Collection[str]) -> list[Copy]:
    """Return what has the names of people of these events and is not cleaned with them; ``keys`` are the names in plain form."""
    return [*_snapshots(), *_copies_given_away(events), *_paper(events), *_accounts(keys)]


def _snapshots() -> Iterator[Copy]:
    """Give the snapshots on this machine and at the second place."""
    folder, place = Path(settings.SNAPSHOT_FOLDER) if settings.SNAPSHOT_FOLDER else None, second_place()
    if folder is not None and (names := names_in(folder)):
        yield f"snapshots in {folder} ({len(names)}); restoring one forgets these names again", made_at(max(names))
    if place is not None:
        names = names_in(place)
        words = f" ({len(names)})" if place.is_dir() else ", which is not plugged in"
        yield f"snapshots on the stick {place}{words}", made_at(max(names)) if names else None


def _copies_given_away(events: Collection[Event]) -> Iterator[Copy]:
    """Give what was downloaded, or written by a command; archives of these events only."""
    slugs, given = {event.slug for event in events}, files_given_away()
    for each in given:
        if each.kind is GivenKind.EVERYTHING:
            yield f"a copy of everything: {each.where}", each.at
        elif each.kind is GivenKind.ARCHIVE and each.where.partition(": ")[0] in slugs:
            yield f"the archive of {each.where}", each.at
    if GivenKind.EVERYTHING not in {each.kind for each in given} and (downloaded := last_download()):
        yield "a copy of everything that was downloaded", downloaded


def _paper(events: Collection[Event]) -> Iterator[Copy]:
    """Give the sheets that were printed, each once with the last time."""
    rows = PrintedSheet.objects.filter(event__in=events, is_printed=True).order_by().values_list("event__name", "sheet")
    for event, sheet, many, at in rows.annotate(many=Count("pk"), at=Max("printed_at")).order_by("at"):
        yield f"paper of {event}: “{sheet}”, printed ({many})", at


def _accounts(keys: Collection[str]) -> Iterator[Copy]:
    """Give accounts that are called like a person."""
    for user in User.objects.filter(is_active=True):
        if not {name_key(user.get_username()), name_key(user.get_full_name())}.isdisjoint(keys):
            yield f"the account {user.get_username()}; close it under “Accounts”", None


ALWAYS_OUT_OF_REACH = (
    "pages, lists and files that anybody saved, printed or photographed",
    "plain files on a web space, until “publish_static” writes them again",
    "backups that this machine's owner keeps elsewhere",
)
"""What may exist anywhere and is recorded nowhere."""
