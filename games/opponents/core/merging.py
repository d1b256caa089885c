"""Mergers: the survivor, bonuses and disposals, in the steps of `games.acquire.rules.merger`."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.board import take_over
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.ending import column_drawn
from games.opponents.core.money import pay


@compiled
def equal_largest(s: Numbers, chains: int) -> int:
    """The largest chains, as bits, among those in ``chains`` (bits), by their size before the merger."""
    most = 0
    found = 0
    for chain in range(at.CHAINS):
        if chains >> chain & 1:
            size = s[at.M_SIZES + chain]
            if size > most:
                most = size
                found = 0
            if size == most:
                found |= 1 << chain
    return found


@compiled
def lowest(bits: int) -> int:
    """The chain with the lowest number among those in ``bits``, which must not be 0."""
    chain = 0
    while not bits >> chain & 1:
        chain += 1
    return chain


@compiled
def begin_merger(s: Numbers, e: Numbers, r: Numbers, tile: int, chains: int) -> None:
    """Start the merger of the chains in ``chains`` (bits) by a placed tile, up to the first decision."""
    s[at.M_ON] = 1
    s[at.M_SURVIVOR] = -1
    s[at.M_CURRENT] = -1
    s[at.M_WAITING] = chains
    s[at.M_PAID] = 0
    for chain in range(at.CHAINS):
        s[at.M_SIZES + chain] = s[at.SIZES + chain]
        s[at.M_PRICES + chain] = s[at.PRICES + chain]
        s[at.M_MARKET + chain] = -1
    s[at.SPACES + tile] = at.LONE
    choices = equal_largest(s, chains)
    if choices & (choices - 1):
        s[at.M_CHOICES] = choices
        s[at.PHASE] = at.SURVIVOR
    else:
        settle(s, e, r, lowest(choices))


@compiled
def settle(s: Numbers, e: Numbers, r: Numbers, survivor: int) -> None:
    """Let the survivor take over the other chains of the merger, and settle the defunct chains up to the next decision."""
    s[at.M_SURVIVOR] = survivor
    s[at.M_CHOICES] = 0
    s[at.M_WAITING] &= ~(1 << survivor)
    take_over(s, e, survivor, s[at.M_WAITING], s[at.PLACED])
    if e[at.E_BONUS_FIRST]:
        for chain in range(at.CHAINS):
            if s[at.M_WAITING] >> chain & 1:
                pay_bonus(s, e, r, chain)
    next_defunct(s, e, r)


@compiled
def pay_bonus(s: Numbers, e: Numbers, r: Numbers, chain: int) -> None:
    """Pay both bonuses of a defunct chain, unless they were paid already."""
    if s[at.M_PAID] >> chain & 1:
        return
    s[at.M_PAID] |= 1 << chain
    if e[at.E_MARKET] and s[at.SEATS] == 2:
        s[at.M_MARKET + chain] = column_drawn(s, r) if s[at.BAGGED] else 0
    pay(s, e, chain, s[at.M_PRICES + chain], s[at.M_MARKET + chain], s, at.CASH)


@compiled
def next_defunct(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Settle the defunct chains that are left, up to the next decision, or go on with the turn when none is left."""
    while s[at.M_WAITING]:
        tied = equal_largest(s, s[at.M_WAITING])
        if tied & (tied - 1) and not e[at.E_HOLD_ONLY]:
            s[at.M_CHOICES] = tied
            s[at.PHASE] = at.ORDER
            s[at.ACTOR] = s[at.PLAYER]
            return
        take_defunct(s, e, r, lowest(tied))
        if s[at.PHASE] == at.DISPOSE:
            return
    end_merger(s)


@compiled
def end_merger(s: Numbers) -> None:
    """Go on with the turn after a merger."""
    s[at.M_ON] = 0
    s[at.ACTOR] = s[at.PLAYER]
    s[at.PHASE] = at.PLAY if s[at.MORE] else at.BUY


@compiled
def take_defunct(s: Numbers, e: Numbers, r: Numbers, chain: int) -> None:
    """Pay the bonuses of a defunct chain and ask its first holder (phase `DISPOSE`); if nobody has a choice, the phase stays as it is."""
    s[at.M_CHOICES] = 0
    s[at.M_WAITING] &= ~(1 << chain)
    s[at.M_CURRENT] = chain
    s[at.PHASE] = at.PLAY
    pay_bonus(s, e, r, chain)
    if e[at.E_HOLD_ONLY]:
        return
    s[at.M_ASKED] = 0
    next_holder(s)


@compiled
def next_holder(s: Numbers) -> None:
    """Ask the next holder of the current chain; a holder who is out of time sells all shares (R34).

    If no holder is left, the phase is not `DISPOSE` afterwards.
    """
    chain = s[at.M_CURRENT]
    seats = s[at.SEATS]
    held = at.SHARES + at.SEATS_AT_MOST * chain
    while s[at.M_ASKED] < seats:
        seat = (s[at.PLAYER] + s[at.M_ASKED]) % seats
        owned = s[held + seat]
        if owned:
            if not s[at.OUT] >> seat & 1:
                s[at.PHASE] = at.DISPOSE
                s[at.ACTOR] = seat
                return
            s[at.CASH + seat] += owned * s[at.M_PRICES + chain]
            s[at.BANK + chain] += owned
            s[held + seat] = 0
        s[at.M_ASKED] += 1
    s[at.PHASE] = at.PLAY


@compiled
def dispose(s: Numbers, e: Numbers, r: Numbers, sell: int, trade: int) -> None:
    """Sell and trade shares of the holder who decides and keep the rest; then go on to the next decision."""
    chain = s[at.M_CURRENT]
    seat = s[at.ACTOR]
    survivor = s[at.M_SURVIVOR]
    s[at.CASH + seat] += sell * s[at.M_PRICES + chain]
    s[at.SHARES + at.SEATS_AT_MOST * chain + seat] -= sell + trade
    s[at.SHARES + at.SEATS_AT_MOST * survivor + seat] += trade // 2
    s[at.BANK + chain] += sell + trade
    s[at.BANK + survivor] -= trade // 2
    s[at.M_ASKED] += 1
    next_holder(s)
    if s[at.PHASE] != at.DISPOSE:
        next_defunct(s, e, r)
