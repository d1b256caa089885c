"""Who a person is in an event: the entry, its earlier names in the change log, the numbers merged into it, and namesakes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.day.office.registering import RegistrationState
from tournament.models import Change, Entry, Event, TakenOver
from tournament.record.acts import Act
from tournament.record.figures import figures_of
from tournament.record.names import name_key
from tournament.services.people.forgetting.rewriting import is_pseudonym, pseudonym_of, spellings

PARTS = ("name", "given_name", "family_name")
NameParts = tuple[str, str, str]
"""A name as it was entered, with given name and surname as a list had them apart."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in an event under one number: what they are or were called there, and whether there is an entry.

    ``since`` is the version after which the number is theirs, and ``until`` the last one; earlier it was of an entry that was removed.
    ``merged`` are the numbers of entries that were merged into theirs, ``registrations`` those of their registrations. Who only registered
    and has no entry has the number 0, and the number of the registration in ``since``.
    """

    event: Event
    number: int
    names: frozenset[NameParts]
    since: int = 0
    until: int | None = None
    merged: tuple[int, ...] = ()
    entry: Entry | None = None
    registrations: tuple[int, ...] = ()

    @property
    def pseudonym(self) -> str:
        """Return the pseudonym that takes the place of the names."""
        return pseudonym_of(self.number)

    @property
    def mark(self) -> str:
        """Return what means this person and nobody else: the event, the number, and since which version the number is theirs."""
        return f"{self.event.slug}:{self.number}:{self.since}"

    @property
    def name(self) -> str:
        """Return the name as it was last entered."""
        return self.entry.name if self.entry else max((name for name, *_ in self.names), default="")

    @property
    def keys(self) -> frozenset[str]:
        """Return the names in plain form, without a pseudonym."""
        return frozenset(name_key(name) for name, *_ in self.names if name and not is_pseudonym(name))

    @property
    def spellings(self) -> frozenset[str]:
        """Return every spelling of the names that the program writes."""
        found = (spellings(*parts) for parts in self.names if not is_pseudonym(parts[0]))
        return frozenset().union(*found)

    def owns(self, said: object, version: int) -> bool:
        """Return whether a number in a change of that version means this person; what is no number means nobody."""
        number = int(str(said)) if str(said).isdecimal() else 0
        if number in self.merged:
            return True
        return (
            bool(number)
            and number == self.number
            and self.since < version
            and (self.until is None or version <= self.until)
        )


@dataclass
class _Life:
    """What the change log says of one number between two removals of its entry."""

    names: set[NameParts] = field(default_factory=set)
    since: int = 0
    until: int | None = None
    merged: set[int] = field(default_factory=set)


def people_of(event: Event) -> list[Person]:
    """Return everybody who has or had an entry in the event, by number; a number that was given anew means two people."""
    lives: dict[int, list[_Life]] = {}
    entries = {entry.number: entry for entry in event.entries.all()}
    registered: dict[int, set[NameParts]] = {}
    for change in event.changes.order_by("version"):
        _read(change, lives)
        _read_registrations(change, registered)
    rows = list(event.registrations.select_related("entry"))
    for row in rows:
        registered.setdefault(row.number, set()).add((row.name, row.given_name, row.family_name))
    accepted = {row.entry.number: row.number for row in rows if row.entry}
    for number, entry in entries.items():
        _life(lives, number).names.add((entry.name, entry.given_name, entry.family_name))
    for other in TakenOver.objects.filter(entry__event=event).select_related("entry"):
        _life(lives, other.entry.number).names.add((other.name, other.given_name, other.family_name))
    merged = {gone for each in lives.values() for life in each for gone in life.merged if gone not in entries}
    found = []
    for number, each in sorted(lives.items()):
        for life in each:
            is_now = life is each[-1] and number in entries and life.until is None
            if not is_now and (number in merged or not life.names):
                continue
            gone = tuple(sorted(other for other in life.merged if other in merged))
            names = life.names.union(*(lives[other][-1].names for other in gone if other in lives))
            present = entries[number] if is_now else None
            if is_now and number in accepted:
                names |= registered.get(accepted[number], set())
            found.append(Person(event, number, frozenset(names), life.since, life.until, gone, present))
    waiting = {row.number for row in rows if row.state == RegistrationState.OPEN.value}
    return _with_registrations(event, found, registered, accepted, waiting)


def _with_registrations(
    event: Event,
    people: list[Person],
    registered: Mapping[int, set[NameParts]],
    accepted: Mapping[int, int],
    waiting: Collection[int],
) -> list[Person]:
    """Return the people with their registrations, by the entry or the name, and those who only registered.

    A registration that waits beside an entry of the same name may be a namesake's, so it is somebody to choose for itself.
    """
    left = {number: {name_key(name) for name, *_ in names if name} for number, names in registered.items()}
    entered = set(accepted.values())
    taken: set[int] = set()
    found = []
    for person in people:
        others = entered | set(waiting if person.entry else ())
        own = {number for number, keys in left.items() if number not in others and keys & person.keys}
        if person.entry and person.number in accepted:
            own.add(accepted[person.number])
        taken |= own
        found.append(replace(person, registrations=tuple(sorted(own))))
    return found + [
        Person(event, 0, frozenset(registered[number]), since=number, registrations=(number,))
        for number, keys in sorted(left.items())
        if keys and number not in taken and number not in entered
    ]


def _read_registrations(change: Change, registered: dict[int, set[NameParts]]) -> None:
    """Add what one change says of names of registrations."""
    for figures in figures_of(change):
        for number, row in figures.get("registrations", {}).items():
            given, family = str(row.get("given_name") or ""), str(row.get("family_name") or "")
            if str(number).isdecimal() and given and family:
                registered.setdefault(int(number), set()).add((f"{given} {family}", given, family))


def _life(lives: dict[int, list[_Life]], number: int) -> _Life:
    """Return the present life of a number, a new one after a removal."""
    known = lives.setdefault(number, [_Life()])
    if known[-1].until is not None:
        known.append(_Life(since=known[-1].until))
    return known[-1]


def _read(change: Change, lives: dict[int, list[_Life]]) -> None:
    """Add what one change says of names, mergers and removals."""
    sides = figures_of(change)
    for figures in sides:
        for number, parts in named_in(figures):
            _life(lives, number).names.add(parts)
    after = sides[1]
    if change.act == Act.MERGE_ENTRIES.value and "merge" in after:
        _life(lives, after["merge"]["kept"]).merged.add(after["merge"]["gone"])
    if change.act == Act.REMOVE_ENTRY.value:
        for number in change.entries:
            _life(lives, number).until = change.version


def named_in(figures: Mapping[str, Any]) -> Iterable[tuple[int, NameParts]]:
    """Give the numbers and names that figures of a change have, also of entries whose parts alone were changed."""
    for number, name in figures.get("names", {}).items():
        if str(number).isdecimal() and isinstance(name, str):
            yield int(number), (name, "", "")
    for number, row in figures.get("entries", {}).items():
        if not str(number).isdecimal() or not isinstance(row, dict):
            continue
        for before in ("", "taken_"):  # who is entered, and who else has the seat (R71)
            name, given, family = (str(row.get(f"{before}{part}") or "") for part in PARTS)
            if name or (given and family):
                yield int(number), (name or f"{given} {family}", given, family)


def matching(people: Iterable[Person], key: str) -> list[Person]:
    """Return those who are or were called that, by the plain form of the name."""
    return [person for person in people if key in person.keys]


def everybody() -> Iterator[Person]:
    """Give everybody of all events, by date."""
    return (person for event in Event.objects.order_by("date", "slug") for person in people_of(event))


def namesakes(people: Iterable[Person], chosen: Collection[Person]) -> list[Person]:
    """Return those who are not chosen and are or were called like one who is."""
    keys = frozenset().union(*(person.keys for person in chosen))
    taken = {person.mark for person in chosen}
    return [person for person in people if person.mark not in taken and not person.keys.isdisjoint(keys)]
