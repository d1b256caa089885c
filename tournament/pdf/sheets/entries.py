"""The check-in list: everybody who is entered, with boxes to tick at the door and lines for those who are not on it."""

from __future__ import annotations

from tournament.pdf.fitting import flowing_sheet
from tournament.pdf.flow import Block, Text
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Sheet
from tournament.pdf.table import Column, Lines, PrintedTable, Row
from tournament.record.vocabulary import Status

TICK = "☐"
WALK_IN_LINES = 6


def check_in_list(job: Job) -> Sheet:
    """Number, name, country, junior, pre-registered, and boxes for present, late, withdrawn and the time."""
    entries = job.sorted_entries(job.record.entries)
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
    rows += [Row(("", "", "", TICK, "no", TICK, TICK, TICK, "")) for _ in range(WALK_IN_LINES)]
    centre = Align.CENTRE
    table = PrintedTable(
        columns=(
            Column("No.", 34, Align.RIGHT),
            Column("Name", size=12),
            Column("Country", 52),
            Column("Junior", 42, centre),
            Column("Entered before", 52, centre),
            Column("Present", 48, centre, size=13),
            Column("Late", 36, centre, size=13),
            Column("Gone", 40, centre, size=13),
            Column("Time", 56),
        ),
        rows=tuple(rows),
        row_height=22,
        lines=Lines.GRID,
    )
    states = {status: sum(entry.status is status for entry in entries) for status in Status}
    counts = ", ".join(f"{count} {status}" for status, count in states.items() if count)
    blocks: list[Block] = [Text(f"{len(entries)} entries: {counts or 'none yet'}.", after=6), table]
    return flowing_sheet(job, "Check-in list", "Before round 1", blocks)


def _boxes(status: Status) -> tuple[str, str, str]:
    """The boxes for present, late and withdrawn, ticked where the state is known when the list is printed."""
    ticked = {Status.PRESENT: 0, Status.LATE: 1, Status.WITHDRAWN: 2}.get(status)
    present, late, gone = ("☑" if ticked == box else TICK for box in range(3))
    return present, late, gone
