"""Single slips of money that come to exactly what a count differs by: where in the interval the table may have gone wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.acquire.editions import Money
from games.acquire.replay.working.facts import Account, MoneyKind, MoneyLine

#: From one row of the price list to the next, in dollars a share.
ROW: Final = 100


class Slip(StrEnum):
    """What may have been done wrong with one sum."""

    ROW = "row"  # paid by the row above or below of the price list
    SHARE = "share"  # paid for one share more or fewer
    NEVER = "never"  # not paid at all
    TWICE = "twice"  # paid twice
    WRONG_WAY = "wrong-way"  # given where it was to be taken, or taken where it was to be given


@dataclass(frozen=True, slots=True)
class MoneySlip:
    """One slip that fits exactly: with which change of cash, and what was paid then instead of its amount, in dollars."""

    slip: Slip
    line: MoneyLine
    paid: Money


def slips_of(account: Account) -> tuple[MoneySlip, ...]:
    """Every single slip by which a player's right money becomes what was counted, in the order of the log.

    Bonuses that the log tells are checked where they are paid; here they can have been left out of the purse.
    """
    difference = account.counted - account.due
    if not difference:
        return ()
    return tuple(found for line in account.lines for found in _slips(line) if found.paid - line.amount == difference)


def _slips(line: MoneyLine) -> Iterator[MoneySlip]:
    amount = line.amount
    yield MoneySlip(Slip.NEVER, line, 0)
    yield MoneySlip(Slip.TWICE, line, 2 * amount)
    yield MoneySlip(Slip.WRONG_WAY, line, -amount)
    if line.kind in (MoneyKind.PURCHASE, MoneyKind.SALE, MoneyKind.FINAL_SALE) and line.shares:
        sign = -1 if amount < 0 else 1
        for row in (-ROW, ROW):
            yield MoneySlip(Slip.ROW, line, sign * line.shares * (line.price + row))
        for share in (-1, 1):
            if line.shares + share:
                yield MoneySlip(Slip.SHARE, line, sign * (line.shares + share) * line.price)
