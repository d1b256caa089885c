"""Tables that flow: they repeat their heads on every page, keep figures whole, and leave no row alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from tournament.pdf import lines
from tournament.pdf.flow import Block, Piece
from tournament.pdf.layout import Align, Box, Pen
from tournament.pdf.lines import LEADING, Fitted
from tournament.pdf.names import Direction, Weight
from tournament.pdf.tags import CELL, HEAD, HEADING, ROW, TABLE
from tournament.tellings.listing import Cell, Kind, Listing
from tournament.tellings.listing import Column as TellingColumn

THIN = 0.25
UNDER_LEADING = 1.15
MOVED_UP = 0.17  # of the size of a name, taken off the white below it
CUT_SIZE = 8.0
CUT_HEIGHT = 11.0
FEWEST_ROWS = 2  # rows that stay together at the end of a page and at the head of the next


class Lines(Enum):
    """Lines between rows, or between columns too, for what is filled in by hand."""

    ROWS = "rows"
    GRID = "grid"


class Keep(Enum):
    """Whether a table may be parted between two pages."""

    TOGETHER = "together"
    FLOWING = "flowing"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, its width in points (zero: a share of what is left), how its cells are set."""

    title: str
    width: float = 0.0
    align: Align = Align.LEFT
    weight: Weight = Weight.REGULAR
    size: float = 0.0  # zero: the table's own size


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells; ``cut`` is written on a thick line above it (where a table of the next round begins), ``under`` small below it."""

    cells: tuple[str, ...]
    weight: Weight | None = None
    cut: str = ""
    has_cut: bool = False
    under: str = ""


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table with an optional heading; ``size`` in points, ``row_height`` the least height of a row, zero for the size's own."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    heading: str = ""
    size: float = 10.0
    head_size: float = 8.5
    row_height: float = 0.0
    keep: Keep = Keep.FLOWING
    lines: Lines = Lines.ROWS
    is_continued: bool = False
    note: str = ""
    note_size: float = 0.0  # zero: a point less than the rows
    padding: float = 4.0
    under_size: float = 0.0
    measured: tuple[tuple[float, ...], list[float]] | None = (
        None  # the heights of the rows at these widths, once they are known
    )

    def widths(self, width: float) -> tuple[float, ...]:
        """The width of each column in points when the table is ``width`` wide."""
        free = width - sum(column.width for column in self.columns)
        shares = sum(1 for column in self.columns if not column.width)
        return tuple(column.width or free / shares for column in self.columns)

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """As many rows as fit under the head; never fewer than two before or after a break."""
        widths = self.widths(width)
        head = self._head_height(widths)
        heights = self._heights(widths)
        if head + sum(heights) <= space:
            return self._piece(width, widths, head, heights), None
        if self.keep is Keep.TOGETHER and head + sum(heights) <= whole_page:
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
        count = max(count, 1)  # a row taller than a page is drawn as it is rather than never
        first = replace(self, rows=self.rows[:count], measured=None)
        left = (widths, heights[count:])
        rest = replace(self, rows=self.rows[count:], is_continued=True, note="", measured=left)
        return first._piece(width, widths, head, heights[:count]), rest if rest.rows else None

    def broken(self, width: float) -> int:
        """How many of its cells and small lines are broken or set smaller when it is so wide."""
        widths = self.widths(width)
        settings = (
            (self._cell(row, index, each), self.columns[index].size or self.size)
            for row in self.rows
            for index, each in enumerate(widths)
        )
        small = sum(len(self._under(row, widths)[1]) > 1 for row in self.rows if row.under)
        return small + sum(len(setting.lines) > 1 or setting.size < size - 0.01 for setting, size in settings)

    def _head_height(self, widths: tuple[float, ...]) -> float:
        heading = self.size * 1.25 + 8 if self.heading else 0
        note = len(self._note(sum(widths))) * (self.note_size or self.size - 1) * LEADING + 4 if self.note else 0
        return heading + note + self._titles_height(widths)

    def _titles_height(self, widths: tuple[float, ...]) -> float:
        if not any(column.title for column in self.columns):
            return 0.0
        titles = [self._title(column, width) for column, width in zip(self.columns, widths, strict=True)]
        return max(len(title.lines) * title.size for title in titles) * LEADING + 4

    def _title(self, column: Column, width: float) -> Fitted:
        return lines.settle(column.title, width - 6, self.head_size, Weight.BOLD)

    def _weight(self, row: Row, index: int) -> Weight:
        return row.weight or self.columns[index].weight

    def _heights(self, widths: tuple[float, ...]) -> list[float]:
        if self.measured is not None and self.measured[0] == widths:
            return self.measured[1]
        return [self._row_height(row, widths) for row in self.rows]

    def at_width(self, width: float) -> PrintedTable:
        """The same table with its rows measured once for all pages and columns of a width."""
        widths = self.widths(width)
        return replace(self, measured=(widths, self._heights(widths)))

    def _cell(self, row: Row, index: int, width: float) -> Fitted:
        size = self.columns[index].size or self.size
        return lines.settle(row.cells[index], width - 6, size, self._weight(row, index))

    def _row_height(self, row: Row, widths: tuple[float, ...]) -> float:
        heights = [self.size * LEADING + self.padding, self.row_height]
        for index, width in enumerate(widths):
            setting = self._cell(row, index, width)
            heights.append(len(setting.lines) * setting.size * LEADING + self.padding)
        return max(heights) + self._under_height(row, widths) + self._cut_height(row, widths)

    def _under(self, row: Row, widths: tuple[float, ...]) -> tuple[float, tuple[str, ...]]:
        """Where the small lines below a row begin, at its first column of free width, and the lines."""
        first = next((index for index, column in enumerate(self.columns) if not column.width), 0)
        left = sum(widths[:first])
        return left, lines.wrap(row.under, sum(widths) - left - 6, self.under_size)

    def _under_height(self, row: Row, widths: tuple[float, ...]) -> float:
        """What small lines add to their row, which they are moved up into: a line below a name needs less white than another name."""
        if not row.under:
            return 0.0
        return len(self._under(row, widths)[1]) * self.under_size * UNDER_LEADING - self.size * MOVED_UP

    def _cut(self, row: Row, widths: tuple[float, ...]) -> tuple[str, ...]:
        return lines.wrap(row.cut, sum(widths) - 6, CUT_SIZE, Weight.BOLD) if row.cut else ()

    def _cut_height(self, row: Row, widths: tuple[float, ...]) -> float:
        """The height that the words of a cut take above their row."""
        return 0.0 if self._has_cut_below(row, widths) else CUT_HEIGHT * len(self._cut(row, widths))

    def _has_cut_below(self, row: Row, widths: tuple[float, ...]) -> bool:
        """Whether the words of a cut stand beside the small line of their row, where there is room for both."""
        if not row.cut or not row.under:
            return False
        left, under = self._under(row, widths)
        free = sum(widths) - left - 14 - lines.text_width(under[-1], self.under_size)
        return len(under) == 1 and lines.text_width(row.cut, CUT_SIZE, Weight.BOLD) <= free

    def _piece(self, width: float, widths: tuple[float, ...], head: float, heights: list[float]) -> Piece:
        def draw(pen: Pen, left: float, top: float) -> None:
            y = self._draw_heading(pen, left, top, width)
            with pen.tagged(TABLE):
                y = self._draw_titles(pen, left, y, widths)
                for row, height in zip(self.rows, heights, strict=True):
                    # A row to be filled in is one cell: its empty ones say nothing.
                    with pen.tagged(ROW), pen.block(CELL) if self.lines is Lines.GRID else nullcontext():
                        self._draw_row(pen, left, y, row, height, widths)
                    y -= height
            pen.line(left, y, left + width, y)
            self._draw_columns(pen, left, top - head, y, widths)

        return Piece(head + sum(heights), draw)

    def _draw_heading(self, pen: Pen, left: float, top: float, width: float) -> float:
        y = top
        if self.heading:
            size = self.size * 1.25
            text = f"{self.heading} (continued)" if self.is_continued else self.heading
            with pen.tagged(HEADING):
                pen.text(left, y - size, text, size, Weight.BOLD, direction=Direction.LEFT_TO_RIGHT)
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
            title = self._title(column, width)
            y = bottom + 4 + (len(title.lines) - 1) * title.size * LEADING
            with pen.block(HEAD):
                for line in title.lines:
                    _in_column(pen, x, y, width, line, title.size, Weight.BOLD, column.align)
                    y -= title.size * LEADING
            x += width

    def _draw_columns(self, pen: Pen, left: float, top: float, bottom: float, widths: tuple[float, ...]) -> None:
        if self.lines is Lines.GRID:
            edges = [left, *(left + edge for edge in accumulate(widths))]
            pen.lines([(edge, top, edge, bottom) for edge in edges], THIN)

    def _draw_row(self, pen: Pen, left: float, top: float, row: Row, height: float, widths: tuple[float, ...]) -> None:
        if row.has_cut:
            pen.line(left, top, left + sum(widths), top, 2)
        else:
            pen.line(left, top, left + sum(widths), top, THIN)
        if row.cut:
            height, top = self._draw_cut(pen, left + sum(widths) - 3, top, row, height, widths)
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

    def _draw_cut(
        self, pen: Pen, right: float, top: float, row: Row, height: float, widths: tuple[float, ...]
    ) -> tuple[float, float]:
        """The words of a cut; the height and the top that are left for their row."""
        with pen.block(CELL):
            if self._has_cut_below(row, widths):
                pen.text(right, top - height + 2.5, row.cut, CUT_SIZE, Weight.BOLD, Align.RIGHT)
                return height, top
            for line in self._cut(row, widths):
                pen.text(right, top - 9.5, line, CUT_SIZE, Weight.BOLD, Align.RIGHT)
                top, height = top - CUT_HEIGHT, height - CUT_HEIGHT
        return height, top

    def _draw_under(self, pen: Pen, left: float, top: float, row: Row, widths: tuple[float, ...]) -> None:
        at, under = self._under(row, widths)
        y = top + self.size * MOVED_UP - self.under_size * 0.8
        for line in under:
            pen.text(left + at + 3, y, line, self.under_size, direction=Direction.LEFT_TO_RIGHT)
            y -= self.under_size * UNDER_LEADING


@dataclass(frozen=True, slots=True)
class Shape:
    """How a column of a listing is set on paper: as `Column` has it; without ``align`` figures stand at the right, words at the left."""

    width: float = 0.0
    align: Align | None = None
    weight: Weight = Weight.REGULAR
    size: float = 0.0

    def scaled(self, scale: float) -> Shape:
        """The same in type and width so many times as large."""
        return replace(self, width=self.width * scale, size=self.size * scale)


NOTHING: Mapping[str, str] = MappingProxyType({})
NO_CELL = Cell()


def scaled(shapes: Mapping[str, Shape], scale: float) -> dict[str, Shape]:
    """Every column in type and width so many times as large; those that share what is left still do."""
    return {key: shape.scaled(scale) for key, shape in shapes.items()}


def present(shapes: Mapping[str, Shape], listing: Listing) -> dict[str, Shape]:
    """The columns that a listing has, in their order: one of a table whose seats are not decided has none for them."""
    keys = {column.key for column in listing.columns}
    return {key: shape for key, shape in shapes.items() if key in keys}


def without_empty(listings: Iterable[Listing], shapes: Mapping[str, Shape], keys: Iterable[str]) -> dict[str, Shape]:
    """The columns without those of ``keys`` that no listing has, or in which none has anything, sums set aside."""
    every = list(listings)

    def is_empty(key: str) -> bool:
        return not any(row.get(key, NO_CELL).text for listing in every for row in listing.records())

    empty = {key for key in keys if is_empty(key)}
    return {key: shape for key, shape in shapes.items() if key not in empty}


def listed(
    listing: Listing, shapes: Mapping[str, Shape], under: Mapping[str, str] = NOTHING, **options: Any
) -> PrintedTable:
    """A listing as a table of these columns in this order, with its sums; ``options`` are those of `PrintedTable`.

    What stands in the columns of ``under`` is set small below each row, each with its words before it.
    """
    shown = listing.only(shapes)
    rows = [_row(cells=row.cells, listing=shown, above=row.above) for row in shown.rows]
    if shown.sums:
        rows.append(replace(_row(cells=shown.sums, listing=shown), weight=Weight.REGULAR))
    columns = tuple(_column(column, shapes[column.key]) for column in shown.columns)
    if under:
        below = listing.only(under).rows
        rows = [replace(row, under=_below(small.cells, under)) for row, small in zip(rows, below, strict=True)]
    return PrintedTable(columns=columns, rows=tuple(rows), **options)


def _below(cells: Iterable[Cell], under: Mapping[str, str]) -> str:
    return " · ".join(f"{words}{cell.text or '-'}" for words, cell in zip(under.values(), cells, strict=True))


def _column(column: TellingColumn, shape: Shape) -> Column:
    usual = Align.RIGHT if column.kind in (Kind.FIGURE, Kind.TOTAL) else Align.LEFT
    return Column(column.short or column.title, shape.width, shape.align or usual, shape.weight, shape.size)


def _row(cells: tuple[Cell, ...], listing: Listing, above: Cell | None = None) -> Row:
    kinds = (column.kind for column in listing.columns)
    texts = tuple(_printed(cell, kind) for cell, kind in zip(cells, kinds, strict=True))
    return Row(texts, cut=above.text if above else "", has_cut=above is not None)


def _printed(cell: Cell, kind: Kind) -> str:
    """A cell on paper: medals in capitals, what stands beside a name in brackets."""
    text = cell.text.upper() if kind is Kind.MEDAL else cell.text
    return f"{text} ({', '.join(tag.words for tag in cell.tags)})" if cell.tags else text


def share(available: float, count: int, widest: float) -> float:
    """The width of each of several like columns in points: what they want, or an equal share where there is not so much."""
    return min(widest, available / count) if count else widest


def _in_column(
    pen: Pen, x: float, y: float, width: float, text: str, size: float, weight: Weight, align: Align
) -> None:
    place = {Align.LEFT: x + 3, Align.RIGHT: x + width - 3, Align.CENTRE: x + width / 2}[align]
    pen.text(place, y, text, size, weight, align)
