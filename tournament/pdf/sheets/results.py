"""Round results with every step from cash to score (R55-R58), so that a player can check a line by hand.

The standings as they are posted, with the lines where the final will be cut (R46) and the sentences that explain a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournament.pdf.flow import SMALLEST, Block, Build, Space, Text, warning
from tournament.pdf.job import Job
from tournament.pdf.layout import Align
from tournament.pdf.lines import Weight
from tournament.pdf.listed import ColumnStyle, ListBlock, SideBySide, listed, present_columns, without_empty
from tournament.pdf.sheet import BY_TABLE, LIST, Hangs, PaperSheet, Scope, SheetBlocks, posted
from tournament.pdf.tables import PrintedTable
from tournament.pdf.words import name_and
from tournament.record.printing import of_player, of_table
from tournament.scores.explaining import how_scored
from tournament.scores.steps import columns_of
from tournament.tellings.listing import Listing
from tournament.tellings.results import table_result
from tournament.tellings.standings import FOR_FILES, final_places, standings_listing
from tournament.tellings.words import disputed_in
from wording import figures, gettext_noop
from wording import gettext as _

# Widths and sizes beside a name of 14 points; they grow with it.
SHAPES = {
    "place": ColumnStyle(28, Align.CENTRE, Weight.BOLD),
    "name": ColumnStyle(size=SMALLEST),
    "seat": ColumnStyle(26, Align.CENTRE),
}
STEP = ColumnStyle(46)
STEPS = {
    "fine": ColumnStyle(40),
    "bonus": ColumnStyle(42),
    "adjusted": ColumnStyle(50),
    "score": ColumnStyle(62, weight=Weight.BOLD, size=SMALLEST),
}
"""The columns of the score that are not as wide as the others."""
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
    head: list[Block] = [*warning(disputed_in([job.round])), Text(how_scored(job.record.format), 9.5, after=8)]
    lists = (ListBlock(listing, of_table(number)) for number, listing in listings.items())
    return posted(
        (*head, *missing.values(), *lists),
        lambda: (_layout(job, head, listings, missing),),
        job.round_scope,
        number,
        is_provisional=not job.round.is_closed,
    )


def _layout(job: Job, head: Sequence[Block], listings: Mapping[int, Listing], missing: Mapping[int, Text]) -> Build:
    """The layout of the sheet: the job's tables in order, or the sentence that a table has not reported (``missing``)."""
    steps = {column.key: STEPS.get(column.key, STEP) for column in columns_of(job.record.format)}
    shapes = without_empty(listings.values(), SHAPES | steps, OPTIONAL)
    smallest = {number: _table(listing, shapes) for number, listing in listings.items()}

    def blocks(size: float) -> list[Block]:
        scale = size / SMALLEST
        found = [*head]
        for number in (table.number for table in job.tables):
            if number in missing:
                found.append(replace(missing[number], size=size))
            else:
                found.append(smallest[number].scaled(scale, padding=PADDING * scale))
                found += [Text(sentence, 9, about=None) for sentence in listings[number].legend]
                found.append(Space(9 * scale))
        return found

    return blocks


def _table(listing: Listing, shapes: Mapping[str, ColumnStyle]) -> PrintedTable:
    """The results of one table as a printed table, its names in the smallest size."""
    sizes: dict[str, Any] = {"size": 10.0, "head_size": 7.0, "note_size": 9.0, "padding": PADDING}
    columns = present_columns(shapes, listing)
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


# Widths and sizes beside a name of 14 points; they grow with it.
STANDINGS_SHAPES = {
    "rank": ColumnStyle(38, Align.RIGHT, Weight.BOLD, SMALLEST),
    "name": ColumnStyle(size=SMALLEST),
    "total": ColumnStyle(62, weight=Weight.BOLD, size=12),
    "medal": ColumnStyle(46, size=10),  # after the final list
}
UNDER = 8.5  # points; the size of rounds and wins below each name


def _standings(job: Job) -> SheetBlocks:
    """The standings after the chosen round, or the last one closed: rank, name, each round, total and wins."""
    through = _last_round(job)
    listing = job.arranged(standings_listing(job.scores, through).without(*FOR_FILES))
    disputed = warning(disputed_in(round_ for round_ in job.record.closed_rounds if round_.number <= through))
    legend = [Text(sentence, 9, after=4) for sentence in listing.legend]
    return posted(
        (*disputed, *legend, ListBlock(listing, about=None, by=of_player)),
        lambda: _layouts(disputed, listing, legend, has_notes=through > 0),
        _("After round {number}", number=through) if through else _("Before round 1"),
        through,
        is_provisional=not job.scores.is_complete,
        title=listing.caption if final_places(job.scores, through) else "",
    )


def _layouts(
    disputed: Sequence[Block], listing: Listing, legend: Sequence[Block], *, has_notes: bool
) -> Sequence[Build]:
    """The layouts to choose from: one column; two columns with the notes below both; or two with the notes at the end of the second."""
    rounds = [column.key for column in listing.columns if column.key not in ("rank", "name", "total", "wins", "medal")]
    with_scores = [key for key in rounds if any(row.cells[0].text for row in listing.only([key]).rows)]
    small = dict.fromkeys(with_scores, "") | {"wins": gettext_noop("wins {value}")}
    heads = [column.short or column.title for column in listing.only(with_scores).columns]
    below_names = _("Below each name: {columns}.", columns=figures.listed([*heads, _("wins")]))
    explained = [Text(below_names, 9, after=4)] if with_scores else []
    shapes = {column.key: STANDINGS_SHAPES[column.key] for column in listing.columns if column.key in STANDINGS_SHAPES}
    smallest = listed(listing, shapes, under=small, size=SMALLEST, padding=1.0, under_size=UNDER)
    after = (Space(6), *explained, *legend, *(_notes(listing) if has_notes else ()))

    def below(size: float, **fixed: float) -> PrintedTable:
        return smallest.scaled(size / SMALLEST, head_size=smallest.head_size, **fixed)

    return (
        lambda size: [*disputed, below(size), *after],
        lambda size: [*disputed, SideBySide((below(size, under_size=UNDER),)), *after],
        lambda size: [*disputed, SideBySide((below(size, under_size=UNDER), *after))],
    )


def _last_round(job: Job) -> int:
    """The number of the last closed round up to the chosen one; 0 where none is closed."""
    wanted = job.options.round_number
    closed = (round_.number for round_ in job.record.closed_rounds)
    return max((number for number in closed if wanted is None or number <= wanted), default=0)


def _notes(listing: Listing) -> Iterator[Block]:
    """The sentences that explain places, each once; of players who share a rank usually only the first has one."""
    rows = listing.only(["rank", "name"]).rows
    reasons: dict[str, None] = {}
    above = ""
    for row in rows:
        rank, name = row.cells
        if row.why and (rank.text != above or name.tags):
            reasons[name_and(name.text, row.why)] = None
        above = rank.text
    for index, reason in enumerate(reasons):
        yield Text(reason, 9, before=0 if index else 10, after=2)


STANDINGS = PaperSheet(
    "standings",
    gettext_noop("Standings"),
    Scope.ROUND,
    _standings,
    takes=LIST,
    in_pack=True,
    hangs=Hangs.LATEST,
    carries_address=True,
)
