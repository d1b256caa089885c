"""The arrangement note: what the director weighs before a draw, and what was chosen (R29-R30, R37-R45, R50, R59-R60)."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.draw.allocation import AllocationError, ArrangementOption, choices, top_table_size
from tournament.draw.clock import ClockError, round_time
from tournament.draw.forecast import repeats_to_come
from tournament.draw.sitouts import SitOutError, suggest_sit_out
from tournament.pdf.flow import Block, Space, Text, pages_of
from tournament.pdf.job import Job, PackPart
from tournament.pdf.layout import Align
from tournament.pdf.names import Weight
from tournament.pdf.sheet import Basis, PaperSheet, Scope, SheetBlocks
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.pdf.words import SIT_OUTS, size_multipliers
from tournament.record.event import RoundRecord
from tournament.record.printing import IDLE, RULES, PartContent, PartKind, SheetPart
from tournament.record.vocabulary import RoundKind
from tournament.tellings.draw import protocol_of, reason_of
from tournament.tellings.figures import thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.directions import by_itself
from wording.figures import clock_time, listed


def _arrangement(job: Job) -> SheetBlocks:
    """The arrangement note: active players, the arrangements of R38 with their consequences, times, and who would sit out."""
    record = _round_of(job)
    number = record.number if record else _next_round(job)
    basis = Basis(tuple(_basis(job, record, number)))
    return SheetBlocks(
        (basis,),
        lambda inside: pages_of(inside, _blocks(job, record, number)),
        _("Round {number}", number=number),
        number,
    )


def _basis(job: Job, record: RoundRecord | None, number: int) -> Iterator[PartContent]:
    """The values from which the note is made, to be compared in its place: computing every alternative's repeats would take too long."""
    try:
        candidate: object = suggest_sit_out(job.record, number, (record.seed if record else None) or 0)
    except SitOutError as error:
        candidate = str(error)
    drawn = (
        (record.sizes, record.kind, record.seed, record.sit_outs, record.protocol, record.starts_at, record.pauses)
        if record
        else ()
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
        counted = ngettext(
            "{n} player is active; round {number} has not been drawn.",
            "{n} players are active; round {number} has not been drawn.",
            players,
            number=number,
        )
        blocks.append(Text(counted, 12, Weight.BOLD, after=8))
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
    yield Text(_("Tables this round: {sizes}", sizes=sizes), 16, Weight.BOLD, after=6)
    drawn = _("Swiss, from the standings (R46).") if round_.kind is RoundKind.SWISS else _("Random draw (R44).")
    lines = [" ".join((_players_and_tables(sum(round_.sizes), len(round_.sizes)), drawn))]
    for sit_out in round_.sit_outs:
        reason = reason_of(sit_out).rstrip(".") or _(SIT_OUTS[sit_out.kind])
        lines.append(_("Not playing: {name}. {reason}.", name=by_itself(job.name(sit_out.player)), reason=reason))
    lines.append(_round_end(job, round_))
    if round_.kind is RoundKind.SWISS:
        lines.append(
            ngettext(
                "Top table: {n} player; gold goes to one of them (R42-R43, R64).",
                "Top table: {n} players; gold goes to one of them (R42-R43, R64).",
                round_.sizes[0],
            )
        )
    if round_.seed is not None:
        lines.append(_("Seed {seed}.", seed=round_.seed))
    for line in (*lines, *protocol_of(round_)):
        yield Text(line)
    yield Space(8)


def _players_and_tables(players: int, tables: int) -> str:
    """A sentence on how many play at how many tables."""
    return ngettext("{players} players at {n} table.", "{players} players at {n} tables.", tables, players=players)


def _round_end(job: Job, round_: RoundRecord) -> str:
    """How long the round takes and, if its start is known, when it is over; in words."""
    try:
        time = round_time(round_.sizes, job.record.ruleset)
    except ClockError as error:
        return str(error)
    text = _(
        "Time: {play} minutes of play, plus {allowance} for bonuses while the clocks are stopped (R30, R35).",
        play=time.play,
        allowance=time.allowance,
    )
    if round_.starts_at is None:
        when = _("Write down the start: {blank} and the end: {blank}", blank="_" * 8)
    else:
        start, end = clock_time(round_.starts_at), clock_time(round_.clock_after(round_.starts_at, time.length))
        when = _("Starts at {start}, over by {end}.", start=start, end=end)
    return " ".join((text, when))


def _choice_blocks(job: Job, players: int, number: int) -> Iterator[Block]:
    """The table of arrangements for ``players`` players in round ``number``, or a sentence why there is none."""
    try:
        rows = choices(players, job.record.rounds_planned, job.record.ruleset)
    except AllocationError as error:
        yield Text(str(error), 11, Weight.BOLD)
        return
    yield PrintedTable(
        columns=(
            TableColumn(_("Tables"), 92, weight=Weight.BOLD),
            TableColumn(_("Rounds"), 70),
            TableColumn(_("Top table of a final"), 46, Align.CENTRE),
            TableColumn(_("Minutes per player"), 84),
            TableColumn(_("Gold")),
            TableColumn(_("Fewest repeats"), 66, Align.CENTRE),
            TableColumn(_("Sit-out"), 96),
        ),
        rows=tuple(_choice_row(job, choice, number, first=index == 0) for index, choice in enumerate(rows)),
        heading=ngettext(
            "Arrangements in the rules for {n} player (R38, R41)",
            "Arrangements in the rules for {n} players (R38, R41)",
            players,
        ),
        size=9.5,
        is_whole=True,
    )
    yield Space(8)


def _choice_row(job: Job, choice: ArrangementOption, number: int, *, first: bool) -> TableRow:
    """One arrangement with its consequences; ``first`` marks the rule's first choice."""
    sizes = " ".join(str(size) for size in choice.arrangement.sizes)
    minutes = ", ".join(_minutes(size, each) for size, each in choice.minutes.items())
    arrangement = choice.arrangement
    is_cut = choice.swiss_final and number == job.record.rounds_planned
    repeats = None if is_cut else repeats_to_come(job.record, number, arrangement)
    random = choice.random_rounds
    rounds = (
        _("{count} random + Swiss final", count=random) if choice.swiss_final else _("{count} random", count=random)
    )
    return TableRow(
        (
            _("{sizes} (recommended)", sizes=sizes) if first else sizes,
            rounds,
            str(choice.top_table) if choice.swiss_final else _("no final"),
            minutes,
            choice.gold,
            f"{repeats.least} {repeats.over}" if repeats else _("the standings decide"),
            choice.sit_out or _("nobody"),
        )
    )


def _minutes(size: int, minutes: int | None) -> str:
    """The minutes of a player at a table of this size; None where the rules do not confirm them (R60)."""
    if minutes is None:
        return _("{size} players: to be confirmed", size=size)
    return _("{size} players: {minutes}", size=size, minutes=minutes)


def _sit_out_candidate(job: Job, number: int) -> Iterator[Block]:
    """Who would sit out round ``number``, or why nobody can."""
    seed = next((round_.seed for round_ in job.record.rounds if round_.number == number and round_.seed is not None), 0)
    try:
        suggestion = suggest_sit_out(job.record, number, seed)
    except SitOutError as error:
        yield Text(str(error), before=2)
        return
    values: dict[str, object] = {"round": number, "score": thousandths(job.record.ruleset.sit_out_score)}
    if len(suggestion.tied) > 6:
        who = ngettext(
            "If a player sits out round {round}, draw lots among {n} player with the same total (R49-R50). A sit-out scores {score} (R51).",
            "If a player sits out round {round}, draw lots among {n} players with the same total (R49-R50). A sit-out scores {score} "
            "(R51).",
            len(suggestion.tied),
            **values,
        )
    elif suggestion.tied:
        who = _(
            "If a player sits out round {round}, draw lots among {names} (R49-R50). A sit-out scores {score} (R51).",
            **values,
            names=listed([job.name(player) for player in suggestion.tied]),
        )
    else:
        who = _(
            "If a player has to sit out round {round}, {name} does (R49-R50). A sit-out scores {score} (R51).",
            **values,
            name=by_itself(job.name(suggestion.player)),
        )
    yield Text(who)


def _ruleset_notes(job: Job) -> Iterator[Block]:
    """Sentences on the event's multipliers and on when a final is played."""
    rules = job.record.ruleset
    multipliers = size_multipliers(rules, "× ")
    if 6 in rules.size_multipliers:
        yield Text(_("Multipliers by table size (R58-R60): {multipliers}.", multipliers=multipliers))
    else:
        yield Text(_("Multipliers by table size (R58-R60): {multipliers}, 6: not confirmed.", multipliers=multipliers))
    five = rules.size_multipliers.get(5)
    if five is not None and five < 1250:
        yield Text(
            _(
                "A player at a table of five scores {five} on average, at a table of four {four} (R59).",
                five=thousandths(20 * five),
                four=thousandths(25_000),
            )
        )
    yield Text(
        ngettext(
            "With {n} table or more the last round is a Swiss final (R45). The top table has {size} players if there is a table of "
            "that size (R42).",
            "With {n} tables or more the last round is a Swiss final (R45). The top table has {size} players if there is a table of "
            "that size (R42).",
            rules.swiss_from_tables,
            size=top_table_size((rules.preferred_size, 3)),
        )
    )


ARRANGEMENT = PaperSheet("arrangement", gettext_noop("Arrangement note"), Scope.ROUND, _arrangement, pack=PackPart.PLAY)
