"""Two errors in one log, and logs with none."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from laboratory.mistakes.catalogue import clauses, money, turns
from laboratory.mistakes.catalogue.columns import transpose_digits
from laboratory.mistakes.catalogue.editing import Mistake, Spoilt, again, changed
from laboratory.mistakes.sheets import SampleLog


def nothing_wrong(sheet: SampleLog, _: Random) -> Spoilt:
    """Nothing is wrong."""
    return changed(sheet, sheet.events, len(sheet.record.events) - 1)


def lose_turn_and_miscount(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A turn is not written down and, elsewhere, an amount of a count has two digits exchanged."""
    miscounted = transpose_digits(sheet, random)
    if miscounted is None:
        return None
    lost = turns.forget_turn(again(sheet, miscounted), random)
    return replace(lost, turn=min(lost.turn, miscounted.turn))


#: Errors that leave the places of all other events as they are, and whether a log that has one alone determines the figures.
_PAIRED: Final[dict[Mistake, bool]] = {
    clauses.write_nothing_bought: False,
    clauses.miswrite_shares: True,
    clauses.buy_four: True,
    clauses.write_wrong_tile: True,
    clauses.write_neighbouring_tile: True,
    clauses.found_another: True,
    clauses.sell_too_many: True,
    money.pay_wrong_price: True,
    money.give_wrong_change: True,
    money.pay_wrong_bonus: True,
    money.pay_wrong_sale: True,
    money.write_wrong_final: True,
    transpose_digits: True,
}


def two_errors(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Two errors of different kinds, chosen at random: of purchases, tiles, chains, disposals, prices, change, bonuses, counts, final."""
    one, other = random.sample([*_PAIRED], 2)
    first = one(sheet, random)
    second = other(again(sheet, first), random) if first is not None else None
    if first is None or second is None:
        return None
    return replace(second, turn=min(first.turn, second.turn), is_determined=_PAIRED[one] and _PAIRED[other])
