"""What a telling gives: a list of rows under columns, as values, for a page, for paper and for a file to print.

A printer decides how it looks and where links lead; what stands in a cell, in which order and with which mark is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from tournament.record.vocabulary import Medal


class ColumnKind(Enum):
    """What stands in a column: the name that heads its row, a figure, the figure that counts, a medal, a word, sentences, or a move."""

    NAME = "name"
    FIGURE = "figure"
    TOTAL = "total"
    MEDAL = "medal"
    WORD = "word"
    SENTENCES = "sentences"
    MOVE = "move"


class Tone(StrEnum):
    """How a word beside a name is coloured; the word itself says it too."""

    LOSS = "loss"
    DOUBT = "doubt"


class Mark(StrEnum):
    """What a round was to a player, beside its score (R51-R54, R67)."""

    WON = "won"
    SAT_OUT = "sat-out"
    PAIRING_PROBLEM = "pairing-problem"
    MISSED = "missed"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class About(StrEnum):
    """What a cell may lead to."""

    PLAYER = "player"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Link:
    """The thing that a cell leads to: a player by number, a table by round and number."""

    about: About
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tag:
    """A word beside what a cell says, such as "withdrawn"."""

    words: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: ``text`` as it is printed, in ``value`` what a file holds where that differs (a bare figure).

    ``said`` is what is read out instead where the text is a sign.
    """

    text: str = ""
    value: str | None = None
    mark: Mark | Medal | None = None
    link: Link | None = None
    tags: tuple[Tag, ...] = ()
    said: str = ""

    @property
    def in_a_file(self) -> str:
        """What a file holds."""
        return self.text if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class Column:
    """One column by its key and its head; ``short`` is the head where there is little room, ``full`` what a shortened head stands for."""

    key: str
    title: str
    kind: ColumnKind = ColumnKind.FIGURE
    short: str = ""
    full: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row by the number it is about; ``above`` begins a part of the list with a line and words, ``why`` explains the row on demand.

    ``said`` is the row in a few words, for who asks only about this one.
    """

    key: int
    cells: tuple[Cell, ...]
    above: Cell | None = None
    why: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list ready to be printed; ``sums`` stand under the columns, ``note`` beside the caption, the sentences of ``legend`` below."""

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sums: tuple[Cell, ...] = ()
    note: str = ""
    legend: tuple[str, ...] = ()

    def only(self, keys: Iterable[str]) -> Listing:
        """The same list with these columns alone, in this order; KeyError for a column there is not."""
        at = {column.key: index for index, column in enumerate(self.columns)}
        indexes = [at[key] for key in keys]
        return replace(
            self,
            columns=tuple(self.columns[index] for index in indexes),
            rows=tuple(replace(row, cells=tuple(row.cells[index] for index in indexes)) for row in self.rows),
            sums=tuple(self.sums[index] for index in indexes) if self.sums else (),
        )

    def without(self, *keys: str) -> Listing:
        """The same list without these columns."""
        return self.only(column.key for column in self.columns if column.key not in keys)

    def part(self, start: int, stop: int) -> Listing:
        """The same list with some of its rows alone."""
        return replace(self, rows=self.rows[start:stop])

    def records(self) -> list[dict[str, Cell]]:
        """Each row's cells by the keys of the columns."""
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, row.cells, strict=True)) for row in self.rows]
