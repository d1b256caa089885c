"""The blank set: what to print the day before, so that the event goes on when the laptop does not."""

from __future__ import annotations

from tournament.pdf.fitting import pages_of
from tournament.pdf.flow import Block, Gap, PageBreak, Text, Titled
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Heading, Sheet, frame
from tournament.pdf.names import Weight
from tournament.pdf.sheets.slips import Slip, slip_pages
from tournament.pdf.table import Column, Keep, Lines, PrintedTable, Row, share
from tournament.record.rulesets import Ruleset
from tournament.record.vocabulary import FineTiming, LastRound, NegativeCash, format_dollars, format_thousandths
from tournament.scores.scoring import NO_BONUS, NO_MULTIPLIER, format_multiplier
from tournament.tellings.words import round_head

SIZES = (3, 4, 5, 6)
NAME_WIDTH = 130.0
SEATS = range(1, 7)


def blank_set(job: Job) -> Sheet:
    """The six-line hand recipe with a worked table, pairings to fill in, slips for three to six players, standings to fill in."""
    inside = frame(job, Heading.BARE)
    before = pages_of(
        inside, [*recipe_blocks(job.record.ruleset, job.record.rounds_planned), PageBreak(), *_pairing_blocks()]
    )
    after = pages_of(inside, _standing_blocks(job))
    slips = [
        Slip(
            "Round ____",
            "Table ____",
            f"{size} players · chains: {job.record.chain_set}",
            "",
            tuple((str(n), "", "") for n in range(1, size + 1)),
            job.record.chain_set,
        )
        for size in SIZES
    ]

    pages = (*before, *slip_pages(job, slips), *after)
    return Sheet("Blank set", "Any round", pages, Heading.BARE)


def recipe_lines(rules: Ruleset) -> tuple[str, ...]:
    """From cash to total in six lines, with the event's own numbers (R55-R61)."""
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
    """Who sits where by hand; how opponents are spread is our reading of the rule, and the event's own (R44)."""
    lines = ["Seats: draw tiles; lowest number first, then first letter (R4).", "Nobody sits out twice (R49)."]
    if rounds > 1:
        lines.append(f"Our reading of R44: {rules.reading.words}.")
    return tuple(lines)


def final_lines(rules: Ruleset, rounds: int) -> tuple[str, ...]:
    """How the last round is made and who gets the medals, in the event's own settings (R45-R47, R64-R65)."""
    if rounds == 1 or rules.last_round is LastRound.DRAWN:
        return ("Gold, silver and bronze: the best totals of all (R65).",)
    ties = f"{rules.cut_tie_break.words}, then dice" if rules.cut_tie_break.words else "dice"
    return (
        f"Final with {rules.swiss_from_tables} tables or more: the best totals play at table 1, the next at table 2, and so on; "
        f"equal totals across a line: {ties} "
        "(R45-R47). Gold: best total of table 1; silver and bronze: best totals of all others (R64-R65).",
    )


def recipe_blocks(rules: Ruleset, rounds: int) -> list[Block]:
    """The recipe as a numbered list with the rules' own example, and what else is decided by hand in an event of so many rounds."""
    first, *others = (
        Text(f"{number}. {line}", 11, after=5) for number, line in enumerate(recipe_lines(rules), start=1)
    )
    return [
        Titled(Text("From cash to total by hand", 16, Weight.BOLD, after=8), first),
        *others,
        Text(
            "Example: three players with 40,000, 35,000 and 22,600. The first alone: 40,000 × 1.06 = 42,400.",
            10,
            before=6,
        ),
        Text("Sum 100,000: 42.400, 35.000, 22.600 %. Three players: × 0.75 = 31.800, 26.250, 16.950.", 10),
        Gap(10),
        Text(" ".join(seating_lines(rules, rounds)), 10),
        *(Text(line, 10) for line in final_lines(rules, rounds)),
    ]


def _pairing_blocks() -> list[Block]:
    return [
        Text("Pairings, round ____", 16, Weight.BOLD, after=8),
        PrintedTable(
            columns=(
                Column("Table", 44, Align.CENTRE),
                *(Column(f"Seat {seat}", align=Align.CENTRE) for seat in SEATS),
            ),
            rows=tuple(Row((str(table), *[""] * 6)) for table in range(1, 13)),
            row_height=50,
            lines=Lines.GRID,
        ),
    ]


def _standing_blocks(job: Job) -> list[Block]:
    entries = job.sorted_entries(job.record.active or job.record.entries)
    rounds = range(1, job.record.rounds_planned + 1)
    rows = [Row((str(entry.player), entry.name, *[""] * (len(rounds) + 2))) for entry in entries]
    rows += [Row(("",) * (len(rounds) + 4)) for _ in range(4)]
    widest = share(frame(job, Heading.BARE).width - 140 - NAME_WIDTH, len(rounds), 58)
    return [
        Text("Standings by hand", 16, Weight.BOLD),
        Text("S marks a sit-out, - a round not played.", 9, after=8),
        PrintedTable(
            columns=(
                Column("No.", 32, Align.RIGHT),
                Column("Name", size=11),
                *(Column(round_head(number), widest, Align.CENTRE) for number in rounds),
                Column("Total", 68, Align.CENTRE),
                Column("Rank", 40, Align.CENTRE),
            ),
            rows=tuple(rows),
            row_height=24,
            lines=Lines.GRID,
            keep=Keep.FLOWING,
        ),
    ]
