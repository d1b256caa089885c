"""Listings as printed tables: which columns are printed, how each is set, what is printed small below a row; and lists side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from tournament.pdf.flow import Block, Piece, Placed, contents_of, paginate, wrapped_lines
from tournament.pdf.layout import Align, Pen
from tournament.pdf.lines import Weight
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.printing import ORDER, PartContent, SheetPart
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing
from wording import gettext as _

GUTTER = 14.0


@dataclass(frozen=True, slots=True)
class ColumnStyle:
    """The style of a printed column of a listing; its fields are those of `TableColumn`.

    Without ``align`` figures are aligned right and words left.
    """

    width: float = 0.0
    align: Align | None = None
    weight: Weight = Weight.REGULAR
    size: float = 0.0


NOTHING: Mapping[str, str] = MappingProxyType({})
NO_CELL = Cell()


def present_columns(shapes: Mapping[str, ColumnStyle], listing: Listing) -> dict[str, ColumnStyle]:
    """The styles of those columns that the listing has: a table whose seats are not decided has no column of seats."""
    keys = {column.key for column in listing.columns}
    return {key: shape for key, shape in shapes.items() if key in keys}


def without_empty(
    listings: Iterable[Listing], shapes: Mapping[str, ColumnStyle], keys: Iterable[str]
) -> dict[str, ColumnStyle]:
    """The styles without those of ``keys`` whose columns are missing or empty in every listing; sums are not looked at."""
    every = list(listings)

    def is_empty(key: str) -> bool:
        return not any(row.get(key, NO_CELL).text for listing in every for row in listing.records())

    empty = {key for key in keys if is_empty(key)}
    return {key: shape for key, shape in shapes.items() if key not in empty}


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A listing as contents of a sheet, whichever of its columns are printed.

    ``about`` is the part of the sheet that its caption and notes count to, None where they are not compared. ``by`` gives the part of a row
    from the row's key; without it rows count to ``about``.
    """

    listing: Listing
    about: SheetPart | None = ORDER
    by: Callable[[int], SheetPart] | None = None

    def contents(self) -> Iterator[PartContent]:
        """Its caption and notes, then every row with all cells (printed or not), the line above it and the explanation of it."""
        listing = self.listing
        if self.about is not None:
            yield self.about, (listing.caption, listing.note, listing.legend)
        for row in listing.rows:
            part = self.by(row.key) if self.by else self.about
            if part is not None:
                cells = tuple([(cell.text, *[tag.words for tag in cell.tags]) for cell in row.cells])
                yield part, (cells, row.above.text if row.above else None, row.why)


def listed(
    listing: Listing, shapes: Mapping[str, ColumnStyle], under: Mapping[str, str] = NOTHING, **options: Any
) -> PrintedTable:
    """A listing as a printed table with the columns of ``shapes`` in that order, and its sums; ``options`` are those of `PrintedTable`.

    The columns of ``under`` are printed small below each row, each in the words that ``under`` gives for it, as the catalogue has them,
    with {value} in place of the cell; without words the cell stands alone.
    """
    shown = listing.only(shapes)
    rows = [_row(row.cells, shown, row.above) for row in shown.rows]
    if shown.sums:
        rows.append(replace(_row(shown.sums, shown), weight=Weight.REGULAR))
    columns = tuple(_column(column, shapes[column.key]) for column in shown.columns)
    if under:
        below = listing.only(under).rows
        rows = [replace(row, under=_small_line(small.cells, under)) for row, small in zip(rows, below, strict=True)]
    return PrintedTable(columns, tuple(rows), **options)


def _small_line(cells: Iterable[Cell], under: Mapping[str, str]) -> str:
    """The small line below a row: its cells, each in the words that ``under`` gives for the column."""
    pairs = zip(under.values(), cells, strict=True)
    return " · ".join(_(words, value=cell.text or "-") if words else cell.text or "-" for words, cell in pairs)


def _column(column: Column, shape: ColumnStyle) -> TableColumn:
    """A column of the printed table, in this style."""
    usual = Align.RIGHT if column.kind in (ColumnKind.FIGURE, ColumnKind.AMOUNT, ColumnKind.TOTAL) else Align.LEFT
    return TableColumn(column.short or column.title, shape.width, shape.align or usual, shape.weight, shape.size)


def _row(cells: tuple[Cell, ...], listing: Listing, above: Cell | None = None) -> TableRow:
    """A row of the printed table; ``above`` is the text on a line above it, None for no line."""
    kinds = (column.kind for column in listing.columns)
    texts = tuple(_cell_text(cell, kind) for cell, kind in zip(cells, kinds, strict=True))
    return TableRow(texts, cut=above.text if above else "", has_cut=above is not None)


def _cell_text(cell: Cell, kind: ColumnKind) -> str:
    """The text of a cell on paper: medals in capitals, tags (the small labels on web pages) in brackets after the text."""
    text = cell.text.upper() if kind is ColumnKind.MEDAL else cell.text
    return f"{text} ({', '.join(tag.words for tag in cell.tags)})" if cell.tags else text


def share(available: float, count: int, widest: float) -> float:
    """The width in points of each of ``count`` equal columns: ``widest``, or an equal share of ``available`` where that is less."""
    return min(widest, available / count) if count else widest


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Blocks in ``count`` columns of equal width. On a page that holds them all the columns are made as short as possible."""

    blocks: tuple[Block, ...]
    count: int = 2
    is_measured: bool = False

    def contents(self) -> Iterable[PartContent]:
        """The contents of its blocks."""
        return contents_of(self.blocks)

    def width(self, width: float) -> float:
        """The width of one column in points."""
        return (width - GUTTER * (self.count - 1)) / self.count

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The columns of this page, filled from the first one on.

        A new page first where a row does not fit, and where not everything fits and less than half of a page is left.
        """
        column = self.width(width)
        if not self.is_measured:
            return self.at_width(width).take(width, space, whole_page)
        shared = paginate(self.blocks, column, space)
        if space < whole_page and any(_height(each) > space + 0.01 for each in shared):
            return None, self  # not even a row has room here
        if len(shared) <= self.count:
            return self._piece(self._level(shared, column), column), None
        if space < whole_page / 2:
            return None, self
        first, rest = self._page(column, space)
        return self._piece(first, column), SideBySide(rest, self.count, is_measured=True)

    def at_width(self, width: float) -> SideBySide:
        """The same with its blocks measured for the width of a column on a page of this width."""
        if self.is_measured:
            return self
        column = self.width(width)
        return SideBySide(tuple(block.at_width(column) for block in self.blocks), self.count, is_measured=True)

    def _level(self, shared: tuple[Placed, ...], column: float) -> tuple[Placed, ...]:
        """The blocks in columns as short as possible, of which there are at most ``count``; ``shared`` are columns that fit."""
        low, high = 0.0, max(_height(each) for each in shared)
        most = sum(map(len, shared)) + sum(
            isinstance(block, PrintedTable) and not block.is_whole for block in self.blocks
        )
        for _step in range(7):
            middle = (low + high) / 2
            tried = paginate(self.blocks, column, middle)
            is_whole = sum(map(len, tried)) <= most  # no more divisions than before, but for tables that may be divided
            if len(tried) <= self.count and is_whole and all(_height(each) <= middle + 0.01 for each in tried):
                shared, high = tried, middle
            else:
                low = middle
        return shared

    def _page(self, column: float, space: float) -> tuple[tuple[Placed, ...], tuple[Block, ...]]:
        """The full columns of a page that cannot hold all blocks, and the blocks that remain for the next page."""
        columns: list[Placed] = []
        blocks = list(self.blocks)
        for _column in range(self.count):
            placed: list[tuple[float, Piece]] = []
            used = 0.0
            while blocks:
                piece, rest = blocks[0].take(column, space - used, space)
                if piece is not None:
                    placed.append((used, piece))
                    used += piece.height
                if rest is not None:
                    blocks[0] = rest
                    break
                blocks.pop(0)
            columns.append(tuple(placed))
        return tuple(columns), tuple(blocks)

    def _piece(self, columns: tuple[Placed, ...], column: float) -> Piece:
        """These columns, each ``column`` points wide, as one piece."""

        def draw(pen: Pen, left: float, top: float) -> None:
            for index, placed in enumerate(columns):
                for distance, piece in placed:
                    piece.draw(pen, left + index * (column + GUTTER), top - distance)

        return Piece(max((_height(each) for each in columns), default=0.0), draw)

    def broken(self, width: float) -> int:
        """The number of broken or smaller lines in its blocks at the width of a column."""
        return wrapped_lines(self.blocks, self.width(width))


def _height(placed: Placed) -> float:
    """The height of a column in points, without empty space below its last block."""
    solid = [distance + piece.height for distance, piece in placed if piece.is_solid]
    return max(solid, default=0.0)
