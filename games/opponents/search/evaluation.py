"""The evaluation of a position at the start of a turn: the final cash of each seat as a weighted sum of features.

The weights were learned from games of the search with itself (`learned`, by `python -m laboratory learn`). All numbers are
whole dollars and whole parts of a weight, so that compiled and plain code evaluate alike.
"""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.layout import Numbers, compiled
from games.opponents.core.money import pay

#: The number of classes of chains by size.
CLASSES = 6
#: The features of a seat, in dollars. Multiplied by 1000: the number one, the players beyond four, the turns until its own, the chains on
#: the board, the safe chains. Its cash, its cash up to 2,000, its cash up to 6,000. The average cash of the others, and their average
#: shares and bonuses. Its shares of chains that are not on the board, at the price of a chain of two tiles.
ONE, PLAYERS, WAITS, CHAINS_ON, CHAINS_SAFE, PURSE, LITTLE, SOME, OTHERS, WORTH, ASIDE, BY_CLASS = range(12)
#: And for each class of sizes: shares, bonuses, and by the price of a share the lead over the next holder and the gap to the first.
HELD_IN, BONUS_IN, LEAD_IN, GAP_IN = range(4)
#: The number of features of a seat.
FEATURES = BY_CLASS + 4 * CLASSES
#: A weight changes with the tiles in the bag: it has this number of values, from the empty bag on, and is linear in between.
KNOTS = 5
#: The tiles from one value to the next.
BETWEEN = 24
#: The weight that stands for 1.
WHOLE = 10_000


@compiled
def class_of(size: int) -> int:
    """The class of a chain by its number of tiles."""
    if size <= 5:
        return 0 if size <= 3 else 1
    if size <= 10:
        return 2
    if size <= 20:
        return 3
    return 4 if size <= 32 else 5


@compiled
def write_features(s: Numbers, e: Numbers, to: Numbers, worth: Numbers) -> None:
    """Write the features of all seats to ``to``, seat after seat, in dollars; ``worth`` is an array to work in, a number a seat."""
    seats = s[at.SEATS]
    for place in range(FEATURES * seats):
        to[place] = 0
    on_board = 0
    safe = 0
    for chain in range(at.CHAINS):
        first = at.SHARES + at.SEATS_AT_MOST * chain
        if s[at.ON_BOARD] >> chain & 1:
            on_board += 1
            safe += s[at.SIZES + chain] >= e[at.E_SAFE]
            write_chain(s, e, to, worth, chain)
        else:
            price = e[at.E_PRICES + (at.TILES + 1) * chain + 2]
            for seat in range(seats):
                to[FEATURES * seat + ASIDE] += price * s[first + seat]
    cash = 0
    shares = 0
    for seat in range(seats):
        cash += s[at.CASH + seat]
        shares += to[FEATURES * seat + WORTH]
    for seat in range(seats):
        start = FEATURES * seat
        own = s[at.CASH + seat]
        to[start + ONE] = 1000
        to[start + PLAYERS] = 1000 * (seats - 4)
        to[start + WAITS] = 1000 * ((seat + seats - s[at.PLAYER]) % seats)
        to[start + CHAINS_ON] = 1000 * on_board
        to[start + CHAINS_SAFE] = 1000 * safe
        to[start + PURSE] = own
        to[start + LITTLE] = min(own, 2000)
        to[start + SOME] = min(own, 6000)
        to[start + OTHERS] = (cash - own) // (seats - 1)
        to[start + WORTH] = (shares - to[start + WORTH]) // (seats - 1)


@compiled
def write_chain(s: Numbers, e: Numbers, to: Numbers, worth: Numbers, chain: int) -> None:
    """Add the features of a chain on the board to each seat: shares, present bonus, and the lead or the gap to the first holder."""
    seats = s[at.SEATS]
    price = s[at.PRICES + chain]
    kind = BY_CLASS + 4 * class_of(s[at.SIZES + chain])
    for seat in range(seats):
        worth[seat] = 0
    pay(s, e, chain, price, s[at.MARKET + chain], worth, 0)
    most = 0
    next_most = 0
    for seat in range(seats):
        shares = s[at.SHARES + at.SEATS_AT_MOST * chain + seat]
        if shares > most:
            next_most = most
            most = shares
        elif shares > next_most:
            next_most = shares
    for seat in range(seats):
        shares = s[at.SHARES + at.SEATS_AT_MOST * chain + seat]
        start = FEATURES * seat
        to[start + WORTH] += price * shares + worth[seat]
        to[start + kind + HELD_IN] += price * shares
        to[start + kind + BONUS_IN] += worth[seat]
        if shares == most and most:
            to[start + kind + LEAD_IN] += price * min(4, most - next_most)
        elif shares:
            to[start + kind + GAP_IN] += price * min(6, most - shares)


@compiled
def knot_of(tiles: int) -> int:
    """The index of the value of a weight at or below a number of tiles in the bag."""
    return min(KNOTS - 2, tiles // BETWEEN)


@compiled
def tiles_beyond_knot(tiles: int, knot: int) -> int:
    """How many tiles the bag holds more than at the value with index ``knot``, at most `BETWEEN`."""
    return min(BETWEEN, tiles - BETWEEN * knot)


@compiled
def evaluate(s: Numbers, e: Numbers, weights: Numbers, start: int, features: Numbers, to: Numbers) -> None:
    """Write to ``to`` the estimated final cash of each seat in dollars.

    The weights begin in ``weights`` at index ``start``; ``features`` is an array to work in.
    """
    write_features(s, e, features, to)
    knot = knot_of(s[at.BAGGED])
    after = tiles_beyond_knot(s[at.BAGGED], knot)
    before = BETWEEN - after
    for seat in range(s[at.SEATS]):
        to[seat] = 0
    for feature in range(FEATURES):
        low = start + FEATURES * knot + feature
        weight = weights[low] * before + weights[low + FEATURES] * after
        for seat in range(s[at.SEATS]):
            to[seat] += weight * features[FEATURES * seat + feature]
    for seat in range(s[at.SEATS]):
        to[seat] = max(0, to[seat] // (BETWEEN * WHOLE))
