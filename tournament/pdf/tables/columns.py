"""Columns side by side: what flows down one and then down the next, shared out so that they end about level."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.pdf.flow import Block, Piece, Placed, paginate, wrapped_lines
from tournament.pdf.layout import Pen
from tournament.pdf.tables.printed import Keep, PrintedTable

GUTTER = 14.0


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks in columns of equal width; on a page that holds them all the columns are as low as they can be."""

    blocks: tuple[Block, ...]
    count: int = 2
    is_measured: bool = False

    def width(self, width: float) -> float:
        """The width of one column in points."""
        return (width - GUTTER * (self.count - 1)) / self.count

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """As many columns as there are, full from the first one on; a new page first where less than half of one is left."""
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
        return self._piece(first, column), Columns(rest, self.count, is_measured=True)

    def at_width(self, width: float) -> Columns:
        """The same with its blocks measured in a column's width."""
        if self.is_measured:
            return self
        column = self.width(width)
        return Columns(tuple(block.at_width(column) for block in self.blocks), self.count, is_measured=True)

    def _level(self, shared: tuple[Placed, ...], column: float) -> tuple[Placed, ...]:
        """The same blocks in the lowest columns that still are not more than there may be."""
        low, high = 0.0, max(_height(each) for each in shared)
        most = sum(map(len, shared)) + sum(
            isinstance(block, PrintedTable) and block.keep is Keep.FLOWING for block in self.blocks
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
