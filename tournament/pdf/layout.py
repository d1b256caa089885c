"""The page: one frame for every sheet, and the pen that draws inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum

from reportlab.pdfgen.canvas import Canvas

from tournament.pdf import lines
from tournament.pdf.file import PARAGRAPH, PICTURE, Ink, Tags
from tournament.pdf.job import Job, Said
from tournament.pdf.lines import Direction, Weight
from tournament.pdf.qr import draw_code
from wording import gettext as _
from wording.figures import clock_time, short_date

MARGIN = 28.35  # 10 mm, which every printer reaches
FOOT = 16.0
HEAD, POSTED_HEAD = 50.0, 84.0  # of sheets with the code of the event's address


class Align(Enum):
    """The alignment of a text in its place."""

    LEFT = "left"
    RIGHT = "right"
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page in points, from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """The width in points."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height in points."""
        return self.top - self.bottom


class Pen:
    """The drawing surface of a page: text, lines, boxes, codes and stamps, in points from the lower left corner of the paper."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._ink = Ink(canvas)
        self.tags = Tags(canvas, self._ink)
        self._stamps: set[str] = set()
        self._marks = 0

    def tagged(self, kind: str, words: str = "") -> AbstractContextManager[None]:
        """Open an element of the document's structure (see `Tags.element`) for everything drawn in the block."""
        return self.tags.element(kind, lines.plain_text(words))

    def block(self, kind: str = PARAGRAPH) -> AbstractContextManager[None]:
        """Open an element of the document's structure without elements inside: a slip, a cell, a row of a form."""
        return self.tags.block(kind)

    def paragraph(self) -> AbstractContextManager[None]:
        """Open a paragraph for the lines drawn in the block, unless an element that can hold them is open already."""
        return self.tags.paragraph()

    def aside(self) -> AbstractContextManager[None]:
        """Mark everything drawn in the block as decoration or repetition, which is not read aloud."""
        return self.tags.aside()

    def bookmark(self, title: str, level: int = 1) -> None:
        """Add an entry to the file's table of contents that leads to this page; level 0 is a sheet, 1 a section of it."""
        key = f"mark-{self._marks}"
        self._marks += 1
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(lines.plain_text(lines.printable_text(title)), key, level, closed=level == 0)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 10,
        weight: Weight = Weight.REGULAR,
        align: Align = Align.LEFT,
        direction: Direction = Direction.OWN,
    ) -> None:
        """Draw one line of text on the baseline ``y``; ``x`` is its left end, right end or middle, as ``align`` says."""
        if not text:
            return
        if align is not Align.LEFT:
            width = lines.text_width(text, size, weight)
            x -= width if align is Align.RIGHT else width / 2
        is_marked = self.tags.begin()
        lines.draw(self._ink, x, y, text, size, weight, direction)
        if is_marked:
            self.tags.end_mark()

    def draw_fitted(
        self, box: Box, text: str, size: float, weight: Weight = Weight.REGULAR, align: Align = Align.LEFT
    ) -> None:
        """Draw a text inside a box, centred vertically, as large as fits up to ``size``, on several lines if necessary."""
        setting = lines.fit(text, box.width, box.height, size, weight)
        leading = setting.size * lines.LEADING
        x = {Align.LEFT: box.left, Align.RIGHT: box.right, Align.CENTRE: (box.left + box.right) / 2}[align]
        y = (box.bottom + box.top) / 2 + leading * len(setting.lines) / 2 - leading * 0.78
        with self.paragraph():
            for line in setting.lines:
                self.text(x, y, line, setting.size, weight, align)
                y -= leading

    def said(
        self, box: Box, said: Said, size: float, weight: Weight = Weight.REGULAR, align: Align = Align.LEFT
    ) -> None:
        """Draw words inside a box as `draw_fitted`; those in the second language are smaller and beside the others, or below them."""
        if not said.second:
            self.draw_fitted(box, said.first, size, weight, align)
            return
        pair = lines.fit_pair(said.first, said.second, box.width, box.height, size, weight)
        rows = [*((line, pair.size, weight) for line in pair.first)]
        if not pair.is_beside:
            rows += [(line, pair.smaller, Weight.REGULAR) for line in pair.second]
        x = {Align.LEFT: box.left, Align.RIGHT: box.right, Align.CENTRE: (box.left + box.right) / 2}[align]
        beside = lines.text_width(pair.second[0], pair.smaller) + pair.gap if pair.is_beside else 0.0
        y = (box.bottom + box.top) / 2 + pair.height / 2
        with self.paragraph():
            for text, points, heavy in rows:
                at = {Align.LEFT: x, Align.RIGHT: x - beside, Align.CENTRE: x - beside / 2}[align]
                self.text(at, y - points * lines.LEADING * 0.78, text, points, heavy, align)
                if beside:
                    own = lines.text_width(text, points, heavy)
                    right = {Align.LEFT: at + own, Align.RIGHT: at, Align.CENTRE: at + own / 2}[align]
                    self.text(right + pair.gap, y - points * lines.LEADING * 0.78, pair.second[0], pair.smaller)
                y -= points * lines.LEADING

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.5) -> None:
        """Draw a straight black line."""
        self.lines(((x1, y1, x2, y2),), width)

    def lines(self, lines: Iterable[tuple[float, float, float, float]], width: float = 0.5) -> None:
        """Draw many straight black lines (x1, y1, x2, y2) of one width."""
        is_marked = self.tags.begin_aside()
        self._ink.lines(lines, width)
        if is_marked:
            self.tags.end_mark()

    def dashes(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a dashed line to cut or fold along."""
        self._canvas.setDash(3, 3)
        self.line(x1, y1, x2, y2, 0.4)
        self._canvas.setDash()

    def box(self, box: Box, width: float = 0.5) -> None:
        """Draw the outline of a rectangle; ``width`` is that of the line."""
        is_marked = self.tags.begin_aside()
        self._ink.outline(box.left, box.bottom, box.width, box.height, width)
        if is_marked:
            self.tags.end_mark()

    def shade(self, box: Box) -> None:
        """Fill a rectangle with a light grey that is still seen on a photocopy."""
        with self.aside():
            self._ink.area(box.left, box.bottom, box.width, box.height, 0.92)

    def code(self, x: float, y: float, size: float, address: str) -> None:
        """Draw the QR code of an address with its lower left corner at (x, y), ``size`` points wide."""
        with self.tags.block(PICTURE, _("QR code of {address}", address=address)):
            draw_code(self._canvas, x, y, size, address)

    def stamp(self, key: str, drawing: Callable[[Pen], None]) -> None:
        """Draw something that is the same on many pages: stored once in the file, under the name ``key``, and referred to by each page."""
        if key not in self._stamps:
            self._stamps.add(key)
            self._canvas.beginForm(key)
            with self.tags.without_marks():
                drawing(self)
            self._canvas.endForm()
        is_marked = self.tags.begin()
        self._canvas.doForm(key)
        if is_marked:
            self.tags.end_mark()

    def moved(self, x: float, y: float, drawing: Callable[[Pen], None]) -> None:
        """Draw with the origin moved to (x, y)."""
        with self._ink.apart():
            self._canvas.translate(x, y)
            drawing(self)

    def turned(self, x: float, y: float, drawing: Callable[[Pen], None]) -> None:
        """Draw upside down with the origin moved to (x, y), for a side that is folded over."""
        with self._ink.apart():
            self._canvas.translate(x, y)
            self._canvas.rotate(180)
            drawing(self)


Drawing = Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class OnFront:
    """The drawing of a page that always lies on the front of a leaf in two-sided printing, as a new leaf."""

    draw: Drawing

    def __call__(self, pen: Pen) -> None:
        """Draw the page."""
        self.draw(pen)


def on_fronts(pages: Iterable[Drawing]) -> tuple[Drawing, ...]:
    """The pages as fronts, each on a leaf of its own: for sheets that hang, stand folded on a table or are handed out page by page."""
    return tuple(map(OnFront, pages))


def paper_size(job: Job, *, is_landscape: bool = False) -> tuple[float, float]:
    """The width and height of the page in points, exchanged for landscape."""
    width, height = job.paper.points
    return (height, width) if is_landscape else (width, height)


def frame(job: Job, head: float = HEAD, *, is_landscape: bool = False) -> Box:
    """The box that is left for a sheet's own contents between a head of ``head`` points and the foot."""
    width, height = paper_size(job, is_landscape=is_landscape)
    return Box(MARGIN, MARGIN + FOOT, width - MARGIN, height - MARGIN - head)


def proof_line(job: Job) -> str:
    """The event's version and the time of print in words, which stand on every sheet and slip."""
    return _(
        "version {version} · printed {date}, {time}",
        version=job.record.version,
        date=short_date(job.printed_at.date()),
        time=clock_time(job.printed_at),
    )
