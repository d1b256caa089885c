"""The result of a look: play on or evaluate from the end of its path, and count the result of each seat.

Deal the worlds of a search: the less a player would have liked to play a tile, the likelier it is in that player's hand.

What players keep can be guessed from the board and the shares: a tile that would end a chain in which a player leads has mostly been
played, a tile that touches nothing mostly stays. How much so was counted in games of the search with itself (`learned`, by `python -m
games learn`).
"""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.board import random_below, touched
from games.opponents.core.layout import Numbers, compiled
from games.opponents.core.money import final_cash
from games.opponents.core.playing import deal_hidden, play_out, play_turns
from games.opponents.search import tree
from games.opponents.search.evaluation import evaluate


@compiled
def reward(s: Numbers, e: Numbers, r: Numbers, o: Numbers, room: Numbers, worth: Numbers, averages: Numbers) -> None:
    """Write to ``worth`` the result of each seat, by playing the game out at random, evaluating it after some turns, or the mean of both.

    ``worth`` has space for two numbers a seat; ``room`` is an array to work in.
    """
    seats = s[at.SEATS]
    if o[tree.ENDS] != tree.PLAYED_OUT:
        if o[tree.AVERAGES]:
            tree.play_better(s, e, r, room, o[tree.TURNS], averages)
        else:
            play_turns(s, e, r, room, o[tree.TURNS])
    is_foreseen = o[tree.ENDS] != tree.PLAYED_OUT and s[at.PHASE] != at.OVER
    if is_foreseen:
        evaluate(s, e, o, tree.WEIGHTS, room, worth)
        give_prize(worth, seats, o[tree.PRIZE], win_exponent(s[at.BAGGED]))
        if o[tree.ENDS] == tree.FORESEEN:
            return
        for seat in range(seats):
            worth[seats + seat] = worth[seat]
    play_out(s, e, r, room)
    final_cash(s, e, worth)
    give_prize(worth, seats, o[tree.PRIZE], 0)
    if is_foreseen:
        for seat in range(seats):
            worth[seat] = (worth[seat] + worth[seats + seat]) // 2


@compiled
def win_exponent(tiles: int) -> int:
    """The exponent by which chances to win are computed from evaluated cash, given the number of tiles in the bag.

    The chances of the seats are proportional to their cash to the power of this exponent. It was fitted to the winners of the games from
    which the weights were learned; it is 43 with 3 tiles in the bag and 5 with 90.
    """
    return 3 + 240 // (tiles + 3)


@compiled
def give_prize(worth: Numbers, seats: int, prize: int, power: int) -> None:
    """Add the winner's prize to the cash: divided equally among the highest, or if cash was evaluated, by the chances to win.

    ``power`` is the exponent of `win_exponent`, or 0 if the game was played out.
    """
    best = 0
    for seat in range(seats):
        best = max(best, worth[seat])
    if best == 0 or not prize:
        return
    chances = 0.0
    for seat in range(seats):
        chances += chance_of(worth[seat], best, power)
    for seat in range(seats):
        worth[seat] += int(prize * chance_of(worth[seat], best, power) / chances)


@compiled
def chance_of(own: int, best: int, power: int) -> float:
    """The chance of a seat with cash ``own`` to win, relative to that of the seat with the most cash, ``best``."""
    if power == 0:
        return 1.0 if own == best else 0.0
    # Multiplied step by step, because compiled and plain powers may differ in their last digit.
    part = own / float(best)
    chance = 1.0
    for _ in range(power):
        chance *= part
    return chance


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
        most = max(most, o[tree.ODDS + kind])
    for seat in range(s[at.SEATS]):
        for tile in range(at.TILES):
            likely[at.TILES * seat + tile] = o[tree.ODDS + kind_of(s, e, seat, tile)]
    likely[at.TILES * s[at.SEATS]] = most


@compiled
def deal(s: Numbers, r: Numbers, o: Numbers, seat: int, likely: Numbers) -> None:
    """Deal at random what a seat does not know; tiles that others would hardly have kept are exchanged for random tiles of the bag."""
    deal_hidden(s, r, seat)
    if o[tree.DEALS_LIKELY] == 0 or s[at.BAGGED] == 0:
        return
    most = likely[at.TILES * s[at.SEATS]]
    for other in range(s[at.SEATS]):
        if other != seat:
            first = at.HANDS + at.HAND_AT_MOST * other
            for place in range(first, first + s[at.HELD + other]):
                if random_below(r, most) >= likely[at.TILES * other + s[place]]:
                    swapped = at.BAG + random_below(r, s[at.BAGGED])
                    s[place], s[swapped] = s[swapped], s[place]
