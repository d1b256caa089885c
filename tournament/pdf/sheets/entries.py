"""The check-in list: everybody who is entered, with boxes to tick at the door and lines for those who are not on it."""

from __future__ import annotations

from tournament.pdf.fitting import flowing_sheet
from tournament.pdf.flow import Block, Text
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Sheet
from tournament.pdf.tables.printed import Column, Lines, PrintedTable, Row
from tournament.record.vocabulary import Status

TICK = "☐"
FEWEST_LINES, MOST_LINES = 4, 12  # for those who are not on the list: as many as stand on its last page


def check_in_list(job: Job) -> Sheet:
    """Number, name, country, junior, pre-registered, and boxes for present, late, withdrawn and the time."""
    entries = job.listed_entries(job.record.entries)
    rows = [
        Row(
            (
                str(entry.player),
                entry.name,
                entry.country,
                "JNR" if entry.is_junior else "",
                "yes",
                *_boxes(entry.status),
                "",
            )
        )
        for entry in entries
    ]
    states = {status: sum(entry.status is status for entry in entries) for status in Status}
    counts = ", ".join(f"{count} {status}" for status, count in states.items() if count)
    head = Text(f"{len(entries)} entries: {counts or 'none yet'}.", after=6)
    sheets = {lines: _sheet(job, head, rows, lines) for lines in range(MOST_LINES, FEWEST_LINES - 1, -1)}
    fewest = min(len(each.pages) for each in sheets.values())
    return next(each for each in sheets.values() if len(each.pages) == fewest)


def _sheet(job: Job, head: Text, rows: list[Row], lines: int) -> Sheet:
    """The list with so many empty lines below it."""
    centre = Align.CENTRE
    empty = [Row(("", "", "", TICK, "no", TICK, TICK, TICK, "")) for _ in range(lines)]
    table = PrintedTable(
        columns=(
            Column("No.", 34, Align.RIGHT),
            Column("Name", size=13),
            Column("Country", 56),
            Column("Junior", 42, centre),
            Column("Entered before", 52, centre),
            Column("Present", 48, centre, size=13),
            Column("Late", 36, centre, size=13),
            Column("Gone", 40, centre, size=13),
            Column("Time", 56),
        ),
        rows=(*rows, *empty),
        row_height=22,
        lines=Lines.GRID,
    )
    blocks: list[Block] = [head, table]
    return flowing_sheet(job, "Check-in list", "Before round 1", blocks)


def _boxes(status: Status) -> tuple[str, str, str]:
    """The boxes for present, late and withdrawn, ticked where the state is known when the list is printed."""
    ticked = {Status.PRESENT: 0, Status.LATE: 1, Status.WITHDRAWN: 2}.get(status)
    present, late, gone = ("☑" if ticked == box else TICK for box in range(3))
    return present, late, gone
