"""What entries were before a change: the one place of former names, and of what is private of a player.

The log of changes has numbers of entries. Where a change altered a name, or what is private of a player, its figures have the column
with None, and the value of before stands in a `FormerEntry`; that of after is the value of before the next change, or the present one. So
whoever reads a change is told what the record says, and forgetting a person blanks the rows of a number at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.record.names import OF_A_PERSON

NAMED = frozenset({*OF_A_PERSON, *(f"taken_{column}" for column in OF_A_PERSON)})
"""The columns of figures of an entry that say who somebody is, or who else has the seat (R71)."""
PRIVATE = frozenset({"contestant_id", "note", "club", "team", "email"})
"""The columns of figures of an entry with what is private of a player."""
OF_PEOPLE = NAMED | PRIVATE


@dataclass(frozen=True, slots=True)
class FormerEntry:
    """What the entry of a number was before the change of that version, as far as the change altered it.

    With ``ends`` the change removed the entry, so that a later entry of the number is somebody else's. With ``is_after`` it is what the
    entry was after the change, where that does not follow from later changes: only changes of earlier versions have such rows.
    """

    number: int
    version: int
    columns: Mapping[str, str] = field(default_factory=dict)
    ends: bool = False
    is_after: bool = False

    @property
    def named(self) -> dict[str, str]:
        """What the columns were that say who somebody is."""
        return {column: value for column, value in self.columns.items() if column in NAMED}

    @property
    def private(self) -> dict[str, str]:
        """What the columns were with what is private of a player."""
        return {column: value for column, value in self.columns.items() if column in PRIVATE}


Figures = Mapping[str, Any]


class FormerEntries:
    """The former entries of an event by number, and what the entries are now: ``present`` has their columns by number."""

    def __init__(self, rows: Iterable[FormerEntry], present: Mapping[int, Mapping[str, Any]]) -> None:
        """Sort the rows."""
        self._present = present
        self._after: dict[tuple[int, int], FormerEntry] = {}
        self._altered: set[int] = set()
        self._before: dict[int, list[FormerEntry]] = {}
        for row in sorted(rows, key=lambda row: row.version):
            if row.is_after:
                self._after[row.number, row.version] = row
                self._altered.add(row.number)
            else:
                self._before.setdefault(row.number, []).append(row)

    def is_as_ever(self, number: int) -> bool:
        """Return whether the entry of a number was never anything else than it is now."""
        return number in self._present and number not in self._before and number not in self._altered

    def value(self, number: int, column: str, version: int, *, is_after: bool) -> str | None:
        """Return what a column of an entry was before or after the change of that version; None where there is no such entry now."""
        stored = self._after.get((number, version)) if is_after else None
        if stored is not None and column in stored.columns:
            return stored.columns[column]
        for row in self._before.get(number, ()):
            if row.version + (not is_after) > version and (column in row.columns or row.ends):
                return row.columns.get(column, "")
        if number not in self._present:
            return None
        return str(self._present[number].get(column) or "")

    def figures(self, figures: Figures, version: int, *, is_after: bool) -> dict[str, Any]:
        """Return one side of the figures of a change with what it says of people."""

        def filled(number: str, column: str, value: Any) -> Any:
            is_told = value is None and column in OF_PEOPLE and number.isdecimal()
            return self.value(int(number), column, version, is_after=is_after) or "" if is_told else value

        full = dict(figures)
        for group in ("entries", "names"):
            rows = full.get(group)
            if isinstance(rows, dict):
                full[group] = {
                    number: {column: filled(number, column, value) for column, value in row.items()}
                    if isinstance(row, dict)
                    else filled(number, "name", row)
                    for number, row in rows.items()
                }
        return full


def put_apart(
    before: Figures, after: Figures, version: int
) -> tuple[dict[str, Any], dict[str, Any], list[FormerEntry]]:
    """Return figures of a change without what they say of people, and what the entries were before it."""
    stays = {number for group in ("entries", "names") for number, _row in _rows(after, group)}
    rows = [
        FormerEntry(int(number), version, columns, ends="name" in columns and number not in stays)
        for group in ("entries", "names")
        for number, row in _rows(before, group)
        if number.isdecimal() and (columns := _columns(row))
    ]
    return _emptied(before), _emptied(after), rows


def all_put_apart(
    changes: Sequence[tuple[int, Figures, Figures]], present: Mapping[int, Mapping[str, Any]]
) -> tuple[dict[int, tuple[dict[str, Any], dict[str, Any]]], list[FormerEntry]]:
    """Return the figures of all changes of an event without what they say of people, by version, and the former entries.

    ``changes`` are of an earlier version: version, before and after. Nothing is lost: `FormerEntries.figures` gives them back.
    """
    emptied: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
    rows: list[FormerEntry] = []
    for version, before, after in changes:
        was, then, former = put_apart(before, after, version)
        emptied[version] = was, then
        rows += former
    follows = FormerEntries(rows, present)
    for version, before, after in changes:
        for figures, is_after in ((before, False), (after, True)):
            told = follows.figures(emptied[version][is_after], version, is_after=is_after)
            for number, columns in _differing(figures, told).items():
                rows.append(FormerEntry(number, version, columns, is_after=is_after))
    return emptied, rows


def _differing(figures: Figures, told: Figures) -> dict[int, dict[str, str]]:
    """Return by number what figures say of people and ``told`` does not."""
    found: dict[int, dict[str, str]] = {}
    for group in ("entries", "names"):
        others = dict(_rows(told, group))
        for number, row in _rows(figures, group):
            other = _columns(others[number])
            columns = {column: value for column, value in _columns(row).items() if value != other.get(column)}
            if columns and number.isdecimal():
                found.setdefault(int(number), {}).update(columns)
    return found


def _rows(figures: Figures, group: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give the numbers of a group of figures with their columns; what stands for a name alone is its column."""
    rows = figures.get(group) if isinstance(figures, Mapping) else None
    for number, row in rows.items() if isinstance(rows, Mapping) else ():
        if isinstance(row, Mapping):
            yield number, row
        else:
            yield number, {"name": row}


def _columns(row: Mapping[str, Any]) -> dict[str, str]:
    """Return what a row of figures says of a person."""
    return {column: value for column, value in row.items() if column in OF_PEOPLE and isinstance(value, str)}


def _emptied(figures: Figures) -> dict[str, Any]:
    """Return figures without what they say of people."""
    if not isinstance(figures, Mapping):
        return figures
    empty = dict(figures)
    for group in ("entries", "names"):
        rows = empty.get(group)
        if isinstance(rows, Mapping):
            empty[group] = {
                number: {column: None if column in _columns(row) else value for column, value in row.items()}
                if isinstance(row, Mapping)
                else None
                for number, row in rows.items()
            }
    return empty
