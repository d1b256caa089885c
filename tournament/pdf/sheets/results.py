"""Round results with every step from cash to score (R55-R58), so that a player can check a line by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.pdf.fitting import SMALLEST, posted_sheet
from tournament.pdf.flow import Block, Gap, Text, warning
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Sheet
from tournament.pdf.names import Weight
from tournament.pdf.tables.listed import Shape, listed, present, without_empty
from tournament.pdf.tables.printed import Keep, PrintedTable
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


def round_results(job: Job) -> Sheet:
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
    smallest = {number: _table(listing, shapes) for number, listing in listings.items()}

    def blocks(size: float) -> list[Block]:
        scale = size / SMALLEST
        told: list[Block] = [*warning(disputed_in([job.round])), Text(how_scored(job.record.ruleset), 9.5, after=8)]
        for table in job.tables:
            printed = smallest.get(table.number)
            if printed is None:
                told.append(Text(f"Table {table.number} has not reported.", size, Weight.BOLD, before=4, after=12))
                continue
            told += [printed.scaled(scale, padding=PADDING * scale), Gap(9 * scale)]
        return told

    return posted_sheet(job, "Results", job.round_scope, (blocks,), is_provisional=not job.round.is_closed)


def _table(listing: Listing, shapes: Mapping[str, Shape]) -> PrintedTable:
    sizes: dict[str, Any] = {"size": 10.0, "head_size": 7.0, "note_size": 9.0, "padding": PADDING}
    kept = present(shapes, listing)
    return listed(listing, kept, heading=listing.caption, note=listing.note, keep=Keep.TOGETHER, **sizes)
