"""The choices a director has when printing; all have a sensible default, so that one click is enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum

from tournament.record.printing import Sides
from tournament.tellings.news.calls import CallLine


class PaperError(ValueError):
    """Something cannot be printed as asked; the message says what is missing and what to do."""


class DisputedError(PaperError):
    """A form that goes out of the hall would rest on a dispute that nobody ruled yet; with a reason it is printed all the same."""


class Paper(Enum):
    """The paper in the printer; the value is its width and height in points."""

    A4 = (595.28, 841.89)
    LETTER = (612.0, 792.0)


class Sort(StrEnum):
    """The order of a list of players: the sheet's own, from A to Z or by rank, or one that is chosen for all sheets."""

    OWN = "own"
    NAME = "name"
    NUMBER = "number"
    COUNTRY = "country"


class SlipsPerPage(IntEnum):
    """How many result slips are cut from a page."""

    TWO = 2
    FOUR = 4


MOST_PIECES = 20
"""Parts of one sheet, such as lists for two doors."""


class PackPart(StrEnum):
    """Which sheets of a round go into its pack: all there are, those for playing it, or those that follow from it."""

    WHOLE = "whole"
    PLAY = "play"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Options:
    """How a sheet is printed.

    ``round_number`` None means the last round drawn; ``first_table`` and ``last_table`` limit slips, cards, pairings and results to a
    stretch of tables, both ends included, ``tables`` to these alone; ``first_player`` and ``last_player`` limit lists of players, cards
    and certificates in the same way. ``piece`` is which of ``pieces`` nearly equal stretches of what is left is printed. ``replaces`` is
    the version of the sheet that this one replaces, and ``over_dispute`` why a form is printed while a dispute is open. ``calls`` are those
    of the tables, for the incident sheet; ``codes`` let the phones of players in, by their numbers. ``sides`` None is as the event printed
    last. Raises PaperError where the numbers
    make no sense.
    """

    paper: Paper = Paper.A4
    sort: Sort = Sort.OWN
    copies: int = 1
    slips: SlipsPerPage = SlipsPerPage.TWO
    first_table: int | None = None
    last_table: int | None = None
    first_player: int | None = None
    last_player: int | None = None
    piece: int = 1
    pieces: int = 1
    round_number: int | None = None
    part: PackPart = PackPart.WHOLE
    tables: tuple[int, ...] = ()
    replaces: int | None = None
    over_dispute: str = ""
    calls: tuple[CallLine, ...] = ()
    codes: Mapping[int, str] = field(default_factory=dict)
    sides: Sides | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.copies <= 20:
            raise PaperError(f"{self.copies} copies were asked for; choose between 1 and 20.")
        if self.first_table is not None and self.last_table is not None and self.first_table > self.last_table:
            raise PaperError(
                f"Tables {self.first_table} to {self.last_table} is an empty stretch; put the smaller number first."
            )
        if self.first_player is not None and self.last_player is not None and self.first_player > self.last_player:
            raise PaperError(
                f"Players {self.first_player} to {self.last_player} is an empty stretch; put the smaller number first."
            )
        if not 1 <= self.piece <= self.pieces <= MOST_PIECES:
            raise PaperError(
                f"Part {self.piece} of {self.pieces} is none; choose one of 2 to {MOST_PIECES} parts, from 1 on."
            )

    def takes_table(self, number: int) -> bool:
        """Whether a table lies in the chosen stretch."""
        return (
            (self.first_table is None or number >= self.first_table)
            and (self.last_table is None or number <= self.last_table)
            and (not self.tables or number in self.tables)
        )

    def takes_player(self, number: int) -> bool:
        """Whether a player lies in the chosen stretch."""
        return (self.first_player is None or number >= self.first_player) and (
            self.last_player is None or number <= self.last_player
        )

    @property
    def is_whole(self) -> bool:
        """Whether every table and every player is printed."""
        ends = (self.first_table, self.last_table, self.first_player, self.last_player)
        return ends == (None,) * len(ends) and not self.tables and self.pieces == 1

    @property
    def piece_in_words(self) -> str:
        """Which part of a sheet is printed, for its head; empty for all of it."""
        return f", part {self.piece} of {self.pieces}" if self.pieces > 1 else ""
