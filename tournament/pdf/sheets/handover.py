"""The log of the event: its state, from which another director can go on by hand, every decision and every draw, and a checksum."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from tournament.day.phones import waiting_in_words
from tournament.draw.seating import order_of_play, seat_numbers
from tournament.pdf.flow import Block, PageBreak, Space, Text, Titled, Together, pages_of
from tournament.pdf.job import Job, scope_of_round
from tournament.pdf.layout import Align, frame
from tournament.pdf.lines import Weight
from tournament.pdf.listed import share
from tournament.pdf.sheet import Basis, PaperSheet, Scope, SheetBlocks
from tournament.pdf.sheets.blank import recipe_blocks
from tournament.pdf.sheets.decisions import decision_blocks, draw_blocks
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.archive import archive, with_own_keys
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord
from tournament.record.formats import Part
from tournament.record.printing import PartKind, SheetPart, Supplement
from tournament.record.rounds import PlannedRound
from tournament.record.vocabulary import PlayerId, ResultCheck, Status
from tournament.scores.amounts import seat_in_words
from tournament.tellings.draw import SIT_OUT_WORDS
from tournament.tellings.floor import set_in_words
from tournament.tellings.results import state_words
from tournament.tellings.running import clock_line
from tournament.tellings.times import plans_to_come
from tournament.tellings.words import LEGEND, disputed_in, rank_text, round_cell, round_head, thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.directions import by_itself
from wording.figures import in_a_row

NAME_WIDTH = 100.0  # the least width of the names, however many rounds there are


def checksum(record: EventRecord) -> str:
    """The SHA-256 of the event's archive as UTF-8 text, by which an exported file can be compared with the paper."""
    return hashlib.sha256(archive(with_own_keys(record)).encode()).hexdigest()


def _handover(job: Job) -> SheetBlocks:
    """The log of the event: what is being played, all rounds and totals, decisions, draws, settings, and how to go on by hand."""
    event = job.record
    digest = checksum(event)
    basis = Basis(
        (
            (SheetPart(PartKind.ALL), digest),  # everything on it follows from the archive and the plans
            (SheetPart(PartKind.COMING), (event.planned_starts, _rounds_to_come(event))),
        )
    )
    return SheetBlocks((basis,), lambda inside: pages_of(inside, _blocks(job, digest)), _scope(job))


def _blocks(job: Job, digest: str) -> list[Block]:
    """The blocks of the sheet; ``digest`` is the checksum."""
    event = job.record
    return [
        Text(
            _(
                "Version {version} · SHA-256 of the archive {digits}",
                version=event.version,
                digits=" ".join(digest[at : at + 16] for at in range(0, len(digest), 16)),
            ),
            8,
            after=8,
        ),
        *(Text(line, 11, Weight.BOLD) for line in _state_lines(job)),
        Space(6),
        _players_table(job),
        Space(10),
        *_open_round(job),
        *decision_blocks(job),
        *draw_blocks(job),
        Together(tuple(recipe_blocks(event.format, event.rounds_planned))),
        *_settings(job),
        *_sealed_rounds(job),
    ]


def _sealed_rounds(job: Job) -> Iterator[Block]:
    """The random rounds that are planned and not drawn yet, on a page of their own that is opened only if the laptop fails (R44)."""
    coming = _rounds_to_come(job.record)
    if not coming:
        return
    yield PageBreak()
    yield Text(_("Sealed: rounds to come"), 20, Weight.BOLD, after=6)
    yield Text(
        _("Fold this page and staple it shut. Open it only if the laptop is dead: nobody has seen these tables yet."),
        12,
        after=10,
    )
    for number, planned in coming:
        lines = [
            Text(_("Table {number}: {names}", number=at, names=_names(job, table)), 11, after=3)
            for at, table in enumerate(planned.tables, start=1)
        ]
        if planned.sit_outs:
            lines.append(Text(_("Not at a table: {names}", names=_names(job, planned.sit_outs)), 11, after=3))
        yield Titled(Text(_("Round {number}", number=number), 14, Weight.BOLD, before=6, after=4), lines[0])
        yield from lines[1:]


def _rounds_to_come(record: EventRecord) -> list[tuple[int, PlannedRound]]:
    """The random rounds that the draw planned and that are not drawn yet, each with its number."""
    drawn = {round_.number for round_ in record.rounds}
    draw = next((round_.draw for round_ in reversed(record.rounds) if round_.draw is not None), None)
    plan = enumerate(draw.plan if draw else (), start=draw.first_round if draw else 1)
    return [(number, planned) for number, planned in plan if number not in drawn]


def _names(job: Job, players: Iterable[PlayerId]) -> str:
    """The players' names, each with its number in brackets."""
    return in_a_row(f"{by_itself(job.name(player))} ({player})" for player in players)


def _scope(job: Job) -> str:
    """The words in the head: after which round the sheet is."""
    closed = len(job.record.closed_rounds)
    return _("After round {number}", number=closed) if closed else _("Before round 1")


def _state_lines(job: Job) -> Iterator[str]:
    """Sentences on the state of the event: entries, rounds, reports that wait, plans, disputes, and whether the final list is public."""
    event = job.record
    yield ngettext(
        "{n} entry, {active} still playing; {closed} of {rounds} rounds closed.",
        "{n} entries, {active} still playing; {closed} of {rounds} rounds closed.",
        len(event.players),
        active=len(event.players_here),
        closed=len(event.closed_rounds),
        rounds=event.rounds_planned,
    )
    for round_ in event.rounds:
        if not round_.is_closed and (waits := waiting_in_words(event, round_)):
            yield waits
    for number, words in plans_to_come(event, job.printed_at.tzinfo or UTC):
        yield _("Round {number}: {start}.", number=number, start=words)
    if disputed := disputed_in(event.rounds):
        yield disputed
    if event.is_final_published:
        yield _("The final list is published")


def _players_table(job: Job) -> PrintedTable:
    """All players with rank, total, and the table and score of each round, from which it can be seen who has met whom."""
    event = job.record
    rounds = range(1, max([event.rounds_planned, *(round_.number for round_ in event.rounds)], default=0) + 1)
    places = {
        (round_.number, seat.player): "/".join(
            map(str, filter(None, (table.number, seat_numbers(table, round_.seat_source).get(seat.player))))
        )
        for round_ in event.rounds
        for table in round_.tables
        for seat in table.seats
    }
    rows = {row.player: row for row in job.scores.standings()}
    order = [*rows, *(entry.player for entry in event.entries if entry.player not in rows)]

    def cell(entry: EntryRecord, number: int) -> str:
        cells = rows[entry.player].cells if entry.player in rows else ()
        scores = {each.round: round_cell(each, entry.status).text for each in cells}
        return " ".join(part for part in (places.get((number, entry.player), ""), scores.get(number, "")) if part)

    def line(entry: EntryRecord) -> TableRow:
        row = rows.get(entry.player)
        status = "" if entry.status is Status.PRESENT else entry.status.words
        rank = rank_text(row.rank, row.is_tied) if row else ""
        total = thousandths(row.total) if row else ""
        status_cell = (status,) if has_status else ()
        return TableRow(
            (rank, str(entry.player), entry.name, *status_cell, *(cell(entry, number) for number in rounds), total)
        )

    has_status = any(entry.status is not Status.PRESENT for entry in event.entries)
    statuses = (TableColumn(_("Status"), 60),) if has_status else ()
    widest = share(frame(job).width - (176 if has_status else 116) - NAME_WIDTH, len(rounds), 84)
    return PrintedTable(
        columns=(
            TableColumn(_("Rank"), 32, Align.RIGHT),
            TableColumn(_("No."), 28, Align.RIGHT),
            TableColumn(_("Name")),
            *statuses,
            *(TableColumn(round_head(number), widest) for number in rounds),
            TableColumn(_("Total"), 56, Align.RIGHT, Weight.BOLD),
        ),
        rows=tuple(line(job.people[player]) for player in order),
        heading=_("Players"),
        note=" ".join((_("For each round: table/seat and score."), _(LEGEND))),
        size=9.5,
    )


def _open_round(job: Job) -> Iterator[Block]:
    """The tables of every round that is drawn and not closed."""
    for round_ in job.record.rounds:
        if not round_.is_closed and round_.tables:
            yield _open_table(job, round_)
            yield Space(10)


def _with_first(seats: Sequence[SeatRecord]) -> Iterator[tuple[SeatRecord, bool]]:
    """Each seat, and whether it is the first one."""
    return ((seat, index == 0) for index, seat in enumerate(seats))


def _open_table(job: Job, round_: RoundRecord) -> PrintedTable:
    """The seats of an open round with their starting tiles and the cash reported so far, and who does not play."""
    is_shown, amount = job.record.result_check is not ResultCheck.NONE, job.record.format.amount
    states = {
        table.number: state_words(job.record, table) if is_shown or not table.is_official else ""
        for table in round_.tables
    }
    has_tiles = job.record.has(Part.TILES)
    rows = [
        TableRow(
            (
                str(table.number) if is_first else "",
                str(seat_numbers(table, round_.seat_source).get(seat.player, "")),
                job.name(seat.player),
                *[seat.starting_tile] * has_tiles,
                seat_in_words(amount, seat, table.seats),
                ", ".join(
                    filter(None, (states[table.number] if is_first else "", _("out of time") if seat.timed_out else ""))
                ),
            ),
            has_cut=is_first,
        )
        for table in sorted(round_.tables, key=lambda table: table.number)
        for seat, is_first in _with_first(order_of_play(table, round_.seat_source))
    ]
    rows += [
        TableRow(("-", "", job.name(sit_out.player), *[""] * has_tiles, "", _(SIT_OUT_WORDS[sit_out.kind])))
        for sit_out in round_.sit_outs
    ]
    return PrintedTable(
        columns=(
            TableColumn(_("Table"), 40, Align.CENTRE, Weight.BOLD),
            TableColumn(_("Seat"), 34, Align.CENTRE),
            TableColumn(_("Name"), size=11),
            *[TableColumn(_("Starting tile"), 50, Align.CENTRE)] * has_tiles,
            TableColumn(_("Final cash") if amount.is_money else _(amount.title), 76, Align.RIGHT),
            TableColumn(_("Remark"), 120),
        ),
        rows=tuple(rows),
        heading=scope_of_round(round_),
        size=9.5,
        has_grid=True,
    )


def _settings(job: Job) -> Iterator[Block]:
    """The settings of the event that its recipe does not name."""
    chains = _("Chain names: {names}.", names=set_in_words(job.record.chain_set))
    factor = _("Pentamind factor: {factor}.", factor=thousandths(job.record.format.dilution))
    rules = job.record.format
    told = (
        (clock_line(rules), bool(rules.tables.minutes)),
        (chains, Part.CHAINS in rules.parts),
        (factor, Part.PENTAMIND in rules.parts),
    )
    sentences = " ".join(sentence for sentence, is_there in told if is_there)
    if not sentences:
        return
    yield Titled(Text(_("Settings"), 12, Weight.BOLD, before=6), Text(sentences, 9.5))


HANDOVER = PaperSheet(
    "handover",
    gettext_noop("Log of the event"),
    Scope.EVENT,
    _handover,
    supplements=frozenset({Supplement.CALLS}),
    in_pack=True,
)
