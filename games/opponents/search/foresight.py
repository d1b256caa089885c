"""What everybody will have in the end, foreseen at the start of a turn: a sum of what can be counted, each with a weight.

The weights were learned from games of the search with itself (`learned`, by `python -m games learn`). Everything is in whole
dollars and whole parts of a weight, so that compiled and plain the same is foreseen.
"""

from __future__ import annotations

from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.layout import (
    BAGGED,
    CASH,
    CHAINS,
    E_PRICES,
    E_SAFE,
    MARKET,
    ON_BOARD,
    PLAYER,
    PRICES,
    SEATS,
    SEATS_AT_MOST,
    SHARES,
    SIZES,
    TILES,
)
from games.opponents.core.money import pay

#: Chains are told apart by so many classes of sizes.
CLASSES = 6
#: What is weighed for a seat, in dollars. By the thousand: one, the players beyond four, the turns before its own, the chains on the board,
#: the safe ones. Its cash, of that up to 2,000 and up to 6,000. What the others have on average in cash, and in shares and bonuses.
#: Its shares of chains that are not on the board, by the price of two tiles.
ONE, PLAYERS, WAITS, CHAINS_ON, CHAINS_SAFE, PURSE, LITTLE, SOME, OTHERS, WORTH, ASIDE, BY_CLASS = range(12)
#: And for each class of sizes: shares, bonuses, and by the price of a share the lead over the next holder and the gap to the first.
HELD_IN, BONUS_IN, LEAD_IN, GAP_IN = range(4)
#: So many numbers are weighed for a seat.
BASES = BY_CLASS + 4 * CLASSES
#: A weight changes with the tiles in the bag: it has so many values, from the empty bag on, in straight lines between.
KNOTS = 5
#: From one value to the next there are so many tiles.
BETWEEN = 24
#: The part of a weight that is one.
WHOLE = 10_000


@compiled
def class_of(size: int) -> int:
    """The class of a chain of so many tiles."""
    if size <= 5:
        return 0 if size <= 3 else 1
    if size <= 10:
        return 2
    if size <= 20:
        return 3
    return 4 if size <= 32 else 5


@compiled
def write_bases(s: Numbers, e: Numbers, to: Numbers, worth: Numbers) -> None:
    """Write what is weighed, in dollars, for one seat after the other; ``worth`` is room for a number a seat."""
    seats = s[SEATS]
    for place in range(BASES * seats):
        to[place] = 0
    on_board = 0
    safe = 0
    for chain in range(CHAINS):
        first = SHARES + SEATS_AT_MOST * chain
        if s[ON_BOARD] >> chain & 1:
            on_board += 1
            safe += s[SIZES + chain] >= e[E_SAFE]
            write_chain(s, e, to, worth, chain)
        else:
            price = e[E_PRICES + (TILES + 1) * chain + 2]
            for seat in range(seats):
                to[BASES * seat + ASIDE] += price * s[first + seat]
    cash = 0
    shares = 0
    for seat in range(seats):
        cash += s[CASH + seat]
        shares += to[BASES * seat + WORTH]
    for seat in range(seats):
        start = BASES * seat
        own = s[CASH + seat]
        to[start + ONE] = 1000
        to[start + PLAYERS] = 1000 * (seats - 4)
        to[start + WAITS] = 1000 * ((seat + seats - s[PLAYER]) % seats)
        to[start + CHAINS_ON] = 1000 * on_board
        to[start + CHAINS_SAFE] = 1000 * safe
        to[start + PURSE] = own
        to[start + LITTLE] = min(own, 2000)
        to[start + SOME] = min(own, 6000)
        to[start + OTHERS] = (cash - own) // (seats - 1)
        to[start + WORTH] = (shares - to[start + WORTH]) // (seats - 1)


@compiled
def write_chain(s: Numbers, e: Numbers, to: Numbers, worth: Numbers, chain: int) -> None:
    """Add what a chain on the board means to each seat: shares and bonus now, the lead or what is missing to it."""
    seats = s[SEATS]
    price = s[PRICES + chain]
    kind = BY_CLASS + 4 * class_of(s[SIZES + chain])
    for seat in range(seats):
        worth[seat] = 0
    pay(s, e, chain, price, s[MARKET + chain], worth, 0)
    most = 0
    next_most = 0
    for seat in range(seats):
        shares = s[SHARES + SEATS_AT_MOST * chain + seat]
        if shares > most:
            next_most = most
            most = shares
        elif shares > next_most:
            next_most = shares
    for seat in range(seats):
        shares = s[SHARES + SEATS_AT_MOST * chain + seat]
        start = BASES * seat
        to[start + WORTH] += price * shares + worth[seat]
        to[start + kind + HELD_IN] += price * shares
        to[start + kind + BONUS_IN] += worth[seat]
        if shares == most and most:
            to[start + kind + LEAD_IN] += price * min(4, most - next_most)
        elif shares:
            to[start + kind + GAP_IN] += price * min(6, most - shares)


@compiled
def knot_of(tiles: int) -> int:
    """The first of the two values of a weight between which so many tiles in the bag lie."""
    return min(KNOTS - 2, tiles // BETWEEN)


@compiled
def steps_after(tiles: int, knot: int) -> int:
    """How many of the `BETWEEN` tiles from that value to the next so many tiles in the bag are beyond it."""
    return min(BETWEEN, tiles - BETWEEN * knot)


@compiled
def foresee(s: Numbers, e: Numbers, weights: Numbers, start: int, bases: Numbers, to: Numbers) -> None:
    """Write what each seat will have in the end, in dollars; weights stand in an array from a place on, ``bases`` is room."""
    write_bases(s, e, bases, to)
    knot = knot_of(s[BAGGED])
    after = steps_after(s[BAGGED], knot)
    before = BETWEEN - after
    for seat in range(s[SEATS]):
        to[seat] = 0
    for base in range(BASES):
        low = start + BASES * knot + base
        weight = weights[low] * before + weights[low + BASES] * after
        for seat in range(s[SEATS]):
            to[seat] += weight * bases[BASES * seat + base]
    for seat in range(s[SEATS]):
        to[seat] = max(0, to[seat] // (BETWEEN * WHOLE))
