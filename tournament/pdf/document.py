"""Sheets as one PDF: each sheet a pure function of the event's values, the choices and the time of print.

`sheet` prints one by its name, `round_pack` all of a round in the order in which they are used; the same arguments always give the same
bytes. All pages of a sheet are set before the first is drawn, so that each can say "page n of m".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from types import MappingProxyType

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from tournament.pdf import lines
from tournament.pdf.file import PART, TITLE
from tournament.pdf.job import Job, Options, PaperError
from tournament.pdf.layout import MARGIN, Align, Box, Pen, paper_size, proof_line
from tournament.pdf.lines import Weight
from tournament.pdf.sheet import Hangs, SetSheet
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord
from tournament.tellings.paper import has_sheet
from wording import gettext as _
from wording.figures import listed_or, short_date
from wording.languages import language

# Streams as bytes, not as text: nothing here travels through a channel of seven bits, and it is smaller and faster.
rl_config.useA85 = 0

FOOT_SIZE, FRAMED_FOOT_SIZE = 7.5, 5.0
QR_SIZE = 74.0
WIDEST_SCOPE = 0.45  # of the head of a page, for what the sheet covers

Codes = Mapping[tuple[int, int], str]
NO_CODES: Codes = MappingProxyType({})


def sheet(name: str, record: EventRecord, options: Options, printed_at: datetime, codes: Codes = NO_CODES) -> bytes:
    """One sheet as a PDF; ``name`` is a key of SHEETS. Raises PaperError where there is no such sheet or it cannot be printed yet."""
    names = [each for each in SHEETS if has_sheet(record, each)]
    if name not in names:
        raise PaperError(_("There is no sheet called “{name}”; choose {sheets}.", name=name, sheets=listed_or(names)))
    return sheets_as_pdf(record, [(name, options)], printed_at, codes)


def round_pack(
    record: EventRecord, round_number: int, options: Options, printed_at: datetime, codes: Codes = NO_CODES
) -> bytes:
    """All sheets of a round as one PDF, in the order in which they are used; PaperError where the round has not been drawn."""
    return sheets_as_pdf(record, pack_of(record, round_number, options), printed_at, codes)


def sheets_as_pdf(
    record: EventRecord, orders: Sequence[tuple[str, Options]], printed_at: datetime, codes: Codes = NO_CODES
) -> bytes:
    """Several sheets as one PDF; ``orders`` holds each sheet's name with its choices for printing. Raises PaperError as `sheet`.

    The size of paper is that of the first order, else the event's. ``codes``, by round and table, are printed on slips, so that players
    report by phone.
    """
    jobs = [Job(record, options, printed_at, codes) for _name, options in orders]
    return _render(jobs[0], [SHEETS[name].build(job) for (name, _options), job in zip(orders, jobs, strict=True)])


def pack_of(record: EventRecord, round_number: int, options: Options) -> tuple[tuple[str, Options], ...]:
    """The sheets of a round, each as its name and its choices, in the order in which they are used; PaperError where there are none yet."""
    wanted = replace(options, round_number=round_number)
    is_closed = Job(record, wanted, datetime.min.replace(tzinfo=UTC)).round.is_closed
    chosen = [each for each in SHEETS.values() if each.in_pack and (is_closed or each.hangs is Hangs.WHILE_PLAYED)]
    return tuple((each.name, wanted) for each in chosen)


def fronts_of(name: str, record: EventRecord, options: Options, printed_at: datetime) -> tuple[bool, ...]:
    """For each page of a sheet whether it has to lie on the front of a paper where both sides are printed.

    Raises PaperError as `sheet`.
    """
    laid = SHEETS[name].build(Job(record, options, printed_at))
    return tuple(laid.is_front(at) for at in range(len(laid.pages)))


def _render(job: Job, sheets: Sequence[SetSheet]) -> bytes:
    """Draw the sheets one after another, and return the bytes of the PDF.

    In two-sided printing each sheet begins on the front of a leaf, after an empty page where the sheet before ended on a front.
    """
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=job.paper.points, invariant=1, pageCompression=1, lang=_tag(), pdfVersion=(1, 7))
    _describe(canvas, job, sheets)
    pen = Pen(canvas)
    for sheet in sheets:
        with pen.tagged(PART):
            _draw_sheet(pen, canvas, job, sheet)
    pen.tags.end()
    canvas.save()
    return buffer.getvalue()


def _tag() -> str:
    """The language of the print as a PDF names it: "en-GB", "de"."""
    name, _dash, region = language().partition("-")
    return f"{name}-{region.upper()}" if region else name


def _draw_sheet(pen: Pen, canvas: Canvas, job: Job, sheet: SetSheet) -> None:
    """Draw all pages of a sheet, each with its head and foot."""
    for number, page in enumerate(sheet.pages, start=1):
        if job.is_two_sided and sheet.is_front(number - 1) and canvas.getPageNumber() % 2 == 0:
            canvas.showPage()  # leaves the back of the leaf before empty
            pen.tags.end_page()
        canvas.setPageSize(paper_size(job, is_landscape=sheet.sheet.is_framed))
        if number == 1:
            pen.bookmark(f"{sheet.title}, {sheet.scope}", level=0)
        with pen.aside() if number > 1 else nullcontext():
            _draw_head(pen, job, sheet)
        page(pen)
        if sheet.sheet.has_foot:
            with pen.aside():
                _draw_foot(pen, job, sheet, _("page {page} of {pages}", page=number, pages=len(sheet.pages)))
        canvas.showPage()
        pen.tags.end_page()


def _describe(canvas: Canvas, job: Job, sheets: Sequence[SetSheet]) -> None:
    """Set the file's title, author, subject (the event's version), moment of print, and whether it is printed on both sides."""
    first = sheets[0]
    what = f"{first.title}, {first.scope}" if len(sheets) == 1 else _("Sheets, {scope}", scope=first.scope)
    canvas.setTitle(f"{what} - {lines.printable_text(job.record.name)}")
    canvas.setAuthor(lines.printable_text(job.record.name))
    canvas.setSubject(proof_line(job))
    canvas.setCreator("Top Table")
    moment = job.printed_at
    offset = moment.strftime("%z") or "+0000"
    canvas.setDateFormatter(lambda *_parts: f"D:{moment:%Y%m%d%H%M%S}{offset[:3]}'{offset[3:5]}'")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if job.is_two_sided else "Simplex")
    canvas.showOutline()


def _draw_head(pen: Pen, job: Job, sheet: SetSheet) -> None:
    """Draw the head of a page: event, sheet, date and, where the sheet carries it, the event's address as a code."""
    if sheet.sheet.is_bare:
        return
    event = job.record
    width, height = paper_size(job, is_landscape=sheet.sheet.is_framed)
    top, right = height - MARGIN, width - MARGIN
    if sheet.sheet.carries_address and event.public_address:
        pen.code(right - QR_SIZE + 8, top - QR_SIZE + 4, QR_SIZE, event.public_address)
        right -= QR_SIZE
        network = _("Network: {name}", name=event.network_name) if event.network_name else ""
        pen.draw_fitted(Box(MARGIN, top - 62, right, top - 48), event.public_address, 11)
        pen.draw_fitted(Box(MARGIN, top - 76, right, top - 62), network, 11)
    day = short_date(event.date)
    scope_width = min(lines.text_width(sheet.scope, 18, Weight.BOLD) + 0.1, WIDEST_SCOPE * (right - MARGIN))
    name_right = right - max(scope_width, lines.text_width(day, 10)) - 12
    pen.draw_fitted(Box(MARGIN, top - 13, name_right, top), event.name, 10)
    pen.draw_fitted(Box(right - scope_width, top - 38, right, top - 14), sheet.scope, 18, Weight.BOLD, Align.RIGHT)
    pen.text(right, top - 10, day, 10, align=Align.RIGHT)
    with pen.tagged(TITLE):
        pen.draw_fitted(Box(MARGIN, top - 38, right - scope_width - 12, top - 14), sheet.title, 18, Weight.BOLD)
    bottom = sheet.sheet.frame(job).top + 7
    pen.line(MARGIN, bottom, width - MARGIN, bottom, 1)


def _draw_foot(pen: Pen, job: Job, sheet: SetSheet, page: str) -> None:
    """Draw the foot of a page; ``page`` is "page n of m"."""
    width, _ = paper_size(job, is_landscape=sheet.sheet.is_framed)
    right, size = f"{proof_line(job)} · {page}", FRAMED_FOOT_SIZE if sheet.sheet.is_framed else FOOT_SIZE
    room = width - 2 * MARGIN - lines.text_width(right, size) - 12
    if not sheet.sheet.is_framed:
        pen.line(MARGIN, MARGIN + 10, width - MARGIN, MARGIN + 10, 0.3)
    pen.draw_fitted(
        Box(MARGIN, MARGIN - 3, MARGIN + room, MARGIN + 9),
        f"{job.record.name} · {sheet.title} · {sheet.scope}",
        size,
    )
    pen.text(width - MARGIN, MARGIN, right, size, align=Align.RIGHT)
