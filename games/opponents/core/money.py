"""Bonuses, and the final cash if the game ended now.

The end of a game: when a player may end it, and when it ends by itself.

Mergers: the survivor, bonuses and disposals, in the steps of `games.acquire.rules.merger`.
"""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.board import nothing_fits, random_below, size_of_largest, take_over
from games.opponents.core.layout import Numbers, compiled


@compiled
def bonus_part(pot: int, among: int, rounding: int) -> int:
    """The part of a bonus for each of ``among`` tied holders, rounded as the edition says."""
    if among == 1:
        return pot
    if rounding == at.UP100:
        return -(-pot // (100 * among)) * 100
    if rounding == at.NEAREST1:
        return (2 * pot + among) // (2 * among)
    if rounding == at.FLOOR100:
        return pot // (100 * among) * 100
    return pot // among


@compiled
def count_holding(s: Numbers, chain: int, market: int, shares: int) -> int:
    """The number of holders with exactly ``shares`` shares of a chain; the market counts as one that holds ``market`` shares."""
    count = 1 if market == shares else 0
    for seat in range(s[at.SEATS]):
        if s[at.SHARES + at.SEATS_AT_MOST * chain + seat] == shares:
            count += 1
    return count


@compiled
def most_below(s: Numbers, chain: int, market: int, limit: int) -> int:
    """The largest number of shares of a chain below ``limit`` that any holder has, or the market, which holds ``market``; 0 for none."""
    most = market if 0 < market < limit else 0
    for seat in range(s[at.SEATS]):
        shares = s[at.SHARES + at.SEATS_AT_MOST * chain + seat]
        if most < shares < limit:
            most = shares
    return most


@compiled
def pay(s: Numbers, e: Numbers, chain: int, price: int, market: int, to: Numbers, start: int) -> None:
    """Add the bonuses of a chain at a price to the amounts by seat that begin in ``to`` at index ``start``.

    ``market`` is the number of shares that the market holds, which counts as a holder; its part stays in the bank.
    """
    most = most_below(s, chain, market, 1 << 20)
    if most == 0:
        return
    rest = most_below(s, chain, market, most)
    first = count_holding(s, chain, market, most)
    each = e[at.E_MAJORITY] * price
    less = 0
    if first > 1:
        each = bonus_part(each + e[at.E_MINORITY] * price, first, e[at.E_ROUNDING])
        rest = -1
    elif rest == 0:
        each += e[at.E_MINORITY] * price if e[at.E_SOLE_BOTH] else 0
        rest = -1
    else:
        less = bonus_part(e[at.E_MINORITY] * price, count_holding(s, chain, market, rest), e[at.E_ROUNDING])
    for seat in range(s[at.SEATS]):
        shares = s[at.SHARES + at.SEATS_AT_MOST * chain + seat]
        if shares == most:
            to[start + seat] += each
        elif shares == rest:
            to[start + seat] += less


@compiled
def final_cash(s: Numbers, e: Numbers, to: Numbers) -> None:
    """Write to ``to`` the final cash of each seat in dollars if the game ended now (R15)."""
    seats = s[at.SEATS]
    for seat in range(seats):
        to[seat] = s[at.CASH + seat]
    for chain in range(at.CHAINS):
        if s[at.ON_BOARD] >> chain & 1:
            price = s[at.PRICES + chain]
            pay(s, e, chain, price, s[at.MARKET + chain], to, 0)
            for seat in range(seats):
                to[seat] += price * s[at.SHARES + at.SEATS_AT_MOST * chain + seat]


@compiled
def end_condition(s: Numbers, e: Numbers) -> bool:
    """Whether the position allows the game to be ended."""
    on_board = s[at.ON_BOARD]
    safe = s[at.SAFE]
    if on_board == 0 or (safe == 0 and e[at.E_END] >= e[at.E_SAFE]):
        return False
    if on_board == safe and (e[at.E_ALL_SEVEN] == 0 or on_board == at.ALL_CHAINS):
        return True
    return size_of_largest(s) >= e[at.E_END]  # type: ignore[no-any-return]


@compiled
def number_active(s: Numbers) -> int:
    """The number of seats that are not out of time."""
    count = s[at.SEATS]
    out = s[at.OUT]
    while out:
        out &= out - 1
        count -= 1
    return count  # type: ignore[no-any-return]


@compiled
def is_standstill(s: Numbers, e: Numbers) -> bool:
    """Whether for a whole round nobody placed a tile, and no tile can be placed any more or nobody drew one either."""
    if s[at.BLOCKED] == 0 and s[at.OUT] == 0:
        return False
    players = number_active(s)
    if s[at.BLOCKED] < players:
        return False
    return s[at.STILL] >= players or nothing_fits(s, e)


@compiled
def may_end(s: Numbers, e: Numbers) -> bool:
    """Whether the player whose turn it is may end the game now (R12, R13), and has not called the end already."""
    call = e[at.E_CALL]
    if call == at.MANDATORY or s[at.M_ON] or s[at.REASON]:
        return False
    if s[at.SAFE] == 0 and s[at.BLOCKED] == 0 and s[at.OUT] == 0 and e[at.E_END] >= e[at.E_SAFE]:
        return False
    phase = s[at.PHASE]
    if phase == at.DRAW:
        if s[at.GOAL]:
            return False
    elif (phase != at.PLAY and phase != at.BUY) or call == at.END_OF_TURN:
        return False
    return end_condition(s, e) or is_standstill(s, e)


@compiled
def no_hands(s: Numbers) -> bool:
    """Whether nobody holds a tile."""
    for seat in range(s[at.SEATS]):  # noqa: SIM110 — numba compiles no generator
        if s[at.HELD + seat]:
            return False
    return True


@compiled
def automatic_end(s: Numbers, e: Numbers) -> int:
    """The reason why a game ends by itself between two turns (such as `BLOCKED_ROUND`); 0 if it does not."""
    if e[at.E_CALL] == at.MANDATORY and end_condition(s, e):
        return at.AUTOMATIC
    if e[at.E_EMPTY_BAG] and s[at.BAGGED] == 0 and s[at.HELD + s[at.PLAYER]] < e[at.E_HAND]:
        return at.EMPTY_BAG
    if e[at.E_BLOCKED]:
        if s[at.BLOCKED] >= number_active(s):
            return at.BLOCKED_ROUND
        if s[at.BAGGED] == 0 and no_hands(s):
            return at.NO_TILES
    if s[at.BLOCKED] and is_standstill(s, e):
        return at.STANDSTILL
    return 0


@compiled
def column_drawn(s: Numbers, r: Numbers) -> int:
    """The column (from 1) of a random tile of the bag; the tile stays in the bag."""
    return s[at.BAG + random_below(r, s[at.BAGGED])] // 9 + 1  # type: ignore[no-any-return]


@compiled
def finish(s: Numbers, e: Numbers, r: Numbers, reason: int) -> None:
    """End the game for a reason. In editions with a market, a game of two draws what the market holds of every chain on the board."""
    s[at.REASON] = reason
    s[at.M_ON] = 0
    s[at.PHASE] = at.OVER
    if e[at.E_MARKET] and s[at.SEATS] == 2 and s[at.BAGGED]:
        for chain in range(at.CHAINS):
            if s[at.ON_BOARD] >> chain & 1:
                s[at.MARKET + chain] = column_drawn(s, r)


@compiled
def call_end(s: Numbers, e: Numbers, r: Numbers) -> None:
    """End the game because the player in turn calls the end; in editions in which he completes his turn, only once he has."""
    if e[at.E_CALL] == at.COMPLETES_TURN and (s[at.PHASE] == at.PLAY or s[at.PHASE] == at.BUY):
        s[at.REASON] = at.CALLED
    else:
        finish(s, e, r, at.CALLED)


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
def lowest_chain(bits: int) -> int:
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
        settle(s, e, r, lowest_chain(choices))


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
        take_defunct(s, e, r, lowest_chain(tied))
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
