"""Forget people: their names are replaced in every place, and nothing else of an event changes. Nobody can undo it.

It is the one act that rewrites what was written down: the log of changes, reports, calls and logs. Scores, seats and medals stay under the
pseudonym.

The list of the forgotten in the database and in its file: written when people are forgotten, applied where an older copy comes back.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from tournament.access.membership import is_director
from tournament.installation.copies import forgotten
from tournament.installation.copies.second_place import second_place
from tournament.models import Event, Forgotten
from tournament.models.change import OPEN
from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.figures import ChangeFacts
from tournament.services.changes import By, act_on, actor_of
from tournament.services.changes.refusals import DoneError, NotAllowedError
from tournament.services.forgetting.finding import Person, people_of
from tournament.services.forgetting.replacing import Replaced, columns_with_names, replace_names
from wording import gettext as _
from wording import gettext_noop, ngettext

log = logging.getLogger("tournament.services.forgetting")


def stored_lines() -> tuple[forgotten.Digest, ...]:
    """Return the lines of the list that the database has."""
    rows = Forgotten.objects.exclude(kind=OPEN).values_list("kind", "salt", "digest", "forgotten_at")
    return tuple(forgotten.Digest(forgotten.Listed(kind), salt, digest, at) for kind, salt, digest, at in rows)


def put_on_list(chosen: Sequence[Person], spared: Collection[Person], *, everywhere: bool) -> None:
    """Store digests of people who are being forgotten, within their transaction; the file follows when that is stored.

    With ``everywhere`` their names are forgotten in every copy of an event before today too, except those of ``spared``, who are others of
    the same names. Without it only these entries are.
    """
    now = timezone.now()
    salt = Forgotten.objects.exclude(kind=OPEN).values_list("salt", flat=True).first() or forgotten.new_salt()
    lines = [*_of_entries(forgotten.Listed.ENTRY, salt, chosen, now)]
    if everywhere:
        keys = sorted({key for person in chosen for key in person.keys})
        lines += [
            forgotten.Digest(forgotten.Listed.NAME, salt, forgotten.digest_of(forgotten.Listed.NAME, salt, key), now)
            for key in keys
        ]
        lines += _of_entries(forgotten.Listed.SPARED, salt, spared, now)
    store_lines(lines)
    transaction.on_commit(write_files)


def _of_entries(kind: forgotten.Listed, salt: str, people: Iterable[Person], now: datetime) -> list[forgotten.Digest]:
    """Return digests of people by their event, number and each of their names."""
    return [
        forgotten.Digest(kind, salt, forgotten.digest_of(kind, salt, person.event.slug, str(number), key), now)
        for person in people
        for number in (person.number, *person.merged)
        for key in sorted(person.keys)
    ]


def store_lines(lines: Iterable[forgotten.Digest]) -> None:
    """Store lines in the database, but for those that are there."""
    rows = (Forgotten(kind=line.kind.value, salt=line.salt, digest=line.digest, forgotten_at=line.at) for line in lines)
    Forgotten.objects.bulk_create(rows, ignore_conflicts=True)


def write_files() -> None:
    """Bring the file of the list up to date, and that at the second place; a failure is logged, for the database has the list."""
    file = forgotten.list_file()
    if file is None:
        return
    try:
        forgotten.add_to_list(file, stored_lines())
        place = second_place()
        if place is not None and place.is_dir():
            forgotten.carry_list(place, file)
    except forgotten.ForgottenListError as failure:
        log.warning("%s", failure)


def people_listed(event: Event, slug: str, lines: Collection[forgotten.Digest]) -> list[Person]:
    """Return the people of an event whom these lines of the list name; ``slug`` is the address that it had when they were forgotten.

    An entry is known by that address, its number and its name; or by its name alone where the event was on or before the day on which that
    was forgotten, unless the entry was spared then.
    """
    known = {line.digest: line for line in lines}
    salts = sorted({line.salt for line in lines})

    def has(kind: forgotten.Listed, *words: str) -> list[forgotten.Digest]:
        digests = (forgotten.digest_of(kind, salt, *words) for salt in salts)
        return [known[digest] for digest in digests if digest in known]

    def is_listed(person: Person) -> bool:
        for key in person.keys:
            if has(forgotten.Listed.ENTRY, slug, str(person.number), key):
                return True
            named = [line for line in has(forgotten.Listed.NAME, key) if event.date <= timezone.localdate(line.at)]
            if named and not has(forgotten.Listed.SPARED, slug, str(person.number), key):
                return True
        return False

    return [person for person in people_of(event) if is_listed(person)] if known else []


def missing_lines() -> tuple[forgotten.Digest, ...]:
    """Return the lines that the file of the list has and the database lacks: there are some where an older copy took its place."""
    file = forgotten.list_file()
    lines = forgotten.read_list(file) if file else ()
    if not lines:
        return ()
    here = set(Forgotten.objects.values_list("digest", flat=True))
    return tuple(line for line in lines if line.digest not in here)


class _NothingLeftError(DoneError):
    """Nothing is left to forget of these people."""


def may_forget(by: By, event: Event) -> bool:
    """Return whether somebody may forget people of an event: whoever made the event, administrators and the program itself."""
    user = actor_of(by).user
    return user is None or is_director(user, event)


def forget(
    chosen: Sequence[Person],
    by: By,
    spared: Collection[Person] = (),
    *,
    words: Collection[str] = (),
    everywhere: bool = True,
) -> Replaced:
    """Forget people of one or more events in one transaction, and return what was rewritten.

    A form is of the event of the first of them. ``words`` are parts of the name that are replaced in texts where they stand alone too.
    ``spared`` are others of the same names, who stay. Without ``everywhere`` the list of the forgotten has these entries alone, and no
    name as such (`put_on_list`). Raises NotAllowedError for whoever may not forget in one of the events, and RefusedError where nobody is
    left to forget.
    """
    total = Replaced()
    with transaction.atomic():
        put_on_list(chosen, spared, everywhere=everywhere)
        for event in {person.event.pk: person.event for person in chosen}.values():
            own = [person for person in chosen if person.event.pk == event.pk]
            _act(event, by if event.pk == chosen[0].event.pk else actor_of(by).user, own, total, words)
        if everywhere:
            total.left = columns_with_names(chosen)
    return total


def blank_people(event: Event, by: By, chosen: Sequence[Person]) -> Replaced:
    """Blank what is private of people of an event, such as notes and contacts, also in the change log; names and results stay.

    Nothing is written down where nothing private is left.
    """
    done = Replaced()
    with suppress(_NothingLeftError):
        _act(event, by, chosen, done, keeps_names=True)
    return done


def _act(
    event: Event,
    by: By,
    chosen: Sequence[Person],
    done: Replaced,
    words: Collection[str] = (),
    *,
    keeps_names: bool = False,
) -> None:
    """Forget these people of one event, or only what is private of them, as one change, and add to ``done`` what was rewritten."""
    kind = Act.BLANK if keeps_names else Act.FORGET
    if not may_forget(by, event):
        raise NotAllowedError(
            _("Only the account that created {event}, or an administrator, can forget its players.", event=event.name)
        )
    wanted = {person.mark for person in chosen}
    numbers = sorted({person.number for person in chosen if person.number})
    with act_on(event, by, kind, entries=numbers) as doing:
        people = [person for person in people_of(doing.event) if person.mark in wanted and person.keys]
        doing.is_private = keeps_names
        replace_names(doing.event, people, done, words, keeps_names=keeps_names)
        if not people or not done:
            raise _NothingLeftError


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the change log about people who were forgotten; who only registered has no number."""
    if not facts.who:
        return _("Registrations forgotten: names deleted")
    return _("{who} forgotten: name replaced everywhere", who=facts.who)


declare(
    Act.FORGET,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence,
    why_not=gettext_noop("No copy is kept of what was deleted."),
    when_put_away=True,
)


declare(
    Act.BLANK,
    Part.ENTRIES,
    sentence=gettext_noop("Private data of {whom} deleted"),
    why_not=gettext_noop("No copy is kept of what was deleted."),
    when_put_away=True,
)


def forget_again(event: Event, slug: str = "") -> int:
    """Forget those of an event that an older copy has brought back, and return how many; within a transaction, without a change of its own.

    ``slug`` is the address that the event had when they were forgotten, empty for its present one.
    """
    lines = stored_lines()
    people = people_listed(event, slug or event.slug, lines) if lines else []
    if people:
        replace_names(event, people, Replaced())
    return len(people)


def forgotten_again_in_words(many: int) -> str:
    """Return how many players of a copy were forgotten since it was made, as a sentence; empty for none."""
    if not many:
        return ""
    return ngettext(
        "{n} player has been forgotten since this copy was made, and now has a pseudonym here too.",
        "{n} players have been forgotten since this copy was made, and now have pseudonyms here too.",
        many,
    )


def apply_list() -> int:
    """Forget everybody whom the file of the list names and the database does not, in all events; return how many.

    There are some where an older copy took the place of the database. The file gets what only the database had.
    """
    missing = missing_lines()
    many = 0
    with transaction.atomic():
        if missing:
            for event in Event.objects.order_by("pk"):
                people = people_listed(event, event.slug, missing)
                if people:
                    _act(event, None, people, Replaced())
                    many += len(people)
            store_lines(missing)
    write_files()
    if many:
        sweep()
    return many


@contextmanager
def trial() -> Iterator[None]:
    """Return a context manager after whose body everything that it wrote is taken back: to see what an act would do."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def sweep() -> None:
    """Clear what the machine still has of rewritten rows: cached pages, and with SQLite the free pages of the file."""
    cache.clear()
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
