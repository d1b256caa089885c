"""Tiles on the board: what one may do, whether it is dead, and how chains grow."""

from __future__ import annotations

from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.layout import (
    ALL_CHAINS,
    CHAINS,
    E_EIGHTH_LOOSE,
    E_LOOSE_BAN,
    E_MAY_ACQUIRE,
    E_NEAR,
    E_PRICES,
    E_SAFE,
    GONE,
    HAND_AT_MOST,
    HANDS,
    HELD,
    LONE,
    ON_BOARD,
    PRICES,
    SAFE,
    SIZES,
    SPACES,
    STACK,
    TILES,
)  # fmt: skip


@compiled
def touched(s: Numbers, e: Numbers, tile: int) -> int:
    """The bits of everything that a tile on this space touches."""
    near = E_NEAR + 4 * tile
    return s[SPACES + e[near]] | s[SPACES + e[near + 1]] | s[SPACES + e[near + 2]] | s[SPACES + e[near + 3]]  # type: ignore[no-any-return]


@compiled
def fits(s: Numbers, e: Numbers, tile: int) -> bool:
    """Whether a tile that lies nowhere yet may be placed now."""
    bits = touched(s, e, tile)
    if bits == 0:
        return True
    chains = bits & ALL_CHAINS
    if chains == 0:
        return s[ON_BOARD] != ALL_CHAINS or e[E_EIGHTH_LOOSE] != 0  # type: ignore[no-any-return]
    if bits != chains and e[E_LOOSE_BAN]:
        return False
    if chains & (chains - 1):
        safe = chains & s[SAFE]
        if safe & (safe - 1) or (safe and not e[E_MAY_ACQUIRE]):
            return False
    return True


@compiled
def is_dead(s: Numbers, e: Numbers, tile: int) -> bool:
    """Whether a tile can never be placed because of the safe chains that it touches (R18)."""
    chains = touched(s, e, tile) & ALL_CHAINS
    near = chains & s[SAFE]
    return near != 0 and (near & (near - 1) != 0 or not (e[E_MAY_ACQUIRE] or chains == near))


@compiled
def first_dead(s: Numbers, e: Numbers, player: int) -> int:
    """The lowest dead tile of a hand, -1 for none."""
    lowest = -1
    if s[SAFE] == 0:
        return lowest
    start = HANDS + HAND_AT_MOST * player
    for place in range(start, start + s[HELD + player]):
        tile = s[place]
        if (lowest < 0 or tile < lowest) and is_dead(s, e, tile):
            lowest = tile
    return lowest


@compiled
def is_stuck(s: Numbers, e: Numbers, player: int) -> bool:
    """Whether a player has no tile that may be placed (R16)."""
    start = HANDS + HAND_AT_MOST * player
    for place in range(start, start + s[HELD + player]):  # noqa: SIM110 — numba compiles no generator
        if fits(s, e, s[place]):
            return False
    return True


@compiled
def nothing_fits(s: Numbers, e: Numbers) -> bool:
    """Whether none of the tiles that are not on the board could ever be placed in this position."""
    for tile in range(TILES):  # noqa: SIM110 — numba compiles no generator
        if s[SPACES + tile] == 0 and s[GONE + tile] == 0 and fits(s, e, tile):
            return False
    return True


@compiled
def leave_hand(s: Numbers, player: int, tile: int) -> None:
    """Take a tile out of a hand."""
    start = HANDS + HAND_AT_MOST * player
    last = start + s[HELD + player] - 1
    for place in range(start, last + 1):
        if s[place] == tile:
            s[place] = s[last]
            s[HELD + player] -= 1
            return


@compiled
def measure(s: Numbers, e: Numbers, chain: int) -> None:
    """Bring price and safety of a chain in line with its size."""
    size = s[SIZES + chain]
    s[PRICES + chain] = e[E_PRICES + (TILES + 1) * chain + size]
    if size >= e[E_SAFE]:
        s[SAFE] |= 1 << chain


@compiled
def absorb(s: Numbers, e: Numbers, chain: int, tile: int) -> None:
    """Let a tile and all lone tiles connected with it belong to a chain."""
    mark = 1 << chain
    s[SPACES + tile] = mark
    s[STACK] = tile
    waiting = 1
    gained = 0
    while waiting:
        waiting -= 1
        near = E_NEAR + 4 * s[STACK + waiting]
        gained += 1
        for place in range(near, near + 4):
            other = e[place]
            if s[SPACES + other] == LONE:
                s[SPACES + other] = mark
                s[STACK + waiting] = other
                waiting += 1
    s[SIZES + chain] += gained
    measure(s, e, chain)


@compiled
def take_over(s: Numbers, e: Numbers, survivor: int, defunct: int, tile: int) -> None:
    """Let the survivor have the tiles of the defunct chains (bits), the placed tile and what is connected with it."""
    mark = 1 << survivor
    for space in range(TILES):
        if s[SPACES + space] & defunct:
            s[SPACES + space] = mark
    for chain in range(CHAINS):
        if defunct >> chain & 1:
            s[SIZES + survivor] += s[SIZES + chain]
            s[SIZES + chain] = 0
            s[PRICES + chain] = e[E_PRICES + (TILES + 1) * chain]
    s[ON_BOARD] &= ~defunct
    s[SAFE] &= ~defunct
    absorb(s, e, survivor, tile)


@compiled
def largest(s: Numbers) -> int:
    """The number of tiles of the largest chain."""
    most = 0
    for chain in range(CHAINS):
        most = max(most, s[SIZES + chain])
    return most
