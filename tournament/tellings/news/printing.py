"""The changed parts of a printed sheet in words: "table 3", "Ada Demo and Ben Demo", "14 players, the heading"."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.record.event import EventRecord
from tournament.record.printing import PartKind, SheetPart
from tournament.record.vocabulary import PlayerId
from tournament.tellings.words import listed, tables_named

MOST_TABLES = 6
MOST_NAMES = 3


def parts_in_words(parts: Sequence[SheetPart], record: EventRecord) -> str:
    """The parts of a sheet as they are read out: tables, players and rounds first, each once, then the others."""
    numbers: dict[PartKind, dict[int, None]] = {PartKind.TABLE: {}, PartKind.PLAYER: {}, PartKind.ROUND: {}}
    others: dict[str, None] = {}
    for part in parts:
        if part.kind in numbers and part.number is not None:
            numbers[part.kind][part.number] = None
        else:
            others[part.kind.words] = None
    tables, players, rounds = (list(found) for found in numbers.values())
    words = (_tables(tables), _players(players, record), _rounds(rounds), *others)
    return ", ".join(filter(None, words))


def _tables(numbers: list[int]) -> str:
    if not numbers:
        return ""
    return tables_named(sorted(numbers)) if len(numbers) <= MOST_TABLES else f"{len(numbers)} tables"


def _players(numbers: list[int], record: EventRecord) -> str:
    names = [record.name_of(PlayerId(number)) for number in numbers if PlayerId(number) in record.people]
    return listed(names) if len(numbers) == len(names) <= MOST_NAMES else f"{len(numbers)} players"


def _rounds(numbers: list[int]) -> str:
    return f"round{'s' if numbers[1:] else ''} {listed(list(map(str, numbers)))}" if numbers else ""
