"""Tiles on the board: whether a tile may be placed, whether it is dead, and how chains grow.

Random numbers, which are the same whether compiled or not, and draws from the bag.
"""

from __future__ import annotations

from random import Random

from games.opponents.core import layout as at
from games.opponents.core.layout import Numbers, compiled, numbers

_BITS = 0xFFFFFFFF


def source(seed: object) -> Numbers:
    """Return the state of a random source, made from a seed."""
    random = Random(str(seed))
    return numbers([random.getrandbits(32) | 1, random.getrandbits(32)])


@compiled
def random_below(r: Numbers, most: int) -> int:
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
    place = random_below(r, count + 1)
    s[at.BAG + count] = s[at.BAG + place]
    s[at.BAG + place] = tile
    s[at.BAGGED] = count + 1


@compiled
def shuffle(s: Numbers, r: Numbers, start: int, count: int) -> None:
    """Shuffle ``count`` numbers of a position from ``start`` on."""
    for left in range(count, 1, -1):
        other = start + random_below(r, left)
        last = start + left - 1
        s[last], s[other] = s[other], s[last]


@compiled
def touched(s: Numbers, e: Numbers, tile: int) -> int:
    """The marks of the four neighbours of a space, combined bitwise: a bit for each chain, and `LONE` for a tile of no chain."""
    near = at.E_NEAR + 4 * tile
    return s[at.SPACES + e[near]] | s[at.SPACES + e[near + 1]] | s[at.SPACES + e[near + 2]] | s[at.SPACES + e[near + 3]]  # type: ignore[no-any-return]


@compiled
def is_placeable(s: Numbers, e: Numbers, tile: int) -> bool:
    """Whether the rules allow a tile that is not on the board to be placed now."""
    bits = touched(s, e, tile)
    if bits == 0:
        return True
    chains = bits & at.ALL_CHAINS
    if chains == 0:
        return s[at.ON_BOARD] != at.ALL_CHAINS or e[at.E_EIGHTH_LOOSE] != 0  # type: ignore[no-any-return]
    if bits != chains and e[at.E_LOOSE_BAN]:
        return False
    if chains & (chains - 1):
        safe = chains & s[at.SAFE]
        if safe & (safe - 1) or (safe and not e[at.E_MAY_ACQUIRE]):
            return False
    return True


@compiled
def is_dead(s: Numbers, e: Numbers, tile: int) -> bool:
    """Whether a tile can never be placed because of the safe chains that it touches (R18)."""
    chains = touched(s, e, tile) & at.ALL_CHAINS
    near = chains & s[at.SAFE]
    return near != 0 and (near & (near - 1) != 0 or not (e[at.E_MAY_ACQUIRE] or chains == near))


@compiled
def first_dead(s: Numbers, e: Numbers, player: int) -> int:
    """The lowest dead tile of a hand; -1 where there is none."""
    lowest = -1
    if s[at.SAFE] == 0:
        return lowest
    start = at.HANDS + at.HAND_AT_MOST * player
    for place in range(start, start + s[at.HELD + player]):
        tile = s[place]
        if (lowest < 0 or tile < lowest) and is_dead(s, e, tile):
            lowest = tile
    return lowest


@compiled
def is_stuck(s: Numbers, e: Numbers, player: int) -> bool:
    """Whether a player has no tile that may be placed (R16)."""
    start = at.HANDS + at.HAND_AT_MOST * player
    for place in range(start, start + s[at.HELD + player]):  # noqa: SIM110 — numba compiles no generator
        if is_placeable(s, e, s[place]):
            return False
    return True


@compiled
def nothing_fits(s: Numbers, e: Numbers) -> bool:
    """Whether no tile that is not on the board may be placed in this position."""
    for tile in range(at.TILES):  # noqa: SIM110 — numba compiles no generator
        if s[at.SPACES + tile] == 0 and s[at.GONE + tile] == 0 and is_placeable(s, e, tile):
            return False
    return True


@compiled
def leave_hand(s: Numbers, player: int, tile: int) -> None:
    """Remove a tile from a hand."""
    start = at.HANDS + at.HAND_AT_MOST * player
    last = start + s[at.HELD + player] - 1
    for place in range(start, last + 1):
        if s[place] == tile:
            s[place] = s[last]
            s[at.HELD + player] -= 1
            return


@compiled
def measure(s: Numbers, e: Numbers, chain: int) -> None:
    """Set the price of a chain by its size, and mark it as safe if it is large enough."""
    size = s[at.SIZES + chain]
    s[at.PRICES + chain] = e[at.E_PRICES + (at.TILES + 1) * chain + size]
    if size >= e[at.E_SAFE]:
        s[at.SAFE] |= 1 << chain


@compiled
def absorb(s: Numbers, e: Numbers, chain: int, tile: int) -> None:
    """Place a tile and add it, with all lone tiles connected with it, to a chain."""
    mark = 1 << chain
    s[at.SPACES + tile] = mark
    s[at.STACK] = tile
    waiting = 1
    gained = 0
    while waiting:
        waiting -= 1
        near = at.E_NEAR + 4 * s[at.STACK + waiting]
        gained += 1
        for place in range(near, near + 4):
            other = e[place]
            if s[at.SPACES + other] == at.LONE:
                s[at.SPACES + other] = mark
                s[at.STACK + waiting] = other
                waiting += 1
    s[at.SIZES + chain] += gained
    measure(s, e, chain)


@compiled
def take_over(s: Numbers, e: Numbers, survivor: int, defunct: int, tile: int) -> None:
    """Let a chain take over others: add to it their tiles, the placed tile and the lone tiles connected with that.

    ``defunct`` has a bit for each chain that is taken over.
    """
    mark = 1 << survivor
    for space in range(at.TILES):
        if s[at.SPACES + space] & defunct:
            s[at.SPACES + space] = mark
    for chain in range(at.CHAINS):
        if defunct >> chain & 1:
            s[at.SIZES + survivor] += s[at.SIZES + chain]
            s[at.SIZES + chain] = 0
            s[at.PRICES + chain] = e[at.E_PRICES + (at.TILES + 1) * chain]
    s[at.ON_BOARD] &= ~defunct
    s[at.SAFE] &= ~defunct
    absorb(s, e, survivor, tile)


@compiled
def size_of_largest(s: Numbers) -> int:
    """The number of tiles of the largest chain."""
    most = 0
    for chain in range(at.CHAINS):
        most = max(most, s[at.SIZES + chain])
    return most
