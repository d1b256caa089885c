"""From cash to score, one visible step after another (`tournament.scores.steps`), in whole numbers only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.formats import FillInCash, Format, Share
from tournament.record.once import once_a_record
from tournament.record.vocabulary import Dollars, PenaltyKind, PlayerId, SeatScore, TableScore
from tournament.scores.steps import KINDS, MissingCashError, ScoringError, TableSoFar, columns_of
from wording import gettext as _


def score_table(
    round_number: int,
    table: TableRecord,
    fines: Mapping[PlayerId, Dollars],
    rules: Format,
    fill_ins: Collection[PlayerId] = (),
) -> TableScore:
    """Return the score of one table from its final cash and the fines of the round in dollars (R55-R58).

    ``fill_ins`` are the players of the event who only complete tables (R70). Raises ScoringError where the table
    cannot be scored.
    """
    seats = sorted(table.seats, key=lambda seat: seat.position)
    left_out = _fill_ins_left_out(table, rules, fill_ins)
    scored = TableSoFar(
        rules,
        round_number,
        table.number,
        typed=[_cash(round_number, table, seat) for seat in seats],
        fines=[fines.get(seat.player, 0) for seat in seats],
        counts=[seat.player not in left_out for seat in seats],
        is_ruled=bool(table.equal_shares_ruling),
    )
    if rules.amount.second:
        scored.figures["second"] = [seat.second for seat in seats]
    for step in rules.game:
        KINDS[type(step)].carry_out(step, scored)
    scores = [0 if seat.player in fill_ins else score for seat, score in zip(seats, scored.scores, strict=True)]
    scored.figures["score"] = scores
    each = zip(
        seats,
        scored.places,
        scored.winners,
        scored.amounts,
        scores,
        zip(*scored.figures.values(), strict=True),
        strict=True,
    )
    rows = tuple(
        SeatScore(
            player=seat.player,
            seat=seat.position,
            place=place,
            is_winner=wins,
            amount=amount,
            score=score,
            figures=dict(zip(scored.figures, figures, strict=True)),
            fills_in=seat.player in fill_ins,
        )
        for seat, place, wins, amount, score, figures in each
    )
    return TableScore(round_number, table.number, table.size, scored.size, columns_of(rules), rows, scored.is_ruled)


def _fill_ins_left_out(table: TableRecord, rules: Format, fill_ins: Collection[PlayerId]) -> frozenset[PlayerId]:
    """Return the fill-ins of a table whose cash is left out; nobody's is where nobody else plays there (R70)."""
    filling = frozenset(seat.player for seat in table.seats if seat.player in fill_ins)
    leaves_out = bool(filling) and rules.has(Share) and rules.step(Share).fill_ins is FillInCash.LEFT_OUT
    return filling if leaves_out and len(filling) < table.size else frozenset()


def try_score(
    round_number: int,
    table: TableRecord,
    fines: Mapping[PlayerId, Dollars],
    rules: Format,
    fill_ins: Collection[PlayerId] = (),
) -> TableScore | ScoringError:
    """Return the score of a table, or the error if it cannot be scored."""
    try:
        return score_table(round_number, table, fines, rules, fill_ins)
    except ScoringError as refusal:
        return refusal


def fines_of(record: EventRecord, round_number: int) -> Mapping[PlayerId, Dollars]:
    """Return the fines of a round in dollars by player, summed, without cancelled ones (R27)."""
    fines: dict[PlayerId, Dollars] = {}
    for penalty in record.penalties:
        if penalty.round == round_number and penalty.kind is PenaltyKind.FINE and not penalty.is_cancelled:
            fines[penalty.player] = fines.get(penalty.player, 0) + penalty.amount
    return fines


@once_a_record
def results_of(record: EventRecord, number: int) -> Mapping[int, TableScore | ScoringError]:
    """Return the score or the scoring error of each table of a round that has a result, by table number.

    Raises KeyError for an unknown round.
    """
    fines = fines_of(record, number)
    return MappingProxyType(
        {
            table.number: try_score(number, table, fines, record.format, record.fill_ins)
            for table in record.round(number).tables
            if table.has_result
        }
    )


def score_round(record: EventRecord, number: int) -> tuple[TableScore, ...]:
    """Return the scores of those tables of a round that have a result, in order of tables.

    Raises KeyError for an unknown round and ScoringError if a result cannot be scored.
    """
    scored = []
    for result in results_of(record, number).values():
        if isinstance(result, ScoringError):
            raise result
        scored.append(result)
    return tuple(scored)


def _cash(round_number: int, table: TableRecord, seat: SeatRecord) -> Dollars:
    """Return the cash of a seat; raises MissingCashError if it has none."""
    if seat.cash is None:
        raise MissingCashError(
            _(
                "Round {round}, table {table}: player {player} has no final cash; enter it before scoring.",
                round=round_number,
                table=table.number,
                player=seat.player,
            )
        )
    return seat.cash
