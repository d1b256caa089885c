"""A printed sheet as a value: what it says, part by part, and what is stored of one that was printed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum
from typing import NamedTuple


class Sides(StrEnum):
    """Whether the hall prints on one side of the paper or on both, turned over the long edge."""

    ONE = "1"
    TWO = "2"


class Supplement(Enum):
    """Data that some sheets are handed beside the event: the tables' calls, the codes of players."""

    CALLS = "calls"
    PLAYER_CODES = "player codes"


class PartKind(StrEnum):
    """The kinds of parts of a sheet, each with the key under which it is stored and its words."""

    words: str
    """The kind as it is read out; before numbers of tables and rounds, and names of players, where it is one of those."""

    def __new__(cls, key: str, words: str = "") -> PartKind:
        """A kind by the key under which it is stored, and its words."""
        kind = str.__new__(cls, key)
        kind._value_ = key
        kind.words = words
        return kind

    TABLE = "table", "table"
    PLAYER = "player", "player"
    ROUND = "round", "round"
    HEADING = "heading", "the heading"
    ORDER = "order", "what stands above the list"
    RULES = "rules", "the settings"
    ROUNDS = "rounds", "the rounds"
    IDLE = "idle", "who has no table"
    DRAW = "draw", "the draw"
    MET = "met", "who has met whom"
    CHAINS = "chains", "the chain names"
    PENALTIES = "penalties", "the penalties"
    RULINGS = "rulings", "the rulings"
    MEDALS = "medals", "the medals"
    JUNIORS = "juniors", "the juniors"
    PENTAMIND = "pentamind", "the Pentamind points"
    ALL = "all", "the event"
    COMING = "coming", "the rounds to come"


class SheetPart(NamedTuple):
    """A part of a sheet: a table or a player at it, a player, a round, or one of the other kinds alone."""

    kind: PartKind
    number: int | None = None
    player: int | None = None

    @property
    def key(self) -> str:
        """The part as it is stored: "heading", "player:12", "table:3", "table:3/12" for a player at table 3."""
        if self.number is None:
            return self.kind.value
        return f"{self.kind.value}:{self.number}" + (f"/{self.player}" if self.player is not None else "")


def part_of_key(key: str) -> SheetPart:
    """The part that is stored under a key."""
    kind, _, numbers = key.partition(":")
    number, _, player = numbers.partition("/")
    return SheetPart(PartKind(kind), int(number) if number else None, int(player) if player else None)


HEADING, ORDER, IDLE, RULES = map(SheetPart, (PartKind.HEADING, PartKind.ORDER, PartKind.IDLE, PartKind.RULES))


def of_table(number: int) -> SheetPart:
    """The part about a table."""
    return SheetPart(PartKind.TABLE, number)


def of_player(number: int) -> SheetPart:
    """The part about a player."""
    return SheetPart(PartKind.PLAYER, number)


PartContent = tuple[SheetPart, object]
"""A part of a sheet and something that it says: a value with a `repr` that is equal where the value is."""

EARLIER_DIGITS = 12
"""The length of a fingerprint of 2.8 and earlier, which was made of other values, so that none of today's equals it."""


def fingerprint_of(value: object) -> str:
    """The fingerprint of something: equal where it is equal."""
    return hashlib.blake2b(repr(value).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of one sheet: its name, its round (None for a sheet of the event), and the fingerprint of each part by its key.

    ``is_whole`` where no stretch of tables or players was chosen.
    """

    sheet: str
    round: int | None
    parts: Mapping[str, str]
    is_whole: bool

    @property
    def fingerprint(self) -> str:
        """The fingerprint of all of it."""
        return fingerprint_of_all(self.parts)


def fingerprint_of_all(parts: Mapping[str, str]) -> str:
    """The fingerprint of a sheet from those of its parts."""
    return fingerprint_of(sorted(parts.items()))


def fingerprints(contents: Iterable[PartContent]) -> dict[str, str]:
    """The fingerprint of each part of a sheet, by its key, from all that stands on the sheet."""
    found: dict[SheetPart, list[object]] = {}
    for part, value in contents:
        found.setdefault(part, []).append(value)
    return {part.key: fingerprint_of(values) for part, values in found.items()}


@dataclass(frozen=True, slots=True)
class Printed:
    """A sheet as it was printed: when, by whom, at which version of the event, and the fingerprints of what it said.

    ``row`` is the number under which it is stored, None where it is not; ``is_earlier`` where 2.8 or an earlier edition printed it.
    """

    sheet: str
    round: int | None
    printed_at: datetime
    by: str
    version: int
    parts: Mapping[str, str]
    is_whole: bool
    row: int | None = None
    is_earlier: bool = False
