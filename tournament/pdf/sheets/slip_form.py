"""The form of a result slip: where its fields are, and the words that are printed on it, in the languages of the print.

Fields are at least as large as a hand needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from tournament.pdf import lines
from tournament.pdf.handwriting import FIVE_DIGITS, SIGNATURE, TWO_DIGITS
from tournament.pdf.job import Job, Said
from tournament.pdf.layout import Align, Box, Pen
from tournament.pdf.names import Weight
from wording import gettext as _
from wording import pgettext

HEAD, TITLES, TICKS = 50.0, 17.0, 13.0  # above the times, of the heads of columns, of a line of boxes to tick
HEAD_OF_TWO, TITLES_OF_TWO, TICKS_OF_TWO = 68.0, 27.0, 18.0  # in two languages
PROOF = 9.0
TALLEST = 38.0
LABEL = 8.0  # points of the words beside the times, the boxes to tick and the director's lines
HEAD_SIZE = 6.5  # points of the heads of columns
COLUMNS = {"cash": FIVE_DIGITS + 2 * TWO_DIGITS, "place": 34.0, "out": 34.0, "signature": SIGNATURE * 1.15}
"""The widths in points of the columns that are filled in; two noughts are printed behind the cash."""


@dataclass(frozen=True, slots=True)
class SlipWords:
    """The words on the form of a slip: beside the times, after the boxes to tick, above the columns, and on the director's lines.

    ``ended`` introduces the first boxes to tick, and ``ways`` are the ways in which a game ends.
    """

    times: tuple[Said, Said]
    ended: Said
    ways: tuple[Said, ...]
    checks: tuple[Said, ...]
    first_column: Said
    columns: dict[str, Said]
    director: tuple[Said, Said]

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
    both = job.both
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
        ),
        checks=(both(lambda: _("all amounts end in 00")), both(lambda: _("agrees with the worksheet"))),
        first_column=both(lambda: _("Name, starting tile")),
        columns={
            "cash": both(lambda: _("Final cash, before fines and bonus")),
            "place": both(lambda: _("Place")),
            "out": both(lambda: _("Out of time")),
            "signature": both(lambda: _("Signature")),
        },
        director=(
            both(lambda: _("Director: fines and time penalties")),
            both(lambda: _("Cash correction and reason")),
        ),
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
    lefts = accumulate(COLUMNS.values(), initial=width - sum(COLUMNS.values()))
    edges = {name: (left, left + COLUMNS[name]) for name, left in zip(COLUMNS, lefts, strict=False)}
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
    _ticks(pen, form, y, (words.ended, *words.ways[:2]), has_title=True)
    _ticks(pen, form, y - form.ticks, words.ways[2:])
    _draw_seat_table(pen, form, words)
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
        pen.fitted(cash, "00", 10, align=Align.RIGHT)
        middle, centre = sum(form.edges["out"]) / 2, (row.bottom + row.top) / 2
        pen.box(Box(middle - 5, centre - 5, middle + 5, centre + 5), 0.6)
