"""Round results with every step from cash to score (R55-R58), so that a player can check a line by hand."""

from __future__ import annotations

from tournament.pdf.flow import Block, Gap, Text, flowing_sheet
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Heading, Orientation, Sheet
from tournament.pdf.names import Weight
from tournament.pdf.table import Column, Keep, Row, Table
from tournament.record.event import TableRecord
from tournament.record.rulesets import Ruleset
from tournament.record.vocabulary import (
    FineTiming,
    SeatScore,
    TableScore,
    format_dollars,
    format_thousandths,
)
from tournament.scores.scoring import NO_BONUS, NO_MULTIPLIER, format_multiplier, score_round

NAME_SIZE = 14.0
FIGURE_SIZE = 11.0


def round_results(job: Job) -> Sheet:
    """Every table of a round: cash, fine, net, winning bonus, adjusted, percentage, multiplier, score, place."""
    job = job.at_last_result()
    scores = {score.table: score for score in score_round(job.record, job.round.number)}
    blocks: list[Block] = [Text(how_scored(job.record.ruleset), 9.5, after=8)]
    for table in job.tables:
        score = scores.get(table.number)
        if score is None:
            blocks.append(Text(f"Table {table.number} has not reported.", NAME_SIZE, Weight.BOLD, before=4, after=12))
        else:
            blocks += [_table(job, table, score), Gap(12)]
    return flowing_sheet(job, "Results", job.round_scope, blocks, Heading.POSTED, Orientation.LANDSCAPE)


def how_scored(ruleset: Ruleset) -> str:
    """The way from cash to score in one line, in the words of the columns."""
    if ruleset.fine_timing is FineTiming.AFTER_BONUS:
        way = "Highest cash wins: cash × bonus, up to the next hundred, less the fine = adjusted"
    else:
        way = "Net = cash - fine. Highest net wins: net × bonus, up to the next hundred = adjusted"
    return f"{way} (R55-R56). Adjusted ÷ sum of the table = %, three decimals (R57). % × table = score, three decimals (R58)."


def _table(job: Job, table: TableRecord, score: TableScore) -> Table:
    figures = Align.RIGHT
    return Table(
        columns=(
            Column("Seat", 36, Align.CENTRE),
            Column("Name", size=NAME_SIZE),
            Column("Cash", 60, figures),
            Column("Fine", 52, figures),
            Column("Net", 60, figures),
            Column("Bonus", 54, figures),
            Column("Adjusted", 68, figures),
            Column("%", 62, figures),
            Column("Table", 50, figures),
            Column("Score", 70, figures, Weight.BOLD, NAME_SIZE),
            Column("Place", 42, Align.CENTRE, Weight.BOLD),
        ),
        rows=(*(_row(job, table, score, row) for row in score.rows), _sum_row(score)),
        heading=f"Table {table.number}",
        note=_note(table, score),
        size=FIGURE_SIZE,
        head_size=8.5,
        keep=Keep.TOGETHER,
    )


def _row(job: Job, table: TableRecord, score: TableScore, row: SeatScore) -> Row:
    timed_out = any(seat.timed_out for seat in table.seats if seat.player == row.player)
    name = job.name(row.player)
    return Row(
        (
            str(row.seat),
            f"{name} (out of time)" if timed_out else name,
            format_dollars(row.cash),
            f"-{format_dollars(row.fine)}" if row.fine else "",
            format_dollars(row.net),
            f"× {format_multiplier(row.bonus_multiplier, NO_BONUS)}" if row.is_winner else "",
            format_dollars(row.adjusted),
            format_thousandths(row.basic),
            f"× {format_multiplier(row.size_multiplier, NO_MULTIPLIER)}",
            format_thousandths(row.score),
            place_text(row, score),
        )
    )


def _sum_row(score: TableScore) -> Row:
    basic = sum(row.basic for row in score.rows)
    total = sum(row.score for row in score.rows)
    sums = ("", "Sum", "", "", "", "", format_dollars(score.total_adjusted), format_thousandths(basic), "")
    return Row((*sums, format_thousandths(total), ""), Weight.REGULAR)


def place_text(row: SeatScore, score: TableScore) -> str:
    """The place at the table, with an equals sign where it is shared."""
    shared = sum(other.place == row.place for other in score.rows) > 1
    return f"{row.place}=" if shared else str(row.place)


def _note(table: TableRecord, score: TableScore) -> str:
    notes = [f"{table.size} players"]
    if table.ended_by:
        notes.append(f"ended by {table.ended_by}")
    if score.ruled_equal:
        notes.append(f"equal shares by ruling: {table.equal_shares_ruling} (R62)")
    notes += [f"seat {seat.position}: {seat.cash_reason}" for seat in table.seats if seat.cash_reason]
    return " · ".join(notes)
