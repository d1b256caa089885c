"""How the worlds of a search are dealt: a tile lies the likelier in a hand the less its holder would have liked to play it.

What a player keeps follows from what is seen on the board and of the shares: whoever leads in a chain that a tile would dissolve has mostly
played it, what touches nothing stays. How much so was counted in games of the search with itself (`learned`, by `python -m games learn`).
"""

from __future__ import annotations

from games.opponents.core.board import touched
from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.layout import (
    ALL_CHAINS,
    BAG,
    BAGGED,
    CHAINS,
    HAND_AT_MOST,
    HANDS,
    HELD,
    SAFE,
    SEATS,
    SEATS_AT_MOST,
    SHARES,
    SIZES,
    TILES,
)
from games.opponents.core.playouts import deal_hidden
from games.opponents.search.options import DEALS_LIKELY, ODDS

#: What a tile would do for its holder: touch nothing, a single tile, two safe chains; let a chain grow of which the holder has no share,
#: fewer than another, as many as the next one or the most; dissolve one, by the same.
NOTHING, SINGLE, DEAD, GROWS, DISSOLVES = 0, 1, 2, 3, 7
NONE_OF_IT, BEHIND, LEVEL, AHEAD = range(4)
#: So many kinds there are.
KINDS = 11
#: Odds are counted in hundredths of those of any tile.
EVEN = 100


@compiled
def kind_of(s: Numbers, e: Numbers, seat: int, tile: int) -> int:
    """What a tile that lies nowhere yet would do for a seat."""
    bits = touched(s, e, tile)
    chains = bits & ALL_CHAINS
    if chains == 0:
        return SINGLE if bits else NOTHING
    safe = chains & s[SAFE]
    if safe & (safe - 1):
        return DEAD
    smallest = -1
    for chain in range(CHAINS):
        if chains >> chain & 1 and (smallest < 0 or s[SIZES + chain] < s[SIZES + smallest]):
            smallest = chain
    kind = DISSOLVES if chains & (chains - 1) else GROWS
    return kind + place_of(s, smallest, seat)


@compiled
def place_of(s: Numbers, chain: int, seat: int) -> int:
    """Where a seat stands among the holders of a chain."""
    own = s[SHARES + SEATS_AT_MOST * chain + seat]
    best = 0
    for other in range(s[SEATS]):
        if other != seat:
            best = max(best, s[SHARES + SEATS_AT_MOST * chain + other])
    if own == 0:
        return NONE_OF_IT
    if own < best:
        return BEHIND
    return LEVEL if own == best else AHEAD


@compiled
def note_odds(s: Numbers, e: Numbers, o: Numbers, likely: Numbers) -> None:
    """Write for each seat and tile of a position how likely it is kept; behind all of them what is the likeliest."""
    most = 0
    for kind in range(KINDS):
        most = max(most, o[ODDS + kind])
    for seat in range(s[SEATS]):
        for tile in range(TILES):
            likely[TILES * seat + tile] = o[ODDS + kind_of(s, e, seat, tile)]
    likely[TILES * s[SEATS]] = most


@compiled
def deal(s: Numbers, r: Numbers, o: Numbers, seat: int, likely: Numbers) -> None:
    """Deal what a seat does not know at random; as is likely, what another would hardly have kept goes back for any tile of the bag."""
    deal_hidden(s, r, seat)
    if o[DEALS_LIKELY] == 0 or s[BAGGED] == 0:
        return
    most = likely[TILES * s[SEATS]]
    for other in range(s[SEATS]):
        if other != seat:
            first = HANDS + HAND_AT_MOST * other
            for place in range(first, first + s[HELD + other]):
                if below(r, most) >= likely[TILES * other + s[place]]:
                    swapped = BAG + below(r, s[BAGGED])
                    s[place], s[swapped] = s[swapped], s[place]
