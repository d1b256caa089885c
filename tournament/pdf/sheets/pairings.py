"""Who sits where: pairings by table and by player, posted in large letters, and the movement chart of the random rounds (R44).

The check-in list: everybody who is entered, with boxes to tick at the door and lines for those who are not on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tournament.day.office.registering import amount_owed, amount_words, has_fees, totals_words
from tournament.draw.forecast import movement_of
from tournament.pdf.flow import SMALLEST, Block, Build, Space, Text, pages_of
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Align, Box, Drawing, frame, on_fronts
from tournament.pdf.lines import Weight
from tournament.pdf.listed import ColumnStyle, ListBlock, SideBySide, listed, present_columns, share, without_empty
from tournament.pdf.sheet import BY_TABLE, LIST, Hangs, PaperSheet, Scope, SheetBlocks, posted
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.printing import IDLE, PartKind, SheetPart, of_player, of_table
from tournament.record.vocabulary import PlayerId, RoundKind, Status
from tournament.tellings.draw import chart_listing, idle_listing, order_note, places_listing, seats_listing
from tournament.tellings.listing import Listing
from tournament.tellings.words import JUNIOR
from wording import gettext as _
from wording import gettext_noop

TICK = "☐"
FEWEST_LINES, MOST_LINES = 4, 12
"""Empty lines for people who are not on the list: as many as the last page has room for."""


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
    if rest := amount_owed(record, entry):
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


NAME_WIDTH = 150.0  # the least width of the names, however many rounds there are
NOTE = 10.0  # points of what stands below the head of a table, at any size of its names
# Widths and sizes beside a name of 14 points; they grow with it.
NAME = ColumnStyle(size=SMALLEST)
SEATS = {
    "seat": ColumnStyle(36, Align.CENTRE, Weight.BOLD),
    "name": NAME,
    "country": ColumnStyle(46, size=10),
}
NOT_SEATED = {"name": NAME, "why": ColumnStyle(86, size=10), "score": ColumnStyle(58, Align.RIGHT, Weight.BOLD)}
IDLE_WIDTH = 88.0  # of the column of tables where some have words in place of a number
PLACES = {
    "name": NAME,
    "table": ColumnStyle(62, Align.RIGHT, Weight.BOLD),
    "seat": ColumnStyle(48, size=12),
}


def _order(job: Job) -> Text:
    """The line with the round's planned start, and with what decides the order of play (R4, R6)."""
    decided = all(table.seats_are_decided(job.round.seat_source) for table in job.round.tables)
    note = order_note(job.record, job.round, has_tiles=decided)
    return Text(" ".join(filter(None, (job.planned, note))), 11, after=8)


def _by_table(job: Job) -> SheetBlocks:
    """Pairings by table: every table with its size, clock, chain set and players, in order of seats where these are decided."""
    order = _order(job)
    listings = [seats_listing(job.record, job.round, table) for table in job.tables]
    idle = idle_listing(job.record, job.round)
    lists = [ListBlock(each, of_table(table.number)) for table, each in zip(job.tables, listings, strict=True)]
    return posted((order, *lists, ListBlock(idle, IDLE)), lambda: _ways_by_table(order, listings, idle))


def _ways_by_table(order: Text, listings: Sequence[Listing], idle: Listing) -> Sequence[Build]:
    """The layouts to choose from: the tables below one another, or in two columns. ``idle`` lists who does not play."""
    shapes = without_empty(listings, SEATS, ("seat", "country"))
    style: dict[str, Any] = {"size": SMALLEST, "note_size": NOTE, "is_whole": True}
    smallest = [
        listed(each, present_columns(shapes, each), heading=each.caption, note=each.note, **style) for each in listings
    ]
    idlers = [listed(idle, NOT_SEATED, heading=idle.caption, **style)] if idle.rows else []

    def tables(size: float) -> list[Block]:
        scale = size / SMALLEST
        blocks: list[Block] = []
        for table in smallest:
            blocks += [table.scaled(scale, note_size=NOTE), Space(10 * scale)]
        return [*blocks, *(table.scaled(scale) for table in idlers)]

    return (
        lambda size: [order, *tables(size)],
        lambda size: [order, SideBySide(tuple(tables(size)))],
    )


def _by_player(job: Job) -> SheetBlocks:
    """Pairings by player: every player with the table (and seat where decided), or why the player has none."""
    order = _order(job)
    listing = job.arranged(places_listing(job.record, replace(job.round, tables=job.tables), _("Places")))
    tables = {seat.player: table.number for table in job.tables for seat in table.seats}

    def part_of(player: int) -> SheetPart:
        """The part of the sheet that a player's row counts to, with the player's table if there is one."""
        table = tables.get(PlayerId(player))
        return SheetPart(PartKind.IDLE, player) if table is None else SheetPart(PartKind.TABLE, table, player)

    blocks = (order, ListBlock(listing, about=None, by=part_of))
    return posted(blocks, lambda: _ways_by_player(order, listing, has_idle=bool(job.round.sit_outs)))


def _ways_by_player(order: Text, listing: Listing, *, has_idle: bool) -> Sequence[Build]:
    """The layouts to choose from: one column or two. ``has_idle`` is true where somebody does not play."""
    shapes = without_empty([listing], PLACES, ("seat",))
    if has_idle:
        shapes["table"] = replace(shapes["table"], width=IDLE_WIDTH)
    smallest = listed(listing, shapes, size=SMALLEST)
    return (
        lambda size: [order, smallest.scaled(size / SMALLEST)],
        lambda size: [order, SideBySide((smallest.scaled(size / SMALLEST),))],
    )


def _movement_chart(job: Job) -> SheetBlocks:
    """The movement chart: table and seat of every player in every random round that is drawn or on the public chart (R6, R44).

    Raises PaperError where somebody sits out: scores decide who is next (R50), so later rounds are not known yet.
    """
    movement = movement_of(job.record)
    if not movement.rounds:
        raise PaperError(_("No round has been drawn yet; draw one before printing its sheets."))
    idle = next((round_ for round_ in job.record.rounds if round_.kind is RoundKind.RANDOM and round_.sit_outs), None)
    if idle is not None:
        raise PaperError(
            _(
                "A player sits out round {number}, so later rounds are not known yet (R50). Print each round's "
                "pairings instead.",
                number=idle.number,
            )
        )
    listing = job.arranged(chart_listing(job.record))
    free = frame(job).width - NAME_WIDTH
    place = ColumnStyle(share(free, len(movement.rounds), 74), Align.CENTRE, Weight.BOLD)
    rounds = (column.key for column in listing.columns if column.key not in ("name", "number"))
    shapes = {"name": NAME, **dict.fromkeys(rounds, place)}
    sentences = " ".join((f"{listing.caption}.", _("The final is not on this chart.")))
    head = Text(sentences, 11, after=8, about=SheetPart(PartKind.ROUNDS))
    return SheetBlocks(
        (head, ListBlock(listing, about=None, by=of_player)),
        lambda inside: on_fronts(pages_of(inside, (head, listed(listing, shapes, size=14, head_size=10)))),
    )


PAIRINGS_BY_PLAYER = PaperSheet(
    "pairings-by-player",
    gettext_noop("Pairings by player"),
    Scope.ROUND,
    _by_player,
    takes=LIST | BY_TABLE,
    in_pack=True,
    hangs=Hangs.WHILE_PLAYED,
    carries_address=True,
    is_before_tiles=True,
)
PAIRINGS_BY_TABLE = PaperSheet(
    "pairings-by-table",
    gettext_noop("Pairings by table"),
    Scope.ROUND,
    _by_table,
    takes=BY_TABLE,
    in_pack=True,
    hangs=Hangs.WHILE_PLAYED,
    carries_address=True,
    is_before_tiles=True,
)
MOVEMENT_CHART = PaperSheet(
    "movement-chart",
    gettext_noop("Movement chart"),
    Scope.EVENT,
    _movement_chart,
    covers=gettext_noop("Random rounds"),
    takes=LIST,
    hangs=Hangs.WITH_CHART,
    carries_address=True,
)
