"""The state of the event on paper, from which another director can go on by hand; with the version and a checksum of the data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from tournament.day.unconfirmed import waiting_in_words
from tournament.draw.seating import as_named, seat_numbers
from tournament.pdf.fitting import flowing_sheet
from tournament.pdf.flow import Block, Gap, PageBreak, Text, Titled, Together
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Sheet, frame
from tournament.pdf.names import Weight
from tournament.pdf.sheets.blank import recipe_blocks
from tournament.pdf.sheets.incidents import PENALTY_WORDS, rulings_of
from tournament.pdf.tables.listed import share
from tournament.pdf.tables.printed import Column, Keep, Lines, PrintedTable, Row
from tournament.record.archive import archive, with_own_keys
from tournament.record.event import EntryRecord, EventRecord, PenaltyRecord, PlannedRound, RoundRecord, SeatRecord
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
from tournament.tellings.checks import state_words
from tournament.tellings.disputes import disputed_in
from tournament.tellings.figures import dollars, rank_text, thousandths
from tournament.tellings.marks import LEGEND, round_cell
from tournament.tellings.news.plan import plans_to_come
from tournament.tellings.words import round_head

TIMINGS = {FineTiming.BEFORE_BONUS: "before the winning bonus", FineTiming.AFTER_BONUS: "after the winning bonus"}
NEGATIVES = {NegativeCash.FLOOR_ZERO: "counts as zero", NegativeCash.ALLOW: "counts as it is"}
NAME_WIDTH = 100.0  # what a name keeps, however many rounds there are


def checksum(record: EventRecord) -> str:
    """SHA-256 of the event's archive as UTF-8 text: whoever holds the exported file can compare it with the paper."""
    return hashlib.sha256(archive(with_own_keys(record)).encode()).hexdigest()


def handover(job: Job) -> Sheet:
    """What has been played and what has not, who met whom, every total, the settings, and how to go on."""
    event = job.record
    digest = checksum(event)
    blocks: list[Block] = [
        Text(
            f"Version {event.version} · checksum {digest[:16]} {digest[16:32]} {digest[32:48]} {digest[48:]}",
            9,
            after=3,
        ),
        Text("The checksum is the SHA-256 of the event's archive file.", 8, after=8),
        *(Text(line, 11, Weight.BOLD) for line in _state_lines(job)),
        Gap(6),
        _players_table(job),
        Gap(10),
        *_open_round(job),
        *_decisions(job),
        Together(tuple(recipe_blocks(event.ruleset, event.rounds_planned))),
        *_settings(job),
        *_sealed(job),
    ]
    return flowing_sheet(job, "State of the event", _scope(job), blocks)


def _sealed(job: Job) -> Iterator[Block]:
    """The random rounds that are planned and not drawn yet, on a last page to be folded and opened only without the laptop (R44)."""
    coming = rounds_to_come(job.record)
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


def rounds_to_come(record: EventRecord) -> list[tuple[int, PlannedRound]]:
    """The random rounds that the draw planned and that are not drawn yet, each with its number."""
    drawn = {played.number for played in record.rounds}
    draw = next((played.draw for played in reversed(record.rounds) if played.draw is not None), None)
    plan = enumerate(draw.plan if draw else (), start=draw.first_round if draw else 1)
    return [(number, planned) for number, planned in plan if number not in drawn]


def _names(job: Job, players: Iterable[PlayerId]) -> str:
    return ", ".join(f"{job.name(player)} ({player})" for player in players)


def _scope(job: Job) -> str:
    closed = len(job.record.closed_rounds)
    return f"After round {closed}" if closed else "Before round 1 is closed"


def _state_lines(job: Job) -> Iterator[str]:
    event = job.record
    active = len(event.active)
    yield f"{len(event.entries)} entries, {active} playing on; {len(event.closed_rounds)} of {event.rounds_planned} rounds closed."
    for played in event.rounds:
        if played.state is RoundState.PUBLISHED:
            missing = [str(table.number) for table in played.tables if not table.has_result]
            yield f"Round {played.number} is being played; without a result: {'tables ' + ', '.join(missing) if missing else 'none'}."
            if waits := waiting_in_words(event, played):
                yield waits
        elif played.state is RoundState.DRAFT:
            yield f"Round {played.number} is drawn and not published: nobody knows these tables yet."
    for number, words in plans_to_come(event, job.printed_at.tzinfo or UTC):
        yield f"Round {number} is {words}."
    if disputed := disputed_in(event.rounds):
        yield disputed
    open_rounds = [played for played in event.rounds if not played.is_closed]
    if not open_rounds and len(event.closed_rounds) < event.rounds_planned:
        yield f"Next: draw round {len(event.closed_rounds) + 1}."
    elif not open_rounds:
        yield "The final list is published." if event.is_final_published else "Next: medals; publish the final list."


def _players_table(job: Job) -> PrintedTable:
    """Everybody with score and table of each round: the tables tell who has met whom."""
    event = job.record
    rounds = range(1, max([event.rounds_planned, *(played.number for played in event.rounds)], default=0) + 1)
    places = {
        (played.number, seat.player): "/".join(
            map(str, filter(None, (table.number, seat_numbers(table, played.seat_source).get(seat.player))))
        )
        for played in event.rounds
        for table in played.tables
        for seat in table.seats
    }
    rows = {row.player: row for row in job.scores.standings()}
    order = [*rows, *(entry.player for entry in event.entries if entry.player not in rows)]

    def cell(entry: EntryRecord, number: int) -> str:
        cells = rows[entry.player].cells if entry.player in rows else ()
        scores = {each.round: round_cell(each, entry.status).text for each in cells}
        return " ".join(part for part in (places.get((number, entry.player), ""), scores.get(number, "")) if part)

    def line(entry: EntryRecord) -> Row:
        row = rows.get(entry.player)
        status = "" if entry.status is Status.PRESENT else str(entry.status)
        rank = rank_text(row.rank, row.is_tied) if row else ""
        total = thousandths(row.total) if row else ""
        said = (status,) if has_status else ()
        return Row((rank, str(entry.player), entry.name, *said, *(cell(entry, number) for number in rounds), total))

    has_status = any(entry.status is not Status.PRESENT for entry in event.entries)
    statuses = (Column("Status", 60),) if has_status else ()
    words = "table/seat, score" if any(played.seats_are_decided for played in event.rounds) else "table, score"
    widest = share(frame(job).width - (176 if has_status else 116) - NAME_WIDTH, len(rounds), 84)
    return PrintedTable(
        columns=(
            Column("Rank", 32, Align.RIGHT),
            Column("No.", 28, Align.RIGHT),
            Column("Name"),
            *statuses,
            *(Column(round_head(number), widest) for number in rounds),
            Column("Total", 56, Align.RIGHT, Weight.BOLD),
        ),
        rows=tuple(line(job.people[player]) for player in order),
        heading="Players",
        note=f"In each round: {words}. {LEGEND}",
        size=9.5,
    )


def _open_round(job: Job) -> Iterator[Block]:
    for played in job.record.rounds:
        if not played.is_closed and played.tables:
            yield _open_table(job, played)
            yield Gap(10)


def _first_marked(seats: Sequence[SeatRecord]) -> Iterator[tuple[SeatRecord, bool]]:
    return ((seat, index == 0) for index, seat in enumerate(seats))


def _open_table(job: Job, played: RoundRecord) -> PrintedTable:
    is_told = job.record.result_check is not ResultCheck.NONE
    stands = {
        table.number: state_words(job.record, table) if is_told or not table.is_official else ""
        for table in played.tables
    }
    rows = [
        Row(
            (
                str(table.number) if is_first else "",
                str(seat_numbers(table, played.seat_source).get(seat.player, "")),
                job.name(seat.player),
                seat.starting_tile,
                dollars(seat.cash) if seat.cash is not None else "",
                ", ".join(filter(None, (stands[table.number] if is_first else "", "out of time" * seat.timed_out))),
            ),
            has_cut=is_first,
        )
        for table in sorted(played.tables, key=lambda table: table.number)
        for seat, is_first in _first_marked(as_named(table))
    ]
    rows += [
        Row(("-", "", job.name(sit_out.player), "", "", f"{sit_out.kind} {sit_out.reason}".strip()))
        for sit_out in played.sit_outs
    ]
    return PrintedTable(
        columns=(
            Column("Table", 40, Align.CENTRE, Weight.BOLD),
            Column("Seat", 34, Align.CENTRE),
            Column("Name", size=11),
            Column("Starting tile", 50, Align.CENTRE),
            Column("Final cash", 76, Align.RIGHT),
            Column("Remark", 120),
        ),
        rows=tuple(rows),
        heading=f"Round {played.number}, {played.state}",
        size=9.5,
        lines=Lines.GRID,
        keep=Keep.FLOWING,
    )


def _decisions(job: Job) -> Iterator[Block]:
    lines = [_penalty_line(job, penalty) for penalty in job.record.penalties]
    lines += rulings_of(job)
    first, *others = (Text(line, 9.5, after=2) for line in lines or ["None."])
    yield Titled(Text("Penalties and rulings", 12, Weight.BOLD), first)
    yield from others
    yield Gap(10)


def _penalty_line(job: Job, penalty: PenaltyRecord) -> str:
    amount = f" {format_dollars(penalty.amount)}" if penalty.amount else ""
    cancelled = " (cancelled)" if penalty.is_cancelled else ""
    return f"Round {penalty.round}, {job.name(penalty.player)}: {PENALTY_WORDS[penalty.kind]}{amount}, {penalty.reason}{cancelled}"


def _settings(job: Job) -> Iterator[Block]:
    rules = job.record.ruleset
    minutes = ", ".join(f"{size} players {value}" for size, value in sorted(rules.minutes.items()))
    clock = f"Minutes a player: {minutes}; {rules.allowance_minutes} minutes for bonuses (R29-R30). Chain set: {job.record.chain_set}."
    yield Titled(Text("Settings", 12, Weight.BOLD, before=6), Text(clock, 9.5))
    yield Text(
        f"Fines {TIMINGS[rules.fine_timing]}; net below zero {NEGATIVES[rules.negative_cash]}; draw: {rules.reading.words} (R44); "
        f"Swiss final from {rules.swiss_from_tables} tables; Pentamind factor {format_thousandths(rules.dilution)}.",
        9.5,
    )
    for played in job.record.rounds:
        if played.seed is not None:
            yield Text(f"Round {played.number}: seed {played.seed}. {' '.join(played.protocol)}", 8.5, after=2)
