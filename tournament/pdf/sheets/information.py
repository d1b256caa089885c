"""The information card: prices, bonuses, splits and share sums in the chain names of the set in use (R3, price table 1.2-1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from games.acquire.editions import LABEL_SETS, LabelSet
from tournament.pdf import lines
from tournament.pdf.flow import Block, Space, Text, Together
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Align
from tournament.pdf.names import Weight
from tournament.pdf.sheet import PaperSheet, Scope, SheetBlocks, flowing
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.pdf.words import ALL_ROUNDS
from tournament.record.printing import PartKind, SheetPart
from tournament.tellings.figures import dollars
from tournament.tellings.floor.prices import SPLIT_NOTE, TIED_FIRST, TIED_SECOND, TIERS, price_lines
from wording import gettext as _
from wording import gettext_noop, ngettext
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


def _head(
    job: Job, say: Callable[[], str], width: float = 0.0, align: Align = Align.RIGHT, weight: Weight = Weight.REGULAR
) -> TableColumn:
    """A column whose head is what ``say`` says, in each language of the print."""
    first, second = job.both(say)
    return TableColumn(first, width, align, weight, second=second)


def _price_table(job: Job, labels: LabelSet) -> PrintedTable:
    """Prices and bonuses by the number of tiles in a chain of each of the set's price classes."""
    heading, second = job.both(
        lambda: _("Tiles in the chain, share price and bonuses: {names} chain names", names=labels.name)
    )
    heads = (", ".join(chain.name for chain in labels.chains if chain.tier == tier) for tier in TIERS)
    return PrintedTable(
        columns=(
            *(TableColumn(head, align=Align.CENTRE) for head in heads),
            _head(job, lambda: _("Price"), 64, weight=Weight.BOLD),
            _head(job, lambda: _("Most shares (majority)"), 84),
            _head(job, lambda: _("Second (minority)"), 84),
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
            _head(job, lambda: _("Price"), 42, weight=Weight.BOLD),
            _head(job, lambda: _("Both bonuses"), 52),
            *(_head(job, partial(_tied_first, among)) for among in TIED_FIRST),
            _head(job, lambda: _("Second bonus"), 48),
            *(_head(job, partial(_tied_second, among)) for among in TIED_SECOND),
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
            _head(job, lambda: _("Shares"), 48, Align.CENTRE, Weight.BOLD),
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
