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
    """What some sheets are handed beside the event: the tables' calls, the codes of players."""

    CALLS = "calls"
    PLAYER_CODES = "player codes"


class PartKind(StrEnum):
    """What a part of a sheet is about; the values are stored."""

    TABLE = "table"
    PLAYER = "player"
    ROUND = "round"
    HEADING = "heading"
    ORDER = "order"
    RULES = "rules"
    ROUNDS = "rounds"
    IDLE = "idle"
    DRAW = "draw"
    MET = "met"
    CHAINS = "chains"
    PENALTIES = "penalties"
    RULINGS = "rulings"
    MEDALS = "medals"
    JUNIORS = "juniors"
    PENTAMIND = "pentamind"
    ALL = "all"
    COMING = "coming"

    @property
    def words(self) -> str:
        """The part as it is read out; of tables, players and rounds these words go before the numbers or names."""
        return {
            PartKind.TABLE: "table",
            PartKind.PLAYER: "player",
            PartKind.ROUND: "round",
            PartKind.HEADING: "the heading",
            PartKind.ORDER: "what stands above the list",
            PartKind.RULES: "the settings",
            PartKind.ROUNDS: "the rounds",
            PartKind.IDLE: "who has no table",
            PartKind.DRAW: "the draw",
            PartKind.MET: "who has met whom",
            PartKind.CHAINS: "the chain names",
            PartKind.PENALTIES: "the penalties",
            PartKind.RULINGS: "the rulings",
            PartKind.MEDALS: "the medals",
            PartKind.JUNIORS: "the juniors",
            PartKind.PENTAMIND: "the Pentamind points",
            PartKind.ALL: "the event",
            PartKind.COMING: "the rounds to come",
        }[self]


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
"""How many digits a fingerprint of 2.8 and earlier has: it was made of other values, so none of today's equals it."""


def fingerprint_of(value: object) -> str:
    """The fingerprint of something: equal where it is equal."""
    return hashlib.blake2b(repr(value).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Contents:
    """What one sheet says: its name, the round it is of (None for one of the event), and the fingerprint of each part by its key.

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
