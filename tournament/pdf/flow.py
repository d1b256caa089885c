"""What flows over pages: paragraphs, titles that stay with what they name, gaps and breaks; and how blocks share out over pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from tournament.pdf import lines
from tournament.pdf.job import Job
from tournament.pdf.layout import Box, Drawing, Heading, Orientation, Pen, Sheet, frame
from tournament.pdf.lines import LEADING
from tournament.pdf.names import Direction, Weight


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, or the part of one that goes on a page: its height in points and how it is drawn below a top edge."""

    height: float
    draw: Callable[[Pen, float, float], None]  # pen, left, top


class Block(Protocol):
    """Something that can give as much of itself as a page has room for."""

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The piece that fits ``space`` points (None: begin a new page first) and what remains (None: nothing)."""


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
        wrapped = lines.wrap(self.text, width - self.indent, self.size, self.weight)
        height = self.before + len(wrapped) * self.size * LEADING + self.after
        if height > space and space < whole_page:
            return None, self

        def draw(pen: Pen, left: float, top: float) -> None:
            y = top - self.before - self.size * 0.95
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


def warning(sentence: str) -> list[Block]:
    """A sentence that has to be seen before what it is about; nothing for an empty one."""
    return [Text(sentence, 10.5, Weight.BOLD, after=8)] if sentence else []


def flowing_sheet(
    job: Job,
    title: str,
    scope: str,
    blocks: Iterable[Block],
    heading: Heading = Heading.PLAIN,
    orientation: Orientation = Orientation.PORTRAIT,
    *,
    is_provisional: bool = False,
) -> Sheet:
    """A sheet whose blocks flow over as many pages as they need."""
    pages = flowing_pages(frame(job, heading, orientation), blocks)
    return Sheet(title, scope, pages, heading, orientation, is_provisional)


def flowing_pages(inside: Box, blocks: Iterable[Block]) -> tuple[Drawing, ...]:
    """Blocks as the pages they need when each page offers the same box."""
    return tuple(_page(page, inside) for page in paginate(blocks, inside.width, inside.height))


def _page(pieces: tuple[tuple[float, Piece], ...], inside: Box) -> Drawing:
    def draw(pen: Pen) -> None:
        for distance, piece in pieces:
            piece.draw(pen, inside.left, inside.top - distance)

    return draw
