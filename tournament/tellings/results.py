"""The results of a table with every step from cash to score (R55-R58), so that a player can check a line by hand.

The check of a table in one line: the winner, the bonus in dollars and the adjusted total, or what is missing, doubtful or wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from tournament.day.phones import pending_step
from tournament.draw.seating import name_of, order_of_play, seat_numbers
from tournament.record.event import EntryRecord, EventRecord, SeatRecord, TableRecord
from tournament.record.formats import Fines, Format
from tournament.record.vocabulary import FineTiming, PlayerId, SeatScore, TableScore, Thousandths
from tournament.scores import Scores
from tournament.scores.plausibility import Judgement
from tournament.scores.scoring import NO_BONUS, NO_MULTIPLIER, format_multiplier, shown_multiplier
from tournament.tellings.listing import About, Cell, Column, ColumnKind, Link, Listing, Row, Tag, Tone
from tournament.tellings.words import (
    MINUS,
    departure_tags,
    dollars,
    dollars_cell,
    fine_as_deduction,
    name_cell,
    people_of,
    rank_cell,
    score_cell,
    with_minus_signs,
)
from wording import gettext as _
from wording import ngettext, npgettext, pgettext
from wording.figures import listed


def state_words(record: EventRecord, table: TableRecord) -> str:
    """Return the state of a table's result as a short tag; empty if nothing was reported."""
    wait = pending_step(record, table)
    if wait is None or table.is_disputed:
        return table.state.words
    return wait.words


@dataclass(frozen=True, slots=True)
class Check:
    """The text of the check column for one table, and its style: "ok", "doubt", "wrong" or empty.

    ``facts`` are the same as labels with their values, where the words are a list of them.
    """

    words: str
    style: str
    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    asks_reason: bool = False
    asks_tick: bool = False
    needs_reason: bool = False
    nothing_to_share: bool = False
    is_tie: bool = False


def check_of(record: EventRecord, judged: Judgement) -> Check:
    """Return the check of a judged table; notes on an amount for which a reason was given are left out."""
    table = judged.table
    filled = sum(seat.cash is not None for seat in table.seats)
    explained = {seat.position for seat in table.seats if seat.cash_reason}
    notes = tuple(with_minus_signs(doubt.sentence) for doubt in judged.notes if doubt.seat not in explained)
    if judged.refusals:
        words = " ".join(doubt.sentence for doubt in judged.refusals)
        return Check(words, "wrong", nothing_to_share=judged.nothing_to_share)
    if judged.open:
        words = " ".join(doubt.sentence for doubt in judged.open)
        return Check(
            words,
            "doubt",
            notes=notes,
            asks_reason=judged.asks_reason,
            asks_tick=judged.asks_tick,
            needs_reason=judged.needs_reason,
            is_tie=judged.is_tie,
        )
    if filled < table.size:
        return Check(
            ngettext("{n} of {size} entered", "{n} of {size} entered", filled, size=table.size) if filled else "", ""
        )
    if judged.score is None:
        return Check("", "")
    if judged.score.ruled_equal:
        return Check(_("equal shares by ruling"), "ok", notes=notes, needs_reason=judged.needs_reason)
    facts = _outcome(record, judged.score)
    words = ", ".join(f"{label} {value}" for label, value in facts)
    return Check(words, "ok", facts, notes, needs_reason=judged.needs_reason)


def _outcome(record: EventRecord, scored: TableScore) -> tuple[tuple[str, str], ...]:
    """Return who wins a table, the bonus and the adjusted total of the table, each with its label."""
    winners = [row for row in scored.rows if row.is_winner]
    # With fines after the bonus both figures have the fine taken off, so the difference is still the bonus.
    bonus = winners[0].adjusted - winners[0].scored_net
    return (
        (
            npgettext("of a table", "Winner", "Shared first:", len(winners)),
            listed(record.name_of(row.player) for row in winners),
        ),
        (npgettext("of a table", "bonus", "bonus each", len(winners)), dollars(bonus)),
        (_("table total"), dollars(scored.total_adjusted)),
    )


FOR_FILES = ("table", "size", "number")
KEYS = (
    "table",
    "size",
    "number",
    "place",
    "name",
    "seat",
    "cash",
    "fine",
    "net",
    "bonus",
    "adjusted",
    "basic",
    "multiplier",
    "score",
)
"""The columns of a result in order; from the fine on they are the steps from cash to score."""
STEPS = len(KEYS) - KEYS.index("fine")


def _columns() -> tuple[Column, ...]:
    """Return the columns of a result, one for each of `KEYS`."""
    heads = (
        _("Table"),
        pgettext("the number of players", "Size"),
        _("Number"),
        _("Place"),
        _("Name"),
        _("Seat"),
        _("Cash"),
        _("Fine"),
        pgettext("cash minus fines", "Net"),
        _("Winning bonus"),
        _("Adjusted"),
        _("Basic %"),
        _("Multiplier"),
        _("Score"),
    )
    kinds = {"name": ColumnKind.NAME, "score": ColumnKind.TOTAL}
    return tuple(Column(key, head, kinds.get(key, ColumnKind.FIGURE)) for key, head in zip(KEYS, heads, strict=True))


def how_scored(rules: Format) -> str:
    """Return how cash becomes a score, in one line, with the names of the columns."""
    if rules.step(Fines).when is FineTiming.AFTER_BONUS:
        return _(
            "The highest cash wins: cash × winning bonus, rounded up to the next hundred, less the fine = adjusted. "
            "Adjusted ÷ table total = basic %, to three decimals. Basic % × multiplier = score, to three decimals."
        )
    return _(
        "Net = cash {minus} fine. The highest net wins: net × winning bonus, rounded up to the next hundred = adjusted. "
        "Adjusted ÷ table total = basic %, to three decimals. Basic % × multiplier = score, to three decimals.",
        minus=MINUS,
    )


def table_result(scores: Scores, number: int, table: TableRecord, score: TableScore) -> Listing:
    """Return a scored table of round ``number``, the winner first, with sums below and remarks beside its number.

    The column of seats is left out if the seats were never decided, because no starting tiles were typed (R4).
    """
    listing = _whole_result(scores, number, table, score)
    return listing if table.seats_are_decided(scores.record.round(number).seat_source) else listing.without("seat")


def _whole_result(scores: Scores, number: int, table: TableRecord, score: TableScore) -> Listing:
    """Return a scored table of round ``number`` with all columns, including the seat."""
    people = people_of(scores.record)
    numbers = seat_numbers(table, scores.record.round(number).seat_source)
    seats = {seat.player: seat for seat in table.seats}
    rows = sorted(score.rows, key=lambda row: (row.place, row.seat))
    return Listing(
        key="result",
        caption=_("Table {number}", number=table.number),
        columns=_columns(),
        rows=tuple(
            _row(table, score, row, seats[row.player], people[row.player], numbers.get(row.player)) for row in rows
        ),
        sums=_sums(score),
        note=" · ".join(_notes(table, score, people)),
    )


def round_results(scores: Scores, number: int) -> Listing:
    """Return all scored tables of a round as one list; tables that cannot be scored are left out."""
    round_ = scores.record.round(number)
    listed = [
        (table, _whole_result(scores, number, table, score))
        for table in round_.tables
        if isinstance(score := scores.results(number).get(table.number), TableScore)
    ]
    rows = chain.from_iterable(_with_heading(number, table, listing) for table, listing in listed)
    listing = Listing("results", _("Scores of {round}", round=name_of(round_)), _columns(), tuple(rows))
    return listing if round_.seats_are_decided else listing.without("seat")


def every_seat(scores: Scores, number: int) -> Listing:
    """Return every seat of a round in order of tables and seats, for a file; steps of the score are empty where there is no result.

    Raises KeyError if there is no such round and ScoringError if a result cannot be scored.
    """
    round_ = scores.record.round(number)
    people = people_of(scores.record)
    scored = {table.table: table for table in scores.tables(number)}
    rows = (
        _of_seat(
            table,
            seat,
            scored.get(table.number),
            people[seat.player],
            seat_numbers(table, round_.seat_source).get(seat.player),
        )
        for table in round_.tables
        for seat in order_of_play(table, round_.seat_source)
    )
    return Listing("results", _("Results of {round}", round=name_of(round_)), _columns(), tuple(rows))


def _with_heading(number: int, table: TableRecord, listing: Listing) -> tuple[Row, ...]:
    """Return the rows of one table's listing; the first row has a heading with a link to the table above it.

    ``number`` is the round.
    """
    above = Cell(listing.caption, link=Link(About.TABLE, (number, table.number)))
    return tuple(Row(row.key, row.cells, above if index == 0 else None) for index, row in enumerate(listing.rows))


def _of_seat(table: TableRecord, seat: SeatRecord, score: TableScore | None, entry: EntryRecord, at: int | None) -> Row:
    """Return the row of one seat, with all steps if the table is scored; ``at`` is the seat's number, None if not decided."""
    if score is not None:
        return _row(table, score, next(row for row in score.rows if row.player == seat.player), seat, entry, at)
    cash = Cell() if seat.cash is None else dollars_cell(seat.cash)
    return Row(
        seat.player,
        (
            *_cells_before_place(table, entry),
            Cell(),
            *_name_and_seat(seat, entry, at, fills_in=False),
            cash,
            *[Cell()] * STEPS,
        ),
    )


def _row(
    table: TableRecord, score: TableScore, row: SeatScore, seat: SeatRecord, entry: EntryRecord, at: int | None
) -> Row:
    """Return the row of a scored seat with all steps; ``at`` is the seat's number, None if not decided."""
    return Row(
        row.player,
        (
            *_cells_before_place(table, entry),
            place_cell(row, score),
            *_name_and_seat(seat, entry, at, fills_in=row.fills_in),
            dollars_cell(row.cash),
            Cell(fine_as_deduction(row.fine), str(row.fine)),
            Cell(_net(row), str(row.net)),
            _multiplier_cell(row.bonus_multiplier, NO_BONUS) if row.is_winner else Cell(),
            dollars_cell(row.adjusted),
            score_cell(row.basic),
            _multiplier_cell(row.size_multiplier, NO_MULTIPLIER),
            score_cell(row.score),
        ),
    )


def _cells_before_place(table: TableRecord, entry: EntryRecord) -> tuple[Cell, ...]:
    """Return the cells before the place: the table, its size and the player's number."""
    return Cell(str(table.number)), Cell(str(table.size)), Cell(str(entry.player))


def _name_and_seat(seat: SeatRecord, entry: EntryRecord, at: int | None, *, fills_in: bool) -> tuple[Cell, Cell]:
    """Return the cells of the player's name and of the seat's number ``at``; ``fills_in`` is whether they only complete the table."""
    # Everybody with a row here played the round, so a withdrawal is not shown.
    tags = (
        *departure_tags(entry, has_left=False),
        *[Tag(_("not ranked"), Tone.DOUBT)] * fills_in,
        *[Tag(_("out of time"), Tone.DOUBT)] * seat.timed_out,
    )
    return name_cell(entry, *tags), Cell("" if at is None else str(at))


def place_cell(row: SeatScore, score: TableScore) -> Cell:
    """Return the cell of a place at the table, with an equals sign if it is shared."""
    return rank_cell(row.place, sum(other.place == row.place for other in score.rows) > 1)


def _net(row: SeatScore) -> str:
    """Return the dollars after fines, and what they count as if that differs (R55)."""
    if row.net == row.scored_net:
        return dollars(row.net)
    return _("{net}, which counts as {counted}", net=dollars(row.net), counted=dollars(row.scored_net))


def _multiplier_cell(value: int, unit: int) -> Cell:
    """Return the cell of a multiplier; ``unit`` is the value that means 1."""
    multiplier = format_multiplier(value, unit)
    return Cell(f"× {shown_multiplier(value, unit)}", multiplier)


def _sums(score: TableScore) -> tuple[Cell, ...]:
    """Return the sums below the columns of a table."""
    basic: Thousandths = sum(row.basic for row in score.rows)
    total: Thousandths = sum(row.score for row in score.rows)
    sums = {
        "name": Cell(pgettext("of a column", "Sum")),
        "adjusted": dollars_cell(score.total_adjusted),
        "basic": score_cell(basic),
        "score": score_cell(total),
    }
    return tuple(sums.get(key, Cell()) for key in KEYS)


def _notes(table: TableRecord, score: TableScore, people: Mapping[PlayerId, EntryRecord]) -> list[str]:
    """Return the remarks beside the number of a table."""
    notes = [ngettext("{n} player", "{n} players", table.size)]
    if table.ended_by:
        notes.append(_("ended by {who}", who=table.ended_by))
    if score.ruled_equal:
        notes.append(": ".join((_("equal shares by ruling"), table.equal_shares_ruling)))
    notes += [f"{people[seat.player].name}: {seat.cash_reason}" for seat in table.seats if seat.cash_reason]
    return notes
