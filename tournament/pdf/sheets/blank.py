"""The blank set: what to print the day before, so that the event goes on when the laptop does not."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.draw.allocation import AllocationError, choices, tables_of_sizes
from tournament.draw.seating import MARKS
from tournament.pdf.flow import Block, Space, Text, Titled, Together, pages_of
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Box, Drawing, OnFront, frame, on_fronts
from tournament.pdf.lines import Weight
from tournament.pdf.listed import share
from tournament.pdf.sheet import PaperSheet, Scope, SheetBlocks
from tournament.pdf.sheets.slips import blank_slip, slip_pages
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.pdf.words import FIVE_DIGITS, ROW, TWO_DIGITS
from tournament.record.formats import Format, Part
from tournament.record.printing import RULES, of_player
from tournament.record.vocabulary import RoundKind, SeatSource
from tournament.scores.factors import NO_BONUS, NO_MULTIPLIER, shown_multiplier
from tournament.tellings.results import shown_columns
from tournament.tellings.running import (
    clock_line,
    final_lines,
    in_three_lines,
    is_by_shares,
    recipe_lines,
    seating_lines,
)
from tournament.tellings.words import LEGEND, dollars, round_head, thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed

SIZES = (3, 4, 5, 6)  # a slip of each size where there are not enough players yet to know the sizes
NAME_WIDTH = 130.0
BLANK = "____"


def _blank_set(job: Job) -> SheetBlocks:
    """The blank set: scoring by hand, arrangement and clocks, empty pairings, a slip for each table, empty results and standings."""
    arrangement = _first_arrangement(job)
    sizes = arrangement or SIZES
    rules = job.record.format
    before = [Together(tuple(recipe_blocks(rules, job.record.rounds_planned))), *_arrangement_blocks(job, arrangement)]
    marks = MARKS[job.record.seat_source]
    slips = [blank_slip(job, job.both(_blank_round), marks[:size]) for size in sorted(sizes, reverse=True)]
    used = [*before, Space(16), *_pairing_blocks(sizes, job.record.seat_source)]
    results, standings = list(_result_blocks(rules, sizes)), _standing_blocks(job)

    def pages(inside: Box) -> tuple[Drawing, ...]:
        first, *more_slips = slip_pages(job, inside, slips, slips[0])
        # Results and standings hang in the hall, so each of their pages has a leaf of its own.
        hung = on_fronts((*pages_of(inside, results), *pages_of(inside, standings)))
        return (*pages_of(inside, used), OnFront(first), *more_slips, *hung)

    return SheetBlocks([*used, *slips, *results, *standings], pages)


def _blank_round() -> str:
    """The round on a slip for any round."""
    return _("Round {number}", number=BLANK)


def _first_arrangement(job: Job) -> tuple[int, ...]:
    """The sizes of the tables: as in the last round drawn, else the rule's first arrangement; empty where there are too few players."""
    drawn = [round_.sizes for round_ in job.record.rounds if round_.tables]
    if drawn:
        return tuple(drawn[-1])
    try:
        return choices(len(job.record.active), job.record.rounds_planned, job.record.format)[0].arrangement.sizes
    except AllocationError:
        return ()


def _arrangement_blocks(job: Job, sizes: tuple[int, ...]) -> Iterator[Block]:
    """The tables of a round of these sizes (none where they are not known), and the minutes of a player at each size (R29-R30, R38)."""
    rules = job.record.format
    told = (*[_tables(sizes)] * bool(sizes), *[clock_line(rules)] * bool(rules.tables.minutes))
    if not told:
        return
    title = _("Tables and clocks") if rules.tables.minutes else _("Tables")
    yield Titled(
        Text(title, 14, Weight.BOLD, before=10, after=4),
        Together(tuple(Text(line, 11, about=RULES) for line in told)),
    )


def _tables(sizes: tuple[int, ...]) -> str:
    """A sentence on how many tables there are of each size."""
    return ngettext(
        "{n} player: {tables} (R38).", "{n} players: {tables} (R38).", sum(sizes), tables=tables_of_sizes(sizes)
    )


def recipe_blocks(rules: Format, rounds: int) -> list[Block]:
    """How to score by hand, as a numbered list with an example, then seats, final and medals in an event of ``rounds`` rounds."""
    first, *others = (
        Text(f"{number}. {line}", 11, after=5, about=RULES) for number, line in enumerate(recipe_lines(rules), start=1)
    )
    title = _("From cash to total by hand") if is_by_shares(rules) else _("Scores")
    is_drawn = rules.rounds[0].how is RoundKind.RANDOM  # else there is no reading of R44
    few = _("Each medal needs one more player than its place: bronze needs four players, silver three (2.1).")
    medals = (*final_lines(rules, rounds), few) if Part.MEDALS in rules.parts else ()
    return [
        Titled(Text(title, 16, Weight.BOLD, after=8), first),
        *others,
        *(_example() if is_by_shares(rules) else ()),
        Space(10),
        Text(" ".join(seating_lines(rules, rounds if is_drawn else 1)), 10, about=RULES),
        *[Text(in_three_lines(rules)[2], 10, about=RULES)] * bool(rules.order),
        *(Text(line, 10, about=RULES) for line in medals),
    ]


def _example() -> tuple[Block, Block]:
    """An example of scoring by hand, whose figures are those of the rules."""
    cash = {"first": dollars(40_000), "second": dollars(35_000), "third": dollars(22_600)}
    adjusted = _(
        "Example: three players have {first}, {second} and {third}. The winner: {first} × {bonus} = {adjusted}.",
        **cash,
        bonus=shown_multiplier(10_600, NO_BONUS),
        adjusted=dollars(42_400),
    )
    percentages = listed(thousandths(each) for each in (42_400, 35_000, 22_600))
    scores = listed(thousandths(each) for each in (31_800, 26_250, 16_950))
    score = _(
        "Sum {sum}: {percentages} %. Table of three: × {multiplier} = {scores}.",
        sum=dollars(100_000),
        percentages=percentages,
        multiplier=shown_multiplier(750, NO_MULTIPLIER),
        scores=scores,
    )
    return Text(adjusted, 10, before=6, about=None), Text(score, 10, about=None)


def _pairing_blocks(sizes: tuple[int, ...], source: SeatSource) -> list[Block]:
    """A form for the players at tables of these sizes; its columns are seats only where a chart decides them."""
    seats = range(1, max(sizes) + 1)
    rows = (("-" if seat > size else "" for seat in seats) for size in sizes)
    table = PrintedTable(
        columns=(
            TableColumn(_("Table"), 40, Align.CENTRE),
            *(
                TableColumn(
                    _("Seat {number}", number=seat) if not source.waits_for_tiles else _("Player"), align=Align.CENTRE
                )
                for seat in seats
            ),
        ),
        rows=tuple(TableRow((str(number), *row)) for number, row in enumerate(rows, start=1)),
        row_height=2 * ROW,
        has_grid=True,
        about=RULES,
    )
    return [Titled(Text(_("Pairings, round {number}", number=BLANK), 16, Weight.BOLD, after=8), table)]


def _result_blocks(rules: Format, sizes: tuple[int, ...]) -> Iterator[Block]:
    """A form for each table, whose columns follow the steps of scoring by hand (5.9)."""
    heads = [_(column.title) for column in shown_columns(rules)]
    if is_by_shares(rules):
        heads = [_("Cash"), _("Fine"), _("Net"), _("× bonus"), _("Adjusted"), "%", _("Score")]
    yield Text(_("Results of round {number}", number=BLANK), 16, Weight.BOLD, after=8, about=None)
    for table, size in enumerate(sizes, start=1):
        yield PrintedTable(
            columns=(
                TableColumn(_("Place"), TWO_DIGITS + 6, Align.CENTRE),
                TableColumn(_("Name")),
                *(TableColumn(head, FIVE_DIGITS + 4, Align.CENTRE) for head in heads),
            ),
            rows=(*[TableRow(("",) * (len(heads) + 2))] * size, TableRow(("", _("Sum"), *[""] * len(heads)))),
            heading=_("Table {number}", number=table),
            size=9,
            row_height=ROW,
            has_grid=True,
            is_whole=True,
            about=RULES,
        )
        yield Space(8)


def _standing_blocks(job: Job) -> list[Block]:
    """A form for the standings: the players by name, with empty cells for rounds, total and rank."""
    entries = sorted(job.record.present or job.record.entries, key=lambda entry: entry.sort_key)
    rounds = range(1, job.record.rounds_planned + 1)
    rows = [
        TableRow((str(entry.player), entry.name, *[""] * (len(rounds) + 2)), about=of_player(entry.player))
        for entry in entries
    ]
    rows += [TableRow(("",) * (len(rounds) + 4)) for _ in range(4)]
    widest = share(frame(job).width - 140 - NAME_WIDTH, len(rounds), 58)
    return [
        Text(_("Standings"), 16, Weight.BOLD, about=None),
        Text(_(LEGEND), 9, after=8, about=None),
        PrintedTable(
            columns=(
                TableColumn(_("No."), 32, Align.RIGHT),
                TableColumn(_("Name"), size=11),
                *(TableColumn(round_head(number), widest, Align.CENTRE) for number in rounds),
                TableColumn(_("Total"), 68, Align.CENTRE),
                TableColumn(_("Rank"), 40, Align.CENTRE),
            ),
            rows=tuple(rows),
            row_height=24,
            has_grid=True,
            about=None,
        ),
    ]


BLANK_SET = PaperSheet(
    "blank-set",
    gettext_noop("Blank set"),
    Scope.EVENT,
    _blank_set,
    covers=gettext_noop("Any round"),
    is_bare=True,
)
