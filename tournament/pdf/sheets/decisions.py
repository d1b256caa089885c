"""What the director decided: penalties, calls and rulings, and how each draw came about (R11, R23-R28, R44, R47, R62)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC

from tournament.draw.lines import said
from tournament.pdf.flow import Block, Space, Text, Titled
from tournament.pdf.job import Job
from tournament.pdf.layout import Align
from tournament.pdf.lines import Weight
from tournament.pdf.listed import ColumnStyle
from tournament.pdf.listed import listed as listed_table
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.pdf.words import ROW, name_and
from tournament.record.event import RoundRecord, TableRecord
from tournament.record.rounds import TieRuling
from tournament.record.vocabulary import SitOutKind
from tournament.scores.amounts import seat_in_words
from tournament.scores.medals import gold_from_room
from tournament.tellings.draw import SIT_OUT_WORDS, order_note, protocol_of, reason_of
from tournament.tellings.hall import HEADINGS, CallLine
from tournament.tellings.penalties import penalty_listing
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording.directions import by_itself
from wording.figures import clock_time, in_a_row, listed, short_date

BLANK_LINES = 8
PENALTIES = {
    "given_at": ColumnStyle(40),
    "round": ColumnStyle(38, Align.CENTRE),
    "name": ColumnStyle(size=12),
    "subject": ColumnStyle(90),
    "count": ColumnStyle(50, Align.CENTRE),
    "bare": ColumnStyle(84),
    "amount": ColumnStyle(56),
}
"""The columns of the penalties; the offence and its story stand below."""


def decision_blocks(job: Job) -> Iterator[Block]:
    """The penalties in order, each with how many offences of its kind the player has, lines for more, calls of tables, and the rulings."""
    if job.record.penalties:
        given = penalty_listing(job.record, job.printed_at.tzinfo or UTC)
        yield listed_table(given, PENALTIES, under={"story": ""}, heading=_("Penalties"), under_size=9.5)
        yield Space(14)
    yield from (_empty_lines(), Space(14))
    if job.options.calls:
        yield from (_calls(job.options.calls), Space(14))
    rulings = [Text(line, 9.5, after=2) for line in _rulings(job)]
    if rulings:
        yield Titled(Text(_("Rulings"), 12.5, Weight.BOLD), rulings[0])
        yield from rulings[1:]
        yield Space(10)


def _empty_lines() -> PrintedTable:
    """Empty lines for penalties and rulings that are written by hand."""
    return PrintedTable(
        columns=(
            TableColumn(_("Time"), 40),
            TableColumn(_("Round, table"), 44, Align.CENTRE),
            TableColumn(_("Player"), 130),
            TableColumn(_("What happened, rule, reason")),
            TableColumn(_("Decision, amount"), 80),
            TableColumn(_("Director"), 60),
        ),
        rows=(TableRow(("",) * 6),) * BLANK_LINES,
        heading=_("Penalties and rulings by hand"),
        row_height=1.5 * ROW,
        has_grid=True,
        is_whole=True,
    )


def _calls(calls: Sequence[CallLine]) -> PrintedTable:
    """The table of the calls by which tables asked for the director, in the given order."""
    called, of_round, table, about, _words, waited, came, by = map(_, HEADINGS)
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
        heading=_("Calls for the director"),
        under_size=9.5,
    )


def _call_row(line: CallLine) -> TableRow:
    """A call as a row, with the caller's words below."""
    of_round, table, about, words, waited, *rest = line.cells
    return TableRow((clock_time(line.called_at), of_round, table, about, waited, *rest), under=words)


def _rulings(job: Job) -> Iterator[str]:
    """The director's rulings as sentences, in order of rounds, then those on ties; a sentence on open disputes comes first."""
    if disputed := disputed_in(job.record.rounds):
        yield disputed
    for round_ in job.record.rounds:
        for table in round_.tables:
            yield from _table_rulings(job, round_.number, table)
        for sit_out in round_.sit_outs:
            if sit_out.kind is not SitOutKind.STANDARD or sit_out.reason:
                yield _(
                    "Round {number}, {name}: {what}, {why}",
                    number=round_.number,
                    name=by_itself(job.name(sit_out.player)),
                    what=_(SIT_OUT_WORDS[sit_out.kind]),
                    why=reason_of(sit_out) or _("no reason given"),
                )
    for tie in job.record.ties:
        yield _tie(job, tie)
    if job.record.gold_from_room:
        yield gold_from_room()


def _order(job: Job, tie: TieRuling) -> str:
    """The names of tied players in the order of a ruling; players who share a place are marked."""
    blocks = [listed([job.name(each) for each in block]) for block in tie.blocks(tie.players)]
    sizes = [len(block) for block in tie.blocks(tie.players)]
    return in_a_row(
        _("{names} (shared)", names=names) if size > 1 else names for names, size in zip(blocks, sizes, strict=True)
    )


def _tie(job: Job, tie: TieRuling) -> str:
    """A ruling on a tie as a sentence; it says so where it does not count because other players are tied now."""
    names = _order(job, tie)
    if tie in job.scores.rulings or not job.record.is_complete:
        return _("Tie (R65): {names}, best first: {reason}", names=names, reason=said(tie.reason))
    return _(
        "Tie (R65), no longer valid because different players are now tied: {names}, best first: {reason}",
        names=names,
        reason=said(tie.reason),
    )


def _table_rulings(job: Job, round_number: int, table: TableRecord) -> Iterator[str]:
    """The rulings about one table as sentences."""
    where: dict[str, object] = {"round": round_number, "table": table.number}
    if table.equal_shares_ruling:
        yield _("Round {round}, table {table}: equal shares (R62): {reason}", **where, reason=table.equal_shares_ruling)
    for seat in table.seats:
        name = job.name(seat.player)
        if seat.cash_reason and seat.cash is not None:
            said = seat_in_words(job.record.format.amount, seat, table.seats)
            told = {**where, "name": name, "cash": said, "reason": seat.cash_reason}
            if job.record.format.amount.is_money:
                yield _("Round {round}, table {table}, {name}: the correct cash is {cash} (R11): {reason}", **told)
            else:
                yield _("Round {round}, table {table}, {name}: {cash} is right: {reason}", **told)
        elif seat.cash_reason:
            yield _(
                "Round {round}, table {table}, {name}: no amount yet (R11): {reason}",
                **where,
                name=name,
                reason=seat.cash_reason,
            )
        if seat.timed_out:
            yield _("Round {round}, table {table}, {name}: out of time (R31).", **where, name=name)


def draw_blocks(job: Job) -> Iterator[Block]:
    """The draw record: for every round drawn its tables, its seed, and the lines that the draw wrote."""
    for round_ in job.record.rounds:
        if round_.tables:
            yield Titled(
                Text(
                    name_and(_("Round {number}", number=round_.number), round_.kind.words),
                    12.5,
                    Weight.BOLD,
                    before=4,
                ),
                Text(" ".join(_facts(job, round_)), 9.5),
            )
            yield from (Text(line, 9.5) for line in protocol_of(round_))
            yield Space(8)


def _facts(job: Job, round_: RoundRecord) -> Iterator[str]:
    """Sentences on a round that is drawn: its tables, seed (once), order of play and publication."""
    yield _("Table sizes: {sizes}.", sizes=" ".join(map(str, round_.sizes)))
    if round_.seed is None:
        yield _("No seed: seated by hand.")
    elif not any(str(round_.seed) in line for line in protocol_of(round_)):
        yield _("Seed {seed}.", seed=round_.seed)
    if note := order_note(job.record, round_, has_tiles=True):
        yield note
    if round_.published_at:
        moment = round_.published_at
        yield _("Published {date}, {time}.", date=short_date(moment.date()), time=clock_time(moment))
