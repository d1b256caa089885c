"""Paper that is used: type as large as the fewest pages allow, and pages filled alike where the last one would stand nearly empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tournament.pdf.flow import Block, PageBreak, Paged, Placed, paginate, wrapped_lines
from tournament.pdf.job import Job
from tournament.pdf.layout import Box, Drawing, Heading, Orientation, Pen, Sheet, frame

SMALLEST, LARGEST = 14.0, 28.0  # points of a name on a sheet that hangs in the hall: read at one metre, and at two
FULL_ENOUGH = 0.3  # of a page that is not a sheet's only one
STEP = 0.5

Build = Callable[[float], list[Block]]
"""The blocks of a sheet whose names are set in so many points."""


def posted_sheet(
    job: Job,
    title: str,
    scope: str,
    builds: Sequence[Build],
    heading: Heading = Heading.POSTED,
    *,
    is_provisional: bool = False,
) -> Sheet:
    """A sheet in the way of setting that takes the fewest pages, its names then as large as those pages hold, up to 28 points.

    No name is broken for the larger type that stood whole in the smallest; of ways with equally many pages the first is taken.
    """
    inside = frame(job, heading)
    counts = [_count(inside, build(SMALLEST)) for build in builds]
    build = builds[counts.index(min(counts))]
    pages = pages_of(inside, build(largest(inside, build, min(counts))))
    return Sheet(title, scope, pages, heading, is_provisional=is_provisional).on_fronts()


def largest(inside: Box, build: Build, pages: int) -> float:
    """The largest size between SMALLEST and LARGEST at which no more than ``pages`` are needed and no further line is broken."""
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
    """Blocks as the pages they need, no page but a single one less than three tenths full where that can be had."""
    return tuple(_drawing(page, inside) for page in _pages(inside, blocks))


def _pages(inside: Box, blocks: Iterable[Block]) -> Paged:
    return tuple(page for part in _parts(inside, blocks) for page in _shared(part, inside))


def _count(inside: Box, blocks: Iterable[Block]) -> int:
    """How many pages the blocks take; to share them out evenly takes no more and no fewer."""
    return sum(len(paginate(part, inside.width, inside.height)) for part in _parts(inside, blocks))


def _parts(inside: Box, blocks: Iterable[Block]) -> list[list[Block]]:
    """Every part that begins a page is shared out alone; a part too short for a page of its own follows the one before it."""
    blocks = [block.at_width(inside.width) for block in blocks]
    parts: list[list[Block]] = [[]]
    is_must = False
    for block in blocks:
        if not isinstance(block, PageBreak):
            parts[-1].append(block)
        elif block.must or not _is_short(parts[-1], inside):
            parts.append([])
            is_must = block.must
    if len(parts) > 1 and not is_must and _is_short(parts[-1], inside):
        parts[-2:] = [[*parts[-2], *parts[-1]]]
    return [part for part in parts if part]


def _is_short(part: list[Block], inside: Box) -> bool:
    shared = paginate(part, inside.width, inside.height)
    return not shared or (len(shared) == 1 and filled(shared[0], inside.height) < FULL_ENOUGH)


def _shared(blocks: list[Block], inside: Box) -> Paged:
    """Blocks on as few pages as they need; a last page nearly empty takes from those before it."""
    shared = paginate(blocks, inside.width, inside.height)
    if len(shared) < 2 or filled(shared[-1], inside.height) >= FULL_ENOUGH:
        return shared
    for height in _lower(inside.height):
        even = paginate(blocks, inside.width, height)
        if len(even) > len(shared):
            break
        shared = even
        if filled(even[-1], inside.height) >= FULL_ENOUGH:
            break
    return shared


def _lower(height: float) -> Iterator[float]:
    return (height * (1 - step / 24) for step in range(1, 16))


def filled(page: Placed, height: float) -> float:
    """How much of a page's height its pieces take, from 0 to 1."""
    return max((distance + piece.height for distance, piece in page), default=0.0) / height


def _drawing(pieces: Placed, inside: Box) -> Drawing:
    def draw(pen: Pen) -> None:
        for distance, piece in pieces:
            piece.draw(pen, inside.left, inside.top - distance)

    return draw


def flowing_sheet(
    job: Job,
    title: str,
    scope: str,
    blocks: Iterable[Block],
    heading: Heading = Heading.PLAIN,
    orientation: Orientation = Orientation.PORTRAIT,
) -> Sheet:
    """A sheet whose blocks flow over as many pages as they need, in the sizes they have."""
    return Sheet(title, scope, pages_of(frame(job, heading, orientation), blocks), heading, orientation)
