"""A listing as a printed table: which of its columns, how each is set, what stands small below a row; and lists side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from tournament.pdf.flow import Block, Piece, Placed, contents_of, paginate, wrapped_lines
from tournament.pdf.layout import Align, Pen
from tournament.pdf.names import Weight
from tournament.pdf.tables import NaturalWidths, PrintedTable, TableColumn, TableRow
from tournament.record.printing import ORDER, PartContent, SheetPart
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing

GUTTER = 14.0


@dataclass(frozen=True, slots=True)
class ColumnStyle:
    """The style of a column of a listing on paper, as `TableColumn` has it; without ``align`` figures stand right and words left."""

    width: float = 0.0
    align: Align | None = None
    weight: Weight = Weight.REGULAR
    size: float = 0.0

    def scaled(self, scale: float) -> ColumnStyle:
        """The same in type and width so many times as large."""
        return replace(self, width=self.width * scale, size=self.size * scale)


NOTHING: Mapping[str, str] = MappingProxyType({})
NO_CELL = Cell()


def scaled(shapes: Mapping[str, ColumnStyle], scale: float) -> dict[str, ColumnStyle]:
    """Every column in type and width so many times as large; those that share what is left still do."""
    return {key: shape.scaled(scale) for key, shape in shapes.items()}


def present(shapes: Mapping[str, ColumnStyle], listing: Listing) -> dict[str, ColumnStyle]:
    """The columns that a listing has, in their order: one of a table whose seats are not decided has none for them."""
    keys = {column.key for column in listing.columns}
    return {key: shape for key, shape in shapes.items() if key in keys}


def without_empty(
    listings: Iterable[Listing], shapes: Mapping[str, ColumnStyle], keys: Iterable[str]
) -> dict[str, ColumnStyle]:
    """The columns without those of ``keys`` that no listing has, or in which none has anything, sums set aside."""
    every = list(listings)

    def is_empty(key: str) -> bool:
        return not any(row.get(key, NO_CELL).text for listing in every for row in listing.records())

    empty = {key for key in keys if is_empty(key)}
    return {key: shape for key, shape in shapes.items() if key not in empty}


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A listing that stands on a sheet, before its columns are chosen: ``about`` is the part that it counts to, None if its rows alone do.

    ``by`` gives the part that a row is about, by the row's key; without it every row counts to the listing's part.
    """

    listing: Listing
    about: SheetPart | None = ORDER
    by: Callable[[int], SheetPart] | None = None

    def contents(self) -> Iterator[PartContent]:
        """Its words, then every row: all cells, in whichever columns they are printed, and what is said of it elsewhere on the sheet."""
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
    """A listing as a table of these columns in this order, with its sums; ``options`` are those of `PrintedTable`.

    What stands in the columns of ``under`` is set small below each row, each with its words before it.
    """
    shown = listing.only(shapes)
    rows = [_row(row.cells, shown, row.above) for row in shown.rows]
    if shown.sums:
        rows.append(replace(_row(shown.sums, shown), weight=Weight.REGULAR))
    columns = tuple(_column(column, shapes[column.key]) for column in shown.columns)
    if under:
        below = listing.only(under).rows
        rows = [replace(row, under=_below(small.cells, under)) for row, small in zip(rows, below, strict=True)]
    return PrintedTable(columns, tuple(rows), natural=NaturalWidths(columns, rows), **options)


def _below(cells: Iterable[Cell], under: Mapping[str, str]) -> str:
    return " · ".join(f"{words}{cell.text or '-'}" for words, cell in zip(under.values(), cells, strict=True))


def _column(column: Column, shape: ColumnStyle) -> TableColumn:
    usual = Align.RIGHT if column.kind in (ColumnKind.FIGURE, ColumnKind.TOTAL) else Align.LEFT
    return TableColumn(column.short or column.title, shape.width, shape.align or usual, shape.weight, shape.size)


def _row(cells: tuple[Cell, ...], listing: Listing, above: Cell | None = None) -> TableRow:
    kinds = (column.kind for column in listing.columns)
    texts = tuple(_printed(cell, kind) for cell, kind in zip(cells, kinds, strict=True))
    return TableRow(texts, cut=above.text if above else "", has_cut=above is not None)


def _printed(cell: Cell, kind: ColumnKind) -> str:
    """A cell on paper: medals in capitals, what stands beside a name in brackets."""
    text = cell.text.upper() if kind is ColumnKind.MEDAL else cell.text
    return f"{text} ({', '.join(tag.words for tag in cell.tags)})" if cell.tags else text


def share(available: float, count: int, widest: float) -> float:
    """The width of each of several like columns in points: what they want, or an equal share where there is not so much."""
    return min(widest, available / count) if count else widest


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Blocks in columns of equal width; on a page that holds them all the columns are as low as they can be."""

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
        """The columns of this page, filled from the first one on; a new page first where less than half of a page is left."""
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
        """The same with its blocks measured in a column's width."""
        if self.is_measured:
            return self
        column = self.width(width)
        return SideBySide(tuple(block.at_width(column) for block in self.blocks), self.count, is_measured=True)

    def _level(self, shared: tuple[Placed, ...], column: float) -> tuple[Placed, ...]:
        """The same blocks in the lowest columns that still are not more than there may be."""
        low, high = 0.0, max(_height(each) for each in shared)
        most = sum(map(len, shared)) + sum(
            isinstance(block, PrintedTable) and not block.is_whole for block in self.blocks
        )
        for _ in range(7):
            middle = (low + high) / 2
            tried = paginate(self.blocks, column, middle)
            is_whole = sum(map(len, tried)) <= most  # only a list that may run on is parted that was not
            if len(tried) <= self.count and is_whole and all(_height(each) <= middle + 0.01 for each in tried):
                shared, high = tried, middle
            else:
                low = middle
        return shared

    def _page(self, column: float, space: float) -> tuple[tuple[Placed, ...], tuple[Block, ...]]:
        """The columns of a page that cannot hold everything, and the blocks that remain."""
        columns: list[Placed] = []
        blocks = list(self.blocks)
        for _ in range(self.count):
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
        def draw(pen: Pen, left: float, top: float) -> None:
            for index, placed in enumerate(columns):
                for distance, piece in placed:
                    piece.draw(pen, left + index * (column + GUTTER), top - distance)

        return Piece(max((_height(each) for each in columns), default=0.0), draw)

    def broken(self, width: float) -> int:
        """The lines that its blocks break in a column's width."""
        return wrapped_lines(self.blocks, self.width(width))


def _height(placed: Placed) -> float:
    """The height of a column, without the white below its last block."""
    solid = [distance + piece.height for distance, piece in placed if piece.is_solid]
    return max(solid, default=0.0)
