"""The order in which purchases and disposals are tried: by a guess of their value from places among the holders and growth."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.layout import Numbers, compiled
from games.opponents.core.legal import MOST_ACTS

#: The rank of cards, trades and the end, before every purchase and disposal.
FIRST = 1 << 40
#: The place of the values of shares, behind the ranks of acts: for each chain those of 0 to 7 shares.
VALUES = MOST_ACTS
#: The length of an array for the ranks and the values.
RANKS = VALUES + 8 * at.CHAINS


@compiled
def place_value(s: Numbers, chain: int, seat: int, own: int) -> int:
    """The guessed value for a seat of having ``own`` shares of a chain, by its place among the holders, in tenths of a share's price."""
    best = 0
    above = 0
    for other in range(s[at.SEATS]):
        if other != seat:
            held = s[at.SHARES + at.SEATS_AT_MOST * chain + other]
            if held > best:
                best = held
            if held > own:
                above += 1
    if own > best:
        lead = own - best
        return 85 + 4 * min(lead, 3)
    if own == best:
        return 65
    if above == 1:
        return 40 + 5 * max(0, 4 - (best - own))
    return 5 * max(0, 4 - (best - own))


@compiled
def note_share_values(s: Numbers, ranks: Numbers) -> None:
    """Write behind the ranks the guessed value of 0 to 7 more shares of each chain for the player in turn, in tenths of dollars."""
    seat = s[at.PLAYER]
    growth = 1 + min(4, s[at.BAGGED] // 10)
    for chain in range(at.CHAINS):
        price = s[at.PRICES + chain]
        bank = s[at.BANK + chain]
        own = s[at.SHARES + at.SEATS_AT_MOST * chain + seat]
        now = place_value(s, chain, seat, own) if price and bank else 0
        for count in range(8):
            ranks[VALUES + 8 * chain + count] = 0
            if price and 0 < count <= bank:
                added = place_value(s, chain, seat, own + count) - now + count * growth
                ranks[VALUES + 8 * chain + count] = price * added


@compiled
def purchase_value(ranks: Numbers, act: int) -> int:
    """The guessed value of a purchase, in tenths of dollars: the sum of what `note_share_values` wrote for its shares."""
    value = 0
    for chain in range(at.CHAINS):
        value += ranks[VALUES + 8 * chain + (act >> 3 * chain & 7)]
    return value


@compiled
def disposal_value(s: Numbers, act: int) -> int:
    """The guessed value of a disposal, in tenths of dollars."""
    chain = s[at.M_CURRENT]
    seat = s[at.ACTOR]
    sell = (act - at.DISPOSAL) % 32
    trade = (act - at.DISPOSAL) // 32
    hold = s[at.SHARES + at.SEATS_AT_MOST * chain + seat] - sell - 2 * trade
    old = s[at.M_PRICES + chain]
    new = s[at.PRICES + s[at.M_SURVIVOR]]
    need = 12 if s[at.CASH + seat] < 1500 else 10
    held = 0 if s[at.BAGGED] < 30 else 8 * old * hold - old * hold * hold
    return need * old * sell + 12 * new * trade + held  # type: ignore[no-any-return]


@compiled
def rank(s: Numbers, acts: Numbers, ranks: Numbers, count: int, most: int) -> int:
    """Move the ``most`` best of the ``count`` acts to the front, by their guessed values; return how many acts are to be tried."""
    if count <= most:
        return count
    if acts[0] >= at.PURCHASE:
        note_share_values(s, ranks)
    for place in range(count):
        act = acts[place]
        if act >= at.PURCHASE:
            ranks[place] = purchase_value(ranks, act)
        elif act >= at.DISPOSAL:
            ranks[place] = disposal_value(s, act)
        else:
            ranks[place] = FIRST
    for place in range(most):
        best = place
        for other in range(place + 1, count):
            if ranks[other] > ranks[best]:
                best = other
        acts[place], acts[best] = acts[best], acts[place]
        ranks[place], ranks[best] = ranks[best], ranks[place]
    return most
