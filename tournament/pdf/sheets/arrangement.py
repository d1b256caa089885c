"""The arrangement note: what the director weighs before a draw, and what was chosen (R29-R30, R37-R45, R50, R59-R60)."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.draw.allocation import AllocationError, ArrangementOption, choices, top_table_size
from tournament.draw.clock import ClockError, round_time
from tournament.draw.forecast import repeats_to_come
from tournament.draw.lines import said
from tournament.draw.sitouts import SitOutError, suggest_sit_out
from tournament.pdf.flow import Block, Space, Text, pages_of
from tournament.pdf.job import Job, PackPart
from tournament.pdf.layout import Align
from tournament.pdf.names import Weight
from tournament.pdf.sheet import Basis, PaperSheet, Scope, SheetBlocks
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.event import RoundRecord
from tournament.record.printing import IDLE, RULES, PartContent, PartKind, SheetPart
from tournament.record.vocabulary import RoundKind, format_thousandths
from tournament.scores.scoring import NO_MULTIPLIER, format_multiplier
from tournament.tellings.draw import SIT_OUT_WORDS, protocol_of


def _arrangement(job: Job) -> SheetBlocks:
    """The arrangement note: active players, the arrangements of R38 with their consequences, times, and who would sit out."""
    record = _round_of(job)
    number = record.number if record else _next_round(job)
    basis = Basis(tuple(_basis(job, record, number)))
    return SheetBlocks(
        (basis,), lambda inside: pages_of(inside, _blocks(job, record, number)), f"Round {number}", number
    )


def _basis(job: Job, record: RoundRecord | None, number: int) -> Iterator[PartContent]:
    """The values from which the note is made, to be compared in its place: computing every alternative's repeats would take too long."""
    try:
        candidate: object = suggest_sit_out(job.record, number, (record.seed if record else None) or 0)
    except SitOutError as error:
        candidate = str(error)
    drawn = (
        (record.sizes, record.kind, record.seed, record.sit_outs, record.protocol, record.starts_at) if record else ()
    )
    yield SheetPart(PartKind.DRAW), (drawn, len(job.record.active))
    earlier = [round_ for round_ in job.record.rounds if round_.number < number]
    yield (
        SheetPart(PartKind.MET),
        [[[seat.player for seat in table.seats] for table in round_.tables] for round_ in earlier],
    )
    yield IDLE, (candidate, [entry.name for entry in job.record.entries])
    yield RULES, (job.record.ruleset, job.record.rounds_planned)


def _blocks(job: Job, record: RoundRecord | None, number: int) -> list[Block]:
    """The note's blocks; ``record`` is the round where it is drawn already, ``number`` its number."""
    blocks: list[Block] = []
    if record is not None:
        blocks += list(_about_drawn_round(job, record))
        players = sum(record.sizes) + len([sit_out for sit_out in record.sit_outs if sit_out.kind.counts_as_sit_out])
    else:
        players = len(job.record.active)
        blocks.append(
            Text(f"{players} players are active; round {number} has not been drawn.", 12, Weight.BOLD, after=8)
        )
    blocks += list(_choice_blocks(job, players, number))
    blocks += list(_sit_out_candidate(job, number))
    blocks += list(_ruleset_notes(job))
    return blocks


def _round_of(job: Job) -> RoundRecord | None:
    """The chosen round; without a choice the last one drawn. None where it is not drawn yet."""
    drawn = {round_.number: round_ for round_ in job.record.rounds if round_.tables}
    wanted = job.options.round_number
    if wanted is not None:
        return drawn.get(wanted)
    return drawn[max(drawn)] if drawn else None


def _next_round(job: Job) -> int:
    """The number of the chosen round; without a choice that of the round after the last one drawn."""
    return (
        job.options.round_number or max((round_.number for round_ in job.record.rounds if round_.tables), default=0) + 1
    )


def _about_drawn_round(job: Job, round_: RoundRecord) -> Iterator[Block]:
    """What was chosen for a round that is drawn: sizes, sit-outs, times, seed and the lines of its draw."""
    sizes = " ".join(str(size) for size in round_.sizes)
    kind = "Swiss, cut from the standings (R46)" if round_.kind is RoundKind.SWISS else "random draw (R44)"
    yield Text(f"In use: {sizes}", 16, Weight.BOLD, after=6)
    lines = [f"{sum(round_.sizes)} players at {len(round_.sizes)} tables; {kind}."]
    for sit_out in round_.sit_outs:
        reason = said(sit_out.reason) or SIT_OUT_WORDS[sit_out.kind]
        lines.append(f"Not playing: {job.name(sit_out.player)}. {reason.rstrip('.')}.")
    lines.append(_round_end(job, round_))
    if round_.kind is RoundKind.SWISS:
        lines.append(f"Top table: {round_.sizes[0]} players; gold comes from it (R42-R43, R64).")
    if round_.seed is not None:
        lines.append(f"Seed {round_.seed}.")
    for line in (*lines, *protocol_of(round_)):
        yield Text(line)
    yield Space(8)


def _round_end(job: Job, round_: RoundRecord) -> str:
    """How long the round takes and, if its start is known, when it is over; in words."""
    try:
        time = round_time(round_.sizes, job.record.ruleset)
    except ClockError as error:
        return str(error)
    text = f"Time: {time.play} minutes of play and {time.allowance} for bonuses, off the clocks (R30, R35)"
    if round_.starts_at is None:
        return f"{text}; write down the start: ________ and the end: ________."
    return f"{text}; starts {round_.starts_at:%H:%M}, over by {time.ends(round_.starts_at):%H:%M}."


def _choice_blocks(job: Job, players: int, number: int) -> Iterator[Block]:
    """The table of arrangements for ``players`` players in round ``number``, or a sentence why there is none."""
    try:
        rows = choices(players, job.record.rounds_planned, job.record.ruleset)
    except AllocationError as error:
        yield Text(str(error), 11, Weight.BOLD)
        return
    yield PrintedTable(
        columns=(
            TableColumn("Tables", 92, weight=Weight.BOLD),
            TableColumn("Rounds", 70),
            TableColumn("Top table of a final", 46, Align.CENTRE),
            TableColumn("Minutes each", 84),
            TableColumn("Gold"),
            TableColumn("Repeats, least", 66, Align.CENTRE),
            TableColumn("Sit-out", 96),
        ),
        rows=tuple(_choice_row(job, choice, number, first=index == 0) for index, choice in enumerate(rows)),
        heading=f"The rule's arrangements for {players} players (R38, R41)",
        size=9.5,
        is_whole=True,
    )
    yield Space(8)


def _choice_row(job: Job, choice: ArrangementOption, number: int, *, first: bool) -> TableRow:
    """One arrangement with its consequences; ``first`` marks the rule's first choice."""
    sizes = " ".join(str(size) for size in choice.arrangement.sizes)
    minutes = ", ".join(
        f"{size} players {minutes if minutes is not None else 'to be confirmed'}"
        for size, minutes in choice.minutes.items()
    )
    arrangement = choice.arrangement
    is_cut = choice.swiss_final and number == job.record.rounds_planned
    repeats = None if is_cut else repeats_to_come(job.record, number, arrangement)
    rounds = f"{choice.random_rounds} random" + (" + Swiss final" if choice.swiss_final else "")
    top = str(choice.top_table) if choice.swiss_final else "no final"
    return TableRow(
        (
            f"{sizes}{' (first)' if first else ''}",
            rounds,
            top,
            minutes,
            choice.gold,
            f"{repeats.least} {repeats.over}" if repeats else "the standings decide",
            choice.sit_out or "nobody",
        )
    )


def _sit_out_candidate(job: Job, number: int) -> Iterator[Block]:
    """Who would sit out round ``number``, or why nobody can."""
    seed = next((round_.seed for round_ in job.record.rounds if round_.number == number and round_.seed is not None), 0)
    try:
        suggestion = suggest_sit_out(job.record, number, seed)
    except SitOutError as error:
        yield Text(str(error), before=2)
        return
    if len(suggestion.tied) > 6:
        who = f"by lot among {len(suggestion.tied)} players who are equal"
    elif suggestion.tied:
        who = f"by lot among {', '.join(job.name(player) for player in suggestion.tied)}"
    else:
        who = job.name(suggestion.player)
    yield Text(
        f"If one sits out round {number}: {who} (R49-R50), for {format_thousandths(job.record.ruleset.sit_out_score)} (R51)."
    )


def _ruleset_notes(job: Job) -> Iterator[Block]:
    """Sentences on the event's multipliers and on when a final is played."""
    rules = job.record.ruleset
    multipliers = ", ".join(
        f"{size}: × {format_multiplier(value, NO_MULTIPLIER)}" for size, value in sorted(rules.size_multipliers.items())
    )
    yield Text(
        f"Multipliers by table size (R58-R60): {multipliers}{'' if 6 in rules.size_multipliers else ', 6: not confirmed'}."
    )
    five = rules.size_multipliers.get(5)
    if five is not None and five < 1250:
        yield Text(f"A table of five averages {format_thousandths(20 * five)} a player, one of four 25.000 (R59).")
    yield Text(
        f"A final is Swiss from {rules.swiss_from_tables} tables on (R45); its top table has "
        f"{top_table_size((rules.preferred_size, 3))} players where the arrangement has a table of that size (R42)."
    )


ARRANGEMENT = PaperSheet("arrangement", "Arrangement note", Scope.ROUND, _arrangement, pack=PackPart.PLAY)
