"""The worksheet for the end of a game, when chains are paid from small to big (R15): a column of money for each player, to be added up."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from games.acquire.editions import LABEL_SETS
from tournament.pdf.handwriting import FIVE_DIGITS, FOUR_DIGITS, ROW, TWO_DIGITS
from tournament.pdf.job import Job, Said
from tournament.pdf.layout import Align, Box, Pen
from tournament.pdf.names import Weight
from wording import gettext as _
from wording import pgettext

TITLE, TITLE_OF_TWO = 16.0, 28.0  # in one language, and in two
HEADS = 20.0
SHARES, SHARES_OF_TWO = 9.0, 10.8  # of the heads of the columns of shares, below the players' names
PROOF = 9.0
CHAINS = 7
LABEL = 7.5  # points of a chain's name and of the sums, all alike
NARROW, BROAD = 46.0, 84.0  # the column of chains
SUMS = 2  # rows below those of the chains: the cash before the collapse, and the final cash
TALLEST = 34.0


@dataclass(frozen=True, slots=True)
class WorkForm:
    """The measures of a worksheet: its rows from the first chain to the final cash, and each column as (kind, left edge, right edge)."""

    rows: tuple[Box, ...]
    edges: tuple[tuple[str, float, float], ...]


def work_form(width: float, height: float, players: int, title: float = TITLE) -> WorkForm:
    """The worksheet for that many players on this width and height, below a ``title`` of this height."""
    row = max(ROW, min((height - title - HEADS - PROOF) / (CHAINS + SUMS), TALLEST))
    top = height - title - HEADS
    rows = tuple(Box(0, top - (index + 1) * row, width, top - index * row) for index in range(CHAINS + SUMS))
    columns = [("chain", NARROW), ("size", TWO_DIGITS), ("price", FOUR_DIGITS)]
    columns += [("shares", TWO_DIGITS), ("money", FIVE_DIGITS)] * players
    free = width - sum(each for _, each in columns)
    chain = min(BROAD - NARROW, free / 2)
    each = (free - chain) / players
    grown = {"chain": chain, "money": each}
    columns = [(name, own + grown.get(name, 0.0)) for name, own in columns]
    lefts = list(accumulate((own for _, own in columns), initial=0.0))
    return WorkForm(rows, tuple((name, left, left + own) for (name, own), left in zip(columns, lefts, strict=False)))


def draw_worksheet(
    pen: Pen, job: Job, box: tuple[float, float], table: Said, players: tuple[Said, ...], chain_set: str
) -> None:
    """Draw the worksheet of a table in a box of this width and height, for these players with these chains.

    The part that is the same for tables of one size and chain set is stored once in the document.
    """
    width, height = box
    title = TITLE_OF_TWO if job.second_language else TITLE
    form = work_form(width, height, len(players), title)
    key = f"work-{len(players)}-{chain_set}-{round(width)}-{round(height)}-{job.second_language}"
    pen.stamp(key, lambda stamp: _draw_frame(stamp, job, form, (width, height - title), chain_set))
    pen.said(Box(0, height - title + 1, width * 0.32, height), table, 11, Weight.BOLD)
    pen.said(Box(width * 0.34, height - title + 0.5, width, height), job.both(_how), 7.5, align=Align.RIGHT)
    bottom, top = height - title - HEADS, height - title
    shared = SHARES_OF_TWO if job.second_language else SHARES
    at = 0
    for name, left, right in form.edges:
        if name == "money":
            pen.said(Box(left - TWO_DIGITS + 1, bottom + shared - 1, right - 1, top - 1), players[at], 8, Weight.BOLD)
            at += 1


def _how() -> str:
    """How the form is filled in."""
    return _(
        "Sell the chains from smallest to largest. Money = bonus + shares × price; each column adds up to the final cash."
    )


def _draw_frame(pen: Pen, job: Job, form: WorkForm, box: tuple[float, float], chain_set: str) -> None:
    """Draw what is the same for all tables of one size and chain set: lines, heads and the names of chains.

    The ``box`` is the width of the form and the height of its upper edge.
    """
    width, top = box
    bottom = form.rows[-1].bottom
    shared = SHARES_OF_TWO if job.second_language else SHARES
    pen.shade(Box(0, top - HEADS, width, top))
    heads = {
        "chain": job.both(lambda: _("Chain")),
        "size": job.both(lambda: _("Size")),
        "price": job.both(lambda: _("Price")),
    }
    shares = job.both(lambda: pgettext("the head of a narrow column", "shares"))
    for name, left, right in form.edges:
        if name in heads:
            pen.said(Box(left + 1, top - HEADS, right - 1, top), heads[name], 6.5, Weight.BOLD, Align.CENTRE)
        else:
            words = shares if name == "shares" else Said("$")
            pen.said(Box(left + 0.5, top - HEADS, right - 0.5, top - HEADS + shared), words, 5.5, align=Align.CENTRE)
    first = next(left for name, left, _right in form.edges if name == "shares")
    for name, row in zip(chain_names(chain_set), form.rows, strict=False):
        pen.fitted(Box(2, row.bottom, form.edges[0][2], row.top), name, LABEL)
    sums = job.both(lambda: _("cash before winding up")), job.both(lambda: _("Final cash"))
    for label, row in zip(sums, form.rows[CHAINS:], strict=True):
        pen.said(Box(2, row.bottom, first - 1, row.top), label, LABEL)
    pen.lines([(0, row.top, width, row.top) for row in form.rows], 0.3)
    pen.line(0, form.rows[-1].top, width, form.rows[-1].top, 1)
    end = form.rows[CHAINS].top
    for name, left, _right in form.edges[1:]:
        pen.line(left, bottom if name in ("shares", "money") else end, left, top - HEADS, 0.3)
        if name == "shares":
            pen.line(left, bottom, left, top, 0.9)
    pen.box(Box(0, bottom, width, top))


def chain_names(chain_set: str) -> tuple[str, ...]:
    """The seven names of the chains of a set, cheap ones first; seven empty texts, to be filled in, where the set is not a known one."""
    labels = LABEL_SETS.get(chain_set)
    return labels.names if labels else ("",) * CHAINS
