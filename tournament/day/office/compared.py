"""A newer list compared with the entries of the event: new players, changed entries, missing players. Nothing is changed here."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tournament.day.lists.headings import PlayerField
from tournament.day.lists.lines import LineState, RosterLine
from tournament.day.lists.rosters import Roster
from tournament.day.lists.signs import is_broken
from tournament.day.office.countries import country_code
from tournament.record.event import LEFT, EntryRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId
from wording import gettext as _

FIELDS = {
    "name": PlayerField.NAME,
    "given_name": PlayerField.GIVEN,
    "family_name": PlayerField.FAMILY,
    "contestant_id": PlayerField.NUMBER,
    "country": PlayerField.COUNTRY,
    "is_junior": PlayerField.JUNIOR,
    "club": PlayerField.CLUB,
    "team": PlayerField.TEAM,
    "email": PlayerField.EMAIL,
}


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field whose value differs between the entry (``before``) and the list (``after``)."""

    field: str
    before: str | bool
    after: str | bool

    @property
    def title(self) -> str:
        """The name of the field on pages."""
        return FIELDS[self.field].words

    @property
    def words_before(self) -> str:
        """The value of the entry as text."""
        return _value_in_words(self.before)

    @property
    def words_after(self) -> str:
        """The value of the list as text."""
        return _value_in_words(self.after)


def _value_in_words(value: str | bool) -> str:
    """Return a value as text."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value or _("nothing")


@dataclass(frozen=True, slots=True)
class ChangedEntry:
    """An entry with the fields that differ in the list; ``line`` is the number of the line.

    ``unknown_country`` is a country on the line that is not known, empty without one.
    """

    entry: EntryRecord
    line: int
    changes: tuple[FieldChange, ...]
    unknown_country: str = ""

    @property
    def mark(self) -> str:
        """A digest of the changes; a tick on the page counts only for the changes that were shown with it."""
        return hashlib.sha256(repr((self.changes, self.unknown_country)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a list would change: lines without an entry, changed entries, entries missing from the list, and the number of equal ones."""

    new: tuple[RosterLine, ...]
    changed: tuple[ChangedEntry, ...]
    gone: tuple[EntryRecord, ...]
    same: int


def comparison_with_entries(roster: Roster, entries: Collection[EntryRecord]) -> Comparison:
    """Return what a list would change in the entries; lines and entries are matched by organiser's number, else by name.

    A name matches only if it is unique both in the list and among the entries.
    """
    # A line that stands apart, as one who has cancelled, is no player of this list: the entry is then missing from it.
    found = _pairs([line for line in roster.lines if line.state is not LineState.APART], entries)
    changes = {line: tuple(_changes(line, entry, roster.tells)) for line, entry in found.items()}
    matched = {entry.player for entry in found.values()}
    return Comparison(
        new=tuple(line for line in roster.lines if line not in found),
        changed=tuple(
            ChangedEntry(entry, line.line, changes[line], line.unknown_country)
            for line, entry in found.items()
            if changes[line] or line.unknown_country
        ),
        gone=tuple(entry for entry in entries if entry.player not in matched and entry.status not in LEFT),
        same=sum(not (changes[line] or line.unknown_country) for line in found),
    )


def _pairs(lines: Collection[RosterLine], entries: Collection[EntryRecord]) -> Mapping[RosterLine, EntryRecord]:
    """Return each line with its matching entry, in the order of the list; several lines may have one number, side by side."""
    by_number = {entry.contestant_id: entry for entry in entries if entry.contestant_id}
    found: dict[RosterLine, EntryRecord] = {}
    taken: set[PlayerId] = set()
    for line in lines:
        entry = by_number.get(line.contestant_id)
        if entry is not None and entry.player not in taken:
            found[line] = entry
            taken.add(entry.player)
    rest = [entry for entry in entries if entry.player not in taken]
    names = Counter(name_key(entry.as_entered) for entry in rest)
    listed = Counter(name_key(line.name) for line in lines if line not in found)
    by_name = {name_key(entry.as_entered): entry for entry in rest}
    for line in lines:
        key = name_key(line.name)
        entry = by_name.get(key)
        if line in found or entry is None or names[key] > 1 or listed[key] > 1:
            continue
        if not (line.contestant_id and entry.contestant_id):  # other numbers are other people, even of the same name
            found[line] = entry
    return {line: found[line] for line in lines if line in found}


def _changes(line: RosterLine, entry: EntryRecord, tells: Collection[PlayerField]) -> Iterator[FieldChange]:
    """Yield the fields that differ; empty cells are ignored, and a country is equal under any of its codes.

    Whether a player is a junior is compared only if the list ``tells`` it, that is if it has that column. A name that a list has in
    capitals only, or without its accents, is no change.
    """
    known = {"name": entry.as_entered, "country": country_code(entry.country) or entry.country}
    for field in (name for name in FIELDS if name != "is_junior"):
        listed, stored = getattr(line, field), known.get(field, getattr(entry, field))
        if listed and listed != stored and not _is_for_the_worse(listed, stored):
            yield FieldChange(field, getattr(entry, field), listed)
    if PlayerField.JUNIOR in tells and line.is_junior != entry.is_junior:
        yield FieldChange("is_junior", entry.is_junior, line.is_junior)


def _is_for_the_worse(listed: str, stored: str) -> bool:
    """Return whether a list has the stored words in capitals or small letters only, without accents or with broken letters."""
    if is_broken(listed) and not is_broken(stored):
        return True
    if name_key(listed) != name_key(stored):
        return False
    return _richness(listed) < _richness(stored)


def _richness(name: str) -> tuple[int, int]:
    """Return how much a spelling tells: its letters beyond plain ones, and how many of its words are neither all capital nor all small."""
    mixed = sum(word not in (word.upper(), word.lower()) for word in name.split())
    return sum(not letter.isascii() for letter in name), mixed
