"""Blocks that flow over pages: paragraphs, titles that stay with their blocks, space and breaks; and how blocks are divided into pages.

Type is as large as the smallest number of pages allows, and pages are filled evenly where the last one would be nearly empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from tournament.pdf import lines
from tournament.pdf.file import HEADING
from tournament.pdf.layout import Box, Drawing, Pen, on_fronts
from tournament.pdf.lines import LEADING, Direction, Weight
from tournament.record.printing import ORDER, PartContent, SheetPart

SMALLEST, LARGEST = 14.0, 28.0  # points of a name on a sheet that hangs in the hall: read at one metre, and at two
FULL_ENOUGH = 0.3  # the least share of the last page that is filled, unless it is the only one
STEP = 0.5


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, or the part of one that goes on a page: its height in points and how it is drawn below a top edge."""

    height: float
    draw: Callable[[Pen, float, float], None]  # pen, left, top
    is_solid: bool = True  # False for empty space, which needs no room at the foot of a page


Placed = tuple[tuple[float, Piece], ...]
"""A page: its pieces with their distance from its top in points."""
Paged = tuple[Placed, ...]


class Content(Protocol):
    """Something that is printed on a sheet, and can tell its words for comparison with later prints."""

    def contents(self) -> Iterable[PartContent]:
        """Its words and figures, each with the part of the sheet that they count to, for comparison with later prints.

        Constants, and what follows from other parts, are left out.
        """


class Block(Content, Protocol):
    """Content that can be divided between pages."""

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The piece that fits into the rest of a page (None: begin a new page first), and the block that remains (None: nothing).

        ``width`` is that of the page, ``space`` the height that is left of it, ``whole_page`` the height of an empty page, in points.
        """

    def at_width(self, width: float) -> Block:
        """The same block measured for this width, so that `take` is fast however often it is tried."""

    def broken(self, width: float) -> int:
        """The number of lines in its tables that are broken or set smaller at this width."""


class Plain:
    """The base of blocks without tables: they need no measuring, and it does not matter where their lines are broken."""

    __slots__ = ()

    def contents(self) -> Iterable[PartContent]:
        """No contents."""
        return ()

    def at_width(self, width: float) -> Self:
        """This block itself, which needs no measuring."""
        return self

    def broken(self, width: float) -> int:
        """0: there are no tables."""
        return 0


@dataclass(frozen=True, slots=True)
class Text(Plain):
    """A paragraph, never divided between pages; ``size``, ``before`` and ``after`` are in points.

    ``about`` is the part of the sheet that its words count to; None where they follow from other parts.
    """

    text: str
    size: float = 10.0
    weight: Weight = Weight.REGULAR
    before: float = 0.0
    after: float = 4.0
    about: SheetPart | None = ORDER

    def contents(self) -> Iterable[PartContent]:
        """The words of the paragraph, unless they follow from other parts."""
        return () if self.about is None else ((self.about, self.text),)

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The whole paragraph; a new page first where it does not fit."""
        wrapped = lines.wrap(self.text, width, self.size, self.weight)
        height = self.before + len(wrapped) * self.size * LEADING + self.after
        if height > space and space < whole_page:
            return None, self

        def draw(pen: Pen, left: float, top: float) -> None:
            y = top - self.before - self.size * 0.95
            with pen.paragraph():
                for line in wrapped:
                    pen.text(left, y, line, self.size, self.weight, direction=Direction.LEFT_TO_RIGHT)
                    y -= self.size * LEADING

        return Piece(height, draw), None


@dataclass(frozen=True, slots=True)
class Titled:
    """A block with its title, which never stands at the foot of a page without the beginning of the block."""

    title: Text
    block: Block

    def contents(self) -> Iterable[PartContent]:
        """The contents of the title and of its block."""
        return contents_of((self.title, self.block))

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The title with the first piece of its block; a new page first where not both fit."""
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
        """The same title with its block measured for this width."""
        return Titled(self.title, self.block.at_width(width))

    def broken(self, width: float) -> int:
        """The number of broken or smaller lines in its block."""
        return self.block.broken(width)


@dataclass(frozen=True, slots=True)
class Space(Plain):
    """Empty space between two blocks, in points; there is none at the head of a page."""

    height: float = 12.0

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """The space, as much of it as the page has; none at the head of a page."""
        return Piece(
            0.0 if space >= whole_page else min(self.height, space), lambda pen, left, top: None, is_solid=False
        ), None


@dataclass(frozen=True, slots=True)
class PageBreak(Plain):
    """The next block begins a new page."""

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """A new page first, unless this is the head of a page already."""
        if space >= whole_page:
            return Piece(0.0, lambda pen, left, top: None), None
        return None, self


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that stay on one page, such as a table and the sentence about it; divided only where one page cannot hold them."""

    blocks: tuple[Block, ...]

    def contents(self) -> Iterable[PartContent]:
        """The contents of its blocks."""
        return contents_of(self.blocks)

    def take(self, width: float, space: float, whole_page: float) -> tuple[Piece | None, Block | None]:
        """All blocks; a new page first where they do not fit. On an empty page that cannot hold them all, as much as fits."""
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
                return _stack(pieces, used), Together(others)
        return _stack(pieces, used), None

    def at_width(self, width: float) -> Together:
        """The same group with its blocks measured for this width."""
        return Together(tuple(block.at_width(width) for block in self.blocks))

    def broken(self, width: float) -> int:
        """The number of broken or smaller lines in its blocks."""
        return wrapped_lines(self.blocks, width)


def contents_of(blocks: Iterable[Content]) -> Iterator[PartContent]:
    """The contents of some blocks, in their order."""
    for block in blocks:
        yield from block.contents()


def _stack(pieces: list[tuple[float, Piece]], height: float) -> Piece:
    """One piece of this height made of several, each with its distance from the top in points."""

    def draw(pen: Pen, left: float, top: float) -> None:
        for distance, piece in pieces:
            piece.draw(pen, left, top - distance)

    return Piece(height, draw)


def wrapped_lines(blocks: Iterable[Block], width: float) -> int:
    """The number of lines in the tables among these blocks that are broken or set smaller at this width."""
    return sum([block.broken(width) for block in blocks])


def paginate(blocks: Iterable[Block], width: float, height: float) -> Paged:
    """Divide blocks into pages of ``width`` by ``height`` points: for each page, its pieces with their distance from its top."""
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


Build = Callable[[float], list[Block]]
"""A function that makes the blocks of a sheet for a size of its names, in points."""


def posted_pages(inside: Box, builds: Sequence[Build]) -> tuple[Drawing, ...]:
    """The pages of a sheet that hangs in the hall. ``builds`` are different layouts of it (such as one column or two).

    The layout with the fewest pages is taken, the first of several; its names are then set as large as that number of pages allows, up to
    28 points, and so that no name is broken which the smallest type leaves whole.
    """
    counts = [_count(inside, build(SMALLEST)) for build in builds]
    build = builds[counts.index(min(counts))]
    return on_fronts(pages_of(inside, build(largest_size(inside, build, min(counts)))))


def largest_size(inside: Box, build: Build, pages: int) -> float:
    """The largest size of names between SMALLEST and LARGEST that needs at most ``pages`` pages and breaks no further line."""
    wrapped = wrapped_lines(build(SMALLEST), inside.width)
    low, high = 0, round((LARGEST - SMALLEST) / STEP)
    while low < high:
        middle = (low + high + 1) // 2
        blocks = [block.at_width(inside.width) for block in build(SMALLEST + middle * STEP)]
        if wrapped_lines(blocks, inside.width) <= wrapped and _count(inside, blocks) <= pages:
            low = middle
        else:
            high = middle - 1
    return SMALLEST + low * STEP


def pages_of(inside: Box, blocks: Iterable[Block]) -> tuple[Drawing, ...]:
    """The blocks as pages ready to be drawn; the last of several is at least three tenths full where that is possible."""
    return tuple(_drawing(page, inside) for page in _pages(inside, blocks))


def _pages(inside: Box, blocks: Iterable[Block]) -> Paged:
    """The blocks divided into pages, each part between page breaks for itself."""
    return tuple(page for part in _parts(inside, blocks) for page in _paginated_evenly(part, inside))


def _count(inside: Box, blocks: Iterable[Block]) -> int:
    """The number of pages that the blocks need; filling the pages evenly does not change it."""
    return sum(len(paginate(part, inside.width, inside.height)) for part in _parts(inside, blocks))


def _parts(inside: Box, blocks: Iterable[Block]) -> list[list[Block]]:
    """The blocks, measured, in parts that each begin a new page."""
    parts: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, PageBreak):
            parts.append([])
        else:
            parts[-1].append(block.at_width(inside.width))
    return [part for part in parts if part]


def _paginated_evenly(blocks: list[Block], inside: Box) -> Paged:
    """The blocks on as few pages as they need; where the last would be nearly empty, the others are filled less."""
    shared = paginate(blocks, inside.width, inside.height)
    if len(shared) < 2 or share_filled(shared[-1], inside.height) >= FULL_ENOUGH:
        return shared
    for height in _lower_heights(inside.height):
        even = paginate(blocks, inside.width, height)
        if len(even) > len(shared):
            break
        shared = even
        if share_filled(even[-1], inside.height) >= FULL_ENOUGH:
            break
    return shared


def _lower_heights(height: float) -> Iterator[float]:
    """Heights to try below ``height``, the largest first."""
    return (height * (1 - step / 24) for step in range(1, 16))


def share_filled(page: Placed, height: float) -> float:
    """The share of a page's height that its pieces take, from 0 to 1."""
    return max((distance + piece.height for distance, piece in page), default=0.0) / height


def _drawing(pieces: Placed, inside: Box) -> Drawing:
    """The function that draws a page of these pieces inside the box."""

    def draw(pen: Pen) -> None:
        for distance, piece in pieces:
            piece.draw(pen, inside.left, inside.top - distance)

    return draw


def warning(sentence: str) -> list[Block]:
    """A sentence in bold as a list of one block; an empty list for an empty sentence."""
    return [Text(sentence, 10.5, Weight.BOLD, after=8)] if sentence else []
