"""Result slips: one for each game, filled in and signed by all at the table; two are cut from a page.

The front of a leaf has the slips, its back the worksheets of the same tables (`worksheet.py`), each behind its slip when the leaf is turned
over its long edge. In one-sided printing the worksheets are on the next page, in the same places, so that both leaves are cut alike. What
is the same for tables of one size and chain set is drawn once in the document.

The form of a result slip: where its fields are, and the words that are printed on it, in the languages of the print.

Fields are at least as large as a hand needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, islice

from tournament.draw.seating import marked_seats
from tournament.pdf import lines
from tournament.pdf.job import UNSAID, Job, Said
from tournament.pdf.layout import Align, Box, Drawing, Pen, on_fronts, proof_line
from tournament.pdf.lines import Weight, weight_of
from tournament.pdf.qr import code_address, table_address
from tournament.pdf.sheet import BY_TABLE, Basis, Hangs, PaperSheet, Scope, SheetBlocks, Takes
from tournament.pdf.sheets.information import draw_worksheet
from tournament.pdf.words import FIVE_DIGITS, SIGNATURE, TWO_DIGITS
from tournament.record.event import TableRecord
from tournament.record.formats import Part, Typed
from tournament.record.printing import ORDER, RULES, PartContent, of_table
from tournament.scores.amounts import HUNDRED, choices_of
from tournament.tellings.draw import chains_of, table_facts
from wording import gettext as _
from wording import gettext_noop, pgettext
from wording.directions import by_itself

HEAD, TITLES, TICKS = 50.0, 17.0, 13.0  # above the times, of the heads of columns, of a line of boxes to tick
HEAD_OF_TWO, TITLES_OF_TWO, TICKS_OF_TWO = 68.0, 27.0, 18.0  # in two languages
PROOF = 9.0
TALLEST = 38.0
LABEL = 8.0  # points of the words beside the times, the boxes to tick and the director's lines
HEAD_SIZE = 6.5  # points of the heads of columns
COLUMNS = {
    "cash": FIVE_DIGITS + 2 * TWO_DIGITS,
    "second": FIVE_DIGITS,
    "place": 34.0,
    "out": 34.0,
    "signature": SIGNATURE * 1.15,
}
"""The widths in points of the columns that are filled in."""


@dataclass(frozen=True, slots=True)
class SlipWords:
    """The words on the form of a slip: beside the times, after the boxes to tick, above the columns, and on the director's lines.

    ``ended`` introduces the first boxes to tick, and ``ways`` are the ways in which a game ends; a game without chains has no such boxes.
    ``printed`` stands in the box of an amount: two noughts, or the outcomes, one of which is circled.
    """

    times: tuple[Said, Said]
    ended: Said
    ways: tuple[Said, ...]
    checks: tuple[Said, ...]
    first_column: Said
    columns: dict[str, Said]
    director: tuple[Said, Said]
    printed: str = ""

    @property
    def has_second(self) -> bool:
        """Whether the form is in two languages."""
        return bool(self.ended.second)

    @property
    def beside_times(self) -> float:
        """The width of the words beside the times, in points."""
        return max(_width(said, LABEL) for said in self.times) + 4


def _width(said: Said, size: float, weight: Weight = Weight.REGULAR) -> float:
    """The width of words in points, both languages beside one another."""
    width = lines.text_width(said.first, size, weight)
    if said.second:
        width += size * 0.6 + lines.text_width(said.second, size * lines.SMALLER)
    return width + 0.1


def slip_words(job: Job) -> SlipWords:
    """The words of a slip in the languages of the print."""
    both, amount, parts = job.both, job.record.format.amount, job.record.parts
    columns = {
        "cash": both(lambda: _("Final cash, before fines and bonus") if amount.is_money else _(amount.title)),
        "second": both(lambda: _(amount.second.title) if amount.second else ""),
        "place": both(lambda: "" if amount.typed is Typed.PLACE else _("Place")),
        "out": both(lambda: _("Out of time") if Part.CLOCKS in parts else ""),
        "signature": both(lambda: _("Signature")),
    }
    ends_in_00 = amount.step == HUNDRED
    return SlipWords(
        times=(
            both(lambda: pgettext("the time at which a game begins", "Start")),
            both(lambda: pgettext("the time at which a game ends", "End")),
        ),
        ended=both(lambda: _("Ended by:")),
        ways=(
            both(lambda: _("41 tiles")),
            both(lambda: _("all chains safe")),
            both(lambda: _("no legal play")),
            both(lambda: _("stopped by the director")),
            both(lambda: _("ties for first checked")),
        )
        if Part.CHAINS in parts
        else (),
        checks=(*[both(lambda: _("all amounts end in 00"))] * ends_in_00, both(lambda: _("agrees with the worksheet")))
        if Part.CHAINS in parts
        else (),
        first_column=both(lambda: _("Name, starting tile") if Part.TILES in parts else _("Name")),
        columns={name: title for name, title in columns.items() if title.first},
        director=(
            both(lambda: _("Director: fines and time penalties") if Part.FINES in parts else _("Penalties")),
            both(lambda: _("Cash correction and reason") if amount.is_money else _("Correction and reason")),
        ),
        printed="00" if ends_in_00 else " / ".join(words for _sent, words in choices_of(amount, size=0)),
    )


@dataclass(frozen=True, slots=True)
class SlipForm:
    """The boxes of everything on a slip, in points from its lower left corner.

    ``head`` is the height above the times, ``titles`` that of the heads of columns, ``ticks`` that of a line of boxes to tick.
    """

    width: float
    height: float
    names: tuple[Box, ...]
    rows: tuple[Box, ...]
    edges: dict[str, tuple[float, float]]
    times: tuple[Box, ...]
    director: tuple[Box, ...]
    head: float
    titles: float
    ticks: float


def slip_form(width: float, height: float, size: int, words: SlipWords) -> SlipForm:
    """The form for a table of ``size`` players on a slip of that width and height; every line is high enough for handwriting."""
    written = size + 3  # the times, a row for each player, two lines for the director
    head, titles, ticks = (HEAD_OF_TWO, TITLES_OF_TWO, TICKS_OF_TWO) if words.has_second else (HEAD, TITLES, TICKS)
    row = min((height - PROOF - head - titles - 3 * ticks) / written, TALLEST)
    top = height - head
    half, label = width / 2, min(words.beside_times, width / 4)
    times = (Box(label, top - row, half - 8, top), Box(half + label, top - row, width, top))
    top -= row + 2 * ticks + titles
    widths = [COLUMNS[name] for name in words.columns]
    lefts = accumulate(widths, initial=width - sum(widths))
    edges = {name: (left, left + COLUMNS[name]) for name, left in zip(words.columns, lefts, strict=False)}
    rows = tuple(Box(0, top - (seat + 1) * row, width, top - seat * row) for seat in range(size))
    names = tuple(replace(each, right=edges["cash"][0]) for each in rows)
    top -= size * row
    director = tuple(Box(0, top - ticks - (index + 1) * row, width, top - ticks - index * row) for index in range(2))
    return SlipForm(width, height, names, rows, edges, times, director, head, titles, ticks)


def draw_form(pen: Pen, form: SlipForm, words: SlipWords) -> None:
    """Draw what is the same on all slips of one size: fields, lines and boxes to tick."""
    for label, box in zip(words.times, form.times, strict=True):
        left = 0.0 if box.left < form.width / 2 else form.width / 2
        pen.said(Box(left, box.bottom, box.left - 2, box.bottom + 12), label, LABEL)
        pen.line(box.left, box.bottom + 1, box.right, box.bottom + 1)
    y = form.times[0].bottom
    if words.ways:
        _ticks(pen, form, y, (words.ended, *words.ways[:2]), has_title=True)
        _ticks(pen, form, y - form.ticks, words.ways[2:])
    _draw_seat_table(pen, form, words)
    if words.checks:
        _ticks(pen, form, form.rows[-1].bottom, words.checks)
    for label, box in zip(words.director, form.director, strict=True):
        natural = _width(label, LABEL, Weight.BOLD)
        right = min(natural, 0.5 * form.width)
        height = 12.0 if right == natural else box.height - 2
        pen.said(Box(0, box.bottom, right, box.bottom + height), label, LABEL, Weight.BOLD)
        pen.line(right + 4, box.bottom + 1, form.width, box.bottom + 1)


def _ticks(pen: Pen, form: SlipForm, top: float, words: Sequence[Said], *, has_title: bool = False) -> None:
    """Draw words spread over the width below ``top``, each after a box to tick, but for the first one of a line that ``has_title``."""
    weights = [Weight.BOLD if has_title and not index else Weight.REGULAR for index in range(len(words))]
    boxes = [0.0 if has_title and not index else LABEL + 3 for index in range(len(words))]
    asked = [_width(said, LABEL, weight) + box + 6 for said, weight, box in zip(words, weights, boxes, strict=True)]
    widths = [each * form.width / sum(asked) for each in asked]
    middle, x = top - form.ticks / 2, 0.0
    for said, weight, box, width in zip(words, weights, boxes, widths, strict=True):
        if box:
            pen.box(Box(x, middle - LABEL / 2, x + LABEL, middle + LABEL / 2), 0.6)
        pen.said(Box(x + box, top - form.ticks, x + width - 3, top), said, LABEL, weight)
        x += width


def _draw_seat_table(pen: Pen, form: SlipForm, words: SlipWords) -> None:
    """Draw the table in which each player's cash, place and signature are written."""
    top, bottom = form.rows[0].top, form.rows[-1].bottom
    pen.shade(Box(0, top, form.width, top + form.titles))
    first = Box(2, top, form.edges["cash"][0], top + form.titles)
    pen.said(first, words.first_column, 7, Weight.BOLD)
    for name, title in words.columns.items():
        left, right = form.edges[name]
        pen.said(Box(left + 1, top, right - 1, top + form.titles), title, HEAD_SIZE, Weight.BOLD, Align.CENTRE)
    pen.lines([(0, row.top, form.width, row.top) for row in form.rows] + [(0, bottom, form.width, bottom)], 0.7)
    for row in form.rows:
        edges = [0.0, *(left for left, _right in form.edges.values()), form.width]
        pen.lines([(edge, row.bottom, edge, row.top) for edge in dict.fromkeys(edges)], 0.4)
        cash = Box(form.edges["cash"][0], row.bottom, form.edges["cash"][1] - 3, row.top)
        if words.printed:
            pen.draw_fitted(cash, words.printed, 10, align=Align.RIGHT)
        if "out" in form.edges:
            middle, centre = sum(form.edges["out"]) / 2, (row.bottom + row.top) / 2
            pen.box(Box(middle - 5, centre - 5, middle + 5, centre + 5), 0.6)


PADDING = 6.0
PER_PAGE = 2


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """One slip of a table: the words in its head, the address in its QR code, and a line (mark, starting tile, name) for each player.

    - ``number``: the number of the table, None for a blank slip.
    - ``address``: that of the table's page, or of its code where players report or play by phone; ``leads`` then says which.
    - ``planned``: the planned start of the round.
    - ``seats``: a line's mark is its seat by the chart, or a letter where tiles decide seats; its place never changes (R4-R6).
    - ``withdrawn``: how many codes of the table were withdrawn, None where it has no codes. A new code puts the slip out of date.
    """

    round: Said
    table: Said
    detail: Said
    address: str
    seats: tuple[tuple[str, str, str], ...]
    chain_set: str
    planned: Said = UNSAID
    leads: Said = UNSAID
    number: int | None = None
    withdrawn: int | None = None

    def contents(self) -> Iterable[PartContent]:
        """The contents of the slip, which count to its table. The code is secret, so the number of withdrawn codes stands for it."""
        part = RULES if self.number is None else of_table(self.number)
        return ((part, (self.detail.first, self.chain_set, self.seats, self.withdrawn)),)

    @property
    def marks(self) -> tuple[str, ...]:
        """The mark of each line."""
        return tuple(mark for mark, _, _ in self.seats)

    @property
    def is_seated(self) -> bool:
        """Whether its lines are marked by seats, not letters."""
        return all(mark.isdecimal() for mark in self.marks)

    @property
    def title(self) -> Said:
        """Its round and table."""
        first = f"{self.round.first} · {self.table.first}"
        if not self.round.second and not self.table.second:
            return Said(first)
        return Said(first, f"{self.round.second or self.round.first} · {self.table.second or self.table.first}")


def _result_slips(job: Job) -> SheetBlocks:
    """Result slips: one for every chosen table of the round, with worksheets on the backs; the last page is filled with spare slips."""
    slips = [_slip(job, table) for table in job.tables]
    largest = max(slips, key=lambda slip: len(slip.seats))
    spare = blank_slip(job, largest.round, largest.marks, largest.chain_set)
    order = Basis(((ORDER, job.planned),))
    return SheetBlocks((order, *slips), lambda inside: tuple(slip_pages(job, inside, slips, spare)))


def _address(job: Job, table: TableRecord) -> str:
    """The address in the slip's QR code: that for reports by phone where the table has a code, else that of the table's page."""
    code = job.codes.get((job.round.number, table.number))
    if code is None:
        return table_address(job.record.public_address, job.round.number, table.number)
    return code_address(job.record.public_address, job.round.number, table.number, code)


def _code_words(job: Job, table: TableRecord) -> Said:
    """The words beside the QR code that say what a player's phone does there; empty where it is the table's public page."""
    if (job.round.number, table.number) not in job.codes or not job.record.public_address:
        return UNSAID
    return job.both(lambda: _("Your hand on your phone") if job.record.on_devices else _("Report by phone"))


def _table(number: object) -> str:
    """The name of a table."""
    return _("Table {number}", number=number)


def _slip(job: Job, table: TableRecord) -> ResultSlip:
    """The slip of this table."""
    return ResultSlip(
        round=job.both(lambda: job.round_scope),
        table=job.both(lambda: _table(table.number)),
        detail=job.both(lambda: table_facts(job.record, table.size, chains_of(job.record, table))),
        planned=job.both(lambda: job.planned),
        address=_address(job, table),
        leads=_code_words(job, table),
        seats=tuple(
            (mark, seat.starting_tile, job.seated(seat.player, job.round.number))
            for mark, seat in marked_seats(table, job.round.seat_source)
        ),
        chain_set=chains_of(job.record, table),
        number=table.number,
        withdrawn=table.codes_withdrawn if job.record.has_table_codes else None,
    )


def blank_slip(job: Job, round_scope: Said, marks: Sequence[str], chain_set: str = "") -> ResultSlip:
    """A slip without names for any table, with a line for each mark; the chains are those of the event if no set is given."""
    seats = tuple((mark, "", "") for mark in marks)
    chains = chain_set or job.record.chain_set
    detail = job.both(partial(table_facts, job.record, len(seats), chains))
    return ResultSlip(round_scope, job.both(partial(_table, "____")), detail, "", seats, chains)


def slip_pages(job: Job, inside: Box, slips: Sequence[ResultSlip], spare: ResultSlip) -> Iterator[Drawing]:
    """The pages of these slips, with lines to cut along: each front followed by its back. The last page is filled with ``spare``.

    A game without chains has no worksheet, and its backs stay empty.
    """
    has_backs = job.record.has(Part.CHAINS)
    slips = [*slips, *[spare] * (-len(slips) % PER_PAGE)]
    for first in range(0, len(slips), PER_PAGE):
        chosen = slips[first : first + PER_PAGE]
        pages = (
            partial(_draw_page, job=job, inside=inside, slips=chosen, draw=draw) for draw in (_draw_slip, _draw_back)
        )
        yield from pages if has_backs else on_fronts(islice(pages, 1))


def slip_boxes(inside: Box) -> tuple[Box, Box]:
    """The boxes of the two slips on a page, the upper one first, with space kept beside the cut."""
    middle = (inside.bottom + inside.top) / 2
    return (
        Box(inside.left, middle + PADDING, inside.right, inside.top),
        Box(inside.left, inside.bottom, inside.right, middle - PADDING),
    )


def _draw_page(
    pen: Pen,
    *,
    job: Job,
    inside: Box,
    slips: Sequence[ResultSlip],
    draw: Callable[[Pen, Job, ResultSlip, Box], None],
) -> None:
    """Draw a page of slips, or of their worksheets, with ``draw``, and the line to cut along."""
    middle = (inside.bottom + inside.top) / 2
    pen.dashes(inside.left - 20, middle, inside.right + 20, middle)
    for slip, box in zip(slips, slip_boxes(inside), strict=True):
        draw(pen, job, slip, box)


def _draw_slip(pen: Pen, job: Job, slip: ResultSlip, box: Box) -> None:
    """Draw a slip into its box on the page."""
    words = slip_words(job)
    form = slip_form(box.width, box.height, len(slip.seats), words)
    key = f"slip-{len(slip.seats)}-{round(box.width)}-{round(box.height)}-{job.second_language}"

    def draw(pen: Pen) -> None:
        pen.stamp(key, lambda stamp: draw_form(stamp, form, words))
        _draw_slip_head(pen, job, slip, form)
        for (seat, tile, name), place in zip(slip.seats, form.names, strict=True):
            left = place.left + TWO_DIGITS
            pen.draw_fitted(Box(place.left, place.bottom, left, place.top), seat, 11, Weight.BOLD, Align.CENTRE)
            right = place.right - (34 if tile else 0)
            pen.draw_fitted(Box(left + 2, place.bottom + 1, right - 2, place.top - 1), name, 12, weight_of(name))
            pen.draw_fitted(Box(right, place.bottom, place.right - 2, place.top), tile, 10, align=Align.RIGHT)
        _draw_proof(pen, job, slip, box.width)

    pen.bookmark(slip.table.first)
    with pen.block():
        pen.moved(box.left, box.bottom, draw)


def _draw_back(pen: Pen, job: Job, slip: ResultSlip, box: Box) -> None:
    """Draw the worksheet of a slip's table."""
    players = tuple(
        Said(f"{mark} {by_itself(name)}") if name else _seat(job, mark) if slip.is_seated else Said(mark)
        for mark, _tile, name in slip.seats
    )

    def draw(pen: Pen) -> None:
        draw_worksheet(pen, job, (box.width, box.height), slip.title, players, slip.chain_set)
        _draw_proof(pen, job, slip, box.width)

    with pen.block():
        pen.moved(box.left, box.bottom, draw)


def _seat(job: Job, mark: str) -> Said:
    """The name of a seat."""
    return job.both(lambda: _("Seat {number}", number=mark))


def _draw_proof(pen: Pen, job: Job, slip: ResultSlip, width: float) -> None:
    """Draw the small line at the foot of a slip or worksheet: event, table, version and time of print."""
    foot = " · ".join((job.record.name, slip.title.first, proof_line(job)))
    pen.draw_fitted(Box(0, 0, width, PROOF - 1), foot, 6.5)


def _draw_slip_head(pen: Pen, job: Job, slip: ResultSlip, form: SlipForm) -> None:
    """Draw the head of a slip: event, round and table, what players need to know, and the QR code."""
    right, height = form.width, form.height
    if slip.address:
        pen.code(right - HEAD, height - HEAD, HEAD + 4, slip.address)
        right -= HEAD + 4
    words = [said for said in (slip.detail, slip.planned, Said(_link(job, slip))) if said.first]
    pen.draw_fitted(Box(0, height - 9, right, height), job.record.name, 7.5)
    pen.said(Box(0, height - 28, right, height - 9), slip.title, 18, Weight.BOLD)
    room = form.head - 28
    line = room / len(words) if job.second_language else min(9.5, room / len(words))
    for index, said in enumerate(words):
        top = height - 28 - index * line
        pen.said(Box(0, top - line, right, top), said, 8)


def _link(job: Job, slip: ResultSlip) -> str:
    """What a slip says of its QR code: what it is for in each language, and the network; empty without a code."""
    if not slip.address:
        return ""
    network = _("Network: {name}", name=job.record.network_name) if job.record.network_name else ""
    return " · ".join(filter(None, (" / ".join(filter(None, slip.leads)), network)))


RESULT_SLIPS = PaperSheet(
    "result-slips",
    gettext_noop("Result slips"),
    Scope.ROUND,
    _result_slips,
    takes=BY_TABLE,
    in_pack=True,
    hangs=Hangs.WHILE_PLAYED,
    apart=Takes.TABLES,
    carries_address=True,
    is_bare=True,
    has_foot=False,
    is_before_tiles=True,
)
