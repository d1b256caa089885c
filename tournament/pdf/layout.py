"""The page: one frame for every sheet, and the pen that draws inside it.

A sheet is a value: a title, what it covers, and its pages as drawings. Only ``render`` knows the canvas, so the number of pages is known
before the first is drawn, each page can say "page n of m", and several sheets go into one document in the order in which they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from enum import Enum
from io import BytesIO
from math import atan2, cos, degrees, sin

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from tournament.pdf import lines, names
from tournament.pdf.file.ink import Ink
from tournament.pdf.file.tags import PARAGRAPH, PART, PICTURE, TITLE, Tags
from tournament.pdf.job import Job
from tournament.pdf.names import Direction, Weight
from tournament.pdf.qr import draw_code

# Streams as bytes, not as text: nothing here travels through a channel of seven bits, and it is smaller and faster.
rl_config.useA85 = 0

MARGIN = 28.35  # 10 mm, which every printer reaches
FOOT = 16.0
FOOT_SIZE, KEPT_FOOT_SIZE = 7.5, 5.0
QR_SIZE = 74.0
PROVISIONAL = "PROVISIONAL"
CAPITAL = 0.74  # of the size of a type: the height of its capitals


class Align(Enum):
    """Where a text stands in its place."""

    LEFT = "left"
    RIGHT = "right"
    CENTRE = "centre"


class Orientation(Enum):
    """How the paper is held."""

    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Heading(Enum):
    """The head of a page: the event and title, the same with the QR code of the public page, or none (cards and certificates)."""

    PLAIN = "plain"
    POSTED = "posted"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page in points, from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom


class Pen:
    """What a drawing may do: text, lines, boxes, codes and stamps, in points from the lower left corner of the paper."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._ink = Ink(canvas)
        self.tags = Tags(canvas, self._ink)
        self._stamps: set[str] = set()
        self._marks = 0

    def tagged(self, kind: str, words: str = "") -> AbstractContextManager[None]:
        """What is drawn meanwhile is a part of the document of this kind (`tags`); ``words`` are said in place of a picture."""
        return self.tags.element(kind, words)

    def block(self, kind: str = PARAGRAPH) -> AbstractContextManager[None]:
        """Everything that is drawn meanwhile is one part of the document, not parted further: a slip, a cell, a row of a form."""
        return self.tags.block(kind)

    def paragraph(self) -> AbstractContextManager[None]:
        """The lines that are drawn meanwhile are one paragraph, unless they stand in a part already."""
        return self.tags.paragraph()

    def aside(self) -> AbstractContextManager[None]:
        """What is drawn meanwhile is for the eye alone, or was said before."""
        return self.tags.aside()

    def bookmark(self, title: str, level: int = 1) -> None:
        """Let a reader of the file jump to this page by a title; level 0 is a sheet, 1 what it is about."""
        key = f"mark-{self._marks}"
        self._marks += 1
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(names.printable(title), key, level, closed=level == 0)

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
        """Set one line on the baseline ``y``; ``x`` is its left end, right end or middle."""
        if not text:
            return
        if align is not Align.LEFT:
            width = lines.text_width(text, size, weight)
            x -= width if align is Align.RIGHT else width / 2
        is_marked = self.tags.begin()
        names.draw(self._ink, x, y, text, size, weight, direction)
        if is_marked:
            self.tags.end_mark()

    def fitted(
        self, box: Box, text: str, size: float, weight: Weight = Weight.REGULAR, align: Align = Align.LEFT
    ) -> None:
        """Set a text inside a box, centred upright, as large as fits up to ``size``, on several lines if it must."""
        setting = lines.fit(text, box.width, box.height, size, weight)
        leading = setting.size * lines.LEADING
        x = {Align.LEFT: box.left, Align.RIGHT: box.right, Align.CENTRE: (box.left + box.right) / 2}[align]
        y = (box.bottom + box.top) / 2 + leading * len(setting.lines) / 2 - leading * 0.78
        with self.paragraph():
            for line in setting.lines:
                self.text(x, y, line, setting.size, weight, align)
                y -= leading

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.5) -> None:
        """A straight black line."""
        is_marked = self.tags.begin_aside()
        self._ink.lines(((x1, y1, x2, y2),), width)
        if is_marked:
            self.tags.end_mark()

    def lines(self, lines: Iterable[tuple[float, float, float, float]], width: float = 0.5) -> None:
        """Many lines of one width at once."""
        is_marked = self.tags.begin_aside()
        self._ink.lines(lines, width)
        if is_marked:
            self.tags.end_mark()

    def dashes(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A line to cut or fold along."""
        self._canvas.setDash(3, 3)
        self.line(x1, y1, x2, y2, 0.4)
        self._canvas.setDash()

    def box(self, box: Box, width: float = 0.5) -> None:
        """The outline of a rectangle."""
        is_marked = self.tags.begin_aside()
        self._ink.outline(box.left, box.bottom, box.width, box.height, width)
        if is_marked:
            self.tags.end_mark()

    def shade(self, box: Box) -> None:
        """A rectangle in the one light grey that survives a copier."""
        with self.aside():
            self._ink.area(box.left, box.bottom, box.width, box.height, 0.92)

    def code(self, x: float, y: float, size: float, address: str) -> None:
        """The QR code of an address."""
        with self.tags.block(PICTURE, f"Code of {address}"):
            draw_code(self._canvas, x, y, size, address)

    def stamp(self, key: str, drawing: Callable[[Pen], None]) -> None:
        """Draw what is the same on many pages once in the document and refer to it; ``key`` names it within the document."""
        if key not in self._stamps:
            self._stamps.add(key)
            self._canvas.beginForm(key)
            with self.tags.unmarked():
                drawing(self)
            self._canvas.endForm()
        is_marked = self.tags.begin()
        self._canvas.doForm(key)
        if is_marked:
            self.tags.end_mark()

    def across(self, width: float, height: float, word: str) -> None:
        """A word from the lower left to the upper right of the paper, in the one light grey, under what is printed on it.

        It is as large as its corners stay within the margins.
        """
        turn = atan2(height, width)
        length = lines.text_width(word, 1, Weight.BOLD)
        across, up = length * cos(turn) + CAPITAL * sin(turn), length * sin(turn) + CAPITAL * cos(turn)
        size = min((width - 2 * MARGIN) / across, (height - 2 * MARGIN) / up)
        with self._ink.apart():
            self._canvas.setFillGray(0.91)
            self._canvas.translate(width / 2, height / 2)
            self._canvas.rotate(degrees(turn))
            self.text(0, -size * CAPITAL / 2, word, size, Weight.BOLD, Align.CENTRE)

    def moved(self, x: float, y: float, drawing: Callable[[Pen], None]) -> None:
        """Draw with the origin moved to (x, y)."""
        with self._ink.apart():
            self._canvas.translate(x, y)
            drawing(self)

    def turned(self, x: float, y: float, drawing: Callable[[Pen], None]) -> None:
        """Draw upside down with the origin moved to (x, y), for what is folded over."""
        with self._ink.apart():
            self._canvas.translate(x, y)
            self._canvas.rotate(180)
            drawing(self)

    def quarter_turned(self, x: float, y: float, drawing: Callable[[Pen], None]) -> None:
        """Draw turned by a quarter to the left with the origin moved to (x, y), for what is wider than its place."""
        with self._ink.apart():
            self._canvas.translate(x, y)
            self._canvas.rotate(90)
            drawing(self)


Drawing = Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet ready to print: title, what it covers ("Round 2"), one drawing a page; across a provisional one stands that it is.

    What is kept, as a certificate, has its foot as small as can be read. ``fronts`` are the pages, counted from 0, that lie on the front
    of the paper where both sides are printed; the first always does.
    """

    title: str
    scope: str
    pages: tuple[Drawing, ...]
    heading: Heading = Heading.PLAIN
    orientation: Orientation = Orientation.PORTRAIT
    is_provisional: bool = False
    is_kept: bool = False
    fronts: frozenset[int] = frozenset()

    def on_fronts(self) -> Sheet:
        """The same with nothing on any back: what hangs, stands folded on a table or is handed out page by page."""
        return replace(self, fronts=frozenset(range(len(self.pages))))


def paper_size(job: Job, orientation: Orientation = Orientation.PORTRAIT) -> tuple[float, float]:
    """Width and height of the page in points, as it is held."""
    width, height = job.options.paper.value
    return (width, height) if orientation is Orientation.PORTRAIT else (height, width)


def frame(job: Job, heading: Heading = Heading.PLAIN, orientation: Orientation = Orientation.PORTRAIT) -> Box:
    """The box that is left for a sheet's own contents."""
    width, height = paper_size(job, orientation)
    head = {Heading.PLAIN: 50.0, Heading.POSTED: 84.0 if job.record.public_address else 50.0, Heading.BARE: 0.0}[
        heading
    ]
    return Box(MARGIN, MARGIN + FOOT, width - MARGIN, height - MARGIN - head)


def render(job: Job, sheets: Iterable[Sheet]) -> bytes:
    """Print sheets one after another into one PDF; the same arguments always give the same bytes.

    On both sides each sheet begins on the front of a paper, after an empty page where the one before ended on a front.
    """
    buffer = BytesIO()
    sheets = tuple(sheets)
    canvas = Canvas(
        buffer, pagesize=job.options.paper.value, invariant=1, pageCompression=1, lang="en", pdfVersion=(1, 7)
    )
    describe(canvas, job, sheets)
    pen = Pen(canvas)
    for sheet in sheets:
        for _ in range(job.options.copies):
            with pen.tagged(PART):
                _draw_sheet(pen, canvas, job, sheet)
    pen.tags.end()
    canvas.save()
    return buffer.getvalue()


def _draw_sheet(pen: Pen, canvas: Canvas, job: Job, sheet: Sheet) -> None:
    for number, page in enumerate(sheet.pages, start=1):
        if job.is_two_sided and (number == 1 or number - 1 in sheet.fronts) and canvas.getPageNumber() % 2 == 0:
            canvas.showPage()  # the back of what was before stays empty
            pen.tags.end_page()
        canvas.setPageSize(paper_size(job, sheet.orientation))
        if number == 1:
            pen.bookmark(f"{sheet.title}, {sheet.scope}", level=0)
        if sheet.is_provisional:
            pen.across(*paper_size(job, sheet.orientation), PROVISIONAL)
        with pen.aside() if number > 1 else nullcontext():
            _draw_head(pen, job, sheet)
        page(pen)
        with pen.aside():
            _draw_foot(pen, job, sheet, f"page {number} of {len(sheet.pages)}")
        canvas.showPage()
        pen.tags.end_page()


def describe(canvas: Canvas, job: Job, sheets: tuple[Sheet, ...]) -> None:
    """Tell what the file is to whoever keeps or searches it: sheet and event, who made it, the version, the moment of print."""
    first = sheets[0]
    what = f"{first.title}, {first.scope}" if len(sheets) == 1 else f"Sheets, {first.scope}"
    canvas.setTitle(f"{what} - {names.printable(job.record.name)}")
    canvas.setAuthor(names.printable(job.record.name))
    canvas.setSubject(proof_line(job))
    canvas.setCreator("Top Table")
    moment = job.printed_at
    offset = moment.strftime("%z") or "+0000"
    canvas.setDateFormatter(lambda *_: f"D:{moment:%Y%m%d%H%M%S}{offset[:3]}'{offset[3:5]}'")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if job.is_two_sided else "Simplex")
    canvas.showOutline()


def _draw_head(pen: Pen, job: Job, sheet: Sheet) -> None:
    if sheet.heading is Heading.BARE:
        return
    event = job.record
    width, height = paper_size(job, sheet.orientation)
    top, right = height - MARGIN, width - MARGIN
    if sheet.heading is Heading.POSTED and event.public_address:
        pen.code(right - QR_SIZE + 8, top - QR_SIZE + 4, QR_SIZE, event.public_address)
        right -= QR_SIZE
        network = f"Network: {event.network_name}" if event.network_name else ""
        pen.fitted(Box(MARGIN, top - 62, right, top - 48), event.public_address, 11)
        pen.fitted(Box(MARGIN, top - 76, right, top - 62), network, 11)
    scope_width = lines.text_width(sheet.scope, 18, Weight.BOLD)
    pen.fitted(Box(MARGIN, top - 13, right - scope_width - 12, top), event.name, 10)
    pen.text(right, top - 32, sheet.scope, 18, Weight.BOLD, Align.RIGHT)
    pen.text(right, top - 10, f"{event.date:%Y-%m-%d}", 10, align=Align.RIGHT)
    with pen.tagged(TITLE):
        pen.fitted(Box(MARGIN, top - 38, right - scope_width - 12, top - 14), sheet.title, 18, Weight.BOLD)
    bottom = frame(job, sheet.heading, sheet.orientation).top + 7
    pen.line(MARGIN, bottom, width - MARGIN, bottom, 1)


def _draw_foot(pen: Pen, job: Job, sheet: Sheet, page: str) -> None:
    width, _ = paper_size(job, sheet.orientation)
    right, size = f"{proof_line(job)} · {page}", KEPT_FOOT_SIZE if sheet.is_kept else FOOT_SIZE
    room = width - 2 * MARGIN - lines.text_width(right, size) - 12
    if not sheet.is_kept:
        pen.line(MARGIN, MARGIN + 10, width - MARGIN, MARGIN + 10, 0.3)
    pen.fitted(
        Box(MARGIN, MARGIN - 3, MARGIN + room, MARGIN + 9), f"{job.record.name} · {sheet.title} · {sheet.scope}", size
    )
    pen.text(width - MARGIN, MARGIN, right, size, align=Align.RIGHT)


def proof_line(job: Job) -> str:
    """The version of the data and the time of print, as every sheet and slip carries them."""
    return f"version {job.record.version} · printed {job.printed_at:%Y-%m-%d %H:%M}"
