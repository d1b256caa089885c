"""Result slips: one a game, filled in and signed by all at the table, two or four cut from a page.

What is the same for tables of one size and chain set is drawn once in the document; names, tiles and the code are put on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.acquire.editions import LABEL_SETS
from tournament.draw.seating import marked_seats
from tournament.pdf import lines
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Box, Drawing, Heading, Pen, Sheet, frame, proof_line
from tournament.pdf.names import Weight
from tournament.pdf.options import SlipsPerPage
from tournament.pdf.qr import table_address
from tournament.record.event import TableRecord
from tournament.tellings.drawn.draw import chains_of, minutes_in_words

HEAD = 54.0
TIMES = 30.0
TITLES = 20.0
DIRECTOR = 38.0
WORK_TITLE = 20.0
WORK_ROW = 10.5
PROOF = 10.0
PADDING = 6.0
WIDE = 400.0  # a slip at least this wide has room for the dollars of each bonus


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip: what its head says, the address of the table's page, and (mark, starting tile, name) line by line.

    A line is marked by its seat, or by a letter as long as seats are not decided (R4-R6).
    """

    round: str
    table: str
    detail: str
    address: str
    seats: tuple[tuple[str, str, str], ...]
    chain_set: str

    @property
    def marks(self) -> tuple[str, ...]:
        """What marks each line."""
        return tuple(mark for mark, _, _ in self.seats)


def result_slips(job: Job) -> Sheet:
    """A slip for every table of the round."""
    slips = [_slip(job, table) for table in job.tables]
    return Sheet("Result slips", job.round_scope, tuple(slip_pages(job, slips)), Heading.BARE)


def _slip(job: Job, table: TableRecord) -> Slip:
    return Slip(
        round=job.round_scope,
        table=f"Table {table.number}",
        detail=f"{table.size} players · {minutes_in_words(table.size, job.record.ruleset)} · chains: {chains_of(job.record, table)}"
        f"{f' · {job.planned}' if job.planned else ''}",
        address=table_address(job.record.public_address, job.round.number, table.number),
        seats=tuple(
            (mark, seat.starting_tile, job.name(seat.player))
            for mark, seat in marked_seats(table, job.round.seat_source)
        ),
        chain_set=chains_of(job.record, table),
    )


def slip_pages(job: Job, slips: list[Slip]) -> Iterator[Drawing]:
    """Slips laid out on pages with lines to cut along."""
    count = int(job.options.slips)
    boxes = _boxes(frame(job, Heading.BARE), job.options.slips)
    for first in range(0, len(slips), count):
        yield _page(job, slips[first : first + count], boxes)


def _boxes(inside: Box, slips: SlipsPerPage) -> list[Box]:
    middle = (inside.bottom + inside.top) / 2
    halves = [Box(inside.left, middle, inside.right, inside.top), Box(inside.left, inside.bottom, inside.right, middle)]
    if slips is SlipsPerPage.TWO:
        return halves
    centre = (inside.left + inside.right) / 2
    return [
        quarter
        for half in halves
        for quarter in (Box(half.left, half.bottom, centre, half.top), Box(centre, half.bottom, half.right, half.top))
    ]


def _page(job: Job, slips: list[Slip], boxes: list[Box]) -> Drawing:
    def draw(pen: Pen) -> None:
        inside = frame(job, Heading.BARE)
        middle = (inside.bottom + inside.top) / 2
        pen.dashes(inside.left - 20, middle, inside.right + 20, middle)
        if len(boxes) > int(SlipsPerPage.TWO):
            centre = (inside.left + inside.right) / 2
            pen.dashes(centre, inside.bottom, centre, inside.top + 20)
        for slip, box in zip(slips, boxes, strict=False):
            _draw_slip(pen, job, slip, _within(box, inside))

    return draw


def _within(box: Box, inside: Box) -> Box:
    """The slip with white kept beside the cuts, but not at the margins of the paper."""
    return Box(
        box.left if box.left == inside.left else box.left + PADDING,
        box.bottom if box.bottom == inside.bottom else box.bottom + PADDING,
        box.right if box.right == inside.right else box.right - PADDING,
        box.top if box.top == inside.top else box.top - PADDING,
    )


def _draw_slip(pen: Pen, job: Job, slip: Slip, box: Box) -> None:
    rows = _rows(box.width, box.height, len(slip.seats))
    key = f"slip-{''.join(slip.marks)}-{slip.chain_set}-{round(box.width)}-{round(box.height)}"

    def draw(pen: Pen) -> None:
        pen.stamp(key, lambda stamp: _draw_form(stamp, box.width, box.height, slip.marks, slip.chain_set))
        _draw_slip_head(pen, job, slip, box.width, box.height)
        for (_, tile, name), row in zip(slip.seats, rows.seats, strict=True):
            pen.fitted(Box(rows.columns[1], row.bottom, rows.columns[2], row.top), tile, 10, align=Align.CENTRE)
            pen.fitted(Box(rows.columns[2] + 3, row.bottom + 1, rows.columns[3] - 3, row.top - 1), name, 11)
        foot = f"{job.record.name} · {slip.round} · {slip.table} · {proof_line(job)}"
        pen.fitted(Box(0, 0, box.width, PROOF - 1), foot, 6.5)

    pen.moved(box.left, box.bottom, draw)


def _draw_slip_head(pen: Pen, job: Job, slip: Slip, width: float, height: float) -> None:
    right = width
    if slip.address:
        pen.code(width - HEAD, height - HEAD, HEAD + 4, slip.address)
        right = width - HEAD - 4
    pen.fitted(Box(0, height - 10, right, height), job.record.name, 8)
    pen.fitted(Box(0, height - 31, right, height - 10), f"{slip.round} · {slip.table}", 18, Weight.BOLD)
    pen.fitted(Box(0, height - 41, right, height - 31), slip.detail, 8)
    network = f"  Network: {job.record.network_name}" if slip.address and job.record.network_name else ""
    pen.fitted(Box(0, height - 51, right, height - 41), f"{slip.address}{network}", 7.5)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Where the parts of a slip lie: the left ends of the seat table's columns, its rows, and the top of the worksheet."""

    columns: tuple[float, ...]
    seats: tuple[Box, ...]
    work_top: float


def _rows(width: float, height: float, size: int) -> _Rows:
    wide = width >= WIDE
    widths = (24, 38, 0, 82, 34, 40, 110) if wide else (18, 26, 0, 52, 24, 26, 48)
    free = width - sum(widths)
    columns, left = [], 0.0
    for column in widths:
        columns.append(left)
        left += column or free
    columns.append(width)
    work = WORK_TITLE + 9 * WORK_ROW
    room = height - HEAD - TIMES - TITLES - DIRECTOR - work - PROOF
    row = min(room / size, 26.0)
    top = height - HEAD - TIMES - TITLES
    seats = tuple(Box(0, top - (index + 1) * row, width, top - index * row) for index in range(size))
    return _Rows(tuple(columns), seats, PROOF + work)


def _draw_form(pen: Pen, width: float, height: float, marks: tuple[str, ...], chain_set: str) -> None:
    rows = _rows(width, height, len(marks))
    _draw_times(pen, width, height - HEAD)
    _draw_seat_table(pen, rows, height - HEAD - TIMES, marks)
    _draw_director_lines(pen, width, rows.seats[-1].bottom)
    _draw_worksheet(pen, width, rows.work_top, marks, chain_set)


def _draw_times(pen: Pen, width: float, top: float) -> None:
    small = 8.0 if width >= WIDE else 6.5
    pen.text(0, top - 10, "Start", small)
    pen.line(26, top - 11, width * 0.22, top - 11)
    pen.text(width * 0.24, top - 10, "End", small)
    pen.line(width * 0.24 + 22, top - 11, width * 0.46, top - 11)
    pen.text(width * 0.48, top - 10, "Ended by", small)
    pen.line(width * 0.48 + (44 if width >= WIDE else 34), top - 11, width, top - 11)
    words = ("41 tiles", "all chains safe", "no legal play", "director stopped it")
    starts = (0.0, 0.17, 0.42, 0.64)
    for word, start in zip(words, starts, strict=True):
        _tick_box(pen, width * start, top - 24, word, small)


def _tick_box(pen: Pen, x: float, y: float, text: str, size: float) -> None:
    pen.box(Box(x, y - 1, x + size, y - 1 + size), 0.6)
    pen.text(x + size + 3, y, text, size)


def _draw_seat_table(pen: Pen, rows: _Rows, top: float, marks: tuple[str, ...]) -> None:
    titles = (
        "Seat" if marks[0].isdecimal() else "",
        "Start tile",
        "Name",
        "Final cash, before fines and bonus",
        "Place",
        "Out of time",
        "Signature",
    )
    width = rows.columns[-1]
    bottom = rows.seats[-1].bottom
    pen.shade(Box(0, top - TITLES, width, top))
    for index, title in enumerate(titles):
        box = Box(rows.columns[index] + 1, top - TITLES + 1, rows.columns[index + 1] - 1, top - 1)
        pen.fitted(box, title, 7, Weight.BOLD, Align.CENTRE)
    pen.lines([(x, bottom, x, top) for x in rows.columns])
    pen.lines([(0, row.top, width, row.top) for row in rows.seats] + [(0, top, width, top), (0, bottom, width, bottom)])
    for mark, row in zip(marks, rows.seats, strict=True):
        pen.fitted(Box(0, row.bottom, rows.columns[1], row.top), mark, 11, Weight.BOLD, Align.CENTRE)
        cash = Box(rows.columns[3], row.bottom, rows.columns[4] - 3, row.top)
        pen.fitted(cash, "00", 9, align=Align.RIGHT)
        middle = (rows.columns[5] + rows.columns[6]) / 2
        centre = (row.bottom + row.top) / 2
        pen.box(Box(middle - 4, centre - 4, middle + 4, centre + 4), 0.6)


def _draw_director_lines(pen: Pen, width: float, top: float) -> None:
    small = 7.5 if width >= WIDE else 6.0
    _tick_box(pen, 0, top - 11, "all amounts end in 00", small)
    _tick_box(pen, width * 0.30, top - 11, "tie for first, checked", small)
    _tick_box(pen, width * 0.62, top - 11, "worksheet agrees with cash", small)
    labels = ("Director: fines and time penalties", "Cash correction and reason")
    for index, label in enumerate(labels):
        y = top - 22 - index * 11.5
        pen.text(0, y, label, small, Weight.BOLD)
        pen.line(lines.text_width(label, small, Weight.BOLD) + 4, y - 1, width, y - 1)


def _draw_worksheet(pen: Pen, width: float, top: float, marks: tuple[str, ...], chain_set: str) -> None:
    """The collapse, small to big (R15): bonuses and shares sold, then the sum that must be the final cash."""
    size = len(marks)
    titles, widths = _work_columns(width, marks)
    lefts, x = [], 0.0
    for column in widths:
        lefts.append(x)
        x += column
    bottom = top - WORK_TITLE - 9 * WORK_ROW
    pen.shade(Box(0, top - WORK_TITLE, width, top))
    for left, column, title in zip(lefts, widths, titles, strict=True):
        pen.fitted(
            Box(left + 1, top - WORK_TITLE + 1, left + column - 1, top - 1), title, 6.5, Weight.BOLD, Align.CENTRE
        )
    labels = (*(chain_names(chain_set)), "cash before collapse", "final cash")
    for index, label in enumerate(labels):
        y = top - WORK_TITLE - (index + 1) * WORK_ROW
        room = widths[0] if index < 7 else lefts[len(widths) - size]
        pen.fitted(Box(2, y, room, y + WORK_ROW), label, 7.5)
    seats_from = lefts[len(widths) - size]
    pen.lines(
        [(0, top - WORK_TITLE - row * WORK_ROW, width, top - WORK_TITLE - row * WORK_ROW) for row in range(10)], 0.3
    )
    pen.lines([(x, bottom + (0 if x >= seats_from else 2 * WORK_ROW), x, top) for x in lefts[1:]], 0.3)
    pen.box(Box(0, bottom, width, top))


def _work_columns(width: float, marks: tuple[str, ...]) -> tuple[list[str], list[float]]:
    titles = ["Collapse, small to big", "Size", "Price", "Most: who", "Second: who"]
    widths = [50.0, 22.0, 28.0, 32.0, 32.0]
    if width >= WIDE:
        titles = ["Collapse, small to big", "Size", "Price", "Most: who", "each $", "Second: who", "each $"]
        widths = [74.0, 28.0, 36.0, 42.0, 44.0, 42.0, 44.0]
    seat = (width - sum(widths)) / len(marks)
    return titles + [f"sold {mark}" for mark in marks], widths + [seat] * len(marks)


def chain_names(chain_set: str) -> tuple[str, ...]:
    """The seven names of a chain set, cheap ones first; empty lines to fill in where the set has a name of the hall's own."""
    labels = LABEL_SETS.get(chain_set)
    return labels.names if labels else ("",) * 7
