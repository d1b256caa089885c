"""Who sits where: pairings by table and by player, posted in large letters, and the movement chart of the random rounds (R44)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tournament.draw.chart import movement_of
from tournament.pdf.flow import Block, Gap, Text, flowing_sheet
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Heading, Orientation, Sheet, frame
from tournament.pdf.names import Weight
from tournament.pdf.options import PaperError
from tournament.pdf.table import Keep, Shape, listed, share
from tournament.record.vocabulary import PlayerId, RoundKind
from tournament.tellings.drawn.chart import chart_listing
from tournament.tellings.drawn.draw import idle_listing, order_note, places_listing, seats_listing
from tournament.tellings.listing import Listing

POSTED_SIZE = 16.0
NAME_WIDTH = 150.0  # what a name keeps, however many rounds there are
NAME = Shape()
NUMBER = Shape(40, Align.RIGHT, size=11)
SEATS = {
    "seat": Shape(44, Align.CENTRE, Weight.BOLD),
    "name": NAME,
    "country": Shape(62, size=11),
    "number": NUMBER,
}
IDLE = {"name": NAME, "why": Shape(150), "score": Shape(90, Align.RIGHT, Weight.BOLD)}
PLACES = {"name": NAME, "number": NUMBER, "table": Shape(150, Align.RIGHT, Weight.BOLD, 18), "seat": Shape(60)}


def _order(job: Job) -> Text:
    """When the round is planned to start, and what decides the order of play (R4, R6)."""
    decided = all(table.seats_are_decided(job.round.seat_source) for table in job.round.tables)
    note = order_note(job.round.seat_source, has_tiles=decided)
    return Text(" ".join(filter(None, (job.planned, note))), 11, after=8)


def _of(shapes: Mapping[str, Shape], listing: Listing) -> dict[str, Shape]:
    """The shapes of the columns that a listing has: one without seats has no column for them."""
    return {column.key: shapes[column.key] for column in listing.columns}


def pairings_by_table(job: Job) -> Sheet:
    """Every table with its size, clock, chain set and players, by seat where seats are decided."""
    blocks: list[Block] = [_order(job)]
    style = {"size": POSTED_SIZE, "head_size": 9, "keep": Keep.TOGETHER}
    for table in job.tables:
        listing = seats_listing(job.record, job.round, table)
        blocks += [listed(listing, _of(SEATS, listing), heading=listing.caption, note=listing.note, **style), Gap(14)]
    idle = idle_listing(job.record, job.round)
    if idle.rows:
        bare = replace(idle, columns=tuple(replace(column, title="") for column in idle.columns))
        blocks.append(listed(bare, IDLE, heading=idle.caption, size=POSTED_SIZE, keep=Keep.TOGETHER))
    return flowing_sheet(job, "Pairings by table", job.round_scope, blocks, Heading.POSTED)


def pairings_by_player(job: Job) -> Sheet:
    """Every player in alphabetical order with table, and seat where seats are decided, or why there is none."""
    listing = places_listing(job.record, replace(job.round, tables=job.tables), "Places")
    blocks: list[Block] = [_order(job), listed(listing, _of(PLACES, listing), size=POSTED_SIZE, head_size=10)]
    return flowing_sheet(job, "Pairings by player", job.round_scope, blocks, Heading.POSTED)


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
    listing = chart_listing(job.record)
    chosen = job.sorted_entries(tuple(job.people[PlayerId(row.key)] for row in listing.rows))
    order = {entry.player: at for at, entry in enumerate(chosen)}
    listing = replace(listing, rows=tuple(sorted(listing.rows, key=lambda row: order[PlayerId(row.key)])))
    orientation = Orientation.LANDSCAPE if len(movement.rounds) > 4 else Orientation.PORTRAIT
    free = frame(job, Heading.POSTED, orientation).width - NUMBER.width - NAME_WIDTH
    place = Shape(share(free, len(movement.rounds), 74), Align.CENTRE, Weight.BOLD)
    rounds = (column.key for column in listing.columns if column.key not in ("name", "number"))
    blocks: list[Block] = [
        Text(f"{listing.caption}. The final is not on this chart.", 11, after=8),
        listed(listing, {"name": NAME, "number": NUMBER, **dict.fromkeys(rounds, place)}, size=14, head_size=10),
    ]
    return flowing_sheet(job, "Movement chart", "Random rounds", blocks, Heading.POSTED, orientation)
