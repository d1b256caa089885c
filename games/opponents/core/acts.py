"""The numbers that stand for acts: how purchases and disposals are encoded and decoded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

#: A tile to be placed is its own number.
PASS: Final = 108
FOUNDS: Final = 110
SURVIVORS: Final = 120
ORDERS: Final = 130
CARD: Final = 140
END: Final = 150
DRAWS: Final = 151
SWAP: Final = 160  # plus 7 times the chain given, plus the chain taken
DISPOSAL: Final = 1000  # plus 32 for each pair traded, plus the shares sold
PURCHASE: Final = 1 << 21  # plus three bits a chain


def purchase(bought: Iterable[tuple[int, int]]) -> int:
    """Encode a purchase; ``bought`` are pairs of a chain and a number of shares."""
    return PURCHASE + sum(count << 3 * chain for chain, count in bought)


def bought(act: int) -> list[tuple[int, int]]:
    """Decode a purchase: its chains in ascending order, each with the number of shares."""
    return [(chain, act >> 3 * chain & 7) for chain in range(7) if act >> 3 * chain & 7]


def disposal(sell: int, trade: int) -> int:
    """Encode a disposal by the numbers of shares sold and traded; ``trade`` is even, and all other shares are held."""
    return DISPOSAL + 16 * trade + sell


def disposed(act: int) -> tuple[int, int]:
    """Decode a disposal: the numbers of shares sold and traded."""
    pairs, sell = divmod(act - DISPOSAL, 32)
    return sell, 2 * pairs
