"""What flows over pages: paragraphs, titles that stay with what they name, gaps and breaks; and how blocks share out over pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, Self

from tournament.pdf import lines
from tournament.pdf.file.tags import HEADING
from tournament.pdf.layout import Pen
from tournament.pdf.lines import LEADING
from tournament.pdf.names import Direction, Weight


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, or the part of one that goes on a page: its height in points and how it is drawn below a top edge."""

    height: float
    draw: Callable[[Pen, float, float], None]  # pen, left, top
    is_solid: bool = True  # False for white, which needs no room at the foot of a page


Placed = tuple[tuple[float, Piece], ...]
"""A page: its pieces with their distance from its top in points."""
Paged = tuple[Placed, ...]


class Block(Protocol):
    """Something that can give as much of itself as a page has room for."""

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The piece that fits ``space`` points (None: begin a new page first) and what remains (None: nothing)."""

    def at_width(self, width: float) -> Block:
        """The same block, measured once for all that is tried at a width."""

    def broken(self, width: float) -> int:
        """How many lines of its tables are broken or set smaller when it is so wide."""


class Plain:
    """What has no tables in it: nothing to measure beforehand, and no line that may not be broken."""

    __slots__ = ()

    def at_width(self, width: float) -> Self:
        """Itself."""
        return self

    def broken(self, width: float) -> int:
        """None."""
        return 0


@dataclass(frozen=True, slots=True)
class Text(Plain):
    """A paragraph; it is not parted between pages."""

    text: str
    size: float = 10.0
    weight: Weight = Weight.REGULAR
    before: float = 0.0
    after: float = 4.0
    indent: float = 0.0

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The whole paragraph, or a new page first."""
        wrapped = lines.wrap(self.text, width - self.indent, self.size, self.weight)
        height = self.before + len(wrapped) * self.size * LEADING + self.after
        if height > space and space < whole_page:
            return None, self

        def draw(pen: Pen, left: float, top: float) -> None:
            y = top - self.before - self.size * 0.95
            with pen.paragraph():
                for line in wrapped:
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
            with pen.tagged(HEADING):
                title.draw(pen, left, top)
            piece.draw(pen, left, top - title.height)

        return Piece(title.height + piece.height, draw), rest

    def at_width(self, width: float) -> Titled:
        """The same with its block measured."""
        return Titled(self.title, self.block.at_width(width))

    def broken(self, width: float) -> int:
        """The lines that its block breaks."""
        return self.block.broken(width)


@dataclass(frozen=True, slots=True)
class Gap(Plain):
    """White between two blocks; it vanishes at the head of a page."""

    height: float = 12.0

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The gap, or as much of it as the page has."""
        return Piece(
            0.0 if space >= whole_page else min(self.height, space), lambda pen, left, top: None, is_solid=False
        ), None


@dataclass(frozen=True, slots=True)
class PageBreak(Plain):
    """The next block begins a new page; unless it must, what is too short for a page of its own does not."""

    must: bool = False

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """Nothing at the head of a page, a new page otherwise."""
        if space >= whole_page:
            return Piece(0.0, lambda pen, left, top: None), None
        return None, self


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that stay on one page, such as a table and the sentence about it; parted only where no page holds them."""

    blocks: tuple[Block, ...]

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """All of them, or a new page first; what no page holds gives its first block and the others after it."""
        pieces, used, rest = [], 0.0, None
        for index, block in enumerate(self.blocks):
            piece, rest = block.take(width, space - used, whole_page)
            if piece is not None:
                pieces.append((used, piece))
                used += piece.height
            if rest is not None or piece is None:
                others = (rest or block, *self.blocks[index + 1 :])
                if space < whole_page or not pieces:
                    return None, self
                return _stacked(pieces, used), Together(others)
        return _stacked(pieces, used), None

    def at_width(self, width: float) -> Together:
        """The same with its blocks measured."""
        return Together(tuple(block.at_width(width) for block in self.blocks))

    def broken(self, width: float) -> int:
        """The lines that its blocks break."""
        return wrapped_lines(self.blocks, width)


def _stacked(pieces: list[tuple[float, Piece]], height: float) -> Piece:
    def draw(pen: Pen, left: float, top: float) -> None:
        for distance, piece in pieces:
            piece.draw(pen, left, top - distance)

    return Piece(height, draw)


def wrapped_lines(blocks: Iterable[Block], width: float) -> int:
    """How many lines the tables among the blocks break or set smaller at a width."""
    return sum([block.broken(width) for block in blocks])


def paginate(blocks: Iterable[Block], width: float, height: float) -> Paged:
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


def warning(sentence: str) -> list[Block]:
    """A sentence that has to be seen before what it is about; nothing for an empty one."""
    return [Text(sentence, 10.5, Weight.BOLD, after=8)] if sentence else []
