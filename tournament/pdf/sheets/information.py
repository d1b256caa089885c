"""The information card: prices, bonuses, splits and share sums in the chain names of the set in use (R3, price table 1.2-1.4)."""

from __future__ import annotations

from fractions import Fraction

from games.acquire.board import TILES
from games.acquire.editions import EDITIONS, LABEL_SETS, LabelSet, price, round_split
from tournament.pdf.flow import Block, Gap, PageBreak, Text, flowing_sheet
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Sheet
from tournament.pdf.names import Weight
from tournament.pdf.options import PaperError
from tournament.pdf.table import Column, Keep, Row, Table
from tournament.record.vocabulary import format_dollars

EDITION = EDITIONS["mso"]
TIERS = (0, 1, 2)
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
            Text(_SPLIT_NOTE, 9),
            PageBreak(),
            _extension_table(),
        ]
    return flowing_sheet(job, "Prices and bonuses", "All rounds", blocks)


_SPLIT_NOTE = (
    "One holder alone takes both bonuses. Tied for most: both bonuses together, shared, and nothing for second. Tied for second: "
    "the second bonus, shared. Each share is rounded up to the next hundred; a star marks where rounding was needed."
)


def _sets_in_use(job: Job) -> list[LabelSet]:
    wanted = dict.fromkeys(
        (job.record.chain_set, *(table.chain_set for played in job.record.rounds for table in played.tables))
    )
    known = [LABEL_SETS[name] for name in wanted if name in LABEL_SETS]
    if not known:
        raise PaperError(f'The chain set "{job.record.chain_set}" is not known; choose one of {", ".join(LABEL_SETS)}.')
    return known


def prices() -> tuple[int, ...]:
    """Every price a share can have, in dollars, from the cheapest up."""
    return tuple(sorted({price(EDITION, tier, size) for tier in TIERS for size in range(2, TILES + 1)}))


def sizes_at(tier: int, wanted: int) -> str:
    """The sizes at which a chain of that tier has that price, as "7-10", "41+" or empty."""
    sizes = [size for size in range(2, TILES + 1) if price(EDITION, tier, size) == wanted]
    if not sizes:
        return ""
    if sizes[-1] == TILES:
        return f"{sizes[0]}+"
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}-{sizes[-1]}"


def _price_table(labels: LabelSet) -> Table:
    heads = (", ".join(chain.name for chain in labels.chains if chain.tier == tier) for tier in TIERS)
    return Table(
        columns=(
            *(Column(head, align=Align.CENTRE) for head in heads),
            Column("Price", 64, Align.RIGHT, Weight.BOLD),
            Column("Most shares (majority)", 84, Align.RIGHT),
            Column("Second (minority)", 84, Align.RIGHT),
        ),
        rows=tuple(
            Row(
                (
                    *(sizes_at(tier, amount) for tier in TIERS),
                    format_dollars(amount),
                    format_dollars(EDITION.majority_factor * amount),
                    format_dollars(EDITION.minority_factor * amount),
                )
            )
            for amount in prices()
        ),
        heading=f"Tiles in the chain, price of a share, bonuses: {labels.name} set",
        size=12,
        head_size=9.5,
        keep=Keep.TOGETHER,
    )


def split(amount: int, among: int) -> str:
    """What each of several tied holders is paid of a bonus in dollars; a star where it was rounded up (1.4)."""
    exact = Fraction(amount, among)
    paid = round_split(EDITION.split_rounding, exact)
    return f"{format_dollars(int(paid))}{'' if paid == exact else '*'}"


def _split_table() -> Table:
    first = range(2, 7)
    second = range(2, 6)
    return Table(
        columns=(
            Column("Price", 42, Align.RIGHT, Weight.BOLD),
            Column("Both bonuses", 52, Align.RIGHT),
            *(Column(f"{among} tied for most", align=Align.RIGHT) for among in first),
            Column("Second bonus", 48, Align.RIGHT),
            *(Column(f"{among} tied second", align=Align.RIGHT) for among in second),
        ),
        rows=tuple(
            Row(
                (
                    format_dollars(amount),
                    format_dollars(15 * amount),
                    *(split(15 * amount, among) for among in first),
                    format_dollars(5 * amount),
                    *(split(5 * amount, among) for among in second),
                )
            )
            for amount in prices()
        ),
        heading="Shared bonuses, each",
        size=8.5,
        head_size=7,
        row_height=16,
        keep=Keep.TOGETHER,
    )


def _extension_table() -> Table:
    return Table(
        columns=(
            Column("Shares", 48, Align.CENTRE, Weight.BOLD),
            *(Column(format_dollars(amount), align=Align.RIGHT) for amount in prices()),
        ),
        rows=tuple(
            Row((str(count), *(format_dollars(count * amount) for amount in prices())))
            for count in range(1, SHARES + 1)
        ),
        heading="Shares × price",
        size=9.5,
        head_size=9.5,
        row_height=24,
    )
