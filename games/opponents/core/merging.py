"""Mergers: who survives, bonuses, disposals; the steps are those of `games.acquire.rules.merger`."""

from __future__ import annotations

from games.opponents.core.board import take_over
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.ending import column_drawn
from games.opponents.core.layout import (
    ACTOR,
    BAGGED,
    BANK,
    BUY,
    CASH,
    CHAINS,
    DISPOSE,
    E_BONUS_FIRST,
    E_HOLD_ONLY,
    E_MARKET,
    LONE,
    M_ASKED,
    M_CHOICES,
    M_CURRENT,
    M_MARKET,
    M_ON,
    M_PAID,
    M_PRICES,
    M_SIZES,
    M_SURVIVOR,
    M_WAITING,
    MORE,
    ORDER,
    OUT,
    PHASE,
    PLACED,
    PLAY,
    PLAYER,
    PRICES,
    SEATS,
    SEATS_AT_MOST,
    SHARES,
    SIZES,
    SPACES,
    SURVIVOR,
)  # fmt: skip
from games.opponents.core.money import pay


@compiled
def equal_largest(s: Numbers, chains: int) -> int:
    """Those of the chains (bits) that were largest before the merger."""
    most = 0
    found = 0
    for chain in range(CHAINS):
        if chains >> chain & 1:
            size = s[M_SIZES + chain]
            if size > most:
                most = size
                found = 0
            if size == most:
                found |= 1 << chain
    return found


@compiled
def lowest(bits: int) -> int:
    """The lowest chain of some (bits)."""
    chain = 0
    while not bits >> chain & 1:
        chain += 1
    return chain


@compiled
def begin_merger(s: Numbers, e: Numbers, r: Numbers, tile: int, chains: int) -> None:
    """Start the merger of these chains (bits) by a tile."""
    s[M_ON] = 1
    s[M_SURVIVOR] = -1
    s[M_CURRENT] = -1
    s[M_WAITING] = chains
    s[M_PAID] = 0
    for chain in range(CHAINS):
        s[M_SIZES + chain] = s[SIZES + chain]
        s[M_PRICES + chain] = s[PRICES + chain]
        s[M_MARKET + chain] = -1
    s[SPACES + tile] = LONE
    choices = equal_largest(s, chains)
    if choices & (choices - 1):
        s[M_CHOICES] = choices
        s[PHASE] = SURVIVOR
    else:
        settle(s, e, r, lowest(choices))


@compiled
def settle(s: Numbers, e: Numbers, r: Numbers, survivor: int) -> None:
    """Let one chain take over the others and begin to pay them out."""
    s[M_SURVIVOR] = survivor
    s[M_CHOICES] = 0
    s[M_WAITING] &= ~(1 << survivor)
    take_over(s, e, survivor, s[M_WAITING], s[PLACED])
    if e[E_BONUS_FIRST]:
        for chain in range(CHAINS):
            if s[M_WAITING] >> chain & 1:
                pay_bonus(s, e, r, chain)
    next_defunct(s, e, r)


@compiled
def pay_bonus(s: Numbers, e: Numbers, r: Numbers, chain: int) -> None:
    """Pay both bonuses of a defunct chain, once."""
    if s[M_PAID] >> chain & 1:
        return
    s[M_PAID] |= 1 << chain
    if e[E_MARKET] and s[SEATS] == 2:
        s[M_MARKET + chain] = column_drawn(s, r) if s[BAGGED] else 0
    pay(s, e, chain, s[M_PRICES + chain], s[M_MARKET + chain], s, CASH)


@compiled
def next_defunct(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Go on with the next defunct chain, or with the turn when none is left."""
    while s[M_WAITING]:
        tied = equal_largest(s, s[M_WAITING])
        if tied & (tied - 1) and not e[E_HOLD_ONLY]:
            s[M_CHOICES] = tied
            s[PHASE] = ORDER
            s[ACTOR] = s[PLAYER]
            return
        take_defunct(s, e, r, lowest(tied))
        if s[PHASE] == DISPOSE:
            return
    end_merger(s)


@compiled
def end_merger(s: Numbers) -> None:
    """Go on with the turn."""
    s[M_ON] = 0
    s[ACTOR] = s[PLAYER]
    s[PHASE] = PLAY if s[MORE] else BUY


@compiled
def take_defunct(s: Numbers, e: Numbers, r: Numbers, chain: int) -> None:
    """Settle this defunct chain next; the phase says whether somebody is asked."""
    s[M_CHOICES] = 0
    s[M_WAITING] &= ~(1 << chain)
    s[M_CURRENT] = chain
    s[PHASE] = PLAY
    pay_bonus(s, e, r, chain)
    if e[E_HOLD_ONLY]:
        return
    s[M_ASKED] = 0
    next_holder(s)


@compiled
def next_holder(s: Numbers) -> None:
    """Ask the next holder of the current chain; who is out of time sells without being asked (R34)."""
    chain = s[M_CURRENT]
    seats = s[SEATS]
    held = SHARES + SEATS_AT_MOST * chain
    while s[M_ASKED] < seats:
        seat = (s[PLAYER] + s[M_ASKED]) % seats
        owned = s[held + seat]
        if owned:
            if not s[OUT] >> seat & 1:
                s[PHASE] = DISPOSE
                s[ACTOR] = seat
                return
            s[CASH + seat] += owned * s[M_PRICES + chain]
            s[BANK + chain] += owned
            s[held + seat] = 0
        s[M_ASKED] += 1
    s[PHASE] = PLAY


@compiled
def dispose(s: Numbers, e: Numbers, r: Numbers, sell: int, trade: int) -> None:
    """Let the holder who is asked sell and trade; what is left is held."""
    chain = s[M_CURRENT]
    seat = s[ACTOR]
    survivor = s[M_SURVIVOR]
    s[CASH + seat] += sell * s[M_PRICES + chain]
    s[SHARES + SEATS_AT_MOST * chain + seat] -= sell + trade
    s[SHARES + SEATS_AT_MOST * survivor + seat] += trade // 2
    s[BANK + chain] += sell + trade
    s[BANK + survivor] -= trade // 2
    s[M_ASKED] += 1
    next_holder(s)
    if s[PHASE] != DISPOSE:
        next_defunct(s, e, r)
