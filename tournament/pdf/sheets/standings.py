"""The standings as they are posted, with the lines where the final will be cut (R46) and the sentences that explain a place."""

from __future__ import annotations

from itertools import accumulate

from tournament.draw.allocation import AllocationError, choices, final_sizes
from tournament.pdf.flow import Block, Text, Titled, flowing_sheet
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Heading, Orientation, Sheet, frame
from tournament.pdf.names import Weight
from tournament.pdf.table import Column, Row, Table, share
from tournament.record.event import RoundRecord
from tournament.record.vocabulary import (
    CellKind,
    PlayerId,
    RoundCell,
    RoundKind,
    RoundState,
    Standing,
    Status,
    Thousandths,
    format_thousandths,
)
from tournament.scores import standings

NAME_SIZE = 14.0
NAME_WIDTH = 150.0  # what a name keeps, however many rounds there are
MARKS = {
    CellKind.SIT_OUT: "S ",
    CellKind.PAIRING_PROBLEM: "P ",
    CellKind.MISSED: "- ",
    CellKind.WITHDRAWN: "W ",
}
LEGEND = "S sat out (R51) · P pairing problem (R52) · - not played (R53) · W withdrawn (R54) · * won the table · = equal totals"


def standings_sheet(job: Job) -> Sheet:
    """Rank, name, each round, total and wins after the chosen round, or after the last one that is closed."""
    through = _through(job)
    rows = standings(job.record, through)
    cuts = cut_lines(job, rows, through)
    scope = f"After round {through}" if through else "Before round 1"
    rounds = len(rows[0].cells) if rows else job.record.rounds_planned
    orientation = Orientation.PORTRAIT if rounds <= 4 else Orientation.LANDSCAPE
    widest = share(frame(job, Heading.POSTED, orientation).width - 146 - NAME_WIDTH, rounds, 56)
    blocks: list[Block] = [Text(LEGEND, 9, after=6)]
    if cuts:
        blocks.append(Text("Thick lines: where the tables of the final are cut (R46).", 9, after=6))
    blocks.append(
        Table(
            columns=(
                Column("Rank", 44, Align.RIGHT, Weight.BOLD, NAME_SIZE),
                Column("Name", size=NAME_SIZE),
                *(Column(f"R{number}", widest, Align.RIGHT) for number in range(1, rounds + 1)),
                Column("Total", 68, Align.RIGHT, Weight.BOLD, 12),
                Column("Wins", 34, Align.CENTRE),
            ),
            rows=tuple(_row(job, row, cuts.get(place)) for place, row in enumerate(rows)),
            size=9.5,
        )
    )
    reasons = dict.fromkeys(f"{job.name(row.player)}: {row.why}" for row in rows if row.why and through)
    for index, reason in enumerate(reasons):
        note = Text(reason, 9)
        blocks.append(note if index else Titled(Text("Notes", 11, Weight.BOLD, before=10), note))
    return flowing_sheet(job, "Standings", scope, blocks, Heading.POSTED, orientation)


def _through(job: Job) -> int:
    """The last closed round not after the one asked for; zero where none is closed."""
    wanted = job.options.round_number
    return max(
        (played.number for played in job.record.closed_rounds if wanted is None or played.number <= wanted), default=0
    )


def _row(job: Job, row: Standing, cut: str | None) -> Row:
    rank = "DSQ" if row.rank is None else f"{row.rank}{'=' if row.is_tied else ''}"
    cells = (cell_text(cell) for cell in row.cells)
    return Row(
        (rank, job.name(row.player), *cells, format_thousandths(row.total), str(row.wins)),
        cut=cut or "",
        has_cut=cut is not None,
    )


def cell_text(cell: RoundCell) -> str:
    """A round in the standings: the score with its mark, empty while the round is pending."""
    if cell.score is None:
        return ""
    star = "*" if cell.is_winner else ""
    return f"{MARKS.get(cell.kind, '')}{format_thousandths(cell.score)}{star}"


def cut_lines(job: Job, rows: tuple[Standing, ...], through: int) -> dict[int, str]:
    """Where the tables of a final still to be played begin: the index of a row and the words on the line above it.

    The tables are those drawn for the final, else the rule's first arrangement for the players still active.
    """
    final = job.record.rounds_planned
    if through != final - 1 or through == 0:
        return {}
    playing = _players_of_final(job)
    active = [index for index, row in enumerate(rows) if row.player in playing]
    sizes, source = _final_sizes(job, playing)
    starts = [0, *accumulate(sizes)]
    if not _is_seated_so(job, playing, rows, [rows[index].total for index in active]):
        return {}
    lines = {}
    for table, start in enumerate(starts[:-1], start=1):
        if start < len(active):
            before = rows[active[start - 1]].total if start else None
            tie = f", equal totals across this line: {_parted_by(job)}" if before == rows[active[start]].total else ""
            words = f"table 1, the top table{source}" if table == 1 else f"table {table}"
            lines[active[start]] = words + tie
    return lines


def _is_seated_so(
    job: Job, playing: frozenset[PlayerId], rows: tuple[Standing, ...], in_order: list[Thousandths]
) -> bool:
    """Whether the totals still part the players as the published final seats them: a correction or a swap ends that (R68)."""
    drawn = _published_last_round(job)
    if drawn is None:
        return True
    totals = {row.player: row.total for row in rows}
    tables = sorted(drawn.tables, key=lambda table: table.number)
    seated = [
        sorted((totals[seat.player] for seat in table.seats if seat.player in playing), reverse=True)
        for table in tables
    ]
    return [total for table in seated for total in table] == in_order


def _parted_by(job: Job) -> str:
    """What parts players of equal total at a cut: the event's tie-break where it has one, and the lot."""
    rule = job.record.ruleset.cut_tie_break.words
    return f"by {rule}, then by lot (R46-R47)" if rule else "by lot (R47)"


def _published_last_round(job: Job) -> RoundRecord | None:
    last = job.record.rounds_planned
    published = (played for played in job.record.rounds if played.state is not RoundState.DRAFT)
    return next((played for played in published if played.number == last), None)


def _players_of_final(job: Job) -> frozenset[PlayerId]:
    """Who sits in the last round as published, whoever has left since, but for the disqualified; before that everybody present."""
    drawn = _published_last_round(job)
    if drawn is not None:
        seated = {seat.player for table in drawn.tables for seat in table.seats}
        return frozenset(seated - {player for player in seated if job.people[player].status is Status.DISQUALIFIED})
    return frozenset(entry.player for entry in job.record.entries if entry.status is Status.PRESENT)


def _final_sizes(job: Job, playing: frozenset[PlayerId]) -> tuple[tuple[int, ...], str]:
    drawn = _published_last_round(job)
    if drawn is not None:
        if drawn.kind is RoundKind.RANDOM:
            return (), ""
        tables = sorted(drawn.tables, key=lambda table: table.number)
        return tuple(sum(seat.player in playing for seat in table.seats) for table in tables), ""
    try:
        first = choices(len(playing), job.record.rounds_planned, job.record.ruleset)[0]
    except AllocationError:  # too few players are left for any table, so there is nothing to cut
        return (), ""
    if not first.swiss_final:
        return (), ""
    sizes = final_sizes(first.arrangement.sizes, job.record.ruleset.preferred_size)
    return sizes, f" (if {' '.join(str(size) for size in sizes)} is chosen)"
