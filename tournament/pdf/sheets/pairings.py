"""Who sits where: pairings by table and by player, posted in large letters, and the movement chart of the random rounds (R44)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tournament.draw.chart import movement_of
from tournament.pdf.flow import SMALLEST, Block, Space, Text
from tournament.pdf.job import Job, PackPart, PaperError
from tournament.pdf.layout import Align, frame
from tournament.pdf.listed import Shape, SideBySide, listed, present, share, without_empty
from tournament.pdf.names import Weight
from tournament.pdf.sheet import BY_TABLE, LIST, Hangs, PaperSheet, Scope, SheetBlocks, flowing, posted
from tournament.pdf.tables import Keep
from tournament.record.printing import PartKind, SheetPart, of_player, of_table
from tournament.record.vocabulary import PlayerId, RoundKind
from tournament.tellings.drawn.chart import chart_listing
from tournament.tellings.drawn.draw import idle_listing, order_note, places_listing, seats_listing

NAME_WIDTH = 150.0  # what a name keeps, however many rounds there are
NOTE = 10.0  # points of what stands below the head of a table, at any size of its names
# Widths and sizes beside a name of 14 points; they grow with it.
NAME = Shape(size=SMALLEST)
NUMBER = Shape(34, Align.RIGHT, size=10)
SEATS = {
    "seat": Shape(36, Align.CENTRE, Weight.BOLD),
    "name": NAME,
    "country": Shape(46, size=10),
    "number": NUMBER,
}
IDLE = {"name": NAME, "why": Shape(86, size=10), "score": Shape(58, Align.RIGHT, Weight.BOLD)}
NOT_SEATED = SheetPart(PartKind.IDLE)
IDLE_WIDTH = 88.0  # of the column of tables where some have words in place of a number
PLACES = {"name": NAME, "number": NUMBER, "table": Shape(62, Align.RIGHT, Weight.BOLD), "seat": Shape(48, size=12)}


def _order(job: Job) -> Text:
    """When the round is planned to start, and what decides the order of play (R4, R6)."""
    decided = all(table.seats_are_decided(job.round.seat_source) for table in job.round.tables)
    note = order_note(job.round.seat_source, has_tiles=decided)
    return Text(" ".join(filter(None, (job.planned, note))), 11, after=8)


def _by_table(job: Job) -> SheetBlocks:
    """Every table with its size, clock, chain set and players, by seat where seats are decided."""
    listings = [seats_listing(job.record, job.round, table) for table in job.tables]
    shapes = without_empty(listings, SEATS, ("seat", "country"))
    idle = idle_listing(job.record, job.round)

    style: dict[str, Any] = {"size": SMALLEST, "note_size": NOTE, "keep": Keep.TOGETHER}
    smallest = [
        listed(
            *(listing, present(shapes, listing)),
            heading=listing.caption,
            note=listing.note,
            about=of_table(table.number),
            **style,
        )
        for table, listing in zip(job.tables, listings, strict=True)
    ]
    idlers = [listed(idle, IDLE, heading=idle.caption, about=NOT_SEATED, **style)] if idle.rows else []

    def tables(size: float) -> list[Block]:
        scale = size / SMALLEST
        blocks: list[Block] = []
        for table in smallest:
            blocks += [table.scaled(scale, note_size=NOTE), Space(10 * scale)]
        return [*blocks, *(table.scaled(scale) for table in idlers)]

    def one(size: float) -> list[Block]:
        return [_order(job), *tables(size)]

    def two(size: float) -> list[Block]:
        return [_order(job), SideBySide(tuple(tables(size)))]

    return posted((one, two))


def _by_player(job: Job) -> SheetBlocks:
    """Every player in the chosen order with table, and seat where seats are decided, or why there is none."""
    listing = job.arranged(places_listing(job.record, replace(job.round, tables=job.stretch), "Places"))
    shapes = without_empty([listing], PLACES, ("seat",))
    if job.round.sit_outs:
        shapes["table"] = replace(shapes["table"], width=IDLE_WIDTH)

    tables = {seat.player: table.number for table in job.stretch for seat in table.seats}

    def part_of(player: int) -> SheetPart:
        """A player at a table, or without one."""
        table = tables.get(PlayerId(player))
        return SheetPart(PartKind.IDLE, player) if table is None else SheetPart(PartKind.TABLE, table, player)

    smallest = listed(listing, shapes, by=part_of, size=SMALLEST, about=None)

    def one(size: float) -> list[Block]:
        return [_order(job), smallest.scaled(size / SMALLEST)]

    def two(size: float) -> list[Block]:
        note, table = one(size)
        return [note, SideBySide((table,))]

    return posted((one, two))


def _movement_chart(job: Job) -> SheetBlocks:
    """Table and seat of every player in every random round that is drawn or on the public chart (R6, R44).

    Raises PaperError where somebody sits out: the lowest score decides who does (R50), so later rounds cannot be posted.
    """
    movement = movement_of(job.record)
    if not movement.rounds:
        raise PaperError("No random round has been drawn yet; draw the movement before printing its chart.")
    idle = next((played for played in job.record.rounds if played.kind is RoundKind.RANDOM and played.sit_outs), None)
    if idle is not None:
        raise PaperError(
            f"Somebody sits out round {idle.number}, so the rounds after it are not known yet (R50); print pairings round by round."
        )
    listing = job.arranged(chart_listing(job.record))
    free = frame(job).width - NUMBER.width - NAME_WIDTH
    place = Shape(share(free, len(movement.rounds), 74), Align.CENTRE, Weight.BOLD)
    rounds = (column.key for column in listing.columns if column.key not in ("name", "number"))
    blocks: list[Block] = [
        Text(f"{listing.caption}. The final is not on this chart.", 11, after=8, about=SheetPart(PartKind.ROUNDS)),
        listed(
            *(listing, {"name": NAME, "number": NUMBER, **dict.fromkeys(rounds, place)}),
            by=of_player,
            size=14,
            head_size=10,
            about=None,
        ),
    ]
    return flowing(blocks)


PAIRINGS_BY_PLAYER = PaperSheet(
    "pairings-by-player",
    "Pairings by player",
    Scope.ROUND,
    _by_player,
    takes=LIST | BY_TABLE,
    pack=PackPart.PLAY,
    hangs=Hangs.WHILE_PLAYED,
    is_expected=True,
    carries_address=True,
    on_fronts=True,
    is_before_tiles=True,
)
PAIRINGS_BY_TABLE = PaperSheet(
    "pairings-by-table",
    "Pairings by table",
    Scope.ROUND,
    _by_table,
    takes=BY_TABLE,
    pack=PackPart.PLAY,
    hangs=Hangs.WHILE_PLAYED,
    is_expected=True,
    carries_address=True,
    on_fronts=True,
    is_before_tiles=True,
)
MOVEMENT_CHART = PaperSheet(
    "movement-chart",
    "Movement chart",
    Scope.EVENT,
    _movement_chart,
    covers="Random rounds",
    takes=LIST,
    hangs=Hangs.WITH_CHART,
    carries_address=True,
    on_fronts=True,
)
