"""Which purchases and disposals are looked at first: a guess in dollars by places among the holders and growth."""

from __future__ import annotations

from games.opponents.core.acts import DISPOSAL, PURCHASE
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.layout import (
    ACTOR,
    BAGGED,
    CASH,
    CHAINS,
    M_CURRENT,
    M_PRICES,
    M_SURVIVOR,
    PLAYER,
    PRICES,
    SEATS,
    SEATS_AT_MOST,
    SHARES,
)

#: Before every purchase and disposal: cards, trades, the end.
FIRST = 1 << 40


@compiled
def place_value(s: Numbers, chain: int, seat: int, own: int) -> int:
    """What a place among the holders is worth with so many own shares, in tenths of the price of a share."""
    best = 0
    above = 0
    for other in range(s[SEATS]):
        if other != seat:
            held = s[SHARES + SEATS_AT_MOST * chain + other]
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
def purchase_value(s: Numbers, act: int) -> int:
    """What a purchase seems to add, in tenths of dollars."""
    seat = s[PLAYER]
    value = 0
    for chain in range(CHAINS):
        count = act >> 3 * chain & 7
        if count:
            own = s[SHARES + SEATS_AT_MOST * chain + seat]
            price = s[PRICES + chain]
            value += price * (place_value(s, chain, seat, own + count) - place_value(s, chain, seat, own))
            value += price * count * (1 + min(4, s[BAGGED] // 10))
    return value


@compiled
def disposal_value(s: Numbers, act: int) -> int:
    """What a disposal seems to bring, in tenths of dollars."""
    chain = s[M_CURRENT]
    seat = s[ACTOR]
    sell = (act - DISPOSAL) % 32
    trade = (act - DISPOSAL) // 32
    hold = s[SHARES + SEATS_AT_MOST * chain + seat] - sell - 2 * trade
    old = s[M_PRICES + chain]
    new = s[PRICES + s[M_SURVIVOR]]
    need = 12 if s[CASH + seat] < 1500 else 10
    held = 0 if s[BAGGED] < 30 else 8 * old * hold - old * hold * hold
    return need * old * sell + 12 * new * trade + held  # type: ignore[no-any-return]


@compiled
def rank(s: Numbers, acts: Numbers, ranks: Numbers, count: int, most: int) -> int:
    """Bring the best of so many acts to the front by their guesses; how many are to be looked at."""
    if count <= most:
        return count
    for place in range(count):
        act = acts[place]
        if act >= PURCHASE:
            ranks[place] = purchase_value(s, act)
        elif act >= DISPOSAL:
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
