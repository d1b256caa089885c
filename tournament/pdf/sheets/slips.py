"""Result slips: one for each game, filled in and signed by all at the table; two or four are cut from a page.

The front of a leaf has the slips, its back the worksheets of the same tables (`worksheet.py`), each behind its slip when the leaf is turned
over its long edge. In one-sided printing the worksheets are on the next page, in the same places, so that both leaves are cut alike. What
is the same for tables of one size and chain set is drawn once in the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from tournament.draw.seating import marked_seats
from tournament.pdf import lines
from tournament.pdf.handwriting import FIVE_DIGITS, ROW, SIGNATURE, TWO_DIGITS
from tournament.pdf.job import Job, PackPart, SlipsPerPage
from tournament.pdf.layout import Align, Box, Drawing, Pen, proof_line
from tournament.pdf.names import Weight
from tournament.pdf.qr import code_address, table_address
from tournament.pdf.sheet import BY_TABLE, Basis, Hangs, PaperSheet, Scope, SheetBlocks, Takes
from tournament.pdf.sheets.worksheet import draw_worksheet
from tournament.record.event import TableRecord
from tournament.record.printing import ORDER, RULES, PartContent, of_table
from tournament.tellings.draw import chains_of, minutes_in_words

HEAD = 50.0
TICKS = 13.0
TITLES = 11.0
PROOF = 9.0
PADDING = 6.0
NAME_LINE = 11.0  # on a narrow slip a player's name has a line of its own above the fields
TALLEST = 38.0
WIDE = 400.0  # a slip at least this wide has a player's name beside the fields


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """One slip of a table: the words in its head, its address, and a line (mark, starting tile, name) for each player.

    - ``number``: the number of the table, None for a blank slip.
    - ``address``: that of the table's page, or of its code where players report or play by phone; ``leads`` then says which.
    - ``seats``: a line's mark is its seat by the chart, or a letter where tiles decide seats; its place never changes (R4-R6).
    - ``withdrawn``: how many codes of the table were withdrawn, None where it has no codes. A new code puts the slip out of date.
    """

    round: str
    table: str
    detail: str
    address: str
    seats: tuple[tuple[str, str, str], ...]
    chain_set: str
    planned: str = ""
    leads: str = ""
    number: int | None = None
    withdrawn: int | None = None

    def contents(self) -> Iterable[PartContent]:
        """The contents of the slip, which count to its table. The code is secret, so the number of withdrawn codes stands for it."""
        part = RULES if self.number is None else of_table(self.number)
        return ((part, (self.detail, self.chain_set, self.seats, self.withdrawn)),)

    @property
    def marks(self) -> tuple[str, ...]:
        """The mark of each line."""
        return tuple(mark for mark, _, _ in self.seats)

    @property
    def is_seated(self) -> bool:
        """Whether its lines are marked by seats, not letters."""
        return all(mark.isdecimal() for mark in self.marks)


@dataclass(frozen=True, slots=True)
class SlipForm:
    """The boxes of everything on a slip, in points from its lower left corner; `field` gives the box that a player fills in."""

    width: float
    height: float
    names: tuple[Box, ...]
    rows: tuple[Box, ...]
    edges: dict[str, tuple[float, float]]
    times: tuple[Box, ...]
    director: tuple[Box, ...]

    def field(self, seat: int, name: str) -> Box:
        """The box that a player fills in, by the name of its column; seats count from 0."""
        left, right = self.edges[name]
        return Box(left, self.rows[seat].bottom, right, self.rows[seat].top)


def _result_slips(job: Job) -> SheetBlocks:
    """Result slips: one for every chosen table of the round, with worksheets on the backs; the last page is filled with spare slips."""
    slips = [_slip(job, table) for table in job.tables]
    largest = max(slips, key=lambda slip: len(slip.seats))
    spare = blank_slip(job.round_scope, largest.marks, largest.chain_set)
    order = Basis(((ORDER, job.planned),))
    return SheetBlocks((order, *slips), lambda inside: tuple(slip_pages(job, inside, slips, spare)))


def _address(job: Job, table: TableRecord) -> str:
    """The address in the slip's QR code: that for reports by phone where the table has a code, else that of the table's page."""
    code = job.codes.get((job.round.number, table.number))
    if code is None:
        return table_address(job.record.public_address, job.round.number, table.number)
    return code_address(job.record.public_address, job.round.number, table.number, code)


def _leads(job: Job, table: TableRecord) -> str:
    """The words before the address that say what a player's phone does there; empty where it is the table's public page."""
    if (job.round.number, table.number) not in job.codes or not job.record.public_address:
        return ""
    return "Your hand on your phone: " if job.record.on_devices else "Report by phone: "


def _slip(job: Job, table: TableRecord) -> ResultSlip:
    """The slip of this table."""
    return ResultSlip(
        round=job.round_scope,
        table=f"Table {table.number}",
        detail=f"{table.size} players · {minutes_in_words(table.size, job.record.ruleset)} · chains: {chains_of(job.record, table)}",
        planned=job.planned,
        address=_address(job, table),
        leads=_leads(job, table),
        seats=tuple(
            (mark, seat.starting_tile, job.name(seat.player))
            for mark, seat in marked_seats(table, job.round.seat_source)
        ),
        chain_set=chains_of(job.record, table),
        number=table.number,
        withdrawn=table.codes_withdrawn if job.record.has_table_codes else None,
    )


def blank_slip(round_scope: str, marks: Sequence[str], chain_set: str) -> ResultSlip:
    """A slip without names for any table, with a line for each mark."""
    seats = tuple((mark, "", "") for mark in marks)
    return ResultSlip(round_scope, "Table ____", f"{len(seats)} players · chains: {chain_set}", "", seats, chain_set)


def slip_pages(job: Job, inside: Box, slips: Sequence[ResultSlip], spare: ResultSlip) -> Iterator[Drawing]:
    """The pages of these slips, with lines to cut along: each front followed by its back. The last page is filled with ``spare``."""
    count = int(job.options.slips)
    boxes = slip_boxes(inside, job.options.slips)
    slips = [*slips, *[spare] * (-len(slips) % count)]
    for first in range(0, len(slips), count):
        chosen = slips[first : first + count]
        yield partial(_draw_page, job=job, inside=inside, slips=chosen, boxes=boxes, is_back=False)
        yield partial(_draw_page, job=job, inside=inside, slips=chosen, boxes=boxes, is_back=True)


def slip_boxes(inside: Box, slips: SlipsPerPage) -> list[Box]:
    """The boxes of the slips on a page, from the upper left, with space kept beside the cuts."""
    middle = (inside.bottom + inside.top) / 2
    halves = [Box(inside.left, middle, inside.right, inside.top), Box(inside.left, inside.bottom, inside.right, middle)]
    if slips is SlipsPerPage.TWO:
        return [_beside_cuts(half, inside) for half in halves]
    centre = (inside.left + inside.right) / 2
    return [
        _beside_cuts(quarter, inside)
        for half in halves
        for quarter in (Box(half.left, half.bottom, centre, half.top), Box(centre, half.bottom, half.right, half.top))
    ]


def _draw_page(
    pen: Pen, *, job: Job, inside: Box, slips: Sequence[ResultSlip], boxes: Sequence[Box], is_back: bool
) -> None:
    """Draw a page of slips, or with ``is_back`` of their worksheets, and the lines to cut along."""
    middle = (inside.bottom + inside.top) / 2
    pen.dashes(inside.left - 20, middle, inside.right + 20, middle)
    if len(boxes) > int(SlipsPerPage.TWO):
        centre = (inside.left + inside.right) / 2
        pen.dashes(centre, inside.bottom, centre, inside.top + 20)
    for slip, box in zip(slips, boxes, strict=False):
        if is_back:
            _draw_back(pen, job, slip, _behind(box, inside) if job.is_two_sided else box)
        else:
            _draw_slip(pen, job, slip, box)


def _beside_cuts(box: Box, inside: Box) -> Box:
    """A slip's part of the page, made smaller by some space at its cuts, but not at the margins of the paper."""
    return Box(
        box.left if box.left == inside.left else box.left + PADDING,
        box.bottom if box.bottom == inside.bottom else box.bottom + PADDING,
        box.right if box.right == inside.right else box.right - PADDING,
        box.top if box.top == inside.top else box.top - PADDING,
    )


def _behind(box: Box, inside: Box) -> Box:
    """The box on the back of the leaf that is behind this one, when the leaf is turned over its long edge."""
    return Box(inside.left + inside.right - box.right, box.bottom, inside.left + inside.right - box.left, box.top)


def _draw_slip(pen: Pen, job: Job, slip: ResultSlip, box: Box) -> None:
    """Draw a slip into its box on the page."""
    form = slip_form(box.width, box.height, len(slip.seats))
    key = f"slip-{len(slip.seats)}-{slip.is_seated}-{round(box.width)}-{round(box.height)}"

    def draw(pen: Pen) -> None:
        pen.stamp(key, lambda stamp: _draw_form(stamp, form, slip, agrees(job)))
        _draw_slip_head(pen, job, slip, box.width, box.height)
        for (seat, tile, name), place in zip(slip.seats, form.names, strict=True):
            left = place.left + TWO_DIGITS
            pen.fitted(Box(place.left, place.bottom, left, place.top), seat, 11, Weight.BOLD, Align.CENTRE)
            right = place.right - (34 if tile else 0)
            pen.fitted(Box(left + 2, place.bottom + 1, right - 2, place.top - 1), name, 12, Weight.BOLD)
            pen.fitted(Box(right, place.bottom, place.right - 2, place.top), tile, 10, align=Align.RIGHT)
        _draw_proof(pen, job, slip, box.width)

    pen.bookmark(slip.table)
    with pen.block():
        pen.moved(box.left, box.bottom, draw)


def _draw_back(pen: Pen, job: Job, slip: ResultSlip, box: Box) -> None:
    """Draw the worksheet of a slip's table, turned by a quarter where the slip is too narrow for a column for each player."""
    players = tuple(
        f"{mark} {name}" if name else f"Seat {mark}" if slip.is_seated else mark for mark, _, name in slip.seats
    )
    turned = box.width < WIDE
    width, height = (box.height, box.width) if turned else (box.width, box.height)

    def draw(pen: Pen) -> None:
        draw_worksheet(pen, width, height, f"{slip.round} · {slip.table}", players, slip.chain_set)
        _draw_proof(pen, job, slip, width, "" if job.is_two_sided else ON_ITS_OWN)

    with pen.block():
        if turned:
            pen.quarter_turned(box.right, box.bottom, draw)
        else:
            pen.moved(box.left, box.bottom, draw)


def _draw_proof(pen: Pen, job: Job, slip: ResultSlip, width: float, before: str = "") -> None:
    """Draw the small line at the foot of a slip or worksheet: event, table, version and time of print, after the words ``before``."""
    foot = f"{before}{job.record.name} · {slip.round} · {slip.table} · {proof_line(job)}"
    pen.fitted(Box(0, 0, width, PROOF - 1), foot, 6.5)


def _draw_slip_head(pen: Pen, job: Job, slip: ResultSlip, width: float, height: float) -> None:
    """Draw the head of a slip: event, round and table, what players need to know, and the QR code."""
    right = width
    if slip.address:
        pen.code(width - HEAD, height - HEAD, HEAD + 4, slip.address)
        right = width - HEAD - 4
    network = f"  Network: {job.record.network_name}" if slip.address and job.record.network_name else ""
    words = [
        line
        for line in (
            slip.detail,
            slip.planned,
            f"{slip.leads}{slip.address}{network}" if slip.address else "",
        )
        if line
    ]
    pen.fitted(Box(0, height - 9, right, height), job.record.name, 7.5)
    pen.fitted(Box(0, height - 28, right, height - 9), f"{slip.round} · {slip.table}", 18, Weight.BOLD)
    line = min(9.5, (HEAD - 28) / len(words))
    for index, sentence in enumerate(words):
        top = height - 28 - index * line
        pen.fitted(Box(0, top - line, right, top), sentence, 8)


ON_ITS_OWN = "Worksheet of the slip on the page before: keep both together · "
COLUMNS = {"place": TWO_DIGITS, "out": TWO_DIGITS}


def slip_form(width: float, height: float, size: int) -> SlipForm:
    """The form for a table of ``size`` players on a slip of that width and height; every line is high enough for handwriting."""
    is_wide = width >= WIDE
    fixed = 2 * TICKS + TITLES + HEAD + PROOF + TICKS + (0 if is_wide else size * NAME_LINE)
    written = size + 3  # the times, a row for each player, two lines for the director
    row = max(ROW, min((height - fixed) / written, TALLEST))
    top = height - HEAD
    half = width / 2
    times = (Box(30, top - row, half - 8, top), Box(half + 22, top - row, width, top))
    top -= row + 2 * TICKS + TITLES
    cash = FIVE_DIGITS + TWO_DIGITS  # the two noughts are printed
    signature = SIGNATURE if not is_wide else SIGNATURE * 1.15
    widths = {"cash": cash, **COLUMNS, "signature": signature}
    free = width - sum(widths.values())
    if not is_wide:
        widths = {**widths, "signature": signature + free}
    lefts = list(accumulate(widths.values(), initial=free if is_wide else 0.0))
    edges = {name: (lefts[index], lefts[index + 1]) for index, name in enumerate(widths)}
    names, rows = [], []
    for _ in range(size):
        if is_wide:
            names.append(Box(0, top - row, free, top))
        else:
            names.append(Box(0, top - NAME_LINE, width, top))
            top -= NAME_LINE
        rows.append(Box(0, top - row, width, top))
        top -= row
    director = tuple(Box(0, top - TICKS - (index + 1) * row, width, top - TICKS - index * row) for index in range(2))
    return SlipForm(width, height, tuple(names), tuple(rows), edges, times, director)


def agrees(job: Job) -> str:
    """The words beside the box to tick about the worksheet, which is on the back of the slip or on a leaf of its own."""
    return "worksheet behind agrees" if job.is_two_sided else "worksheet agrees"


def _draw_form(pen: Pen, form: SlipForm, slip: ResultSlip, worksheet: str) -> None:
    """Draw what is the same on all slips of one size: fields, lines and boxes to tick; ``worksheet`` are the words of a tick."""
    small = 8.0 if form.width >= WIDE else 6.5
    for label, box in zip(("Start", "End"), form.times, strict=True):
        pen.text(box.left - lines.text_width(label, 8) - 4, box.bottom + 3, label, 8)
        pen.line(box.left, box.bottom + 1, box.right, box.bottom + 1)
    y = form.times[0].bottom - TICKS + 3
    ended = ("Ended by:", "41 tiles", "all chains safe")
    also = ("no legal play", "director stopped it", "tie for first, checked")
    _ticks(pen, form.width, y, ended, small)
    _ticks(pen, form.width, y - TICKS, also, small)
    _draw_seat_table(pen, form, is_seated=slip.is_seated)
    y = form.rows[-1].bottom - TICKS + 3
    _ticks(pen, form.width, y, ("all amounts end in 00", worksheet), small)
    for label, box in zip(
        ("Director: fines and time penalties", "Correction of cash, reason"), form.director, strict=True
    ):
        pen.text(0, box.bottom + 3, label, small, Weight.BOLD)
        pen.line(lines.text_width(label, small, Weight.BOLD) + 4, box.bottom + 1, form.width, box.bottom + 1)


def _ticks(pen: Pen, width: float, y: float, words: tuple[str, ...], size: float) -> None:
    """Draw words spread over the width, each after a box to tick; words that end in a colon have no box."""
    for index, word in enumerate(words):
        x = width * index / len(words)
        if not word.endswith(":"):
            pen.box(Box(x, y - 1, x + size, y - 1 + size), 0.6)
            x += size + 3
        pen.text(x, y, word, size, Weight.BOLD if word.endswith(":") else Weight.REGULAR)


def _draw_seat_table(pen: Pen, form: SlipForm, *, is_seated: bool) -> None:
    """Draw the table in which each player's cash, place and signature are written."""
    titles = {
        "cash": "Final cash, before fines and bonus",
        "place": "Place",
        "out": "Out of time",
        "signature": "Signature",
    }
    top, bottom = form.names[0].top, form.rows[-1].bottom
    pen.shade(Box(0, top, form.width, top + TITLES))
    if form.edges["cash"][0] > 0:
        first = "Seat, name, starting tile" if is_seated else "Name, starting tile"
        pen.fitted(Box(2, top, form.edges["cash"][0], top + TITLES), first, 7, Weight.BOLD)
    for name, title in titles.items():
        left, right = form.edges[name]
        pen.fitted(Box(left + 1, top, right - 1, top + TITLES), title, 6.5, Weight.BOLD, Align.CENTRE)
    pen.lines([(0, box.top, form.width, box.top) for box in form.names] + [(0, bottom, form.width, bottom)], 0.7)
    for row in form.rows:
        edges = [0.0, *(left for left, _ in form.edges.values()), form.width]
        pen.lines([(edge, row.bottom, edge, row.top) for edge in dict.fromkeys(edges)], 0.4)
        pen.lines([(form.edges["cash"][0], row.top, form.width, row.top)], 0.3)
        cash = Box(form.edges["cash"][0], row.bottom, form.edges["cash"][1] - 3, row.top)
        pen.fitted(cash, "00", 10, align=Align.RIGHT)
        middle, centre = sum(form.edges["out"]) / 2, (row.bottom + row.top) / 2
        pen.box(Box(middle - 5, centre - 5, middle + 5, centre + 5), 0.6)


RESULT_SLIPS = PaperSheet(
    "result-slips",
    "Result slips",
    Scope.ROUND,
    _result_slips,
    takes=BY_TABLE,
    pack=PackPart.PLAY,
    hangs=Hangs.WHILE_PLAYED,
    apart=Takes.TABLES,
    carries_address=True,
    is_bare=True,
    is_before_tiles=True,
)
