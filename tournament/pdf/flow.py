"""What flows over pages: tables that repeat their heads, paragraphs, and the rule that no line is left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from typing import Protocol

from tournament.pdf import names
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Box, Drawing, Heading, Orientation, Pen, Sheet, frame
from tournament.pdf.names import LEADING, Direction, Weight

THIN = 0.25
FEWEST_ROWS = 2  # rows that stay together at the end of a page and at the head of the next


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, or the part of one that goes on a page: its height in points and how it is drawn below a top edge."""

    height: float
    draw: Callable[[Pen, float, float], None]  # pen, left, top


class Block(Protocol):
    """Something that can give as much of itself as a page has room for."""

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The piece that fits ``space`` points (None: begin a new page first) and what remains (None: nothing)."""


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
    """A row of cells; ``cut`` is written on a thick line above it (where a table of the next round begins)."""

    cells: tuple[str, ...]
    weight: Weight | None = None
    cut: str = ""
    has_cut: bool = False


@dataclass(frozen=True, slots=True)
class Table:
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

    def widths(self, width: float) -> tuple[float, ...]:
        """The width of each column in points when the table is ``width`` wide."""
        free = width - sum(column.width for column in self.columns)
        shares = sum(1 for column in self.columns if not column.width)
        return tuple(column.width or free / shares for column in self.columns)

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """As many rows as fit under the head; never fewer than two before or after a break."""
        widths = self.widths(width)
        head = self._head_height(widths)
        heights = [self._row_height(row, widths) for row in self.rows]
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
        first = replace(self, rows=self.rows[:count], note="")
        rest = replace(self, rows=self.rows[count:], is_continued=True)
        return first._piece(width, widths, head, heights[:count]), rest if rest.rows else None

    def _head_height(self, widths: tuple[float, ...]) -> float:
        heading = self.size * 1.25 + 8 if self.heading else 0
        note = (self.size - 1) * LEADING + 4 if self.note else 0
        return heading + note + self._titles_height(widths)

    def _titles_height(self, widths: tuple[float, ...]) -> float:
        if not any(column.title for column in self.columns):
            return 0.0
        most = max(len(self._title_lines(column, width)) for column, width in zip(self.columns, widths, strict=True))
        return most * self.head_size * LEADING + 4

    def _title_lines(self, column: Column, width: float) -> tuple[str, ...]:
        return names.wrap(column.title, width - 6, self.head_size, Weight.BOLD)

    def _setting(self, row: Row, index: int) -> tuple[float, Weight]:
        column = self.columns[index]
        return column.size or self.size, row.weight or column.weight

    def _row_height(self, row: Row, widths: tuple[float, ...]) -> float:
        heights = [self.size * LEADING + 4, self.row_height]
        for index, cell in enumerate(row.cells):
            size, weight = self._setting(row, index)
            heights.append(len(names.wrap(cell, widths[index] - 6, size, weight)) * size * LEADING + 4)
        return max(heights) + (12 if row.cut else 0)

    def _piece(self, width: float, widths: tuple[float, ...], head: float, heights: list[float]) -> Piece:
        def draw(pen: Pen, left: float, top: float) -> None:
            y = self._draw_heading(pen, left, top)
            y = self._draw_titles(pen, left, y, widths)
            for row, height in zip(self.rows, heights, strict=True):
                self._draw_row(pen, left, y, row, height, widths)
                y -= height
            pen.line(left, y, left + width, y)
            self._draw_columns(pen, left, top - head, y, widths)

        return Piece(head + sum(heights), draw)

    def _draw_heading(self, pen: Pen, left: float, top: float) -> float:
        y = top
        if self.heading:
            size = self.size * 1.25
            text = f"{self.heading} (continued)" if self.is_continued else self.heading
            pen.text(left, y - size, text, size, Weight.BOLD, direction=Direction.LEFT_TO_RIGHT)
            y -= size + 8
        if self.note:
            pen.text(left, y - self.size + 3, self.note, self.size - 1, direction=Direction.LEFT_TO_RIGHT)
            y -= (self.size - 1) * LEADING + 4
        return y

    def _draw_titles(self, pen: Pen, left: float, top: float, widths: tuple[float, ...]) -> float:
        height = self._titles_height(widths)
        if not height:
            return top
        pen.shade(Box(left, top - height, left + sum(widths), top))
        x = left
        for column, width in zip(self.columns, widths, strict=True):
            lines = self._title_lines(column, width)
            y = top - height + 4 + (len(lines) - 1) * self.head_size * LEADING
            for line in lines:
                _in_column(pen, x, y, width, line, self.head_size, Weight.BOLD, column.align)
                y -= self.head_size * LEADING
            x += width
        pen.line(left, top - height, left + sum(widths), top - height)
        return top - height

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
            pen.text(left + sum(widths) - 3, top - 10, row.cut, 8, Weight.BOLD, Align.RIGHT)
            top, height = top - 12, height - 12
        x = left
        for index, (cell, width) in enumerate(zip(row.cells, widths, strict=True)):
            size, weight = self._setting(row, index)
            lines = names.wrap(cell, width - 6, size, weight)
            leading = size * LEADING
            y = top - (height - len(lines) * leading) / 2 - leading * 0.78
            for line in lines:
                _in_column(pen, x, y, width, line, size, weight, self.columns[index].align)
                y -= leading
            x += width


def share(available: float, count: int, widest: float) -> float:
    """The width of each of several like columns in points: what they want, or an equal share where there is not so much."""
    return min(widest, available / count) if count else widest


def _in_column(
    pen: Pen, x: float, y: float, width: float, text: str, size: float, weight: Weight, align: Align
) -> None:
    place = {Align.LEFT: x + 3, Align.RIGHT: x + width - 3, Align.CENTRE: x + width / 2}[align]
    pen.text(place, y, text, size, weight, align)


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; it is not parted between pages."""

    text: str
    size: float = 10.0
    weight: Weight = Weight.REGULAR
    before: float = 0.0
    after: float = 4.0
    indent: float = 0.0

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The whole paragraph, or a new page first."""
        lines = names.wrap(self.text, width - self.indent, self.size, self.weight)
        height = self.before + len(lines) * self.size * LEADING + self.after
        if height > space and space < whole_page:
            return None, self

        def draw(pen: Pen, left: float, top: float) -> None:
            y = top - self.before - self.size * 0.95
            for line in lines:
                pen.text(left + self.indent, y, line, self.size, self.weight, direction=Direction.LEFT_TO_RIGHT)
                y -= self.size * LEADING

        return Piece(height, draw), None


@dataclass(frozen=True, slots=True)
class Titled:
    """A title that never stands at the foot of a page without what it is the title of."""

    title: Text
    block: Block

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The title with the first piece of its block, or a new page first."""
        title, _ = self.title.take(width, space, whole_page)
        if title is None:
            return None, self
        piece, rest = self.block.take(width, space - title.height, whole_page - title.height)
        if piece is None:
            return None, self

        def draw(pen: Pen, left: float, top: float) -> None:
            title.draw(pen, left, top)
            piece.draw(pen, left, top - title.height)

        return Piece(title.height + piece.height, draw), rest


@dataclass(frozen=True, slots=True)
class Gap:
    """White between two blocks; it vanishes at the head of a page."""

    height: float = 12.0

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The gap, or as much of it as the page has."""
        return Piece(0.0 if space >= whole_page else min(self.height, space), lambda pen, left, top: None), None


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing of its own with a fixed height in points, given the box to draw in."""

    height: float
    drawing: Callable[[Pen, Box], None]

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The whole figure, or a new page first."""
        if self.height > space and space < whole_page:
            return None, self
        return (
            Piece(
                self.height, lambda pen, left, top: self.drawing(pen, Box(left, top - self.height, left + width, top))
            ),
            None,
        )


class PageBreak:
    """The next block begins a new page."""

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """Nothing at the head of a page, a new page otherwise."""
        if space >= whole_page:
            return Piece(0.0, lambda pen, left, top: None), None
        return None, self


def paginate(blocks: Iterable[Block], width: float, height: float) -> tuple[tuple[tuple[float, Piece], ...], ...]:
    """Share blocks out over pages of ``width`` by ``height`` points: for each page, pieces with their distance from its top."""
    pages: list[list[tuple[float, Piece]]] = [[]]
    used = 0.0
    for block in blocks:
        rest: Block | None = block
        while rest is not None:
            piece, rest = rest.take(width, height - used, height)
            if piece is not None:
                pages[-1].append((used, piece))
                used += piece.height
            if rest is not None:
                pages.append([])
                used = 0.0
    return tuple(tuple(page) for page in pages if page)


def flowing_sheet(
    job: Job,
    title: str,
    scope: str,
    blocks: Iterable[Block],
    heading: Heading = Heading.PLAIN,
    orientation: Orientation = Orientation.PORTRAIT,
) -> Sheet:
    """A sheet whose blocks flow over as many pages as they need."""
    return Sheet(title, scope, flowing_pages(frame(job, heading, orientation), blocks), heading, orientation)


def flowing_pages(inside: Box, blocks: Iterable[Block]) -> tuple[Drawing, ...]:
    """Blocks as the pages they need when each page offers the same box."""
    return tuple(_page(page, inside) for page in paginate(blocks, inside.width, inside.height))


def _page(pieces: tuple[tuple[float, Piece], ...], inside: Box) -> Drawing:
    def draw(pen: Pen) -> None:
        for distance, piece in pieces:
            piece.draw(pen, inside.left, inside.top - distance)

    return draw
