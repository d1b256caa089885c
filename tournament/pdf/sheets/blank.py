"""The blank set: what to print the day before, so that the event goes on when the laptop does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tournament.draw.allocation import AllocationError, choices
from tournament.draw.seating import MARKS
from tournament.pdf.flow import Block, Space, Text, Titled, Together, pages_of
from tournament.pdf.handwriting import FIVE_DIGITS, ROW, TWO_DIGITS
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Box, Drawing, OnFront, frame, on_fronts
from tournament.pdf.listed import share
from tournament.pdf.names import Weight
from tournament.pdf.sheet import PaperSheet, Scope, SheetBlocks, Takes
from tournament.pdf.sheets.slips import blank_slip, slip_pages
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.printing import RULES, of_player
from tournament.record.rulesets import Ruleset
from tournament.record.vocabulary import (
    FineTiming,
    LastRound,
    NegativeCash,
    SeatSource,
    format_dollars,
    format_thousandths,
)
from tournament.scores.scoring import NO_BONUS, NO_MULTIPLIER, format_multiplier
from tournament.tellings.words import round_head

SIZES = (3, 4, 5, 6)  # a slip of each size where there are not enough players yet to know the sizes
NAME_WIDTH = 130.0


def _blank_set(job: Job) -> SheetBlocks:
    """The blank set: scoring by hand, arrangement and clocks, empty pairings, a slip for each table, empty results and standings."""
    arrangement = _first_arrangement(job)
    sizes = arrangement or SIZES
    rules = job.record.ruleset
    before = [Together(tuple(recipe_blocks(rules, job.record.rounds_planned))), *_arrangement_blocks(job, arrangement)]
    marks = MARKS[job.record.seat_source]
    slips = [blank_slip("Round ____", marks[:size], job.record.chain_set) for size in sorted(sizes, reverse=True)]
    used = [*before, Space(16), *_pairing_blocks(sizes, job.record.seat_source)]
    results, standings = list(_result_blocks(sizes)), _standing_blocks(job)

    def pages(inside: Box) -> tuple[Drawing, ...]:
        first, *more_slips = slip_pages(job, inside, slips, slips[0])
        # Results and standings hang in the hall, so each of their pages has a leaf of its own.
        hung = on_fronts((*pages_of(inside, results), *pages_of(inside, standings)))
        return (*pages_of(inside, used), OnFront(first), *more_slips, *hung)

    return SheetBlocks([*used, *slips, *results, *standings], pages)


def _first_arrangement(job: Job) -> tuple[int, ...]:
    """The sizes of the tables: as in the last round drawn, else the rule's first arrangement; empty where there are too few players."""
    drawn = [round_.sizes for round_ in job.record.rounds if round_.tables]
    if drawn:
        return tuple(drawn[-1])
    try:
        return choices(len(job.record.active), job.record.rounds_planned, job.record.ruleset)[0].arrangement.sizes
    except AllocationError:
        return ()


def _arrangement_blocks(job: Job, sizes: tuple[int, ...]) -> Iterator[Block]:
    """The tables of a round of these sizes (none where they are not known), and the minutes of a player at each size (R29-R30, R38)."""
    rules = job.record.ruleset
    counts = ", ".join(f"{count} of {size}" for size, count in sorted(Counter(sizes).items(), reverse=True))
    minutes = ", ".join(f"{size} players {value}" for size, value in sorted(rules.minutes.items()))
    first = (
        f"{sum(sizes)} players: tables {counts} (R38)." if sizes else "The table of arrangements is in the rules (R38)."
    )
    clocks = Text(
        f"Minutes a player: {minutes}; {rules.allowance_minutes} minutes for bonuses, off the clocks (R29-R30).",
        11,
        about=RULES,
    )
    yield Titled(
        Text("Tables and clocks", 14, Weight.BOLD, before=10, after=4), Together((Text(first, 11, about=RULES), clocks))
    )


def recipe_lines(rules: Ruleset) -> tuple[str, ...]:
    """How to score by hand, from cash to total, in six sentences with the event's own numbers (R55-R61)."""
    bonuses = ", ".join(
        f"{winners}: {format_multiplier(value, NO_BONUS)}" for winners, value in sorted(rules.bonus_multipliers.items())
    )
    sizes = ", ".join(
        f"{size}: {format_multiplier(value, NO_MULTIPLIER)}" for size, value in sorted(rules.size_multipliers.items())
    )
    fine = format_dollars(rules.fine_amount)
    floor = ", never below zero" if rules.negative_cash is NegativeCash.FLOOR_ZERO else ""
    if rules.fine_timing is FineTiming.AFTER_BONUS:
        first = "Write down each player's final cash; whoever has most is first, several if tied (R55)."
        second = (
            f"Multiply the cash of those who are first, by how many they are ({bonuses}), "
            f"up to the next hundred; then take fines ({fine} each) off{floor} (R56)."
        )
    else:
        first = f"Net = final cash less fines ({fine} each){floor}; whoever has most is first, several if tied (R55)."
        second = (
            f"Multiply the net of those who are first, by how many they are ({bonuses}), up to the next hundred (R56)."
        )
    return (
        first,
        second,
        "Add up the table's amounts as they are now.",
        "Each player's percentage = 100 × own amount ÷ that sum, to three decimals, a half goes up (R57).",
        f"Multiply by table size ({sizes}{'' if 6 in rules.size_multipliers else ', 6: ask'}), again to three decimals (R58).",
        f"Total = the sum of all rounds; a sit-out is {format_thousandths(rules.sit_out_score)}, a pairing problem "
        f"{format_thousandths(rules.pairing_problem_score)}, a round missed {format_thousandths(rules.missed_score)} (R51-R54, R61).",
    )


def seating_lines(rules: Ruleset, rounds: int) -> tuple[str, ...]:
    """Sentences on seats and sit-outs by hand, for an event of ``rounds`` rounds, and on the event's interpretation of R44 (opponents)."""
    later = ", later it is the lowest total of those who have not sat out yet" if rounds > 1 else ""
    lines = [
        "Seats: draw tiles; lowest number first, then first letter (R4).",
        f"If one has to sit out: draw lots{' in round 1' if rounds > 1 else ''}{later}; nobody sits out twice (R49-R50).",
    ]
    if rounds > 1:
        lines.append(f"Our reading of R44: {rules.reading.words}.")
    return tuple(lines)


def final_lines(rules: Ruleset, rounds: int) -> tuple[str, ...]:
    """Sentences on the last round and the medals, for an event of ``rounds`` rounds with these settings (R45-R47, R64-R65)."""
    if rounds == 1 or rules.last_round is LastRound.DRAWN:
        return ("Gold, silver and bronze: the best totals of all (R65).",)
    ties = f"{rules.cut_tie_break.words}, then dice" if rules.cut_tie_break.words else "dice"
    return (
        f"Final with {rules.swiss_from_tables} tables or more: the best totals play at table 1, the next at table 2, and so on; "
        f"equal totals across a line: {ties} "
        "(R45-R47). Gold: best total of table 1; silver and bronze: best totals of all others (R64-R65).",
    )


MEDALS_GIVEN = "A medal needs one more player than its place: bronze four players or more, silver three (2.1)."


def recipe_blocks(rules: Ruleset, rounds: int) -> list[Block]:
    """How to score by hand, as a numbered list with an example, then seats, final and medals in an event of ``rounds`` rounds."""
    first, *others = (
        Text(f"{number}. {line}", 11, after=5, about=RULES) for number, line in enumerate(recipe_lines(rules), start=1)
    )
    return [
        Titled(Text("From cash to total by hand", 16, Weight.BOLD, after=8), first),
        *others,
        Text(
            "Example: three players with 40,000, 35,000 and 22,600. The first alone: 40,000 × 1.06 = 42,400.",
            10,
            before=6,
            about=None,
        ),
        Text("Sum 100,000: 42.400, 35.000, 22.600 %. Three players: × 0.75 = 31.800, 26.250, 16.950.", 10, about=None),
        Space(10),
        Text(" ".join(seating_lines(rules, rounds)), 10, about=RULES),
        *(Text(line, 10, about=RULES) for line in (*final_lines(rules, rounds), MEDALS_GIVEN)),
    ]


def _pairing_blocks(sizes: tuple[int, ...], source: SeatSource) -> list[Block]:
    """A form for the players at tables of these sizes; its columns are seats only where a chart decides them."""
    seats = range(1, max(sizes) + 1)
    rows = (("-" if seat > size else "" for seat in seats) for size in sizes)
    table = PrintedTable(
        columns=(
            TableColumn("Table", 40, Align.CENTRE),
            *(
                TableColumn(f"Seat {seat}" if source is SeatSource.CHART else "Player", align=Align.CENTRE)
                for seat in seats
            ),
        ),
        rows=tuple(TableRow((str(number), *row)) for number, row in enumerate(rows, start=1)),
        row_height=2 * ROW,
        has_grid=True,
        about=RULES,
    )
    return [Titled(Text("Pairings, round ____", 16, Weight.BOLD, after=8), table)]


def _result_blocks(sizes: tuple[int, ...]) -> Iterator[Block]:
    """A form for each table, whose columns follow the steps of scoring by hand (5.9)."""
    heads = ("Cash", "Fine", "Net", "× bonus", "Adjusted", "%", "Score")
    yield Text("Results, round ____", 16, Weight.BOLD, after=8, about=None)
    for table, size in enumerate(sizes, start=1):
        yield PrintedTable(
            columns=(
                TableColumn("Place", TWO_DIGITS + 6, Align.CENTRE),
                TableColumn("Name"),
                *(TableColumn(head, FIVE_DIGITS + 4, Align.CENTRE) for head in heads),
            ),
            rows=(*[TableRow(("",) * (len(heads) + 2))] * size, TableRow(("", "Sum", *[""] * len(heads)))),
            heading=f"Table {table}",
            size=9,
            row_height=ROW,
            has_grid=True,
            is_whole=True,
            about=RULES,
        )
        yield Space(8)


def _standing_blocks(job: Job) -> list[Block]:
    """A form for the standings: the players in the chosen order, with empty cells for rounds, total and rank."""
    entries = job.sorted_entries(job.record.active or job.record.entries)
    rounds = range(1, job.record.rounds_planned + 1)
    rows = [
        TableRow((str(entry.player), entry.name, *[""] * (len(rounds) + 2)), about=of_player(entry.player))
        for entry in entries
    ]
    rows += [TableRow(("",) * (len(rounds) + 4)) for _ in range(4)]
    widest = share(frame(job).width - 140 - NAME_WIDTH, len(rounds), 58)
    return [
        Text("Standings by hand", 16, Weight.BOLD, about=None),
        Text("S marks a sit-out, - a round not played.", 9, after=8, about=None),
        PrintedTable(
            columns=(
                TableColumn("No.", 32, Align.RIGHT),
                TableColumn("Name", size=11),
                *(TableColumn(round_head(number), widest, Align.CENTRE) for number in rounds),
                TableColumn("Total", 68, Align.CENTRE),
                TableColumn("Rank", 40, Align.CENTRE),
            ),
            rows=tuple(rows),
            row_height=24,
            has_grid=True,
            about=None,
        ),
    ]


BLANK_SET = PaperSheet(
    "blank-set", "Blank set", Scope.EVENT, _blank_set, covers="Any round", takes=frozenset({Takes.ORDER}), is_bare=True
)
