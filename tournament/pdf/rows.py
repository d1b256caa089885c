"""The columns and rows of a printed table, and their measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.pdf import lines
from tournament.pdf.layout import Align
from tournament.pdf.names import Weight
from tournament.record.printing import SheetPart


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its head, its width in points (zero: an equal share of what is left), and how its cells are set.

    ``second`` is the head in the second language of the print, smaller below the first.
    """

    title: str
    width: float = 0.0
    align: Align = Align.LEFT
    weight: Weight = Weight.REGULAR
    size: float = 0.0  # zero: the table's own size
    second: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of cells. ``has_cut`` draws a thick line above it, ``cut`` are the words on that line, ``under`` is written small below it.

    ``about`` is the part of the sheet that the row counts to, None for that of its table.
    """

    cells: tuple[str, ...]
    weight: Weight | None = None
    cut: str = ""
    has_cut: bool = False
    under: str = ""
    about: SheetPart | None = None


@dataclass(frozen=True)
class NaturalWidths:
    """The width of each cell of a table in one line of type of one point, from which its width at any size follows.

    The class has no slots because the widths are computed only when needed, and then cached.
    """

    columns: Sequence[TableColumn]
    table: Sequence[TableRow]

    @cached_property
    def rows(self) -> tuple[tuple[float, ...], ...]:
        """For each row, the widths of its cells."""
        return tuple(
            tuple(
                lines.text_width(text, 1, row.weight or column.weight)
                for text, column in zip(row.cells, self.columns, strict=True)
            )
            for row in self.table
        )

    @cached_property
    def widest(self) -> tuple[float, ...]:
        """For each column, the width of its widest cell."""
        return tuple(max(widths) for widths in zip(*self.rows, strict=True))


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """The measures of a table for some widths of its columns: the heights of its head and rows in points, and how many lines are broken."""

    widths: tuple[float, ...]
    head: float
    heights: tuple[float, ...]
    broken: int
