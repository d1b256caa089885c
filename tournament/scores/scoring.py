"""From cash to score, one visible step after another, in whole numbers only.

1. net = cash - fines (R55); below zero it scores as zero, or as it is, by the event's setting.
2. Everybody with the highest net is a winner: net x multiplier by number of winners, rounded up to the hundred (R56).
3. percentage = 100 x adjusted / sum of adjusted, to three decimals, half up (R57).
4. score = rounded percentage x multiplier by table size, to three decimals, half up (R58).

With fines after the bonus, the winner and the bonus come from the cash, and then the fine is taken off (R55).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.once import once_a_record
from tournament.record.rulesets import Ruleset
from tournament.record.vocabulary import (
    Dollars,
    FineTiming,
    NegativeCash,
    PenaltyKind,
    PlayerId,
    SeatScore,
    TableScore,
    Thousandths,
    format_dollars,
    format_thousandths,
)

HUNDRED_PERCENT: Thousandths = 100_000
NO_BONUS = 10_000  # ten-thousandths
NO_MULTIPLIER: Thousandths = 1_000
SIZE_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
PLACE_WORDS = {1: "First", 2: "Second", 3: "Third", 4: "Fourth", 5: "Fifth", 6: "Sixth"}


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
            "The multiplier for tables of six is not confirmed (R60); set it for the event, usually 1.5, before scoring."
        )
    raise SizeMultiplierError(
        f"A table of {SIZE_WORDS.get(size, size)} has no multiplier (R58); tables are of three to six players."
    )


def score_table(
    round_number: int, table: TableRecord, fines: Mapping[PlayerId, Dollars], ruleset: Ruleset
) -> TableScore:
    """Return the score of one table from its final cash and the fines of the round in dollars (R55-R58).

    Raises MissingCashError, SizeMultiplierError or NothingToShareError.
    """
    multiplier = size_multiplier(table.size, ruleset)
    cash = {seat.player: _cash(round_number, table, seat) for seat in table.seats}
    net = {player: amount - fines.get(player, 0) for player, amount in cash.items()}
    scored_net = {player: _scored(amount, ruleset) for player, amount in net.items()}
    # Ruling: with a ruling of equal shares the cash does not matter; there is no winner and no bonus (R62).
    is_ruled = bool(table.equal_shares_ruling)
    game = _game_without_winner(net) if is_ruled else _game(cash if _fines_after_bonus(ruleset) else net, ruleset)
    adjusted = {
        player: _adjusted(cash[player], fines.get(player, 0), scored_net[player], ruleset, game.multiplier)
        if player in game.winners
        else scored_net[player]
        for player in cash
    }
    total = sum(adjusted.values())
    if total <= 0 and not is_ruled:
        raise NothingToShareError(
            f"Round {round_number}, table {table.number}: the amounts sum to {format_dollars(total)}, so there is nothing to share "
            "(R62); check the cash, or rule equal shares."
        )

    def row(seat: SeatRecord) -> SeatScore:
        player = seat.player
        share = (1, table.size) if is_ruled else (adjusted[player], total)
        basic = half_up(HUNDRED_PERCENT * share[0], share[1])
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
            score=half_up(basic * multiplier, NO_MULTIPLIER),
            place=game.place(player),
            is_winner=player in game.winners,
        )

    rows = tuple(row(seat) for seat in sorted(table.seats, key=lambda seat: seat.position))
    return TableScore(round_number, table.number, table.size, rows, total, is_ruled)


def try_score(
    round_number: int, table: TableRecord, fines: Mapping[PlayerId, Dollars], ruleset: Ruleset
) -> TableScore | ScoringError:
    """Return the score of a table, or the error if it cannot be scored."""
    try:
        return score_table(round_number, table, fines, ruleset)
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
            table.number: try_score(number, table, fines, record.ruleset)
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


def explain(row: SeatScore, table: TableScore, ruleset: Ruleset) -> tuple[str, ...]:
    """Return how a score came about, one sentence for each step, with every number that a player needs to check it by hand."""
    size = f"Table of {SIZE_WORDS[table.size]}"
    factor = (
        "no multiplier"
        if row.size_multiplier == NO_MULTIPLIER
        else f"× {format_multiplier(row.size_multiplier, NO_MULTIPLIER)}"
    )
    standardised = f"{size}: {factor} = {format_thousandths(row.score)}."
    basic = format_thousandths(row.basic)
    if table.ruled_equal:
        return (f"The director ruled equal shares (R62): 100 by {SIZE_WORDS[table.size]} = {basic} %.", standardised)
    bonus = _explain_bonus(row, table, ruleset)
    share = f"{format_dollars(row.adjusted)} of {format_dollars(table.total_adjusted)} = {basic} %."
    if _fines_after_bonus(ruleset) and row.is_winner and row.fine:
        return (f"Cash {format_dollars(row.cash)}.", bonus, _explain_late_fine(row, ruleset), share, standardised)
    return (_explain_net(row), bonus, share, standardised)


def format_multiplier(value: int, unit: int) -> str:
    """Return a multiplier without needless zeros; ``unit`` is the value that means 1.

    10600 in ten-thousandths is "1.06", 750 in thousandths is "0.75".
    """
    whole, rest = divmod(value, unit)
    return f"{whole}{_decimals(rest, unit)}"


def _decimals(rest: int, unit: int) -> str:
    """Return a remainder as decimals without needless zeros: 600 of 10000 is ".06"; empty for zero."""
    digits = str(rest).zfill(len(str(unit)) - 1).rstrip("0")
    return f".{digits}" if digits else ""


def _cash(round_number: int, table: TableRecord, seat: SeatRecord) -> Dollars:
    """Return the cash of a seat; raises MissingCashError if it has none."""
    if seat.cash is None:
        raise MissingCashError(
            f"Round {round_number}, table {table.number}: player {seat.player} has no final cash; enter it before scoring."
        )
    return seat.cash


def _fines_after_bonus(ruleset: Ruleset) -> bool:
    """Return whether fines are taken off after the winning bonus (R55)."""
    return ruleset.fine_timing is FineTiming.AFTER_BONUS


def _scored(amount: Dollars, ruleset: Ruleset) -> Dollars:
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


def _adjusted(cash: Dollars, fine: Dollars, scored_net: Dollars, ruleset: Ruleset, multiplier: int) -> Dollars:
    """Return a winner's dollars with the bonus, and with the fine taken off if fines come after the bonus."""
    # If the best amount is zero or less, so is the sum of the table, and scoring fails: no bonus on a negative amount is ever counted.
    if _fines_after_bonus(ruleset):
        return _scored(with_bonus(cash, multiplier, ruleset.bonus_rounding) - fine, ruleset)
    return with_bonus(scored_net, multiplier, ruleset.bonus_rounding)


def _explain_net(row: SeatScore) -> str:
    """Return the sentence on cash and fine."""
    cash = f"Cash {format_dollars(row.cash)}"
    taken = f"{cash} less a fine of {format_dollars(row.fine)} = {format_dollars(row.net)}" if row.fine else cash
    if row.scored_net != row.net:
        return f"{taken}, which counts as {format_dollars(row.scored_net)}."
    return f"{taken}." if row.fine else f"{taken}, no fine."


def _explain_bonus(row: SeatScore, table: TableScore, ruleset: Ruleset) -> str:
    """Return the sentence on the winning bonus, or that there is none."""
    if not row.is_winner:
        is_shared = sum(other.place == row.place for other in table.rows) > 1
        place = f"Equal {PLACE_WORDS[row.place].lower()}" if is_shared else PLACE_WORDS[row.place]
        return f"{place} at the table: no winning bonus."
    many = len(table.winners)
    first = "Alone first" if many == 1 else f"One of {SIZE_WORDS[many]} tied for first"
    amount = row.cash if _fines_after_bonus(ruleset) else row.scored_net
    exact = amount * row.bonus_multiplier
    whole, rest = divmod(exact, NO_BONUS)
    written = f"{format_dollars(whole)}{_decimals(rest, NO_BONUS)}"
    rounded = with_bonus(amount, row.bonus_multiplier, ruleset.bonus_rounding)
    ending = "" if exact == rounded * NO_BONUS else f", rounded up to {format_dollars(rounded)}"
    return f"{first}: × {format_multiplier(row.bonus_multiplier, NO_BONUS)} = {written}{ending}."


def _explain_late_fine(row: SeatScore, ruleset: Ruleset) -> str:
    """Return the sentence on a fine that is taken off after the bonus."""
    raw = with_bonus(row.cash, row.bonus_multiplier, ruleset.bonus_rounding) - row.fine
    floor = "" if raw == row.adjusted else f", which counts as {format_dollars(row.adjusted)}"
    return f"Less a fine of {format_dollars(row.fine)} = {format_dollars(raw)}{floor}."
