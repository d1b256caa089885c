"""A listing as a printed table: which of its columns, how each is set, and what stands small below a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from tournament.pdf.layout import Align
from tournament.pdf.names import Weight
from tournament.pdf.tables.printed import Column, PrintedTable, Row, natural_widths
from tournament.tellings.listing import Cell, Kind, Listing
from tournament.tellings.listing import Column as TellingColumn


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
    return PrintedTable(columns=columns, rows=tuple(rows), natural=natural_widths(columns, rows), **options)


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
