"""Random numbers, which are the same whether compiled or not, and draws from the bag."""

from __future__ import annotations

from random import Random

from games.opponents.core import layout as at
from games.opponents.core.compiled import Numbers, compiled, numbers

_BITS = 0xFFFFFFFF


def source(seed: object) -> Numbers:
    """Return the state of a random source, made from a seed."""
    random = Random(str(seed))
    return numbers([random.getrandbits(32) | 1, random.getrandbits(32)])


@compiled
def below(r: Numbers, most: int) -> int:
    """Return a random whole number from 0 to ``most`` - 1, and advance the source ``r``; ``most`` is less than 2**31."""
    x = r[0]
    x ^= x << 13 & _BITS
    x ^= x >> 17
    x ^= x << 5 & _BITS
    r[0] = x
    y = r[1] * 1664525 + 1013904223 & _BITS
    r[1] = y
    return (x + y & _BITS) * most >> 32  # type: ignore[no-any-return]


@compiled
def draw(s: Numbers, player: int) -> None:
    """Move the next tile of the bag to a player's hand; the bag must not be empty."""
    s[at.BAGGED] -= 1
    s[at.HANDS + at.HAND_AT_MOST * player + s[at.HELD + player]] = s[at.BAG + s[at.BAGGED]]
    s[at.HELD + player] += 1


@compiled
def give_back(s: Numbers, r: Numbers, tile: int) -> None:
    """Put a tile into the bag at a random place."""
    count = s[at.BAGGED]
    place = below(r, count + 1)
    s[at.BAG + count] = s[at.BAG + place]
    s[at.BAG + place] = tile
    s[at.BAGGED] = count + 1


@compiled
def shuffle(s: Numbers, r: Numbers, start: int, count: int) -> None:
    """Shuffle ``count`` numbers of a position from ``start`` on."""
    for left in range(count, 1, -1):
        other = start + below(r, left)
        last = start + left - 1
        s[last], s[other] = s[other], s[last]
