"""Tables that flow over pages: they repeat their heads on every page, never divide a number, and leave no row alone on a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from tournament.pdf import lines
from tournament.pdf.file import CELL, HEAD, HEADING, ROW, TABLE
from tournament.pdf.flow import Block, Piece
from tournament.pdf.layout import Align, Box, Pen
from tournament.pdf.lines import LEADING, Direction, Fitted, Weight
from tournament.record.printing import ORDER, PartContent, SheetPart
from wording import gettext as _

THIN = 0.25
UNDER_LEADING = 1.15
MOVED_UP = 0.17  # of the size of a name, taken off the white below it
CUT_SIZE = 10.0
CUT_HEIGHT = 13.0
FEWEST_ROWS = 2  # rows that stay together at the end of a page and at the head of the next


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


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """The measures of a table for some widths of its columns: the heights of its head and rows in points, and how many lines are broken."""

    widths: tuple[float, ...]
    head: float
    heights: tuple[float, ...]
    broken: int


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table with an optional heading; ``size`` is in points, ``row_height`` the least height of a row (zero: as the type needs).

    It is divided between pages unless it ``is_whole``. ``has_grid`` draws lines between columns too, for tables filled in by hand.
    ``about`` is the part of the sheet that its words count to, except rows with a part of their own; None where they are not compared with
    later prints.
    """

    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    heading: str = ""
    size: float = 10.0
    head_size: float = 8.5
    row_height: float = 0.0
    is_whole: bool = False
    has_grid: bool = False
    is_continued: bool = False
    note: str = ""
    note_size: float = 0.0  # zero: a point less than the rows
    padding: float = 4.0
    under_size: float = 0.0
    measured: MeasuredTable | None = None
    about: SheetPart | None = ORDER

    def contents(self) -> Iterator[PartContent]:
        """Its heading and note, then its rows, each with the part of the sheet that it counts to."""
        if self.about is not None and (self.heading or self.note):
            yield self.about, (self.heading, self.note)
        for row in self.rows:
            part = row.about or self.about
            if part is not None:
                yield part, (row.cells, row.cut, row.under)

    def widths(self, width: float) -> tuple[float, ...]:
        """The width of each column in points when the table is ``width`` wide."""
        free = width - sum([column.width for column in self.columns])
        shares = sum([not column.width for column in self.columns])
        return tuple([column.width or free / shares for column in self.columns])

    def scaled(self, scale: float, **fixed: Any) -> PrintedTable:
        """The same table with its type and columns multiplied by ``scale``; ``fixed`` gives fields that get other values."""
        columns = tuple(replace(each, width=each.width * scale, size=each.size * scale) for each in self.columns)
        larger = {
            "size": self.size * scale,
            "head_size": self.head_size * scale,
            "note_size": self.note_size * scale,
            "under_size": self.under_size * scale,
        }
        return replace(self, columns=columns, measured=None, **(larger | fixed))

    def at_width(self, width: float) -> PrintedTable:
        """The same table with its measures for this width, so that they are computed only once."""
        measured = self._measures_at(width)
        return self if measured is self.measured else replace(self, measured=measured)

    def _measures_at(self, width: float) -> MeasuredTable:
        """The measures for this width of the table, computed only if they are not known."""
        widths = self.widths(width)
        if self.measured is not None and self.measured.widths == widths:
            return self.measured
        return self._measure(widths)

    def _measure(self, widths: tuple[float, ...]) -> MeasuredTable:
        """Compute the measures of the table for these widths of its columns."""
        heights, broken = [], 0
        for row in self.rows:
            cells = [self._cell(row, index, width) for index, width in enumerate(widths)]
            needed = [len(cell.lines) * cell.size * LEADING + self.padding for cell in cells]
            height = max(self.size * LEADING + self.padding, self.row_height, *needed)
            heights.append(height + self._under_height(row, widths) + self._cut_height(row, widths))
            broken += sum(
                len(cell.lines) > 1 or cell.size < (column.size or self.size) - 0.01
                for cell, column in zip(cells, self.columns, strict=True)
            )
            broken += bool(row.under) and len(self._under(row, widths)[1]) > 1
        return MeasuredTable(widths, self._head_height(widths), tuple(heights), broken)

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The head with the rows that fit below it, at least two before and after a division where that is possible."""
        measured = self._measures_at(width)
        head, heights = measured.head, measured.heights
        height = head + sum(heights)
        if height <= space:
            return self._piece(width, measured, self.rows), None
        if self.is_whole and height <= whole_page:
            return None, self
        count, used = 0, head
        for height in heights:
            if used + height > space:
                break
            used += height
            count += 1
        count = min(count, len(heights) - FEWEST_ROWS)
        if count < FEWEST_ROWS and space < whole_page:
            return None, self
        count = max(count, 1)  # a row taller than a page is drawn all the same
        piece = self._piece(width, replace(measured, heights=heights[:count]), self.rows[:count])
        if count >= len(self.rows):
            return piece, None
        head -= self._note_height(measured.widths)
        left = MeasuredTable(measured.widths, head, heights[count:], 0)
        return piece, replace(self, rows=self.rows[count:], is_continued=True, note="", measured=left)

    def broken(self, width: float) -> int:
        """The number of cells and small lines that are broken or set smaller at this width."""
        return self._measures_at(width).broken

    def _head_height(self, widths: tuple[float, ...]) -> float:
        heading = self.size * 1.25 + 8 if self.heading else 0
        return heading + self._note_height(widths) + self._titles_height(widths)

    def _note_height(self, widths: tuple[float, ...]) -> float:
        return len(self._note(sum(widths))) * (self.note_size or self.size - 1) * LEADING + 4 if self.note else 0.0

    def _titles_height(self, widths: tuple[float, ...]) -> float:
        if not any(column.title for column in self.columns):
            return 0.0
        heads = [self._heads(column, width) for column, width in zip(self.columns, widths, strict=True)]
        return max(sum(len(head.lines) * head.size for head, _weight in each) for each in heads) * LEADING + 4

    def _heads(self, column: TableColumn, width: float) -> tuple[tuple[Fitted, Weight], ...]:
        """The head of a column, and below it the one in the second language, each with its weight."""
        first = lines.column_head(column.title, width - 6, self.head_size, Weight.BOLD), Weight.BOLD
        if not column.second:
            return (first,)
        return first, (lines.column_head(column.second, width - 6, self.head_size * lines.SMALLER), Weight.REGULAR)

    def _weight(self, row: TableRow, index: int) -> Weight:
        return row.weight or self.columns[index].weight

    def _cell(self, row: TableRow, index: int, width: float) -> Fitted:
        """The lines and the size of a row's cell in the column of this index and width."""
        size = self.columns[index].size or self.size
        return lines.settle(row.cells[index], width - 6, size, self._weight(row, index))

    def _under(self, row: TableRow, widths: tuple[float, ...]) -> tuple[float, tuple[str, ...]]:
        """The left edge of the small lines below a row, which is its first column of free width, and the lines."""
        first = next((index for index, column in enumerate(self.columns) if not column.width), 0)
        left = sum(widths[:first])
        return left, lines.wrap(row.under, sum(widths) - left - 6, self.under_size)

    def _under_height(self, row: TableRow, widths: tuple[float, ...]) -> float:
        """The height that small lines add to their row, less the space below the name into which they are moved up."""
        if not row.under:
            return 0.0
        return len(self._under(row, widths)[1]) * self.under_size * UNDER_LEADING - self.size * MOVED_UP

    def _cut_words(self, row: TableRow, widths: tuple[float, ...]) -> tuple[str, ...]:
        return lines.wrap(row.cut, sum(widths) - 6, CUT_SIZE, Weight.BOLD) if row.cut else ()

    def _cut_height(self, row: TableRow, widths: tuple[float, ...]) -> float:
        """The height that the words below a thick line take above their row."""
        return CUT_HEIGHT * len(self._cut_words(row, widths))

    def _piece(self, width: float, measured: MeasuredTable, rows: tuple[TableRow, ...]) -> Piece:
        """The head of the table with these rows, whose measures are given, as a piece of a page."""
        widths, head, heights = measured.widths, measured.head, measured.heights

        def draw(pen: Pen, left: float, top: float) -> None:
            y = self._draw_heading(pen, left, top, width)
            with pen.tagged(TABLE):
                y = self._draw_titles(pen, left, y, widths)
                for row, height in zip(rows, heights, strict=True):
                    # A row to be filled in counts as one cell when read aloud, because most of its cells are empty.
                    with pen.tagged(ROW), pen.block(CELL) if self.has_grid else nullcontext():
                        self._draw_row(pen, left, y, row, height, widths)
                    y -= height
            pen.line(left, y, left + width, y)
            self._draw_columns(pen, left, top - head, y, widths)

        return Piece(head + sum(heights), draw)

    def _draw_heading(self, pen: Pen, left: float, top: float, width: float) -> float:
        """Draw heading and note, and return where they end on the page."""
        y = top
        if self.heading:
            size = self.size * 1.25
            text = _("{heading} (continued)", heading=self.heading) if self.is_continued else self.heading
            fitting = min(size, size * width / max(lines.text_width(text, size, Weight.BOLD), 1.0))
            with pen.tagged(HEADING):
                pen.text(left, y - size, text, fitting, Weight.BOLD, direction=Direction.LEFT_TO_RIGHT)
            y -= size + 8
            if not self.is_continued:
                pen.bookmark(self.heading)
        if self.note:
            size = self.note_size or self.size - 1
            with pen.paragraph():
                for line in self._note(width):
                    pen.text(left, y - size + 2, line, size, direction=Direction.LEFT_TO_RIGHT)
                    y -= size * LEADING
            y -= 4
        return y

    def _note(self, width: float) -> tuple[str, ...]:
        return lines.wrap(self.note, width, self.note_size or self.size - 1)

    def _draw_titles(self, pen: Pen, left: float, top: float, widths: tuple[float, ...]) -> float:
        """Draw the heads of the columns, and return where they end on the page."""
        height = self._titles_height(widths)
        if not height:
            return top
        pen.shade(Box(left, top - height, left + sum(widths), top))
        with pen.tagged(ROW):
            self._draw_heads(pen, left, top - height, widths)
        pen.line(left, top - height, left + sum(widths), top - height)
        return top - height

    def _draw_heads(self, pen: Pen, left: float, bottom: float, widths: tuple[float, ...]) -> None:
        x = left
        for column, width in zip(self.columns, widths, strict=True):
            heads = self._heads(column, width)
            y = bottom + 4 - heads[-1][0].size * LEADING
            y += sum(len(head.lines) * head.size * LEADING for head, _weight in heads)
            with pen.block(HEAD):
                for head, weight in heads:
                    for line in head.lines:
                        _in_column(pen, x, y, width, line, head.size, weight, column.align)
                        y -= head.size * LEADING
            x += width

    def _draw_columns(self, pen: Pen, left: float, top: float, bottom: float, widths: tuple[float, ...]) -> None:
        if self.has_grid:
            edges = [left, *(left + edge for edge in accumulate(widths))]
            pen.lines([(edge, top, edge, bottom) for edge in edges], THIN)

    def _draw_row(
        self, pen: Pen, left: float, top: float, row: TableRow, height: float, widths: tuple[float, ...]
    ) -> None:
        """Draw the line above a row, its cells, and the small lines below them."""
        pen.line(left, top, left + sum(widths), top, 2 if row.has_cut else THIN)
        with pen.block(CELL) if row.cut else nullcontext():
            for line in self._cut_words(row, widths):
                pen.text(left + 3, top - 10, line, CUT_SIZE, Weight.BOLD)
                top, height = top - CUT_HEIGHT, height - CUT_HEIGHT
        height -= self._under_height(row, widths)
        x = left
        for index, width in enumerate(widths):
            setting = self._cell(row, index, width)
            leading = setting.size * LEADING
            y = top - (height - len(setting.lines) * leading) / 2 - leading * 0.78
            with pen.block(CELL):
                for line in setting.lines:
                    weight, align = self._weight(row, index), self.columns[index].align
                    _in_column(pen, x, y, width, line, setting.size, weight, align)
                    y -= leading
            x += width
        if row.under:
            with pen.block(CELL):
                self._draw_under(pen, left, top - height, row, widths)

    def _draw_under(self, pen: Pen, left: float, top: float, row: TableRow, widths: tuple[float, ...]) -> None:
        at, under = self._under(row, widths)
        y = top + self.size * MOVED_UP - self.under_size * 0.8
        for line in under:
            pen.text(left + at + 3, y, line, self.under_size, direction=Direction.LEFT_TO_RIGHT)
            y -= self.under_size * UNDER_LEADING


def _in_column(
    pen: Pen, x: float, y: float, width: float, text: str, size: float, weight: Weight, align: Align
) -> None:
    """Draw a line of text in a column whose left edge is at ``x``."""
    place = {Align.LEFT: x + 3, Align.RIGHT: x + width - 3, Align.CENTRE: x + width / 2}[align]
    pen.text(place, y, text, size, weight, align)
