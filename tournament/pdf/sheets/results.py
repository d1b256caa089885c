"""Round results with every step from cash to score (R55-R58), so that a player can check a line by hand."""

from __future__ import annotations

from tournament.pdf.flow import Block, Gap, Text, flowing_sheet, warning
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Heading, Orientation, Sheet
from tournament.pdf.names import Weight
from tournament.pdf.table import Keep, Shape, listed
from tournament.tellings.disputes import disputed_in
from tournament.tellings.results import how_scored, table_result

NAME_SIZE = 14.0
SHAPES = {
    "place": Shape(42, Align.CENTRE, Weight.BOLD),
    "name": Shape(size=NAME_SIZE),
    "seat": Shape(36, Align.CENTRE),
    "cash": Shape(60),
    "fine": Shape(52),
    "net": Shape(60),
    "bonus": Shape(54),
    "adjusted": Shape(68),
    "basic": Shape(62),
    "multiplier": Shape(56),
    "score": Shape(70, weight=Weight.BOLD, size=NAME_SIZE),
}


def round_results(job: Job) -> Sheet:
    """Every table of a round: place, cash, fine, net, winning bonus, adjusted, percentage, multiplier and score."""
    job = job.at_last_result()
    number = job.round.number
    scores = {score.table: score for score in job.scores.tables(number)}
    blocks: list[Block] = [*warning(disputed_in([job.round])), Text(how_scored(job.record.ruleset), 9.5, after=8)]
    for table in job.tables:
        score = scores.get(table.number)
        if score is None:
            blocks.append(Text(f"Table {table.number} has not reported.", NAME_SIZE, Weight.BOLD, before=4, after=12))
            continue
        listing = table_result(job.scores, number, table, score)
        options = {"heading": listing.caption, "note": listing.note, "size": 11.0, "head_size": 8.5}
        shapes = {column.key: SHAPES[column.key] for column in listing.columns if column.key in SHAPES}
        blocks += [listed(listing, shapes, keep=Keep.TOGETHER, **options), Gap(12)]
    is_provisional = not job.round.is_closed
    return flowing_sheet(
        job,
        "Results",
        job.round_scope,
        blocks,
        Heading.POSTED,
        Orientation.LANDSCAPE,
        is_provisional=is_provisional,
    )
