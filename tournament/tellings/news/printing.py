"""What of a printed sheet differs today, in words: "table 3", "Ada Demo and Ben Demo", "14 players, the heading"."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.tellings.words import listed, tables_named

MOST_TABLES = 6
MOST_NAMES = 3
WORDS = {
    "heading": "the heading",
    "order": "what stands above the list",
    "rules": "the settings",
    "rounds": "the rounds",
    "idle": "who has no table",
    "draw": "the draw",
    "met": "who has met whom",
    "chains": "the chain names",
    "penalties": "the penalties",
    "rulings": "the rulings",
    "medals": "the medals",
    "juniors": "the juniors",
    "pentamind": "the Pentamind points",
    "all": "the event",
    "coming": "the rounds to come",
}


def parts_in_words(parts: Sequence[str], record: EventRecord) -> str:
    """The parts of a sheet's contents as they are read out; see `tournament.pdf.contents` for their names."""
    numbers: dict[str, list[int]] = {"table": [], "player": [], "round": []}
    words = []
    for part in parts:
        kind, _, about = part.partition(":")
        number = about.partition("/")[0]  # of a table; behind it stands who sits there
        if kind not in numbers:
            words.append(WORDS[kind])
        elif int(number) not in numbers[kind]:
            numbers[kind].append(int(number))
    told = [_tables(numbers["table"]), _players(numbers["player"], record)]
    told += [f"round{'s' if numbers['round'][1:] else ''} {listed(list(map(str, numbers['round'])))}"] * bool(
        numbers["round"]
    )
    return ", ".join([*filter(None, told), *dict.fromkeys(words)])


def _tables(numbers: list[int]) -> str:
    if not numbers:
        return ""
    return tables_named(sorted(numbers)) if len(numbers) <= MOST_TABLES else f"{len(numbers)} tables"


def _players(numbers: list[int], record: EventRecord) -> str:
    names = [record.name_of(PlayerId(number)) for number in numbers if PlayerId(number) in record.people]
    return listed(names) if len(numbers) == len(names) <= MOST_NAMES else f"{len(numbers)} players"
