"""The list of the forgotten in the database and in its file: written when people are forgotten, applied where an older copy comes back."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournament.installation.copies.forgotten import (
    Digest,
    ForgottenListError,
    Listed,
    add_to_list,
    carry_list,
    digest_of,
    list_file,
    new_salt,
    read_list,
)
from tournament.installation.copies.second_place import second_place
from tournament.models import Event, Forgotten
from tournament.models.change import OPEN
from tournament.services.people.forgetting.finding import Person, people_of

log = logging.getLogger("tournament.services.forgetting")


def stored_lines() -> tuple[Digest, ...]:
    """Return the lines of the list that the database has."""
    rows = Forgotten.objects.exclude(kind=OPEN).values_list("kind", "salt", "digest", "forgotten_at")
    return tuple(Digest(Listed(kind), salt, digest, at) for kind, salt, digest, at in rows)


def put_on_list(chosen: Sequence[Person], spared: Collection[Person], *, everywhere: bool) -> None:
    """Store digests of people who are being forgotten, within their transaction; the file follows when that is stored.

    With ``everywhere`` their names are forgotten in every copy of an event before today too, except those of ``spared``, who are others of
    the same names. Without it only these entries are.
    """
    now = timezone.now()
    salt = Forgotten.objects.exclude(kind=OPEN).values_list("salt", flat=True).first() or new_salt()
    lines = [*_of_entries(Listed.ENTRY, salt, chosen, now)]
    if everywhere:
        keys = sorted({key for person in chosen for key in person.keys})
        lines += [Digest(Listed.NAME, salt, digest_of(Listed.NAME, salt, key), now) for key in keys]
        lines += _of_entries(Listed.SPARED, salt, spared, now)
    store_lines(lines)
    transaction.on_commit(write_files)


def _of_entries(kind: Listed, salt: str, people: Iterable[Person], now: datetime) -> list[Digest]:
    """Return digests of people by their event, number and each of their names."""
    return [
        Digest(kind, salt, digest_of(kind, salt, person.event.slug, str(number), key), now)
        for person in people
        for number in (person.number, *person.merged)
        for key in sorted(person.keys)
    ]


def store_lines(lines: Iterable[Digest]) -> None:
    """Store lines in the database, but for those that are there."""
    rows = (Forgotten(kind=line.kind.value, salt=line.salt, digest=line.digest, forgotten_at=line.at) for line in lines)
    Forgotten.objects.bulk_create(rows, ignore_conflicts=True)


def write_files() -> None:
    """Bring the file of the list up to date, and that at the second place; a failure is logged, for the database has the list."""
    file = list_file()
    if file is None:
        return
    try:
        add_to_list(file, stored_lines())
        place = second_place()
        if place is not None and place.is_dir():
            carry_list(place, file)
    except ForgottenListError as failure:
        log.warning("%s", failure)


def listed_in(event: Event, slug: str, lines: Collection[Digest]) -> list[Person]:
    """Return the people of an event whom these lines of the list name; ``slug`` is the address that it had when they were forgotten.

    An entry is known by that address, its number and its name; or by its name alone where the event was on or before the day on which that
    was forgotten, unless the entry was spared then.
    """
    known = {line.digest: line for line in lines}
    salts = sorted({line.salt for line in lines})

    def has(kind: Listed, *words: str) -> list[Digest]:
        digests = (digest_of(kind, salt, *words) for salt in salts)
        return [known[digest] for digest in digests if digest in known]

    def is_listed(person: Person) -> bool:
        for key in person.keys:
            if has(Listed.ENTRY, slug, str(person.number), key):
                return True
            named = [line for line in has(Listed.NAME, key) if event.date <= timezone.localdate(line.at)]
            if named and not has(Listed.SPARED, slug, str(person.number), key):
                return True
        return False

    return [person for person in people_of(event) if is_listed(person)] if known else []


def missing_lines() -> tuple[Digest, ...]:
    """Return the lines that the file of the list has and the database lacks: there are some where an older copy took its place."""
    file = list_file()
    lines = read_list(file) if file else ()
    if not lines:
        return ()
    here = set(Forgotten.objects.values_list("digest", flat=True))
    return tuple(line for line in lines if line.digest not in here)
