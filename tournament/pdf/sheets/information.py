"""The information card: prices, bonuses, splits and share sums in the chain names of the set in use (R3, price table 1.2-1.4).

The worksheet for the end of a game, when chains are paid from small to big (R15): a column of money for each player, to be added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from games.acquire.editions.labels import LABEL_SETS, LabelSet
from tournament.pdf import lines
from tournament.pdf.flow import Block, Space, Text, Together
from tournament.pdf.job import Job, PaperError, Said
from tournament.pdf.layout import Align, Box, Pen
from tournament.pdf.lines import Weight
from tournament.pdf.sheet import PaperSheet, Scope, SheetBlocks, flowing
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.pdf.words import ALL_ROUNDS, FIVE_DIGITS, FOUR_DIGITS, ROW, TWO_DIGITS
from tournament.record.printing import PartKind, SheetPart
from tournament.tellings.floor import SPLIT_NOTE, TIED_FIRST, TIED_SECOND, TIERS, price_lines, set_in_words
from tournament.tellings.words import dollars
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import listed_or

SHARES = 25


def _information_card(job: Job) -> SheetBlocks:
    """The information card: for each chain set in use prices and bonuses by size of chain, shared bonuses, and sums for 1 to 25 shares."""
    blocks: list[Block] = []
    for labels in _sets_in_use(job):
        blocks += [
            Together((_price_table(job, labels), Space(14), _split_table(job), Space(6), *_notes(job))),
            _extension_table(job),
        ]
    return flowing(blocks)


def _sets_in_use(job: Job) -> list[LabelSet]:
    """The chain sets of the event and its tables, each once; raises PaperError where none is known."""
    wanted = dict.fromkeys(
        (job.record.chain_set, *(table.chain_set for round_ in job.record.rounds for table in round_.tables))
    )
    known = [LABEL_SETS[name] for name in wanted if name in LABEL_SETS]
    if not known:
        raise PaperError(
            _(
                'The chain names "{names}" are not known; choose {known}.',
                names=job.record.chain_set,
                known=listed_or(LABEL_SETS),
            )
        )
    return known


def _notes(job: Job) -> Iterator[Block]:
    """How bonuses are shared, in each language of the print."""
    first, second = job.both(lambda: _(SPLIT_NOTE))
    yield Text(first, 9, about=None)
    if second:
        yield Text(second, 9 * lines.SMALLER, about=None)


def _head_column(
    job: Job, say: Callable[[], str], width: float = 0.0, align: Align = Align.RIGHT, weight: Weight = Weight.REGULAR
) -> TableColumn:
    """A column whose head is what ``say`` says, in each language of the print."""
    first, second = job.both(say)
    return TableColumn(first, width, align, weight, second=second)


def _price_table(job: Job, labels: LabelSet) -> PrintedTable:
    """Prices and bonuses by the number of tiles in a chain of each of the set's price classes."""
    heading, second = job.both(
        lambda: _("Tiles in the chain, share price and bonuses: {names} chain names", names=set_in_words(labels.name))
    )
    heads = (", ".join(chain.name for chain in labels.chains if chain.tier == tier) for tier in TIERS)
    return PrintedTable(
        columns=(
            *(TableColumn(head, align=Align.CENTRE) for head in heads),
            _head_column(job, lambda: _("Price"), 64, weight=Weight.BOLD),
            _head_column(job, lambda: _("Most shares (majority)"), 84),
            _head_column(job, lambda: _("Second (minority)"), 84),
        ),
        rows=tuple(TableRow((*line.sizes, line.price, line.majority, line.minority)) for line in price_lines()),
        heading=heading,
        note=second,
        about=SheetPart(PartKind.CHAINS),
        size=12,
        head_size=9.5,
        is_whole=True,
    )


def _split_table(job: Job) -> PrintedTable:
    """For each price, what each player gets where several are tied for a bonus."""
    heading, second = job.both(lambda: _("Tied bonuses: what each player gets"))
    return PrintedTable(
        columns=(
            _head_column(job, lambda: _("Price"), 42, weight=Weight.BOLD),
            _head_column(job, lambda: _("Both bonuses"), 52),
            *(_head_column(job, partial(_tied_first, among)) for among in TIED_FIRST),
            _head_column(job, lambda: _("Second bonus"), 48),
            *(_head_column(job, partial(_tied_second, among)) for among in TIED_SECOND),
        ),
        rows=tuple(
            TableRow((line.price, line.both, *line.first, line.minority, *line.second)) for line in price_lines()
        ),
        heading=heading,
        note=second,
        about=None,
        size=8.5,
        head_size=7,
        row_height=16,
        is_whole=True,
    )


def _tied_first(among: int) -> str:
    """The head of what each gets where so many hold the most shares."""
    return ngettext("{n} tied for most", "{n} tied for most", among)


def _tied_second(among: int) -> str:
    """The head of what each gets where so many are second."""
    return ngettext("{n} tied second", "{n} tied second", among)


def _extension_table(job: Job) -> PrintedTable:
    """The cost of 1 to 25 shares at every price."""
    prices = price_lines()
    heading, second = job.both(lambda: _("Shares × price"))
    return PrintedTable(
        columns=(
            _head_column(job, lambda: _("Shares"), 48, Align.CENTRE, Weight.BOLD),
            *(TableColumn(dollars(line.amount), align=Align.RIGHT) for line in prices),
        ),
        rows=tuple(
            TableRow((str(count), *(dollars(count * line.amount) for line in prices))) for count in range(1, SHARES + 1)
        ),
        heading=heading,
        note=second,
        about=None,
        size=9.5,
        head_size=9.5,
        row_height=24,
        is_whole=True,
    )


INFORMATION_CARD = PaperSheet(
    "information-card", gettext_noop("Prices and bonuses"), Scope.EVENT, _information_card, covers=ALL_ROUNDS
)


TITLE, TITLE_OF_TWO = 16.0, 28.0  # in one language, and in two
HEADS = 20.0
SHARES_SIZE, SHARES_OF_TWO = 9.0, 10.8  # of the heads of the columns of shares, below the players' names
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
    pen.said(Box(width * 0.34, height - title + 0.5, width, height), job.both(_instructions), 7.5, align=Align.RIGHT)
    bottom, top = height - title - HEADS, height - title
    shared = SHARES_OF_TWO if job.second_language else SHARES_SIZE
    at = 0
    for name, left, right in form.edges:
        if name == "money":
            pen.said(Box(left - TWO_DIGITS + 1, bottom + shared - 1, right - 1, top - 1), players[at], 8, Weight.BOLD)
            at += 1


def _instructions() -> str:
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
    shared = SHARES_OF_TWO if job.second_language else SHARES_SIZE
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
        pen.draw_fitted(Box(2, row.bottom, form.edges[0][2], row.top), name, LABEL)
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
