"""Round results with every step from cash to score (R55-R58), so that a player can check a line by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournament.pdf.flow import SMALLEST, Block, Build, Space, Text, warning
from tournament.pdf.job import Job
from tournament.pdf.layout import Align
from tournament.pdf.listed import ColumnStyle, ListBlock, listed, present, without_empty
from tournament.pdf.names import Weight
from tournament.pdf.sheet import BY_TABLE, Hangs, PaperSheet, Scope, SheetBlocks, posted
from tournament.pdf.tables import PrintedTable
from tournament.record.printing import of_table
from tournament.tellings.listing import Listing
from tournament.tellings.results import how_scored, table_result
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording import gettext_noop

# Widths and sizes beside a name of 14 points; they grow with it.
SHAPES = {
    "place": ColumnStyle(28, Align.CENTRE, Weight.BOLD),
    "name": ColumnStyle(size=SMALLEST),
    "seat": ColumnStyle(26, Align.CENTRE),
    "cash": ColumnStyle(46),
    "fine": ColumnStyle(40),
    "net": ColumnStyle(46),
    "bonus": ColumnStyle(42),
    "adjusted": ColumnStyle(50),
    "basic": ColumnStyle(46),
    "multiplier": ColumnStyle(46),
    "score": ColumnStyle(62, weight=Weight.BOLD, size=SMALLEST),
}
PADDING = 2.0
OPTIONAL = ("seat", "fine")  # not printed in a round that has none


def _results(job: Job) -> SheetBlocks:
    """The results of a round, table by table: place, cash, fine, net, winning bonus, adjusted, percentage, multiplier and score."""
    job = job.at_last_result()
    number = job.round.number
    scores = {score.table: score for score in job.scores.tables(number)}
    listings = {
        table.number: table_result(job.scores, number, table, scores[table.number])
        for table in job.tables
        if table.number in scores
    }
    missing = {
        table.number: Text(
            _("Table {number} has no result yet.", number=table.number),
            SMALLEST,
            Weight.BOLD,
            4,
            12,
            about=of_table(table.number),
        )
        for table in job.tables
        if table.number not in listings
    }
    head: list[Block] = [*warning(disputed_in([job.round])), Text(how_scored(job.record.ruleset), 9.5, after=8)]
    lists = (ListBlock(listing, of_table(number)) for number, listing in listings.items())
    return posted(
        (*head, *missing.values(), *lists),
        lambda: (_layout(head, [table.number for table in job.tables], listings, missing),),
        job.round_scope,
        number,
        is_provisional=not job.round.is_closed,
    )


def _layout(
    head: Sequence[Block], numbers: Sequence[int], listings: Mapping[int, Listing], missing: Mapping[int, Text]
) -> Build:
    """The layout of the sheet: the tables in order of ``numbers``, or the sentence that a table has not reported (``missing``)."""
    shapes = without_empty(listings.values(), SHAPES, OPTIONAL)
    smallest = {number: _table(listing, shapes) for number, listing in listings.items()}

    def blocks(size: float) -> list[Block]:
        scale = size / SMALLEST
        found = [*head]
        for number in numbers:
            if number in missing:
                found.append(replace(missing[number], size=size))
            else:
                found += [smallest[number].scaled(scale, padding=PADDING * scale), Space(9 * scale)]
        return found

    return blocks


def _table(listing: Listing, shapes: Mapping[str, ColumnStyle]) -> PrintedTable:
    """The results of one table as a printed table, its names in the smallest size."""
    sizes: dict[str, Any] = {"size": 10.0, "head_size": 7.0, "note_size": 9.0, "padding": PADDING}
    columns = present(shapes, listing)
    return listed(listing, columns, heading=listing.caption, note=listing.note, is_whole=True, **sizes)


RESULTS = PaperSheet(
    "results",
    gettext_noop("Results"),
    Scope.ROUND,
    _results,
    takes=BY_TABLE,
    in_pack=True,
    hangs=Hangs.ONCE_CLOSED,
    carries_address=True,
)
