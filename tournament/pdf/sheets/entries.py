"""The check-in list: everybody who is entered, with boxes to tick at the door and lines for those who are not on it."""

from __future__ import annotations

from tournament.pdf.flow import Text, pages_of
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Box, Drawing
from tournament.pdf.sheet import LIST, PaperSheet, Scope, SheetBlocks
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.printing import of_player
from tournament.record.vocabulary import Status

TICK = "☐"
FEWEST_LINES, MOST_LINES = (
    4,
    12,
)  # empty lines for people who are not on the list: as many as the last page has room for


def _check_in(job: Job) -> SheetBlocks:
    """The check-in list: number, name, country, junior, entered before, and boxes for present, late, withdrawn and the time."""
    entries = job.listed_entries(job.record.entries)
    rows = [
        TableRow(
            (
                str(entry.player),
                entry.name,
                entry.country,
                "JNR" if entry.is_junior else "",
                "yes",
                *_boxes(entry.status),
                "",
            ),
            about=of_player(entry.player),
        )
        for entry in entries
    ]
    states = {status: sum(entry.status is status for entry in entries) for status in Status}
    counts = ", ".join(f"{count} {status}" for status, count in states.items() if count)
    head = Text(f"{len(entries)} entries: {counts or 'none yet'}.", after=6, about=None)

    def pages(inside: Box) -> tuple[Drawing, ...]:
        """The list on as few pages as possible, with as many empty lines as fit on them."""
        tried = [pages_of(inside, (head, _list(rows, lines))) for lines in range(MOST_LINES, FEWEST_LINES - 1, -1)]
        return min(tried, key=len)

    return SheetBlocks((head, _list(rows, FEWEST_LINES)), pages)


def _list(rows: list[TableRow], lines: int) -> PrintedTable:
    """The list as a printed table, with ``lines`` empty rows below it."""
    centre = Align.CENTRE
    empty = [TableRow(("", "", "", TICK, "no", TICK, TICK, TICK, "")) for _ in range(lines)]
    return PrintedTable(
        columns=(
            TableColumn("No.", 34, Align.RIGHT),
            TableColumn("Name", size=13),
            TableColumn("Country", 56),
            TableColumn("Junior", 42, centre),
            TableColumn("Entered before", 52, centre),
            TableColumn("Present", 48, centre, size=13),
            TableColumn("Late", 36, centre, size=13),
            TableColumn("Gone", 40, centre, size=13),
            TableColumn("Time", 56),
        ),
        rows=(*rows, *empty),
        row_height=22,
        has_grid=True,
        about=None,
    )


def _boxes(status: Status) -> tuple[str, str, str]:
    """The boxes for present, late and withdrawn, ticked where the state is known when the list is printed."""
    ticked = {Status.PRESENT: 0, Status.LATE: 1, Status.WITHDRAWN: 2}.get(status)
    present, late, gone = ("☑" if ticked == box else TICK for box in range(3))
    return present, late, gone


CHECK_IN = PaperSheet("check-in", "Check-in list", Scope.EVENT, _check_in, covers="Before round 1", takes=LIST)
