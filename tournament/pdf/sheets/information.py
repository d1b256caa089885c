"""The information card: prices, bonuses, splits and share sums in the chain names of the set in use (R3, price table 1.2-1.4)."""

from __future__ import annotations

from games.acquire.editions import LABEL_SETS, LabelSet
from tournament.pdf.fitting import flowing_sheet
from tournament.pdf.flow import Block, Gap, PageBreak, Text
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Sheet
from tournament.pdf.names import Weight
from tournament.pdf.options import PaperError
from tournament.pdf.tables.printed import Column, Keep, PrintedTable, Row
from tournament.record.vocabulary import format_dollars
from tournament.tellings.floor.prices import SPLIT_NOTE, TIED_FIRST, TIED_SECOND, TIERS, price_lines

SHARES = 25


def information_card(job: Job) -> Sheet:
    """For each chain set in use: what a share costs and pays by size, split bonuses, and 1 to 25 shares at every price."""
    blocks: list[Block] = []
    for labels in _sets_in_use(job):
        if blocks:
            blocks.append(PageBreak())
        blocks += [
            _price_table(labels),
            Gap(14),
            _split_table(),
            Gap(6),
            Text(SPLIT_NOTE, 9),
            PageBreak(),
            _extension_table(),
        ]
    return flowing_sheet(job, "Prices and bonuses", "All rounds", blocks)


def _sets_in_use(job: Job) -> list[LabelSet]:
    wanted = dict.fromkeys(
        (job.record.chain_set, *(table.chain_set for played in job.record.rounds for table in played.tables))
    )
    known = [LABEL_SETS[name] for name in wanted if name in LABEL_SETS]
    if not known:
        raise PaperError(f'The chain set "{job.record.chain_set}" is not known; choose one of {", ".join(LABEL_SETS)}.')
    return known


def _price_table(labels: LabelSet) -> PrintedTable:
    heads = (", ".join(chain.name for chain in labels.chains if chain.tier == tier) for tier in TIERS)
    return PrintedTable(
        columns=(
            *(Column(head, align=Align.CENTRE) for head in heads),
            Column("Price", 64, Align.RIGHT, Weight.BOLD),
            Column("Most shares (majority)", 84, Align.RIGHT),
            Column("Second (minority)", 84, Align.RIGHT),
        ),
        rows=tuple(Row((*line.sizes, line.price, line.majority, line.minority)) for line in price_lines()),
        heading=f"Tiles in the chain, price of a share, bonuses: {labels.name} set",
        size=12,
        head_size=9.5,
        keep=Keep.TOGETHER,
    )


def _split_table() -> PrintedTable:
    return PrintedTable(
        columns=(
            Column("Price", 42, Align.RIGHT, Weight.BOLD),
            Column("Both bonuses", 52, Align.RIGHT),
            *(Column(f"{among} tied for most", align=Align.RIGHT) for among in TIED_FIRST),
            Column("Second bonus", 48, Align.RIGHT),
            *(Column(f"{among} tied second", align=Align.RIGHT) for among in TIED_SECOND),
        ),
        rows=tuple(Row((line.price, line.both, *line.first, line.minority, *line.second)) for line in price_lines()),
        heading="Shared bonuses, each",
        size=8.5,
        head_size=7,
        row_height=16,
        keep=Keep.TOGETHER,
    )


def _extension_table() -> PrintedTable:
    lines = price_lines()
    return PrintedTable(
        columns=(
            Column("Shares", 48, Align.CENTRE, Weight.BOLD),
            *(Column(line.price, align=Align.RIGHT) for line in lines),
        ),
        rows=tuple(
            Row((str(count), *(format_dollars(count * line.amount) for line in lines)))
            for count in range(1, SHARES + 1)
        ),
        heading="Shares × price",
        size=9.5,
        head_size=9.5,
        row_height=24,
    )
