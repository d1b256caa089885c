"""Deal the worlds of a search: the less a player would have liked to play a tile, the likelier it is in that player's hand.

What players keep can be guessed from the board and the shares: a tile that would end a chain in which a player leads has mostly been
played, a tile that touches nothing mostly stays. How much so was counted in games of the search with itself (`learned`, by `python -m
games learn`).
"""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.board import touched
from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.playouts import deal_hidden
from games.opponents.search.options import DEALS_LIKELY, ODDS

#: The kinds of tiles: one that touches nothing, a lone tile, or two safe chains; GROWS plus a place: lets a chain grow; DISSOLVES plus a
#: place: ends a chain. The place is that of the tile's holder in the chain: no share, fewer than another, as many as the next, most.
NOTHING, SINGLE, DEAD, GROWS, DISSOLVES = 0, 1, 2, 3, 7
NONE_OF_IT, BEHIND, LEVEL, AHEAD = range(4)
#: The number of kinds.
KINDS = 11
#: The odds of an average tile; odds are in hundredths of it.
EVEN = 100


@compiled
def kind_of(s: Numbers, e: Numbers, seat: int, tile: int) -> int:
    """Return the kind of a tile for a seat (0 to `KINDS` - 1): what it would do if that seat played it."""
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
    """Return the place of a seat among the holders of a chain: `NONE_OF_IT`, `BEHIND`, `LEVEL` or `AHEAD`."""
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
    """Write to ``likely`` for each seat and tile the odds that the seat would keep it in hand; the highest odds of all come last."""
    most = 0
    for kind in range(KINDS):
        most = max(most, o[ODDS + kind])
    for seat in range(s[at.SEATS]):
        for tile in range(at.TILES):
            likely[at.TILES * seat + tile] = o[ODDS + kind_of(s, e, seat, tile)]
    likely[at.TILES * s[at.SEATS]] = most


@compiled
def deal(s: Numbers, r: Numbers, o: Numbers, seat: int, likely: Numbers) -> None:
    """Deal at random what a seat does not know; tiles that others would hardly have kept are exchanged for random tiles of the bag."""
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
