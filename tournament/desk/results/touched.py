"""Which tables of a round and which entries were changed by other desks since a page was loaded, according to the log of changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from typing import Any

from tournament.record.acts import ACTS, Act, Part
from tournament.record.event import RoundRecord
from tournament.record.figures import ChangeRow
from tournament.record.vocabulary import PlayerId, whole_number


def tables_touched(changes: Iterable[ChangeRow], round_: RoundRecord) -> list[int]:
    """Return the numbers of the tables of a round whose rows may look different after these changes."""
    every = [table.number for table in round_.tables]
    found: set[int] = set()
    for change in changes:
        part, is_here = ACTS[Act(change.act)].part, change.round_number == round_.number
        if part is Part.RESULTS and is_here:
            named = _named(change, "tables") | ({change.table_number} if change.table_number else set())
            found |= named or set(every)
        elif Act(change.act) is Act.CHANGE_SETTINGS or (part is Part.DRAWS and is_here):
            return every
        elif part in (Part.PENALTIES, Part.ENTRIES):
            tables = [round_.table_of(PlayerId(number)) for number in _entries(change)]
            found |= {table.number for table in tables if table}
    return [number for number in every if number in found]


def entries_touched(changes: Iterable[ChangeRow]) -> list[int]:
    """Return the numbers of the entries that these changes may have changed, removed entries included."""
    return sorted({number for change in changes for number in _entries(change)})


def _entries(change: ChangeRow) -> set[int]:
    """Return the numbers of the entries that a change is about."""
    return {*change.entries, *_named(change, "entries"), *_named(change, "names")}


def _named(change: ChangeRow, group: str) -> set[int]:
    """Return the numbers that are the keys of a ``group`` (such as "tables") in the stored figures of a change, before or after it."""
    found: set[int] = set()
    for figures in (change.before, change.after):
        rows: Any = figures.get(group, {}) if isinstance(figures, Mapping) else {}
        found |= {int(number) for number in rows if str(number).isdigit()} if isinstance(rows, Mapping) else set()
    return found


def in_spans(numbers: Iterable[int]) -> str:
    """Return numbers as a short text for a hidden field of a page: "1-16 18". `within_spans` reads it."""
    order = sorted(numbers)
    breaks = [0, *(at for at, (one, other) in enumerate(pairwise(order), 1) if other - one > 1), len(order)]
    spans = [(order[start], order[end - 1]) for start, end in pairwise(breaks) if end > start]
    return " ".join(f"{first}-{last}" if last > first else str(first) for first, last in spans)


def within_spans(text: str, numbers: Collection[PlayerId]) -> frozenset[PlayerId]:
    """Return those of these numbers that are in a text written by `in_spans`."""
    ends = [tuple(map(whole_number, (word.partition("-")[0], word.rpartition("-")[2]))) for word in text.split()]
    return frozenset(number for number in numbers if any(first <= number <= last for first, last in ends))
