"""Prices and bonuses: what a share costs and who is paid what when a chain ends.

Steps of a bonus, as the booklets print them:

1. majority bonus = 10 x price, minority bonus = 5 x price, of the size before the merging tile;
2. one holder only: both bonuses (or the majority bonus, by edition);
3. several tied for most: both bonuses added and split among them, no minority bonus;
4. one with most, one or more second: the minority bonus is split among the second;
5. each share of a split bonus is rounded by itself, up to 100 dollars in most editions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from games.acquire.board import TILES
from games.acquire.editions import Edition, SoleHolder, SplitRounding
from games.acquire.errors import EditionError
from games.sentences import gettext_lazy as _
from games.sentences import gettext_noop

#: Dollars; a fraction only where an edition splits bonuses exactly.
Money: TypeAlias = int | Fraction


class BonusRole(StrEnum):
    """The reason why a holder is paid."""

    SOLE = gettext_noop("sole holder")
    MAJORITY = "majority"
    TIED_MAJORITY = gettext_noop("tied for majority")
    MINORITY = "minority"
    TIED_MINORITY = gettext_noop("tied for minority")


@dataclass(frozen=True, slots=True)
class BonusShare:
    """The payment of one holder: his index among the given holdings, his shares, and dollars before and after rounding."""

    holder: int
    shares: int
    role: BonusRole
    exact: Fraction
    rounded: Money


@dataclass(frozen=True, slots=True)
class BonusPayments:
    """The bonuses of one chain: dollars a share, both bonuses in dollars, and the payments."""

    price: int
    majority: int
    minority: int
    paid: tuple[BonusShare, ...]


@lru_cache(maxsize=256)
def price_table(edition: Edition, tier: int) -> tuple[int, ...]:
    """Return the price of a share in dollars for every size of a chain from 0 to 108 tiles."""
    first = edition.bands[0]
    prices = [edition.zero_size_prices[tier]]
    for size in range(1, TILES + 1):
        # A chain of one tile exists only in a log that claims it; it is priced like the smallest.
        band = sum(1 for smallest in edition.bands if smallest <= max(size, first))
        prices.append(100 * (1 + band + tier))
    return tuple(prices)


def price(edition: Edition, tier: int, size: int) -> int:
    """Return the price of a share in dollars for a chain of this tier (0-2) and size (0-108 tiles).

    Raises:
        EditionError: if tier or size are out of range.
    """
    if not 0 <= tier <= 2 or not 0 <= size <= TILES:
        raise EditionError(
            _("There is no price for tier {tier} and size {size}; use tiers 0-2 and sizes 0-108.", tier=tier, size=size)
        )
    return price_table(edition, tier)[size]


def majority_bonus(edition: Edition, tier: int, size: int) -> int:
    """Return the majority bonus in dollars for a chain of this tier and size."""
    return edition.majority_factor * price(edition, tier, size)


def minority_bonus(edition: Edition, tier: int, size: int) -> int:
    """Return the minority bonus in dollars for a chain of this tier and size."""
    return edition.minority_factor * price(edition, tier, size)


def round_split(rounding: SplitRounding, amount: Fraction) -> Money:
    """Return one tied holder's share of a bonus, rounded as the edition says (1999 booklet: up to 100)."""
    if rounding is SplitRounding.UP100:
        return -(-amount // 100) * 100
    if rounding is SplitRounding.FLOOR100:
        return amount // 100 * 100
    if rounding is SplitRounding.NEAREST1:
        return (2 * amount + 1) // 2
    if rounding is SplitRounding.FLOOR1:
        return amount // 1
    return int(amount) if amount.denominator == 1 else amount


def bonus_payments(edition: Edition, tier: int, size: int, holdings: Sequence[int]) -> BonusPayments:
    """Return the bonus payments for a chain of this tier and size.

    ``holdings`` are the numbers of shares of all holders in any order; a holder with none is not paid.

    Raises:
        EditionError: if tier, size or a number of shares are out of range.
    """
    if any(count < 0 for count in holdings):
        raise EditionError(_("Share counts cannot be negative; correct {holdings}.", holdings=list(holdings)))
    majority = majority_bonus(edition, tier, size)
    minority = minority_bonus(edition, tier, size)
    paid = tuple(
        BonusShare(
            holder,
            holdings[holder],
            role,
            exact := Fraction(pot, among),
            int(exact) if among == 1 else round_split(edition.split_rounding, exact),
        )
        for holder, role, pot, among in _bonuses_due(edition, majority, minority, holdings)
    )
    return BonusPayments(price(edition, tier, size), majority, minority, paid)


def split_bonus(edition: Edition, majority: int, minority: int, holdings: Sequence[int]) -> list[tuple[int, Money]]:
    """Return the payments of two bonuses, given in dollars, as pairs of holder (index in ``holdings``) and rounded dollars."""
    rounding = edition.split_rounding
    return [
        (holder, pot if among == 1 else round_split(rounding, Fraction(pot, among)))
        for holder, _, pot, among in _bonuses_due(edition, majority, minority, holdings)
    ]


def _bonuses_due(
    edition: Edition, majority: int, minority: int, holdings: Sequence[int]
) -> list[tuple[int, BonusRole, int, int]]:
    """Return for each holder who is paid: his index, the reason, the bonus in dollars and the number of holders who split it."""
    most = max(holdings, default=0)
    if most == 0:
        return []
    first = [holder for holder, count in enumerate(holdings) if count == most]
    if len(first) > 1:
        pot = majority + minority
        return [(holder, BonusRole.TIED_MAJORITY, pot, len(first)) for holder in first]
    rest = max((count for count in holdings if count != most), default=0)
    if rest == 0:
        both = minority if edition.sole_holder is SoleHolder.BOTH else 0
        return [(first[0], BonusRole.SOLE, majority + both, 1)]
    second = [holder for holder, count in enumerate(holdings) if count == rest]
    role = BonusRole.MINORITY if len(second) == 1 else BonusRole.TIED_MINORITY
    return [
        (first[0], BonusRole.MAJORITY, majority, 1),
        *((holder, role, minority, len(second)) for holder in second),
    ]
