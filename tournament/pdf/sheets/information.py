"""The information card: prices, bonuses, splits and share sums in the chain names of the set in use (R3, price table 1.2-1.4)."""

from __future__ import annotations

from games.acquire.editions import LABEL_SETS, LabelSet
from tournament.pdf.flow import Block, PageBreak, Space, Text
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Align
from tournament.pdf.names import Weight
from tournament.pdf.sheet import PaperSheet, Scope, SheetBlocks, flowing
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.printing import PartKind, SheetPart
from tournament.record.vocabulary import format_dollars
from tournament.tellings.floor.prices import SPLIT_NOTE, TIED_FIRST, TIED_SECOND, TIERS, price_lines

SHARES = 25


def _information_card(job: Job) -> SheetBlocks:
    """The information card: for each chain set in use prices and bonuses by size of chain, shared bonuses, and sums for 1 to 25 shares."""
    blocks: list[Block] = []
    for labels in _sets_in_use(job):
        if blocks:
            blocks.append(PageBreak())
        blocks += [
            _price_table(labels),
            Space(14),
            _split_table(),
            Space(6),
            Text(SPLIT_NOTE, 9, about=None),
            PageBreak(),
            _extension_table(),
        ]
    return flowing(blocks)


def _sets_in_use(job: Job) -> list[LabelSet]:
    """The chain sets of the event and its tables, each once; raises PaperError where none is known."""
    wanted = dict.fromkeys(
        (job.record.chain_set, *(table.chain_set for round_ in job.record.rounds for table in round_.tables))
    )
    known = [LABEL_SETS[name] for name in wanted if name in LABEL_SETS]
    if not known:
        raise PaperError(f'The chain set "{job.record.chain_set}" is not known; choose one of {", ".join(LABEL_SETS)}.')
    return known


def _price_table(labels: LabelSet) -> PrintedTable:
    """Prices and bonuses by the number of tiles in a chain of each of the set's price classes."""
    heads = (", ".join(chain.name for chain in labels.chains if chain.tier == tier) for tier in TIERS)
    return PrintedTable(
        columns=(
            *(TableColumn(head, align=Align.CENTRE) for head in heads),
            TableColumn("Price", 64, Align.RIGHT, Weight.BOLD),
            TableColumn("Most shares (majority)", 84, Align.RIGHT),
            TableColumn("Second (minority)", 84, Align.RIGHT),
        ),
        rows=tuple(TableRow((*line.sizes, line.price, line.majority, line.minority)) for line in price_lines()),
        heading=f"Tiles in the chain, price of a share, bonuses: {labels.name} set",
        about=SheetPart(PartKind.CHAINS),
        size=12,
        head_size=9.5,
        is_whole=True,
    )


def _split_table() -> PrintedTable:
    """For each price, what each player gets where several are tied for a bonus."""
    return PrintedTable(
        columns=(
            TableColumn("Price", 42, Align.RIGHT, Weight.BOLD),
            TableColumn("Both bonuses", 52, Align.RIGHT),
            *(TableColumn(f"{among} tied for most", align=Align.RIGHT) for among in TIED_FIRST),
            TableColumn("Second bonus", 48, Align.RIGHT),
            *(TableColumn(f"{among} tied second", align=Align.RIGHT) for among in TIED_SECOND),
        ),
        rows=tuple(
            TableRow((line.price, line.both, *line.first, line.minority, *line.second)) for line in price_lines()
        ),
        heading="Shared bonuses, each",
        about=None,
        size=8.5,
        head_size=7,
        row_height=16,
        is_whole=True,
    )


def _extension_table() -> PrintedTable:
    """The cost of 1 to 25 shares at every price."""
    lines = price_lines()
    return PrintedTable(
        columns=(
            TableColumn("Shares", 48, Align.CENTRE, Weight.BOLD),
            *(TableColumn(line.price, align=Align.RIGHT) for line in lines),
        ),
        rows=tuple(
            TableRow((str(count), *(format_dollars(count * line.amount) for line in lines)))
            for count in range(1, SHARES + 1)
        ),
        heading="Shares × price",
        about=None,
        size=9.5,
        head_size=9.5,
        row_height=24,
    )


INFORMATION_CARD = PaperSheet(
    "information-card", "Prices and bonuses", Scope.EVENT, _information_card, covers="All rounds"
)
