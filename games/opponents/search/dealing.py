"""The worlds of a search are dealt here: the less a holder would have liked to play a tile, the likelier it lies in his hand.

What a player keeps follows from what is seen on the board and of the shares: whoever leads in a chain that a tile would dissolve has mostly
played it, what touches nothing stays. How much so was counted in games of the search with itself (`learned`, by `python -m games learn`).
"""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.board import touched
from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.playouts import deal_hidden
from games.opponents.search.options import DEALS_LIKELY, ODDS

#: What a tile would do for its holder: touch nothing, a single tile, two safe chains; let a chain grow of which the holder has no share,
#: fewer than another, as many as the next one or the most; dissolve one, by the same.
NOTHING, SINGLE, DEAD, GROWS, DISSOLVES = 0, 1, 2, 3, 7
NONE_OF_IT, BEHIND, LEVEL, AHEAD = range(4)
#: The number of kinds.
KINDS = 11
#: The odds of an average tile; odds are in hundredths of it.
EVEN = 100


@compiled
def kind_of(s: Numbers, e: Numbers, seat: int, tile: int) -> int:
    """The kind of a tile for a seat: what it would do if that seat played it."""
    bits = touched(s, e, tile)
    chains = bits & at.ALL_CHAINS
    if chains == 0:
        return SINGLE if bits else NOTHING
    safe = chains & s[at.SAFE]
    if safe & (safe - 1):
        return DEAD
    smallest = -1
    for chain in range(at.CHAINS):
        if chains >> chain & 1 and (smallest < 0 or s[at.SIZES + chain] < s[at.SIZES + smallest]):
            smallest = chain
    kind = DISSOLVES if chains & (chains - 1) else GROWS
    return kind + place_of(s, smallest, seat)


@compiled
def place_of(s: Numbers, chain: int, seat: int) -> int:
    """The place of a seat among the holders of a chain."""
    own = s[at.SHARES + at.SEATS_AT_MOST * chain + seat]
    best = 0
    for other in range(s[at.SEATS]):
        if other != seat:
            best = max(best, s[at.SHARES + at.SEATS_AT_MOST * chain + other])
    if own == 0:
        return NONE_OF_IT
    if own < best:
        return BEHIND
    return LEVEL if own == best else AHEAD


@compiled
def write_odds(s: Numbers, e: Numbers, o: Numbers, likely: Numbers) -> None:
    """Write for each seat and tile the odds that the seat kept it; the highest odds come last."""
    most = 0
    for kind in range(KINDS):
        most = max(most, o[ODDS + kind])
    for seat in range(s[at.SEATS]):
        for tile in range(at.TILES):
            likely[at.TILES * seat + tile] = o[ODDS + kind_of(s, e, seat, tile)]
    likely[at.TILES * s[at.SEATS]] = most


@compiled
def deal(s: Numbers, r: Numbers, o: Numbers, seat: int, likely: Numbers) -> None:
    """Deal what a seat does not know at random; tiles that others would hardly have kept are exchanged for any tile of the bag."""
    deal_hidden(s, r, seat)
    if o[DEALS_LIKELY] == 0 or s[at.BAGGED] == 0:
        return
    most = likely[at.TILES * s[at.SEATS]]
    for other in range(s[at.SEATS]):
        if other != seat:
            first = at.HANDS + at.HAND_AT_MOST * other
            for place in range(first, first + s[at.HELD + other]):
                if below(r, most) >= likely[at.TILES * other + s[place]]:
                    swapped = at.BAG + below(r, s[at.BAGGED])
                    s[place], s[swapped] = s[swapped], s[place]
