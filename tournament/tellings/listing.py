"""Lists as values: rows under columns, for a page, for paper and for a file.

The list decides the text of each cell, the order of rows and the marks; whoever prints it decides how it looks and where links lead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any

from tournament.record.vocabulary import Medal


class ColumnKind(Enum):
    """What a column holds.

    The name of its row or its number; a figure, one that was typed, or the one that decides; a medal, a word, a longer note, sentences,
    a moved rank, a moment with its offset from universal time; or a link to what can be done about the row.
    """

    NAME = "name"
    NUMBER = "number"
    FIGURE = "figure"
    AMOUNT = "amount"
    TOTAL = "total"
    MEDAL = "medal"
    WORD = "word"
    NOTE = "note"
    SENTENCES = "sentences"
    MOVE = "move"
    MOMENT = "moment"
    ACT = "act"


class Tone(StrEnum):
    """The colour of a tag; colour is never the only sign, since the tag says the same in words."""

    LOSS = "loss"
    DOUBT = "doubt"
    NOTE = "note"


class Mark(StrEnum):
    """How a player spent a round, shown beside the score (R51-R54, R67)."""

    WON = "won"
    SAT_OUT = "sat-out"
    PAIRING_PROBLEM = "pairing-problem"
    MISSED = "missed"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class About(StrEnum):
    """What a cell may link to."""

    PLAYER = "player"
    TABLE = "table"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Link:
    """The target of a cell's link: a player by number, a table by round and number, or a penalty by its key."""

    about: About
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tag:
    """A word beside the text of a cell, such as "withdrawn"."""

    words: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: ``text`` as printed, and ``value`` as a file holds it, None if it is the same.

    ``spoken`` is what a screen reader reads in place of a text that is only a sign, such as an arrow. ``bold`` is the part of the text that
    is written in bold, such as a surname, ``struck`` the part that is struck out. ``markup`` is the whole cell for a page that shows more
    than text, with every word escaped. ``order`` is what a list is sorted by where that is not the text.
    """

    text: str = ""
    value: str | None = None
    mark: Mark | Medal | None = None
    link: Link | None = None
    tags: tuple[Tag, ...] = ()
    spoken: str = ""
    bold: str = ""
    struck: str = ""
    markup: str = ""
    order: Any = None

    @property
    def sorted_by(self) -> Any:
        """The value by which a column is sorted."""
        return self.text if self.order is None else self.order

    @property
    def in_a_file(self) -> str:
        """The text of the cell in a file."""
        return self.text if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key and its heading; ``short`` is the heading where there is little room, ``full`` the unabridged one.

    ``is_sorted``: the desk can sort by it.
    """

    key: str
    title: str
    kind: ColumnKind = ColumnKind.FIGURE
    short: str = ""
    full: str = ""
    is_sorted: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """One row: ``key`` is the number of what it is about, ``why`` a sentence that explains the row on demand.

    ``above`` is a heading line before the row, where a new part of the list begins. ``spoken`` is the row in a few words, for screen
    readers. ``is_shared``: other rows have the same rank.
    """

    key: int
    cells: tuple[Cell, ...]
    above: Cell | None = None
    why: str = ""
    spoken: str = ""
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list ready to print: ``sums`` are below the columns, ``note`` beside the caption, the sentences of ``legend`` below.

    ``empty`` stands in place of rows where there are none.
    """

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sums: tuple[Cell, ...] = ()
    note: str = ""
    legend: tuple[str, ...] = ()
    empty: str = ""

    def only(self, keys: Iterable[str]) -> Listing:
        """Return the list with only these columns, in this order; raises KeyError for an unknown column."""
        at = {column.key: index for index, column in enumerate(self.columns)}
        indexes = [at[key] for key in keys]
        return replace(
            self,
            columns=tuple(self.columns[index] for index in indexes),
            rows=tuple(replace(row, cells=tuple(row.cells[index] for index in indexes)) for row in self.rows),
            sums=tuple(self.sums[index] for index in indexes) if self.sums else (),
        )

    def without(self, *keys: str) -> Listing:
        """Return the list without these columns."""
        return self.only(column.key for column in self.columns if column.key not in keys)

    def part(self, start: int, stop: int) -> Listing:
        """Return the list with only the rows from ``start`` up to ``stop``."""
        return replace(self, rows=self.rows[start:stop])

    def records(self) -> list[dict[str, Cell]]:
        """Return each row as its cells by the keys of the columns."""
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, row.cells, strict=True)) for row in self.rows]
