"""The state of the event on paper, from which another director can go on by hand; with the version and a checksum of the data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from tournament.day.unconfirmed import waiting_in_words
from tournament.draw.lines import said
from tournament.draw.seating import as_named, seat_numbers
from tournament.pdf.flow import Block, PageBreak, Space, Text, Titled, Together, pages_of
from tournament.pdf.job import Job, PackPart
from tournament.pdf.layout import Align, frame
from tournament.pdf.listed import share
from tournament.pdf.names import Weight
from tournament.pdf.sheet import Basis, PaperSheet, Scope, SheetBlocks
from tournament.pdf.sheets.blank import recipe_blocks
from tournament.pdf.sheets.incidents import PENALTY_WORDS, rulings_of
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.archive import archive, with_own_keys
from tournament.record.event import EntryRecord, EventRecord, PenaltyRecord, PlannedRound, RoundRecord, SeatRecord
from tournament.record.printing import PartKind, SheetPart
from tournament.record.vocabulary import (
    FineTiming,
    NegativeCash,
    PlayerId,
    ResultCheck,
    RoundState,
    Status,
    format_dollars,
    format_thousandths,
)
from tournament.tellings.cells import LEGEND, round_cell
from tournament.tellings.checks import state_words
from tournament.tellings.figures import dollars, rank_text, thousandths
from tournament.tellings.news.times import plans_to_come
from tournament.tellings.words import disputed_in, round_head

TIMINGS = {FineTiming.BEFORE_BONUS: "before the winning bonus", FineTiming.AFTER_BONUS: "after the winning bonus"}
NEGATIVES = {NegativeCash.FLOOR_ZERO: "counts as zero", NegativeCash.ALLOW: "counts as it is"}
NAME_WIDTH = 100.0  # the least width of the names, however many rounds there are


def checksum(record: EventRecord) -> str:
    """The SHA-256 of the event's archive as UTF-8 text, by which an exported file can be compared with the paper."""
    return hashlib.sha256(archive(with_own_keys(record)).encode()).hexdigest()


def _handover(job: Job) -> SheetBlocks:
    """The state of the event: what is being played, all rounds and totals, decisions, settings, and how to go on by hand."""
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
            f"Version {event.version} · checksum {digest[:16]} {digest[16:32]} {digest[32:48]} {digest[48:]}",
            9,
            after=3,
        ),
        Text("The checksum is the SHA-256 of the event's archive file.", 8, after=8),
        *(Text(line, 11, Weight.BOLD) for line in _state_lines(job)),
        Space(6),
        _players_table(job),
        Space(10),
        *_open_round(job),
        *_decisions(job),
        Together(tuple(recipe_blocks(event.ruleset, event.rounds_planned))),
        *_settings(job),
        *_sealed_rounds(job),
    ]


def _sealed_rounds(job: Job) -> Iterator[Block]:
    """The random rounds that are planned and not drawn yet, on a page of their own that is opened only if the laptop fails (R44)."""
    coming = _rounds_to_come(job.record)
    if not coming:
        return
    yield PageBreak(must=True)
    yield Text("Sealed: rounds to come", 20, Weight.BOLD, after=6)
    yield Text(
        "Fold this page and close it with a staple. Open it only if the laptop is dead: nobody knows these tables yet.",
        12,
        after=10,
    )
    for number, planned in coming:
        lines = [
            Text(f"Table {at}: {_names(job, table)}", 11, after=3) for at, table in enumerate(planned.tables, start=1)
        ]
        if planned.sit_outs:
            lines.append(Text(f"Not at a table: {_names(job, planned.sit_outs)}", 11, after=3))
        yield Titled(Text(f"Round {number}", 14, Weight.BOLD, before=6, after=4), lines[0])
        yield from lines[1:]


def _rounds_to_come(record: EventRecord) -> list[tuple[int, PlannedRound]]:
    """The random rounds that the draw planned and that are not drawn yet, each with its number."""
    drawn = {round_.number for round_ in record.rounds}
    draw = next((round_.draw for round_ in reversed(record.rounds) if round_.draw is not None), None)
    plan = enumerate(draw.plan if draw else (), start=draw.first_round if draw else 1)
    return [(number, planned) for number, planned in plan if number not in drawn]


def _names(job: Job, players: Iterable[PlayerId]) -> str:
    """The players' names, each with its number in brackets."""
    return ", ".join(f"{job.name(player)} ({player})" for player in players)


def _scope(job: Job) -> str:
    """The words in the head: after which round the sheet is."""
    closed = len(job.record.closed_rounds)
    return f"After round {closed}" if closed else "Before round 1 is closed"


def _state_lines(job: Job) -> Iterator[str]:
    """Sentences on the state of the event: entries, rounds, missing results, disputes, and what comes next."""
    event = job.record
    active = len(event.active)
    yield f"{len(event.entries)} entries, {active} playing on; {len(event.closed_rounds)} of {event.rounds_planned} rounds closed."
    for round_ in event.rounds:
        if round_.state is RoundState.PUBLISHED:
            missing = [str(table.number) for table in round_.tables if not table.has_result]
            yield f"Round {round_.number} is being played; without a result: {'tables ' + ', '.join(missing) if missing else 'none'}."
            if waits := waiting_in_words(event, round_):
                yield waits
        elif round_.state is RoundState.DRAFT:
            yield f"Round {round_.number} is drawn and not published: nobody knows these tables yet."
    for number, words in plans_to_come(event, job.printed_at.tzinfo or UTC):
        yield f"Round {number} is {words}."
    if disputed := disputed_in(event.rounds):
        yield disputed
    open_rounds = [round_ for round_ in event.rounds if not round_.is_closed]
    if not open_rounds and len(event.closed_rounds) < event.rounds_planned:
        yield f"Next: draw round {len(event.closed_rounds) + 1}."
    elif not open_rounds:
        yield "The final list is published." if event.is_final_published else "Next: medals; publish the final list."


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
        status = "" if entry.status is Status.PRESENT else str(entry.status)
        rank = rank_text(row.rank, row.is_tied) if row else ""
        total = thousandths(row.total) if row else ""
        status_cell = (status,) if has_status else ()
        return TableRow(
            (rank, str(entry.player), entry.name, *status_cell, *(cell(entry, number) for number in rounds), total)
        )

    has_status = any(entry.status is not Status.PRESENT for entry in event.entries)
    statuses = (TableColumn("Status", 60),) if has_status else ()
    words = "table/seat, score" if any(round_.seats_are_decided for round_ in event.rounds) else "table, score"
    widest = share(frame(job).width - (176 if has_status else 116) - NAME_WIDTH, len(rounds), 84)
    return PrintedTable(
        columns=(
            TableColumn("Rank", 32, Align.RIGHT),
            TableColumn("No.", 28, Align.RIGHT),
            TableColumn("Name"),
            *statuses,
            *(TableColumn(round_head(number), widest) for number in rounds),
            TableColumn("Total", 56, Align.RIGHT, Weight.BOLD),
        ),
        rows=tuple(line(job.people[player]) for player in order),
        heading="Players",
        note=f"In each round: {words}. {LEGEND}",
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
    is_shown = job.record.result_check is not ResultCheck.NONE
    states = {
        table.number: state_words(job.record, table) if is_shown or not table.is_official else ""
        for table in round_.tables
    }
    rows = [
        TableRow(
            (
                str(table.number) if is_first else "",
                str(seat_numbers(table, round_.seat_source).get(seat.player, "")),
                job.name(seat.player),
                seat.starting_tile,
                dollars(seat.cash) if seat.cash is not None else "",
                ", ".join(filter(None, (states[table.number] if is_first else "", "out of time" * seat.timed_out))),
            ),
            has_cut=is_first,
        )
        for table in sorted(round_.tables, key=lambda table: table.number)
        for seat, is_first in _with_first(as_named(table))
    ]
    rows += [
        TableRow(("-", "", job.name(sit_out.player), "", "", f"{sit_out.kind} {said(sit_out.reason)}".strip()))
        for sit_out in round_.sit_outs
    ]
    return PrintedTable(
        columns=(
            TableColumn("Table", 40, Align.CENTRE, Weight.BOLD),
            TableColumn("Seat", 34, Align.CENTRE),
            TableColumn("Name", size=11),
            TableColumn("Starting tile", 50, Align.CENTRE),
            TableColumn("Final cash", 76, Align.RIGHT),
            TableColumn("Remark", 120),
        ),
        rows=tuple(rows),
        heading=f"Round {round_.number}, {round_.state}",
        size=9.5,
        has_grid=True,
    )


def _decisions(job: Job) -> Iterator[Block]:
    """The penalties and rulings of the event, a line each."""
    lines = [_penalty_line(job, penalty) for penalty in job.record.penalties]
    lines += rulings_of(job)
    first, *others = (Text(line, 9.5, after=2) for line in lines or ["None."])
    yield Titled(Text("Penalties and rulings", 12, Weight.BOLD), first)
    yield from others
    yield Space(10)


def _penalty_line(job: Job, penalty: PenaltyRecord) -> str:
    """A penalty in words."""
    amount = f" {format_dollars(penalty.amount)}" if penalty.amount else ""
    cancelled = " (cancelled)" if penalty.is_cancelled else ""
    return f"Round {penalty.round}, {job.name(penalty.player)}: {PENALTY_WORDS[penalty.kind]}{amount}, {penalty.reason}{cancelled}"


def _settings(job: Job) -> Iterator[Block]:
    """The event's settings, and the seed and draw protocol of each round."""
    rules = job.record.ruleset
    minutes = ", ".join(f"{size} players {value}" for size, value in sorted(rules.minutes.items()))
    clock = f"Minutes a player: {minutes}; {rules.allowance_minutes} minutes for bonuses (R29-R30). Chain set: {job.record.chain_set}."
    yield Titled(Text("Settings", 12, Weight.BOLD, before=6), Text(clock, 9.5))
    yield Text(
        f"Fines {TIMINGS[rules.fine_timing]}; net below zero {NEGATIVES[rules.negative_cash]}; draw: {rules.reading.words} (R44); "
        f"Swiss final from {rules.swiss_from_tables} tables; Pentamind factor {format_thousandths(rules.dilution)}.",
        9.5,
    )
    for round_ in job.record.rounds:
        if round_.seed is not None:
            yield Text(
                f"Round {round_.number}: seed {round_.seed}. {' '.join(map(said, round_.protocol))}", 8.5, after=2
            )


HANDOVER = PaperSheet("handover", "State of the event", Scope.EVENT, _handover, pack=PackPart.AFTER)
