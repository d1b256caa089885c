"""Who sits where: pairings by table and by player, posted in large letters, and the movement chart of the random rounds (R44)."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.draw.chart import movement_of
from tournament.pdf.flow import Block, Gap, Text, flowing_sheet
from tournament.pdf.job import Job, name_key
from tournament.pdf.layout import Align, Heading, Orientation, Sheet, frame
from tournament.pdf.names import Weight
from tournament.pdf.options import PaperError
from tournament.pdf.table import Column, Keep, Row, Table, share
from tournament.record.event import SitOutRecord, TableRecord, score_of
from tournament.record.vocabulary import PlayerId, RoundKind, SeatSource, SitOutKind, format_thousandths

POSTED_SIZE = 16.0
NAME_WIDTH = 150.0  # what a name keeps, however many rounds there are

SIT_OUT_WORDS = {
    SitOutKind.STANDARD: "sits out",
    SitOutKind.PAIRING_PROBLEM: "no table",
    SitOutKind.MISSED: "not playing",
}


def order_note(job: Job) -> str:
    """What decides the order of play in this round (R4, R6)."""
    if job.round.seat_source is SeatSource.CHART:
        return "Seats are the order of play, whatever starting tiles are drawn (R6)."
    return "Draw starting tiles: the lowest number begins, then the first letter, the others follow in that order (R4)."


def minutes_text(job: Job, size: int) -> str:
    """Minutes on each player's clock at a table of that size, or that the director has to say (R29)."""
    minutes = job.record.ruleset.minutes.get(size)
    return f"{minutes} minutes each" if minutes is not None else "minutes: ask the director"


def chain_set_of(job: Job, table: TableRecord) -> str:
    """The name of the chain set on a table: its own, else the event's."""
    return table.chain_set or job.record.chain_set


def pairings_by_table(job: Job) -> Sheet:
    """Every table with its size, clock, chain set and players by seat."""
    blocks: list[Block] = [Text(order_note(job), 11, after=8)]
    for table in job.tables:
        blocks.append(_table_block(job, table))
        blocks.append(Gap(14))
    blocks.extend(_sit_out_blocks(job))
    return flowing_sheet(job, "Pairings by table", job.round_scope, blocks, Heading.POSTED)


def _table_block(job: Job, table: TableRecord) -> Table:
    rows = tuple(
        Row((str(seat.position), job.name(seat.player), job.people[seat.player].country, f"{seat.player}"))
        for seat in sorted(table.seats, key=lambda seat: seat.position)
    )
    return Table(
        columns=(
            Column("Seat", 44, Align.CENTRE, Weight.BOLD),
            Column("Name"),
            Column("Country", 62, size=11),
            Column("No.", 40, Align.RIGHT, size=11),
        ),
        rows=rows,
        heading=f"Table {table.number}",
        note=f"{table.size} players · {minutes_text(job, table.size)} · chains: {chain_set_of(job, table)}",
        size=POSTED_SIZE,
        head_size=9,
        keep=Keep.TOGETHER,
    )


def _sit_out_blocks(job: Job) -> Iterator[Block]:
    if job.round.sit_outs:
        yield Table(
            columns=(Column(""), Column("", 150), Column("", 90, Align.RIGHT, Weight.BOLD)),
            rows=tuple(
                Row((job.name(sit_out.player), SIT_OUT_WORDS[sit_out.kind], _score(job, sit_out)))
                for sit_out in job.round.sit_outs
            ),
            heading="Not at a table",
            size=POSTED_SIZE,
            keep=Keep.TOGETHER,
        )


def _score(job: Job, sit_out: SitOutRecord) -> str:
    return format_thousandths(score_of(sit_out.kind, job.record.ruleset))


def pairings_by_player(job: Job) -> Sheet:
    """Every player in alphabetical order with table and seat, or why there is none."""
    places: list[tuple[PlayerId, tuple[str, str]]] = [
        (seat.player, (str(table.number), str(seat.position))) for table in job.tables for seat in table.seats
    ]
    places += [(sit_out.player, (SIT_OUT_WORDS[sit_out.kind], _score(job, sit_out))) for sit_out in job.round.sit_outs]
    places.sort(key=lambda place: (name_key(job.name(place[0])), place[0]))
    table = Table(
        columns=(
            Column("Name"),
            Column("No.", 40, Align.RIGHT, size=11),
            Column("Table", 110, Align.RIGHT, Weight.BOLD, size=18),
            Column("Seat", 80, Align.RIGHT),
        ),
        rows=tuple(Row((job.name(player), str(player), *where)) for player, where in places),
        size=POSTED_SIZE,
        head_size=10,
    )
    blocks: list[Block] = [Text(order_note(job), 11, after=8), table]
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
    places = {key: f"{table} / {seat}" for key, (table, seat) in movement.places.items()}
    players = movement.players
    entries = job.sorted_entries(tuple(entry for entry in job.record.entries if entry.player in players))
    orientation = Orientation.LANDSCAPE if len(movement.rounds) > 4 else Orientation.PORTRAIT
    widest = share(frame(job, Heading.POSTED, orientation).width - 40 - NAME_WIDTH, len(movement.rounds), 74)
    table = Table(
        columns=(
            Column("Name"),
            Column("No.", 40, Align.RIGHT, size=11),
            *(Column(f"Round {number}", widest, Align.CENTRE, Weight.BOLD) for number in movement.rounds),
        ),
        rows=tuple(
            Row(
                (
                    entry.name,
                    str(entry.player),
                    *(places.get((number, entry.player), "-") for number in movement.rounds),
                )
            )
            for entry in entries
        ),
        size=14,
        head_size=10,
    )
    blocks: list[Block] = [
        Text("Table / seat in each random round. The final is not on this chart.", 11, after=8),
        table,
    ]
    return flowing_sheet(job, "Movement chart", "Random rounds", blocks, Heading.POSTED, orientation)
