"""What the director decided: penalties, misplays and rulings, and how each draw came about (R11, R23-R28, R44, R47, R62)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tournament.draw.lines import said
from tournament.draw.seating import order_of_play, seat_numbers
from tournament.pdf.flow import Block, Space, Text, Titled
from tournament.pdf.handwriting import ROW
from tournament.pdf.job import Job
from tournament.pdf.layout import Align
from tournament.pdf.names import Weight
from tournament.pdf.sheet import PaperSheet, Scope, SheetBlocks, flowing
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.event import PenaltyRecord, RoundRecord, TableRecord, TieRuling
from tournament.record.printing import PartKind, SheetPart, Supplement
from tournament.record.vocabulary import (
    PenaltyKind,
    PlayerId,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    Subject,
    format_dollars,
)
from tournament.tellings.draw import protocol_of
from tournament.tellings.news.calls import HEADINGS, CallLine
from tournament.tellings.words import disputed_in, listed

BLANK_LINES = 8
HAND_LINES = 4
PENALTY_WORDS = {
    PenaltyKind.WARNING: "warning",
    PenaltyKind.NEW_HAND: "new hand",
    PenaltyKind.TWO_MINUTES: "two minutes",
    PenaltyKind.FINE: "fine",
}

SIT_OUT_WORDS = {
    SitOutKind.STANDARD: "sat out (R51)",
    SitOutKind.PAIRING_PROBLEM: "pairing problem (R52)",
    SitOutKind.MISSED: "not played (R53-R54)",
}


def _incident_log(job: Job) -> SheetBlocks:
    """Incidents and rulings: the penalties in order, each with how many offences of its kind the player has, and empty lines for more.

    Calls of tables and the rulings follow.
    """
    offences: Counter[tuple[PlayerId, Subject]] = Counter()
    rows = []
    for penalty in job.record.penalties:
        if not penalty.is_cancelled:
            offences[penalty.player, penalty.subject] += 1
        rows.append(_penalty_row(job, penalty, offences[penalty.player, penalty.subject]))
    blocks: list[Block] = [_penalties(rows), Space(14)] if rows else []
    blocks += [_empty_lines(), Space(14)]
    if job.options.calls:
        blocks += [_calls(job.options.calls), Space(14)]
    rulings = SheetPart(PartKind.RULINGS)
    first, *others = [Text(line, about=rulings) for line in rulings_of(job)] or [Text("None so far.", about=None)]
    blocks += [Titled(Text("Rulings", 12.5, Weight.BOLD, about=None), first), *others]
    return flowing(blocks)


def _penalties(rows: Sequence[TableRow]) -> PrintedTable:
    """The table of the penalties with these rows."""
    return PrintedTable(
        columns=(
            TableColumn("Time", 40),
            TableColumn("Round", 38, Align.CENTRE),
            TableColumn("Player", size=12),
            TableColumn("About", 90),
            TableColumn("Offence", 50, Align.CENTRE),
            TableColumn("Decision", 84),
            TableColumn("Amount", 56, Align.RIGHT),
        ),
        rows=tuple(rows),
        heading="Penalties and warnings (R23-R27)",
        note="Below each: what happened, rule and reason, and who decided.",
        under_size=9.5,
        about=SheetPart(PartKind.PENALTIES),
    )


def _empty_lines() -> PrintedTable:
    """Empty lines for penalties and rulings that are written by hand."""
    return PrintedTable(
        columns=(
            TableColumn("Time", 40),
            TableColumn("Round, table", 44, Align.CENTRE),
            TableColumn("Player", 130),
            TableColumn("What happened, rule, reason"),
            TableColumn("Decision, amount", 80),
            TableColumn("Director", 60),
        ),
        rows=(TableRow(("",) * 6),) * BLANK_LINES,
        heading="Penalties and rulings by hand",
        row_height=1.5 * ROW,
        has_grid=True,
        about=None,
        is_whole=True,
    )


def _calls(calls: Sequence[CallLine]) -> PrintedTable:
    """The table of the calls by which tables asked for the director, in the given order."""
    called, of_round, table, about, _, waited, came, by = HEADINGS
    return PrintedTable(
        columns=(
            TableColumn(called, 44),
            TableColumn(of_round, 40, Align.CENTRE),
            TableColumn(table, 40, Align.CENTRE),
            TableColumn(about, 100),
            TableColumn(waited, 54, Align.CENTRE),
            TableColumn(came),
            TableColumn(by, 90),
        ),
        rows=tuple(_call_row(line) for line in calls),
        heading="Calls of the tables",
        under_size=9.5,
        about=None,  # calls do not put earlier prints out of date
    )


def _call_row(line: CallLine) -> TableRow:
    """A call as a row, with the caller's words below."""
    of_round, table, about, words, waited, *rest = line.cells
    return TableRow((f"{line.called_at:%H:%M}", of_round, table, about, waited, *rest), under=words)


def _penalty_row(job: Job, penalty: PenaltyRecord, offence: int) -> TableRow:
    """A penalty as a row; ``offence`` counts the player's penalties about the same subject, up to this one."""
    reason = penalty.reason
    if penalty.is_cancelled:
        reason = f"CANCELLED: {said(penalty.cancel_reason) or 'no reason given'}. Was: {reason}"
    return TableRow(
        (
            f"{penalty.given_at:%H:%M}" if penalty.given_at else "",
            str(penalty.round),
            job.name(penalty.player),
            penalty.subject.words,
            "-" if penalty.is_cancelled else str(offence),
            PENALTY_WORDS[penalty.kind],
            format_dollars(penalty.amount) if penalty.amount else "",
        ),
        under=" · ".join(part for part in (reason, penalty.given_by) if part),
    )


def rulings_of(job: Job) -> Iterator[str]:
    """The director's rulings as sentences, in order of rounds, then those on ties; a sentence on open disputes comes first."""
    if disputed := disputed_in(job.record.rounds):
        yield disputed
    for round_ in job.record.rounds:
        for table in round_.tables:
            yield from _table_rulings(job, round_.number, table)
        for sit_out in round_.sit_outs:
            if sit_out.kind is not SitOutKind.STANDARD or sit_out.reason:
                why = said(sit_out.reason) or "no reason noted"
                yield f"Round {round_.number}, {job.name(sit_out.player)}: {SIT_OUT_WORDS[sit_out.kind]}, {why}"
    for tie in job.record.ties:
        yield f"Tie (R65): {_order(job, tie)}, best first: {tie.reason}{_of_another_tie(job, tie)}"
    if job.record.gold_from_room:
        yield "Gold goes to the best total in the room: a top-table player was disqualified after the final began (R43)."


def _order(job: Job, tie: TieRuling) -> str:
    """The names of tied players in the order of a ruling; players who share a place are marked."""
    shared = " (shared)"
    blocks = tie.blocks(tie.players)
    return ", ".join(f"{listed([job.name(each) for each in block])}{shared * (len(block) > 1)}" for block in blocks)


def _of_another_tie(job: Job, tie: TieRuling) -> str:
    """The remark that a ruling does not count because other players are tied now; empty where it counts."""
    does_count = tie in job.scores.rulings or not job.record.is_complete
    return "" if does_count else " (ruled for another tie, does not count)"


def _table_rulings(job: Job, round_number: int, table: TableRecord) -> Iterator[str]:
    """The rulings about one table as sentences."""
    where = f"Round {round_number}, table {table.number}"
    if table.equal_shares_ruling:
        yield f"{where}: equal shares (R62): {table.equal_shares_ruling}"
    for seat in table.seats:
        if seat.cash_reason:
            cash = format_dollars(seat.cash) if seat.cash is not None else "no amount yet"
            yield f"{where}, {job.name(seat.player)}: {cash} stands (R11): {seat.cash_reason}"
        if seat.timed_out:
            yield f"{where}, {job.name(seat.player)}: out of time (R31)."


def _draw_protocol(job: Job) -> SheetBlocks:
    """The draw protocol: for every round drawn its tables, seed, who sits out and why, and the lines that the draw wrote."""
    blocks: list[Block] = []
    for round_ in job.record.rounds:
        if round_.tables:
            blocks += list(_protocol(job, round_))
    if not blocks:
        blocks.append(Text("No round has been drawn yet.", about=None))
    by_hand = PrintedTable(
        columns=(TableColumn("Time", 60), TableColumn("By hand: dice, edits, reasons"), TableColumn("Director", 100)),
        rows=tuple(TableRow(("", "", "")) for _ in range(HAND_LINES)),
        row_height=24,
        has_grid=True,
        about=None,
        is_whole=True,
    )
    blocks.append(by_hand)
    return flowing(blocks)


def _protocol(job: Job, round_: RoundRecord) -> Iterator[Block]:
    """The protocol of one round."""
    about = SheetPart(PartKind.ROUND, round_.number)
    kind = "Swiss: cut from the standings (R46-R47)" if round_.kind is RoundKind.SWISS else "random draw (R44)"
    sizes = " ".join(str(size) for size in round_.sizes)
    seed = f"seed {round_.seed}" if round_.seed is not None else "no seed: seated by hand"
    source = "movement chart (R6)" if round_.seat_source is SeatSource.CHART else "starting tiles (R4)"
    state = "" if round_.state is RoundState.PUBLISHED and round_.published_at else f"; {round_.state}"
    published = f"; published {round_.published_at:%Y-%m-%d %H:%M}" if round_.published_at else ""
    yield Titled(
        Text(f"Round {round_.number}: {kind}", 12.5, Weight.BOLD, before=4, about=about),
        Text(f"Tables {sizes}; {seed}; order of play by {source}{published}{state}.", about=about),
    )
    for line in protocol_of(round_):
        yield Text(line, indent=10, about=about)
    for sit_out in round_.sit_outs:
        reason = f": {said(sit_out.reason)}" if sit_out.reason else "."
        yield Text(
            f"Not playing: {job.name(sit_out.player)}, {SIT_OUT_WORDS[sit_out.kind]}{reason}", indent=10, about=about
        )
    for table in sorted(round_.tables, key=lambda table: table.number):
        numbers = seat_numbers(table, round_.seat_source)
        seats = ", ".join(
            f"{numbers[seat.player] if numbers else ''} {job.name(seat.player)} "
            f"(No. {seat.player}{', ' + seat.starting_tile if seat.starting_tile else ''})".strip()
            for seat in order_of_play(table, round_.seat_source)
        )
        yield Text(f"Table {table.number}: {seats}", 9, indent=10, after=2, about=about)
    yield Space(8)


INCIDENTS = PaperSheet(
    "incidents",
    "Incidents and rulings",
    Scope.EVENT,
    _incident_log,
    covers="All rounds",
    supplements=frozenset({Supplement.CALLS}),
)
DRAW_PROTOCOL = PaperSheet("draw-protocol", "Draw protocol", Scope.EVENT, _draw_protocol, covers="All rounds")
