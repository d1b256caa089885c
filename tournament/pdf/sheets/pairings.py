"""Who sits where: pairings by table and by player, posted in large letters, and the movement chart of the random rounds (R44)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tournament.draw.chart import movement_of
from tournament.pdf.fitting import SMALLEST, flowing_sheet, posted_sheet
from tournament.pdf.flow import Block, Gap, Text
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Heading, Sheet, frame
from tournament.pdf.names import Weight
from tournament.pdf.options import PaperError
from tournament.pdf.tables.columns import Columns
from tournament.pdf.tables.listed import Shape, listed, present, share, without_empty
from tournament.pdf.tables.printed import Keep
from tournament.record.vocabulary import RoundKind
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
IDLE_WIDTH = 88.0  # of the column of tables where some have words in place of a number
PLACES = {"name": NAME, "number": NUMBER, "table": Shape(62, Align.RIGHT, Weight.BOLD), "seat": Shape(48, size=12)}


def _order(job: Job) -> Text:
    """When the round is planned to start, and what decides the order of play (R4, R6)."""
    decided = all(table.seats_are_decided(job.round.seat_source) for table in job.round.tables)
    note = order_note(job.round.seat_source, has_tiles=decided)
    return Text(" ".join(filter(None, (job.planned, note))), 11, after=8)


def pairings_by_table(job: Job) -> Sheet:
    """Every table with its size, clock, chain set and players, by seat where seats are decided."""
    listings = [seats_listing(job.record, job.round, table) for table in job.tables]
    shapes = without_empty(listings, SEATS, ("seat", "country"))
    idle = idle_listing(job.record, job.round)

    style: dict[str, Any] = {"size": SMALLEST, "note_size": NOTE, "keep": Keep.TOGETHER}
    smallest = [
        listed(listing, present(shapes, listing), heading=listing.caption, note=listing.note, **style)
        for listing in listings
    ]
    idlers = [listed(idle, IDLE, heading=idle.caption, **style)] if idle.rows else []

    def tables(size: float) -> list[Block]:
        scale = size / SMALLEST
        blocks: list[Block] = []
        for table in smallest:
            blocks += [table.scaled(scale, note_size=NOTE), Gap(10 * scale)]
        return [*blocks, *(table.scaled(scale) for table in idlers)]

    def one(size: float) -> list[Block]:
        return [_order(job), *tables(size)]

    def two(size: float) -> list[Block]:
        return [_order(job), Columns(tuple(tables(size)))]

    return posted_sheet(job, "Pairings by table", job.round_scope, (one, two))


def pairings_by_player(job: Job) -> Sheet:
    """Every player in the chosen order with table, and seat where seats are decided, or why there is none."""
    listing = job.arranged(places_listing(job.record, replace(job.round, tables=job.stretch), "Places"))
    shapes = without_empty([listing], PLACES, ("seat",))
    if job.round.sit_outs:
        shapes["table"] = replace(shapes["table"], width=IDLE_WIDTH)

    smallest = listed(listing, shapes, size=SMALLEST)

    def one(size: float) -> list[Block]:
        return [_order(job), smallest.scaled(size / SMALLEST)]

    def two(size: float) -> list[Block]:
        note, table = one(size)
        return [note, Columns((table,))]

    return posted_sheet(job, "Pairings by player", job.round_scope, (one, two))


def movement_chart(job: Job) -> Sheet:
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
    free = frame(job, Heading.POSTED).width - NUMBER.width - NAME_WIDTH
    place = Shape(share(free, len(movement.rounds), 74), Align.CENTRE, Weight.BOLD)
    rounds = (column.key for column in listing.columns if column.key not in ("name", "number"))
    blocks: list[Block] = [
        Text(f"{listing.caption}. The final is not on this chart.", 11, after=8),
        listed(listing, {"name": NAME, "number": NUMBER, **dict.fromkeys(rounds, place)}, size=14, head_size=10),
    ]
    return flowing_sheet(job, "Movement chart", "Random rounds", blocks, Heading.POSTED).on_fronts()
