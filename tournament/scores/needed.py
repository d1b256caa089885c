"""The cash that a player needs in the last round for each place, by exact search over the final cash at the player's table.

The assumptions are part of the answer: the sum of dollars at the table, exactly equal shares of the rest for the others there, in parts of
a dollar if need be, and equal shares at every other table. A shared place counts as reached, since a ruling comes later (R65).

So more cash never gives a worse place: the others' shares fall as the player's cash rises, they are first together or not at all, and
rounding keeps the order. The player's score can only rise, theirs can only fall, and all other scores are fixed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.record.event import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.formats import Bonus, Format, value_at, with_value
from tournament.record.vocabulary import Dollars, Key, PlayerId, Thousandths
from tournament.scores.explaining import Scores
from tournament.scores.factors import HUNDRED_PERCENT, half_up
from tournament.scores.scoring import score_table
from tournament.scores.steps import ScoringError
from tournament.scores.totals import final_cut, may_win

STEP: Dollars = 100
"""Final cash comes in hundreds."""


@dataclass(frozen=True, slots=True)
class Needed:
    """The least final cash for a place or a better one, in dollars, and its share of the table's cash in thousandths of a percent."""

    place: int
    cash: Dollars
    share: Thousandths


@dataclass(frozen=True, slots=True)
class Needs:
    """The cash that a player needs at table ``table`` in round ``round``: a line for each place, best first.

    ``total`` is the cash expected at the table: the mean of this event's tables of that size if ``is_known``, else of all its tables, in
    proportion to players. ``is_below_top``: gold goes to the top table, where the player does not sit (R64), so gold has no line.
    """

    round: int
    table: int
    total: Dollars
    is_known: bool
    is_below_top: bool
    lines: tuple[Needed, ...]


def needs_of(scores: Scores, player: PlayerId) -> Needs | None:
    """Return what a player needs for each place; None if it cannot be said, as where the amounts are no cash.

    It can be said only while the last planned round is being played, the player sits in it, and the results so far can be scored.
    """
    record = scores.record
    round_ = _last_round(record)
    table = round_.table_of(player) if round_ else None
    if round_ is None or table is None or player not in _totals(scores):
        return None
    if not record.format.amount.is_money or {Key.REACHED, Key.CUT} & {*record.format.order}:
        return None
    total, is_known = _cash_at(record, table.size)
    if not total:
        return None
    try:
        field = _PossibleTotals(scores, round_, table, player, total)
        worst, best = field.place(0), field.place(total)
    except ScoringError:
        return None
    lines = tuple(_least_cash(field, place) for place in range(best, worst + 1))
    rising = [line for line, before in zip(lines[1:], lines, strict=False) if line.cash < before.cash]
    return Needs(round_.number, table.number, total, is_known, field.is_below_top, (*lines[:1], *rising))


def _last_round(record: EventRecord) -> RoundRecord | None:
    """Return the last planned round if it is being played, it is not the only one, and the results of all others are known; else None."""
    last = record.rounds[-1] if record.rounds else None
    is_last = last is not None and last.number >= record.rounds_planned and last.has_begun and not last.is_over
    return last if is_last and record.closed_rounds and len(record.closed_rounds) == len(record.rounds) - 1 else None


def _totals(scores: Scores) -> dict[PlayerId, Thousandths]:
    """Return the totals so far of players who can have a place: not disqualified (R67), not withdrawn (R54), with a game."""
    rows = (row for row in scores.standings() if row.rank is not None)
    return {row.player: row.total for row in rows if may_win(scores.record, row.player)}


def _cash_at(record: EventRecord, size: int) -> tuple[Dollars, bool]:
    """Return the mean sum of cash at a table of ``size`` players, in hundreds, and whether tables of that size were played."""
    tables = [table for round_ in record.closed_rounds for table in round_.tables if table.has_cash]
    alike = [_sum(table) for table in tables if table.size == size]
    if alike:
        return half_up(sum(alike), len(alike) * STEP) * STEP, True
    seats = sum(table.size for table in tables)
    return (half_up(size * sum(map(_sum, tables)), seats * STEP) * STEP if seats else 0), False


def _sum(table: TableRecord) -> Dollars:
    """Return the sum of cash at a table."""
    return sum(seat.cash or 0 for seat in table.seats)


class _PossibleTotals:
    """The totals of all players after the last round, as a function of the cash of one player."""

    def __init__(
        self, scores: Scores, round_: RoundRecord, table: TableRecord, player: PlayerId, total: Dollars
    ) -> None:
        record = scores.record
        self._record, self._round, self._table, self._player, self.total = record, round_.number, table, player, total
        self._before = _totals(scores)
        at_table = {seat.player for seat in table.seats}
        cut = final_cut(record)
        top = set(cut.top_table) if cut is not None and not record.gold_from_room else set()
        self.is_below_top = player not in top and any(each in self._before for each in top)
        expected = self._expected_scores(round_)
        others = {each: self._before[each] + expected.get(each, 0) for each in self._before if each not in at_table}
        golden: set[PlayerId] = set()
        if self.is_below_top:
            best = max((others[each] for each in top if each in others), default=None)
            golden = {each for each in top if each in others and others[each] == best}
        self._gold = len(golden)
        self._others = sorted(total for each, total in others.items() if each not in golden)
        self._is_top = bool(top) and player in top

    def _expected_scores(self, round_: RoundRecord) -> dict[PlayerId, Thousandths]:
        """Return the expected scores at other tables, if everybody there has an equal share, and of players who sit out."""
        expected = {row.player: self._record.format.score_of(row.kind) for row in round_.sit_outs}
        for table in round_.tables:
            if table.number != self._table.number:
                equal = _with_cash(table, dict.fromkeys((seat.player for seat in table.seats), STEP))
                scored = score_table(
                    round_.number,
                    replace(equal, equal_shares_ruling="assumed"),
                    {},
                    self._record.format,
                    self._record.fill_ins,
                )
                expected |= {row.player: row.score for row in scored.rows}
        return expected

    def _rules_in_parts(self, parts: int) -> Format:
        """Return a rules for cash counted in parts of a dollar, ``parts`` to a dollar.

        The equal shares of the others are then whole numbers, and percentages stay the same.
        """
        place = ("game", Bonus, "up_to")
        finer: Format = with_value(self._record.format, place, value_at(self._record.format, place) * parts)
        return finer

    def place(self, cash: Dollars) -> int:
        """Return the place that the player has with ``cash`` as final cash."""
        rest = [seat.player for seat in self._table.seats if seat.player != self._player]
        parts = len(rest)
        filled = _with_cash(self._table, {self._player: cash * parts, **dict.fromkeys(rest, self.total - cash)})
        scored = {
            row.player: row.score
            for row in score_table(self._round, filled, {}, self._rules_in_parts(parts), self._record.fill_ins).rows
        }
        own = self._before[self._player] + scored[self._player]
        mates = [self._before[each] + scored[each] for each in rest if each in self._before]
        ahead = sum(total > own for total in mates)
        if self._is_top and not ahead:
            return 1  # gold goes to the best of this table, whatever players of other tables have (R64)
        # The place that `ranked_by_total` gives, found by bisection, since it is asked for every hundred dollars.
        return 1 + self._gold + ahead + len(self._others) - bisect_left(self._others, own + 1)


def _with_cash(table: TableRecord, cash: dict[PlayerId, Dollars]) -> TableRecord:
    """Return a copy of a table with this cash of each player, without reports."""
    seats = tuple(SeatRecord(seat.player, seat.position, seat.starting_tile, cash[seat.player]) for seat in table.seats)
    return TableRecord(table.number, seats, table.chain_set)


def _least_cash(field: _PossibleTotals, place: int) -> Needed:
    """Return the least cash in hundreds that gives ``place`` or a better one."""
    amounts: Sequence[int] = range(field.total // STEP + 1)
    at = bisect_left(amounts, True, key=lambda hundreds: field.place(hundreds * STEP) <= place)
    cash = at * STEP
    return Needed(place, cash, half_up(HUNDRED_PERCENT * cash, field.total))
