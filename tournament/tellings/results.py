"""The results of a table with every step from cash to score (R55-R58), so that a player can check a line by hand.

The check of a table in one line: the winner, the bonus in dollars and the adjusted total, or what is missing, doubtful or wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from tournament.day.phones import pending_step
from tournament.draw.seating import name_of, order_of_play, seat_numbers
from tournament.record.event import EntryRecord, EventRecord, SeatRecord, TableRecord
from tournament.record.formats import Format, Places, Scale, Share, ShareOf, Typed
from tournament.record.vocabulary import PlayerId, ScoreColumn, SeatScore, TableScore, Writing
from tournament.scores.amounts import outcome_of, written
from tournament.scores.explaining import Scores, explain
from tournament.scores.factors import HUNDRED_PERCENT, NO_MULTIPLIER, format_multiplier, shown_multiplier
from tournament.scores.plausibility import Judgement
from tournament.scores.steps import columns_of
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
from wording.figures import decimals, listed


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
    gain, amount = winners[0].figures.get("gain"), record.format.amount
    return (
        (
            npgettext("of a table", "Winner", "Shared first:", len(winners)),
            listed(record.name_of(row.player) for row in winners),
        ),
        *([(npgettext("of a table", "bonus", "bonus each", len(winners)), dollars(gain))] if gain is not None else []),
        *([(_("table total"), written(amount, scored.total))] if amount.typed is Typed.NUMBER else []),
    )


FOR_FILES = ("table", "size", "number")


def shown_columns(form: Format) -> tuple[ScoreColumn, ...]:
    """Return the columns of the score that stand beside the place at the table; where that is what is typed, it stands there alone."""
    typed = form.amount.typed
    return tuple(column for column in columns_of(form) if column.key != "cash" or typed is not Typed.PLACE)


KINDS_OF_FIGURES = {"cash": ColumnKind.AMOUNT, "second": ColumnKind.AMOUNT, "score": ColumnKind.TOTAL}


def _columns(form: Format) -> tuple[Column, ...]:
    """Return the columns of a result: the table and the seat, then those of the score."""
    return (
        Column("table", _("Table")),
        Column("size", pgettext("the number of players", "Size")),
        Column("number", _("Number")),
        Column("place", _("Place")),
        Column("name", _("Name"), ColumnKind.NAME),
        Column("seat", _("Seat")),
        *(
            Column(each.key, _(each.title), KINDS_OF_FIGURES.get(each.key, ColumnKind.FIGURE))
            for each in shown_columns(form)
        ),
    )


def table_result(scores: Scores, number: int, table: TableRecord, score: TableScore) -> Listing:
    """Return a scored table of round ``number``, the winner first, with sums below and remarks beside its number.

    The column of seats is left out if the seats were never decided, because no starting tiles were typed (R4).
    """
    listing = _whole_result(scores, number, table, score)
    return listing if table.seats_are_decided(scores.record.round(number).seat_source) else listing.without("seat")


def _whole_result(scores: Scores, number: int, table: TableRecord, score: TableScore) -> Listing:
    """Return a scored table of round ``number`` with all columns, including the seat."""
    people, form = people_of(scores.record), scores.record.format
    numbers = seat_numbers(table, scores.record.round(number).seat_source)
    seats = {seat.player: seat for seat in table.seats}
    rows = sorted(score.rows, key=lambda row: (row.place, row.seat))
    return Listing(
        key="result",
        caption=_("Table {number}", number=table.number),
        columns=_columns(form),
        rows=tuple(
            _row(table, score, seats[row.player], people[row.player], numbers.get(row.player), form) for row in rows
        ),
        sums=_sums(score, shown_columns(form)),
        note=" · ".join(_notes(table, score, people)),
        legend=_rounding(score, scores.record.format),
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
    listing = Listing(
        "results", _("Scores of {round}", round=name_of(round_)), _columns(scores.record.format), tuple(rows)
    )
    return listing if round_.seats_are_decided else listing.without("seat")


def every_seat(scores: Scores, number: int) -> Listing:
    """Return every seat of a round in order of tables and seats, for a file; steps of the score are empty where there is no result.

    Raises KeyError if there is no such round and ScoringError if a result cannot be scored.
    """
    round_ = scores.record.round(number)
    people = people_of(scores.record)
    scored = {table.table: table for table in scores.tables(number)}
    rows = (
        _row(
            table,
            scored.get(table.number),
            seat,
            people[seat.player],
            seat_numbers(table, round_.seat_source).get(seat.player),
            scores.record.format,
        )
        for table in round_.tables
        for seat in order_of_play(table, round_.seat_source)
    )
    return Listing(
        "results", _("Results of {round}", round=name_of(round_)), _columns(scores.record.format), tuple(rows)
    )


def _with_heading(number: int, table: TableRecord, listing: Listing) -> tuple[Row, ...]:
    """Return the rows of one table's listing; the first row has a heading with a link to the table above it.

    ``number`` is the round.
    """
    above = Cell(listing.caption, link=Link(About.TABLE, (number, table.number)))
    return tuple(replace(row, above=None if index else above) for index, row in enumerate(listing.rows))


def _row(
    table: TableRecord,
    score: TableScore | None,
    seat: SeatRecord,
    entry: EntryRecord,
    at: int | None,
    form: Format,
) -> Row:
    """Return the row of one seat, with all steps, in figures and in a sentence, if the table is scored.

    ``at`` is the seat's number, None if not decided.
    """
    row = next(row for row in score.rows if row.player == seat.player) if score else None
    figures = row.figures if row else {"cash": seat.cash, "second": seat.second}
    return Row(
        seat.player,
        (
            Cell(str(table.number)),
            Cell(str(table.size)),
            Cell(str(entry.player)),
            place_cell(row, score) if row and score else Cell(),
            *_name_and_seat(seat, entry, at, fills_in=row is not None and row.fills_in),
            *(figure_cell(column, figures.get(column.key), score) for column in shown_columns(form)),
        ),
        why=with_minus_signs(" ".join(explain(row, score, form))) if row and score else "",
    )


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


def figure_cell(column: ScoreColumn, figure: int | None, score: TableScore | None = None) -> Cell:
    """Return the cell of a figure in a column of the score, empty for none; a draw is told from a win where the ``score`` is known."""
    if figure is None:
        return Cell()
    match column.writing:
        case Writing.DEDUCTION:
            return Cell(fine_as_deduction(figure), str(figure))
        case Writing.FLOORED if figure < 0:
            counted = _("{net}, which counts as {counted}", net=dollars(figure), counted=dollars(0))
            return Cell(counted, str(figure))
        case Writing.FACTOR:
            shown = shown_multiplier(figure, column.unit)
            return Cell(f"× {shown}", format_multiplier(figure, column.unit))
        case Writing.PERCENTAGE | Writing.SCORE:
            return score_cell(figure)
        case Writing.OUTCOME:
            among = [row.figure(column.key) for row in score.rows] if score else []
            return Cell(outcome_of(figure, among).words, str(figure))
        case Writing.AMOUNT if column.unit > 1:
            places = len(str(column.unit)) - 1
            return Cell(decimals(figure, places).replace("-", MINUS), f"{Decimal(figure).scaleb(-places):f}")
    return dollars_cell(figure)


def _sums(score: TableScore, columns: Sequence[ScoreColumn]) -> tuple[Cell, ...]:
    """Return the sums below the columns of a table."""
    return (
        *[Cell()] * 4,
        Cell(pgettext("of a column", "Sum")),
        Cell(),
        *(
            figure_cell(column, sum(row.figure(column.key) for row in score.rows) if column.has_sum else None)
            for column in columns
        ),
    )


def _rounding(score: TableScore, form: Format) -> tuple[str, ...]:
    """Return why sums of percentages and scores miss the round numbers that they would be otherwise, nothing where they do not."""
    meant, last = {}, form.game[-1]
    if form.has(Share) and (form.step(Share).of is ShareOf.SUM or score.ruled_equal):
        added = form.step(Share).virtual if score.counted < form.tables.wished and not score.ruled_equal else 0
        basic, rest = divmod(HUNDRED_PERCENT * score.counted, score.counted + added)
        factor = score.rows[0].figures.get("multiplier") or NO_MULTIPLIER
        meant = {} if rest else {"basic": basic, "score": basic * factor // NO_MULTIPLIER}
    if isinstance(last, Places):
        meant["score"] = sum(last.points[score.size])
    if not isinstance(last, Places | Share | Scale) or any(row.fills_in for row in score.rows):
        meant.pop("score", None)
    sums = dict.fromkeys(each for key, each in meant.items() if each != sum(row.figure(key) for row in score.rows))
    said = ngettext(
        "Rounded: the sum misses {sums}.",
        "Rounded: the sums miss {sums}.",
        len(sums),
        sums=listed(shown_multiplier(each, NO_MULTIPLIER) for each in sums),
    )
    return (said,) if sums else ()


def _notes(table: TableRecord, score: TableScore, people: Mapping[PlayerId, EntryRecord]) -> list[str]:
    """Return the remarks beside the number of a table."""
    notes = [ngettext("{n} player", "{n} players", table.size)]
    if table.ended_by:
        notes.append(_("ended by {who}", who=table.ended_by))
    if score.ruled_equal:
        notes.append(": ".join((_("equal shares by ruling"), table.equal_shares_ruling)))
    notes += [f"{people[seat.player].name}: {seat.cash_reason}" for seat in table.seats if seat.cash_reason]
    return notes
