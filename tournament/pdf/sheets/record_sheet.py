"""The game record sheet: its columns are the clauses of the log notation, so that a filled sheet can be typed in and replayed."""

from __future__ import annotations

from tournament.draw.seating import order_of_play
from tournament.pdf.fitting import flowing_sheet
from tournament.pdf.flow import Block, Gap, PageBreak, Text
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Orientation, Sheet
from tournament.pdf.names import Weight
from tournament.pdf.sheets.slips import chain_names
from tournament.pdf.table import Column, Lines, PrintedTable, Row
from tournament.record.event import TableRecord
from tournament.tellings.draw import chains_of

TURNS = 60
LEGEND = (
    "One line a turn, as in the log notation. Tile 1A to 12I. Write found C / survivor C > order C, C · bonus P C $ · "
    "dispose P C sell n trade n hold n (trade: shares given up) · buy C n, C n, or - for none · draw tiles, ? unknown.",
    "Code: pass (no legal tile, then show / dead / return) · clock (pressed before drawing, R9) · timeout (R31) · takeback (R23) · "
    "redraw (R27) · end. Chains by name or first letters, players by ID.",
)


def record_sheets(job: Job) -> Sheet:
    """A record sheet for each table of the round, with players in turn order, set and lines for 60 turns."""
    blocks: list[Block] = []
    for table in job.tables:
        if blocks:
            blocks.append(PageBreak())
        blocks += _table_blocks(job, table)
    return flowing_sheet(job, "Game record", job.round_scope, blocks, orientation=Orientation.LANDSCAPE)


def _table_blocks(job: Job, table: TableRecord) -> list[Block]:
    seats = order_of_play(table, job.round.seat_source)
    chain_set = chains_of(job.record, table)
    people = [(f"P{seat.position}", job.name(seat.player), seat.starting_tile) for seat in seats]
    return record_blocks(f"Table {table.number}", chain_set, people)


def record_blocks(heading: str, chain_set: str, people: list[tuple[str, str, str]]) -> list[Block]:
    """The head of a record with (ID, name, starting tile) of each player, and the empty lines."""
    chains = ", ".join(name for name in chain_names(chain_set) if name)
    return [
        PrintedTable(
            columns=(
                Column("ID", 34, weight=Weight.BOLD),
                Column("Player (players:)", size=11),
                Column("Starting tile (start:)", 70, Align.CENTRE),
                Column("First hand (hand:), if known", 230),
                Column("Final cash (final:)", 110),
            ),
            rows=tuple(Row((identity, name, tile, "", "")) for identity, name, tile in people),
            heading=heading,
            note=f"edition: mso · chains: {chain_set} ({chains}) · scribe: ____________________",
            size=10,
            row_height=20,
            lines=Lines.GRID,
        ),
        Gap(6),
        *(Text(line, 7.5, after=1) for line in LEGEND),
        Gap(4),
        PrintedTable(
            columns=(
                Column("Turn", 32, Align.CENTRE),
                Column("Player", 40),
                Column("Tile", 36),
                Column("found / survivor > order", 122),
                Column("bonus P C $", 104),
                Column("dispose P C sell / trade / hold"),
                Column("buy", 110),
                Column("draw", 42),
                Column("cash P", 54),
                Column("Code", 56),
            ),
            rows=tuple(Row((str(turn), *[""] * 9)) for turn in range(1, TURNS + 1)),
            heading=f"{heading}: turns",
            size=9,
            head_size=8,
            row_height=21,
            lines=Lines.GRID,
        ),
    ]
