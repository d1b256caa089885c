"""The check-in list: everybody who is entered, with boxes to tick at the door and lines for those who are not on it."""

from __future__ import annotations

from tournament.day.office.fees import amount_words, has_fees, owed, totals_words
from tournament.pdf.flow import Text, pages_of
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Box, Drawing
from tournament.pdf.sheet import LIST, PaperSheet, Scope, SheetBlocks
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.printing import of_player
from tournament.record.vocabulary import Status
from tournament.tellings.cells import JUNIOR
from wording import gettext as _
from wording import gettext_noop

TICK = "☐"
FEWEST_LINES, MOST_LINES = (
    4,
    12,
)  # empty lines for people who are not on the list: as many as the last page has room for


def _check_in(job: Job) -> SheetBlocks:
    """The check-in list: number, name, country, junior, boxes for present, late and withdrawn, the fee, the time."""
    entries = job.listed_entries(job.record.entries)
    with_fees = has_fees(job.record)
    rows = [
        TableRow(
            (
                str(entry.player),
                entry.name,
                entry.country,
                JUNIOR if entry.is_junior else "",
                *_boxes(entry.status),
                *[_fee(job.record, entry)] * with_fees,
                "",
            ),
            about=of_player(entry.player),
        )
        for entry in entries
    ]
    head = [Text(totals_words(job.record), after=6, about=None)] if with_fees else []

    def pages(inside: Box) -> tuple[Drawing, ...]:
        """The list on as few pages as possible, with as many empty lines as fit on them."""
        tried = [
            pages_of(inside, (*head, _list(rows, lines, with_fees=with_fees)))
            for lines in range(MOST_LINES, FEWEST_LINES - 1, -1)
        ]
        return min(tried, key=len)

    return SheetBlocks((*head, _list(rows, FEWEST_LINES, with_fees=with_fees)), pages)


def _fee(record: EventRecord, entry: EntryRecord) -> str:
    """A box with what the player still owes; a tick for a player who has paid."""
    if rest := owed(record, entry):
        return f"{TICK} {amount_words(rest, record.currency)}"
    return "☑" if entry.fee_paid else ""


def _list(rows: list[TableRow], lines: int, *, with_fees: bool) -> PrintedTable:
    """The list as a printed table, with ``lines`` empty rows below it."""
    centre = Align.CENTRE
    empty = [TableRow(("", "", "", TICK, TICK, TICK, TICK, *[""] * with_fees, ""))] * lines
    return PrintedTable(
        columns=(
            TableColumn(_("No."), 34, Align.RIGHT),
            TableColumn(_("Name"), size=13),
            TableColumn(_("Country"), 54),
            TableColumn(_("Junior"), 42, centre),
            TableColumn(Status.PRESENT.words.capitalize(), 48, centre, size=13),
            TableColumn(Status.LATE.words.capitalize(), 36, centre, size=13),
            TableColumn(Status.WITHDRAWN.words.capitalize(), 60, centre, size=13),
            *[TableColumn(_("Fee"), 54)] * with_fees,
            TableColumn(_("Time"), 50),
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


CHECK_IN = PaperSheet(
    "check-in",
    gettext_noop("Check-in list"),
    Scope.EVENT,
    _check_in,
    covers=gettext_noop("Before round 1"),
    takes=LIST,
)
