"""From cash to score, one visible step after another, in whole numbers only.

1. net = cash - fines (R55); below zero it scores as zero, or as it is, by the event's setting.
2. Everybody with the highest net is a winner: net x multiplier by number of winners, rounded up to the hundred (R56).
3. percentage = 100 x adjusted / sum of adjusted, to three decimals, half up (R57).
4. score = rounded percentage x multiplier by table size, to three decimals, half up (R58).

With fines after the bonus, the winner and the bonus come from the cash, and then the fine is taken off (R55). A fill-in plays like
everybody at the table; where the event leaves the cash of fill-ins out, the others are scored as if they had played alone (R70).

Dollars as they are typed on a desk or a phone.

"41,200", "41 200", "41.200", "41'200", "$41,200" and "41200" are equal, and so are the digits of any keyboard. Ruling: "41.2k" and the
like are refused, because a point separates thousands, and a typing error must not become another amount.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.once import once_a_record
from tournament.record.rulesets import LARGEST_TABLE, SMALLEST_TABLE, FillInCash, Ruleset
from tournament.record.vocabulary import (
    Dollars,
    FineTiming,
    NegativeCash,
    PenaltyKind,
    PlayerId,
    SeatScore,
    TableScore,
    Thousandths,
)
from wording import gettext as _
from wording.digits import plain_digits
from wording.figures import decimals, signs, whole
from wording.languages import language

_GROUPED = re.compile(r"[0-9]{1,3}(?:[,.' _\u00a0\u202f\u2009’][0-9]{3})+|[0-9]+")
LARGEST_CASH: Dollars = 10_000_000
EXAMPLE: Dollars = 41_200


class AmountError(ValueError):
    """Raised for a text that is not an amount of dollars; the message says why."""


def how_to_enter() -> str:
    """Return the sentence with which a message ends that refuses an amount as unreadable."""
    return _("Enter it like this: {example}.", example=whole(EXAMPLE))


def read_dollars(text: str) -> Dollars | None:
    """Return the dollars of a typed text, None if it is empty; raises AmountError for anything else that is not an amount."""
    typed = plain_digits(text).strip().removeprefix("$").strip()
    if not typed:
        return None
    if not _GROUPED.fullmatch(typed):
        wrong = _("“{text}” is not an amount in dollars.", text=text.strip())
        raise AmountError(f"{wrong} {how_to_enter()}")
    amount = int(re.sub(r"[^0-9]", "", typed))
    if amount > LARGEST_CASH:
        raise AmountError(_("{amount} is more than is possible in a game. Check the digits.", amount=whole(amount)))
    return amount


HUNDRED_PERCENT: Thousandths = 100_000
NO_BONUS = 10_000  # ten-thousandths
NO_MULTIPLIER: Thousandths = 1_000
QUARTER: Thousandths = 250
"""The multiplier a player by which one or two are scored beside fill-ins whose cash is left out: their average stays 25.000 (R70)."""


class ScoringError(ValueError):
    """Raised if a table cannot be scored; the message says why and what to do."""


class MissingCashError(ScoringError):
    """Raised if a seat has no final cash."""


class SizeMultiplierError(ScoringError):
    """Raised if tables of this size have no multiplier: six until it is confirmed (R60), fewer than three, more than six."""


class NothingToShareError(ScoringError):
    """Raised if the amounts of a table sum to zero or less, so that percentages need a ruling (R62)."""


@dataclass(frozen=True, slots=True)
class _Game:
    """The outcome of a game: the amount by which each player is placed, the winners, and their multiplier in ten-thousandths."""

    deciding: Mapping[PlayerId, Dollars]
    winners: frozenset[PlayerId]
    multiplier: int

    def place(self, player: PlayerId) -> int:
        """Return the place of a player at the table, shared by equal amounts."""
        return 1 + sum(amount > self.deciding[player] for amount in self.deciding.values())


def half_up(numerator: int, denominator: int) -> int:
    """Return the quotient rounded to the nearest whole number, halves away from zero; the denominator is positive (R57)."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return -size if numerator < 0 else size


def with_bonus(amount: Dollars, multiplier: int, rounding: Dollars) -> Dollars:
    """Return a winner's dollars with the bonus, rounded up to ``rounding`` dollars; ``multiplier`` is in ten-thousandths (R56).

    The total is rounded, not the bonus: 40,050 x 1.06 is 42,453 and becomes 42,500.
    """
    return -(-amount * multiplier // (NO_BONUS * rounding)) * rounding


def size_multiplier(size: int, ruleset: Ruleset) -> Thousandths:
    """Return the multiplier of a table of ``size`` players (R58-R60, R63); raises SizeMultiplierError if there is none."""
    known = ruleset.size_multipliers.get(size)
    if known is not None:
        return known
    if size == 6:
        raise SizeMultiplierError(
            _(
                "The multiplier for tables of six has not been confirmed (R60); set it for the event, usually {usual}, before scoring.",
                usual=decimals(15, 1),
            )
        )
    raise SizeMultiplierError(
        _(
            "A table of {size} is not possible: tables have {least} to {most} players (R41).",
            size=size,
            least=SMALLEST_TABLE,
            most=LARGEST_TABLE,
        )
    )


def score_table(
    round_number: int,
    table: TableRecord,
    fines: Mapping[PlayerId, Dollars],
    ruleset: Ruleset,
    fill_ins: Collection[PlayerId] = (),
) -> TableScore:
    """Return the score of one table from its final cash and the fines of the round in dollars (R55-R58).

    ``fill_ins`` are the players of the event who only complete tables (R70). Raises MissingCashError, SizeMultiplierError or
    NothingToShareError.
    """
    left_out = _fill_ins_left_out(table, ruleset, fill_ins)
    counted = table.size - len(left_out)
    multiplier = size_multiplier(counted, ruleset) if counted >= SMALLEST_TABLE or not left_out else counted * QUARTER
    cash = {seat.player: _cash(round_number, table, seat) for seat in table.seats}
    net = {player: amount - fines.get(player, 0) for player, amount in cash.items()}
    scored_net = {player: _scored_dollars(amount, ruleset) for player, amount in net.items()}
    # Ruling: with a ruling of equal shares the cash does not matter; there is no winner and no bonus (R62).
    is_ruled = bool(table.equal_shares_ruling)
    deciding = {
        player: amount
        for player, amount in (cash if fines_after_bonus(ruleset) else net).items()
        if player not in left_out
    }
    game = _game_without_winner(deciding) if is_ruled else _game(deciding, ruleset)
    adjusted = {
        player: _adjusted_dollars(cash[player], fines.get(player, 0), scored_net[player], ruleset, game.multiplier)
        if player in game.winners
        else scored_net[player]
        if player not in left_out
        else 0
        for player in cash
    }
    total = sum(adjusted.values())
    if total <= 0 and not is_ruled:
        raise NothingToShareError(
            _(
                "Round {round}, table {table}: the amounts add up to {total}, so there is nothing to share (R62); "
                "check the cash, or rule equal shares.",
                round=round_number,
                table=table.number,
                total=whole(total),
            )
        )

    def row(seat: SeatRecord) -> SeatScore:
        player = seat.player
        share = (1, counted) if is_ruled else (adjusted[player], total)
        basic = half_up(HUNDRED_PERCENT * share[0], share[1]) if player not in left_out else 0
        return SeatScore(
            player=player,
            seat=seat.position,
            cash=cash[player],
            fine=fines.get(player, 0),
            net=net[player],
            scored_net=scored_net[player],
            bonus_multiplier=game.multiplier if player in game.winners else NO_BONUS,
            adjusted=adjusted[player],
            basic=basic,
            size_multiplier=multiplier,
            score=half_up(basic * multiplier, NO_MULTIPLIER) if player not in fill_ins else 0,
            place=game.place(player) if player not in left_out else counted + 1,
            is_winner=player in game.winners,
            fills_in=player in fill_ins,
        )

    rows = tuple(row(seat) for seat in sorted(table.seats, key=lambda seat: seat.position))
    return TableScore(round_number, table.number, table.size, rows, total, is_ruled)


def _fill_ins_left_out(table: TableRecord, ruleset: Ruleset, fill_ins: Collection[PlayerId]) -> frozenset[PlayerId]:
    """Return the fill-ins of a table whose cash is left out; nobody's is where nobody else plays there (R70)."""
    filling = frozenset(seat.player for seat in table.seats if seat.player in fill_ins)
    return filling if ruleset.fill_in_cash is FillInCash.LEFT_OUT and len(filling) < table.size else frozenset()


def try_score(
    round_number: int,
    table: TableRecord,
    fines: Mapping[PlayerId, Dollars],
    ruleset: Ruleset,
    fill_ins: Collection[PlayerId] = (),
) -> TableScore | ScoringError:
    """Return the score of a table, or the error if it cannot be scored."""
    try:
        return score_table(round_number, table, fines, ruleset, fill_ins)
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
            table.number: try_score(number, table, fines, record.ruleset, record.fill_ins)
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


def format_multiplier(value: int, unit: int) -> str:
    """Return a multiplier without needless zeros; ``unit`` is the value that means 1.

    10600 in ten-thousandths is "1.06", 750 in thousandths is "0.75".
    """
    whole, rest = divmod(value, unit)
    return f"{whole}{_decimals(rest, unit)}"


def shown_multiplier(value: int, unit: int) -> str:
    """Return a multiplier as `format_multiplier` does, with the decimal sign of the reader's language."""
    return format_multiplier(value, unit).replace(".", signs(language())[0])


def shown_decimals(rest: int, unit: int) -> str:
    """Return a remainder as decimals, with the decimal sign of the reader's language."""
    return _decimals(rest, unit).replace(".", signs(language())[0])


def _decimals(rest: int, unit: int) -> str:
    """Return a remainder as decimals without needless zeros: 600 of 10000 is ".06"; empty for zero."""
    digits = str(rest).zfill(len(str(unit)) - 1).rstrip("0")
    return f".{digits}" if digits else ""


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


def fines_after_bonus(ruleset: Ruleset) -> bool:
    """Return whether fines are taken off after the winning bonus (R55)."""
    return ruleset.fine_timing is FineTiming.AFTER_BONUS


def _scored_dollars(amount: Dollars, ruleset: Ruleset) -> Dollars:
    """Return the dollars that an amount counts as: by the event's setting, a negative amount counts as zero."""
    return max(0, amount) if ruleset.negative_cash is NegativeCash.FLOOR_ZERO else amount


def _game(deciding: Mapping[PlayerId, Dollars], ruleset: Ruleset) -> _Game:
    """Return the outcome of a game; ``deciding`` is the amount of each player that decides who wins."""
    best = max(deciding.values())
    winners = frozenset(player for player, amount in deciding.items() if amount == best)
    return _Game(deciding, winners, ruleset.bonus_multipliers[len(winners)])


def _game_without_winner(amounts: Mapping[PlayerId, Dollars]) -> _Game:
    """Return the outcome of a game under a ruling of equal shares: everybody is equal and nobody wins."""
    return _Game(dict.fromkeys(amounts, 0), frozenset(), NO_BONUS)


def _adjusted_dollars(cash: Dollars, fine: Dollars, scored_net: Dollars, ruleset: Ruleset, multiplier: int) -> Dollars:
    """Return a winner's dollars with the bonus, and with the fine taken off if fines come after the bonus."""
    # If the best amount is zero or less, so is the sum of the table, and scoring fails: no bonus on a negative amount is ever counted.
    if fines_after_bonus(ruleset):
        return _scored_dollars(with_bonus(cash, multiplier, ruleset.bonus_rounding) - fine, ruleset)
    return with_bonus(scored_net, multiplier, ruleset.bonus_rounding)
