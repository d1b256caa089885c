"""Prices, bonuses and their splits as the reference shows them, on the floor page and on the printed card (R3, price table 1.2-1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from games.acquire.board import TILES
from games.acquire.editions import EDITIONS, TIER_NAMES, price, round_split
from tournament.record.vocabulary import Dollars
from wording import gettext_noop
from wording.figures import whole
from wording.languages import language

EDITION = EDITIONS["mso"]
TIERS = range(len(TIER_NAMES))
TIED_FIRST = range(2, 7)
TIED_SECOND = range(2, 6)
SPLIT_NOTE = gettext_noop(
    "A sole shareholder takes both bonuses. Tied for most: both bonuses added and shared; nothing for second. Tied for second: "
    "the second bonus, shared. Each share is rounded up to the next hundred; a star marks where rounding was needed."
)
"""How bonuses are shared, for `gettext`."""


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One price of a share, with the sizes at which a chain of each tier has it, and the bonuses at that price.

    ``both`` is the sum of both bonuses. ``first`` and ``second`` are what each holder gets if several are tied for most or for second,
    for each number of tied holders in `TIED_FIRST` and `TIED_SECOND`.
    """

    amount: Dollars
    sizes: tuple[str, ...]
    price: str
    majority: str
    minority: str
    both: str
    first: tuple[str, ...]
    second: tuple[str, ...]


def price_lines() -> tuple[PriceLine, ...]:
    """Return a line for every price, the cheapest first, with amounts as the reader's language writes them."""
    return _price_lines(language())


@cache
def _price_lines(_code: str) -> tuple[PriceLine, ...]:
    """Return `price_lines` of one language; they are made once for each."""
    return tuple(_line(amount) for amount in prices())


def _line(amount: Dollars) -> PriceLine:
    """Return the line of one price in dollars."""
    majority, minority = EDITION.majority_factor * amount, EDITION.minority_factor * amount
    return PriceLine(
        amount=amount,
        sizes=tuple(sizes_at(tier, amount) for tier in TIERS),
        price=whole(amount),
        majority=whole(majority),
        minority=whole(minority),
        both=whole(majority + minority),
        first=tuple(split(majority + minority, among) for among in TIED_FIRST),
        second=tuple(split(minority, among) for among in TIED_SECOND),
    )


def prices() -> tuple[Dollars, ...]:
    """Return every price of a share in dollars, the cheapest first."""
    return tuple(sorted({price(EDITION, tier, size) for tier in TIERS for size in range(2, TILES + 1)}))


def sizes_at(tier: int, wanted: Dollars) -> str:
    """Return the sizes at which a chain of a tier has the price ``wanted``: "7-10", "41+"; empty if it never has."""
    sizes = [size for size in range(2, TILES + 1) if price(EDITION, tier, size) == wanted]
    if not sizes:
        return ""
    if sizes[-1] == TILES:
        return f"{sizes[0]}+"
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}-{sizes[-1]}"


def split(amount: Dollars, among: int) -> str:
    """Return what each of ``among`` tied holders gets of a bonus in dollars, with a star where it was rounded up (1.4)."""
    exact = Fraction(amount, among)
    paid = round_split(EDITION.split_rounding, exact)
    return f"{whole(int(paid))}{'' if paid == exact else '*'}"
