"""Round results with every step from cash to score (R55-R58), so that a player can check a line by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.pdf.flow import SMALLEST, Block, Space, Text, posted_pages, warning
from tournament.pdf.job import Job, PackPart
from tournament.pdf.layout import Align
from tournament.pdf.listed import Shape, listed, present, without_empty
from tournament.pdf.names import Weight
from tournament.pdf.sheet import BY_TABLE, Hangs, PaperSheet, Scope, SheetBlocks
from tournament.pdf.tables import Keep, PrintedTable
from tournament.record.printing import of_table
from tournament.tellings.disputes import disputed_in
from tournament.tellings.listing import Listing
from tournament.tellings.results import how_scored, table_result

# Widths and sizes beside a name of 14 points; they grow with it.
SHAPES = {
    "place": Shape(28, Align.CENTRE, Weight.BOLD),
    "name": Shape(size=SMALLEST),
    "seat": Shape(26, Align.CENTRE),
    "cash": Shape(46),
    "fine": Shape(40),
    "net": Shape(46),
    "bonus": Shape(42),
    "adjusted": Shape(50),
    "basic": Shape(46),
    "multiplier": Shape(46),
    "score": Shape(62, weight=Weight.BOLD, size=SMALLEST),
}
PADDING = 2.0
OPTIONAL = ("seat", "fine")  # not printed in a round that has none


def _results(job: Job) -> SheetBlocks:
    """Every table of a round: place, cash, fine, net, winning bonus, adjusted, percentage, multiplier and score."""
    job = job.at_last_result()
    number = job.round.number
    scores = {score.table: score for score in job.scores.tables(number)}
    listings = {
        table.number: table_result(job.scores, number, table, scores[table.number])
        for table in job.tables
        if table.number in scores
    }
    shapes = without_empty(listings.values(), SHAPES, OPTIONAL)
    smallest = {number: _table(number, listing, shapes) for number, listing in listings.items()}

    def blocks(size: float) -> list[Block]:
        scale = size / SMALLEST
        found: list[Block] = [*warning(disputed_in([job.round])), Text(how_scored(job.record.ruleset), 9.5, after=8)]
        for number in (table.number for table in job.tables):
            if number in smallest:
                found += [smallest[number].scaled(scale, padding=PADDING * scale), Space(9 * scale)]
                continue
            missing = f"Table {number} has not reported."
            found.append(Text(missing, size, Weight.BOLD, before=4, after=12, about=of_table(number)))
        return found

    return SheetBlocks(
        blocks(SMALLEST),
        lambda inside: posted_pages(inside, (blocks,)),
        job.round_scope,
        number,
        is_provisional=not job.round.is_closed,
    )


def _table(number: int, listing: Listing, shapes: Mapping[str, Shape]) -> PrintedTable:
    sizes: dict[str, Any] = {"size": 10.0, "head_size": 7.0, "note_size": 9.0, "padding": PADDING}
    style: dict[str, Any] = {**sizes, "keep": Keep.TOGETHER, "about": of_table(number)}
    return listed(listing, present(shapes, listing), heading=listing.caption, note=listing.note, **style)


RESULTS = PaperSheet(
    "results",
    "Results",
    Scope.ROUND,
    _results,
    takes=BY_TABLE,
    pack=PackPart.AFTER,
    hangs=Hangs.ONCE_CLOSED,
    is_expected=True,
    carries_address=True,
    on_fronts=True,
)
