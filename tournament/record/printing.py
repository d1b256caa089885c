"""A printed sheet as a value: its contents, part by part, and what is stored of a print."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum
from typing import NamedTuple

from wording import gettext_noop


class Sides(StrEnum):
    """Whether paper is printed on one side or on both, turned over the long edge."""

    ONE = "1"
    TWO = "2"


class PaperSize(StrEnum):
    """The paper in the printer; the value is the stored key, ``points`` its width and height in points, ``words`` its name."""

    points: tuple[float, float]
    words: str

    def __new__(cls, key: str, width: float = 0.0, height: float = 0.0, words: str = "") -> PaperSize:
        """Make a size of paper from its stored key, its width and height, and its name."""
        size = str.__new__(cls, key)
        size._value_ = key
        size.points = (width, height)
        size.words = words
        return size

    A4 = "a4", 595.28, 841.89, "A4"
    LETTER = "letter", 612.0, 792.0, "Letter"


class Supplement(Enum):
    """Data that some sheets need besides the event: calls of tables, codes of players."""

    CALLS = "calls"
    PLAYER_CODES = "player codes"


class PartKind(StrEnum):
    """The kinds of parts of a sheet; the value is the stored key, ``words`` names the kind in sentences, for `gettext`."""

    words: str
    """The kind in a sentence; numbers of tables and rounds and names of players follow it."""

    def __new__(cls, key: str, words: str = "") -> PartKind:
        """Make a kind from its stored key and its words."""
        kind = str.__new__(cls, key)
        kind._value_ = key
        kind.words = words
        return kind

    TABLE = "table", gettext_noop("table")
    PLAYER = "player", gettext_noop("player")
    HEADING = "heading", gettext_noop("the heading")
    ORDER = "order", gettext_noop("the note above the list")
    RULES = "rules", gettext_noop("the settings")
    ROUNDS = "rounds", gettext_noop("the rounds")
    IDLE = "idle", gettext_noop("players without a table")
    CHAINS = "chains", gettext_noop("the chain names")
    MEDALS = "medals", gettext_noop("the medals")
    JUNIORS = "juniors", gettext_noop("the juniors")
    ALL = "all", gettext_noop("the event")
    COMING = "coming", gettext_noop("the rounds to come")


KINDS = frozenset(PartKind)
"""The kinds; a print of an earlier version may also have parts of kinds that are gone, which no sheet has now."""


class SheetPart(NamedTuple):
    """A part of a sheet: a table, a player at a table, a player, or one of the other kinds, which have no number."""

    kind: PartKind
    number: int | None = None
    player: int | None = None

    @property
    def key(self) -> str:
        """The stored key: "heading", "player:12", "table:3", "table:3/12" for a player at table 3."""
        if self.number is None:
            return self.kind.value
        return f"{self.kind.value}:{self.number}" + (f"/{self.player}" if self.player is not None else "")


def part_of_key(key: str) -> SheetPart:
    """Return the part of a sheet from its stored key."""
    kind, _, numbers = key.partition(":")
    number, _, player = numbers.partition("/")
    return SheetPart(PartKind(kind), int(number) if number else None, int(player) if player else None)


HEADING, ORDER, IDLE, RULES = map(SheetPart, (PartKind.HEADING, PartKind.ORDER, PartKind.IDLE, PartKind.RULES))


def of_table(number: int) -> SheetPart:
    """Return the part about a table."""
    return SheetPart(PartKind.TABLE, number)


def of_player(number: int) -> SheetPart:
    """Return the part about a player."""
    return SheetPart(PartKind.PLAYER, number)


PartContent = tuple[SheetPart, object]
"""A part of a sheet with something in it: any value whose `repr` is equal for equal values."""

DIGEST = 8  # bytes of a fingerprint; equal contents have equal fingerprints
EARLIER_DIGITS = 12
"""The length of fingerprints of version 2.8 and earlier; they were made from other values, so no present one equals them."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of one sheet: its name, its round (None for a sheet of the event), and the fingerprint of each part by key.

    ``is_whole`` is false if it is limited to some tables or players.
    """

    sheet: str
    round: int | None
    parts: Mapping[str, str]
    is_whole: bool

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the whole sheet."""
        return fingerprint_of_all(self.parts)


def fingerprint_of_all(parts: Mapping[str, str]) -> str:
    """Return the fingerprint of a sheet from the fingerprints of its parts."""
    return hashlib.blake2b(repr(sorted(parts.items())).encode(), digest_size=DIGEST).hexdigest()


def fingerprints(contents: Iterable[PartContent]) -> dict[str, str]:
    """Return the fingerprint of each part of a sheet by key; ``contents`` has every value of every part."""
    found: dict[SheetPart, hashlib.blake2b] = {}
    for part, value in contents:
        mark = found.get(part)
        if mark is None:
            mark = found[part] = hashlib.blake2b(digest_size=DIGEST)
        mark.update(repr(value).encode())
    return {part.key: mark.hexdigest() for part, mark in found.items()}


@dataclass(frozen=True, slots=True)
class Printed:
    """A print of a sheet: when, by whom, at which version of the event, and the fingerprints of its parts.

    ``row`` is the key of its stored row, None if it is not stored; ``is_earlier`` if version 2.8 or an earlier one printed it.
    ``is_opened`` where its PDF was opened and nobody has said whether it came out of the printer.
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
    is_opened: bool = False
