"""Bonuses, and the final cash if the game ended now."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.compiled import Numbers, compiled


@compiled
def split(pot: int, among: int, rounding: int) -> int:
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
        each = split(each + e[at.E_MINORITY] * price, first, e[at.E_ROUNDING])
        rest = -1
    elif rest == 0:
        each += e[at.E_MINORITY] * price if e[at.E_SOLE_BOTH] else 0
        rest = -1
    else:
        less = split(e[at.E_MINORITY] * price, count_holding(s, chain, market, rest), e[at.E_ROUNDING])
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
