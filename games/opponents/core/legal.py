"""The legal acts of a position, and one of them at random."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.board import is_placeable, random_below
from games.opponents.core.layout import Numbers, compiled, numbers
from games.opponents.core.money import may_end

#: No position has more legal acts than this.
MOST_ACTS = 4096


def acts_room() -> Numbers:
    """Return an array that is long enough for the legal acts of any position."""
    return numbers([0] * MOST_ACTS)


def legal_acts(s: Numbers, e: Numbers, room: Numbers | None = None) -> list[int]:
    """Return the legal acts of a position as a list; ``room`` is an array of `acts_room` to work in, None to make one."""
    out = acts_room() if room is None else room
    return [int(out[place]) for place in range(write_legal(s, e, out))]


@compiled
def write_legal(s: Numbers, e: Numbers, out: Numbers) -> int:
    """Write all legal acts to ``out`` and return their number, which is 0 when the game is over."""
    phase = s[at.PHASE]
    if phase == at.PLAY:
        return play_acts(s, e, out)
    if phase == at.BUY:
        return buy_acts(s, e, out)
    if phase == at.DISPOSE:
        return dispose_acts(s, out)
    if phase == at.FOUND:
        return chain_acts(~s[at.ON_BOARD], at.FOUNDS, out)
    if phase == at.SURVIVOR:
        return chain_acts(s[at.M_CHOICES], at.SURVIVORS, out)
    if phase == at.ORDER:
        return chain_acts(s[at.M_CHOICES], at.ORDERS, out)
    if phase == at.DRAW:
        out[0] = at.DRAWS
        out[1] = at.END
        return 2 if may_end(s, e) else 1
    return 0


@compiled
def chain_acts(bits: int, first: int, out: Numbers) -> int:
    """Write one act for each chain in ``bits``: ``first`` plus the number of the chain; return how many."""
    count = 0
    for chain in range(at.CHAINS):
        if bits >> chain & 1:
            out[count] = first + chain
            count += 1
    return count


@compiled
def play_acts(s: Numbers, e: Numbers, out: Numbers) -> int:
    """Write the tiles that may be placed, or else the pass; then early cards and the end; return the number of all."""
    player = s[at.PLAYER]
    start = at.HANDS + at.HAND_AT_MOST * player
    count = 0
    for place in range(start, start + s[at.HELD + player]):
        if is_placeable(s, e, s[place]):
            out[count] = s[place]
            count += 1
    if count == 0:
        out[0] = at.PASS
        count = 1
    return write_extras(s, e, out, count)


@compiled
def write_extras(s: Numbers, e: Numbers, out: Numbers, count: int) -> int:
    """Write cards, trades by a card and the end behind ``count`` other acts; return the number of all."""
    if e[at.E_CARDS]:
        count = card_acts(s, out, count)
        if s[at.PHASE] == at.BUY and s[at.LATE] == at.TRADE_2 + 1 and s[at.SWAPS]:
            count = swap_acts(s, out, count)
    if may_end(s, e):
        out[count] = at.END
        count += 1
    return count


@compiled
def card_acts(s: Numbers, out: Numbers, count: int) -> int:
    """Write the cards that may be played now behind ``count`` other acts; return the number of all."""
    held = s[at.CARDS + s[at.PLAYER]]
    cards = 0
    if s[at.PHASE] == at.PLAY and s[at.PLACED] < 0 and s[at.EARLY] == 0:
        cards = held & 3
    elif s[at.PHASE] == at.BUY and s[at.LATE] == 0:
        cards = held & 28
    for card in range(5):
        if cards >> card & 1:
            out[count] = at.CARD + card
            count += 1
    return count


@compiled
def swap_acts(s: Numbers, out: Numbers, count: int) -> int:
    """Write the trades by a card behind ``count`` other acts; return the number of all."""
    player = s[at.PLAYER]
    for given in range(at.CHAINS):
        if s[at.SHARES + at.SEATS_AT_MOST * given + player] >= 2:
            for taken in range(at.CHAINS):
                if taken != given and s[at.ON_BOARD] >> taken & 1 and s[at.BANK + taken]:
                    out[count] = at.SWAP + 7 * given + taken
                    count += 1
    return count


@compiled
def for_sale(s: Numbers, e: Numbers) -> int:
    """The chains, as bits, of which the player in turn could buy one share."""
    cash = s[at.CASH + s[at.PLAYER]]
    free = s[at.LATE] == at.FREE_3 + 1
    bits = 0
    for chain in range(at.CHAINS):
        price = s[at.PRICES + chain]
        has_price = s[at.ON_BOARD] >> chain & 1 or (e[at.E_OFF_BOARD] and price)
        if s[at.BANK + chain] > 0 and has_price and (free or price <= cash):
            bits |= 1 << chain
    return bits


@compiled
def may_buy(s: Numbers, e: Numbers, act: int) -> bool:
    """Whether a purchase is legal: the bank has the shares, the player can pay them, and the edition allows these chains together."""
    dollars = 0
    kinds = 0
    for chain in range(at.CHAINS):
        count = act >> 3 * chain & 7
        if count:
            kinds += 1
            if count > s[at.BANK + chain]:
                return False
            dollars += count * s[at.PRICES + chain]
    if kinds > 1 and e[at.E_ONE_KIND]:
        return False
    return dollars <= s[at.CASH + s[at.PLAYER]] or s[at.LATE] == at.FREE_3 + 1  # type: ignore[no-any-return]


@compiled
def stack_chains(s: Numbers, bits: int) -> int:
    """Write the chains in ``bits`` one after the other into the area `STACK` of the position, and return their number."""
    count = 0
    for chain in range(at.CHAINS):
        if bits >> chain & 1:
            s[at.STACK + count] = chain
            count += 1
    return count


@compiled
def purchase_at(s: Numbers, e: Numbers, start: int, limit: int) -> int:
    """Return the purchase at index ``start`` of the edition's table of purchases, for the chains that `stack_chains` wrote.

    ``limit`` is the number of shares of an entry in the table.
    """
    act = at.PURCHASE
    for place in range(start, start + limit):
        kind = e[place]
        if kind:
            act += 1 << 3 * s[at.STACK + kind - 1]
    return act


@compiled
def may_buy_all(s: Numbers, e: Numbers, chains: int, limit: int) -> bool:
    """Whether every purchase of up to ``limit`` shares of the chains that `stack_chains` wrote is legal, so that none need be checked."""
    dearest = 0
    for place in range(at.STACK, at.STACK + chains):
        if s[at.BANK + s[place]] < limit:
            return False
        dearest = max(dearest, s[at.PRICES + s[place]])
    return e[at.E_ONE_KIND] == 0 and (limit * dearest <= s[at.CASH + s[at.PLAYER]] or s[at.LATE] == at.FREE_3 + 1)  # type: ignore[no-any-return]


@compiled
def buy_acts(s: Numbers, e: Numbers, out: Numbers) -> int:
    """Write every purchase, late cards, trades by a card and the end; return the number of all."""
    chains = stack_chains(s, for_sale(s, e))
    five = s[at.LATE] == at.BUY_5 + 1
    limit = 5 if five else e[at.E_LIMIT]
    first = e[at.E_FIVE] if five else at.E_BUYS
    ways = e[(at.E_WAYS_5 if five else at.E_WAYS) + chains]
    all_legal = may_buy_all(s, e, chains, limit)
    count = 0
    for way in range(ways):
        act = purchase_at(s, e, first + way * limit, limit)
        if all_legal or may_buy(s, e, act):
            out[count] = act
            count += 1
    return write_extras(s, e, out, count)


@compiled
def most_pairs(s: Numbers) -> int:
    """The most pairs of shares that the holder who has to decide may trade."""
    owned = s[at.SHARES + at.SEATS_AT_MOST * s[at.M_CURRENT] + s[at.ACTOR]]
    return min(owned // 2, s[at.BANK + s[at.M_SURVIVOR]])  # type: ignore[no-any-return]


@compiled
def dispose_acts(s: Numbers, out: Numbers) -> int:
    """Write every legal disposal; return how many."""
    owned = s[at.SHARES + at.SEATS_AT_MOST * s[at.M_CURRENT] + s[at.ACTOR]]
    count = 0
    for pairs in range(most_pairs(s) + 1):
        for sell in range(owned - 2 * pairs + 1):
            out[count] = at.DISPOSAL + 32 * pairs + sell
            count += 1
    return count


@compiled
def any_disposal(s: Numbers, r: Numbers) -> int:
    """Return a random legal disposal, each with the same chance."""
    owned = s[at.SHARES + at.SEATS_AT_MOST * s[at.M_CURRENT] + s[at.ACTOR]]
    most = most_pairs(s)
    place = random_below(r, (most + 1) * (owned + 1 - most))
    pairs = 0
    while place >= owned - 2 * pairs + 1:
        place -= owned - 2 * pairs + 1
        pairs += 1
    return at.DISPOSAL + 32 * pairs + place


@compiled
def any_tile(s: Numbers, e: Numbers, r: Numbers) -> int:
    """Return a random tile that may be placed, each with the same chance; the pass if there is none. Reorders the hand."""
    player = s[at.PLAYER]
    start = at.HANDS + at.HAND_AT_MOST * player
    left = s[at.HELD + player]
    while left:
        place = start + random_below(r, left)
        tile = s[place]
        if is_placeable(s, e, tile):
            return tile  # type: ignore[no-any-return]
        left -= 1
        s[place] = s[start + left]
        s[start + left] = tile
    return at.PASS


@compiled
def any_purchase_or_other(s: Numbers, e: Numbers, r: Numbers, out: Numbers) -> int:
    """Return a random purchase, late card, trade by a card or the end, each legal act with the same chance."""
    others = write_extras(s, e, out, 0)
    chains = stack_chains(s, for_sale(s, e))
    five = s[at.LATE] == at.BUY_5 + 1
    limit = 5 if five else e[at.E_LIMIT]
    first = e[at.E_FIVE] if five else at.E_BUYS
    ways = e[(at.E_WAYS_5 if five else at.E_WAYS) + chains]
    all_legal = may_buy_all(s, e, chains, limit)
    while True:
        place = random_below(r, ways + others)
        if place >= ways:
            return out[place - ways]  # type: ignore[no-any-return]
        act = purchase_at(s, e, first + place * limit, limit)
        if all_legal or act == at.PURCHASE or may_buy(s, e, act):
            return act


@compiled
def any_act(s: Numbers, e: Numbers, r: Numbers, out: Numbers) -> int:
    """Return a random legal act, each with the same chance; ``out`` is an array to work in."""
    phase = s[at.PHASE]
    if phase == at.BUY:
        return any_purchase_or_other(s, e, r, out)
    if phase == at.DISPOSE:
        return any_disposal(s, r)
    if phase == at.PLAY and not e[at.E_CARDS] and not may_end(s, e):
        return any_tile(s, e, r)
    return out[random_below(r, write_legal(s, e, out))]  # type: ignore[no-any-return]


@compiled
def any_but_end(s: Numbers, e: Numbers, r: Numbers, out: Numbers) -> int:
    """Return a random legal act other than the end, each with the same chance; ``out`` is an array to work in."""
    act = any_act(s, e, r, out)
    while act == at.END:
        act = any_act(s, e, r, out)
    return act
