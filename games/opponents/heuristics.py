"""Rules of thumb, by which the player named ``house`` chooses without a search.

Every act is valued in dollars by what it changes at once: shares at their price, and the bonuses of a chain with a guess of how soon
they are paid. A part of the gain of other players is subtracted. Parameters are named as in `core`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.opponents.core import layout as at
from games.opponents.core.board import random_below, touched
from games.opponents.core.layout import Numbers, numbers
from games.opponents.core.money import final_cash, pay

#: The factors for bonuses that are not paid yet: of chains that may soon be merged, and of safe chains, which pay at the end.
SOON: Final = 0.9
LATER: Final = 0.7
#: The gain of a share by the growth of its chain, as a part of its price.
GROWTH: Final = 0.4
#: The value of a new chain to its founder beside the share, in dollars.
FOUNDING: Final = 700
#: The cash below which a player sells rather than holds, and buys with care.
SHORT: Final = 1500


def heuristic_act(s: Numbers, e: Numbers, r: Numbers, seat: int, legal: Sequence[int]) -> int:
    """Return the act among the legal ones that the rules of thumb value most for a seat; equal ones are chosen between at random."""
    if len(legal) == 1:
        return legal[0]
    if at.END in legal and is_leading(s, e, seat):
        return at.END
    value = _VALUES[int(s[at.PHASE])]
    scored = [(value(s, e, seat, act), random_below(r, 1 << 16), act) for act in legal if act != at.END]
    return max(scored)[2]


def is_leading(s: Numbers, e: Numbers, seat: int) -> bool:
    """Whether no seat would have more cash than this one if the game ended now."""
    worth = numbers([0] * int(s[at.SEATS]))
    final_cash(s, e, worth)
    return bool(worth[seat] == max(worth))


def _against_others(amounts: Sequence[float], seat: int) -> float:
    """The amount of a seat, less half the largest amount of another seat."""
    others = [amount for other, amount in enumerate(amounts) if other != seat]
    return amounts[seat] - 0.5 * max(others, default=0)


def _bonuses(s: Numbers, e: Numbers, chain: int, price: int) -> list[float]:
    """The bonuses of a chain at a price, by seat."""
    room = numbers([0] * int(s[at.SEATS]))
    pay(s, e, chain, price, -1, room, 0)
    return [float(amount) for amount in room]


def _price_at(e: Numbers, chain: int, size: int) -> int:
    """The price of a share of a chain with a number of tiles."""
    return int(e[at.E_PRICES + (at.TILES + 1) * chain + min(size, at.TILES)])


def _shares(s: Numbers, chain: int, seat: int) -> int:
    """The number of shares of a chain that a seat has."""
    return int(s[at.SHARES + at.SEATS_AT_MOST * chain + seat])


def _seats(s: Numbers) -> range:
    """All seats of a position."""
    return range(int(s[at.SEATS]))


def _tiles_added(s: Numbers, e: Numbers, tile: int) -> int:
    """How many tiles a tile would add to a chain: itself and the lone tiles beside it."""
    near = at.E_NEAR + 4 * tile
    return 1 + sum(int(s[at.SPACES + e[place]]) == at.LONE for place in range(near, near + 4))


def _value_before_purchase(s: Numbers, e: Numbers, seat: int, act: int) -> float:
    """The value of an act that comes before the purchase: a tile, a card or a pass."""
    if act >= at.CARD:
        return 1.0 if act == at.CARD + at.DRAW_5 else -1.0
    if act == at.PASS:
        return 0.0
    bits = int(touched(s, e, act))
    chains = [chain for chain in range(at.CHAINS) if bits >> chain & 1]
    if not chains:
        return float(FOUNDING) if bits else 0.0
    if len(chains) > 1:
        return _value_of_merger(s, e, seat, chains)
    return _value_of_growth(s, e, seat, chains[0], _tiles_added(s, e, act)) - 50


def _value_of_growth(s: Numbers, e: Numbers, seat: int, chain: int, gained: int) -> float:
    """The value for a seat of the growth of a chain by ``gained`` tiles."""
    price = int(s[at.PRICES + chain])
    more = _price_at(e, chain, int(s[at.SIZES + chain]) + gained) - price
    bonuses = _bonuses(s, e, chain, more) if more else [0.0] * len(_seats(s))
    soon = LATER if s[at.SAFE] >> chain & 1 else SOON
    return _against_others([soon * bonuses[other] + more * _shares(s, chain, other) for other in _seats(s)], seat)


def _value_of_merger(s: Numbers, e: Numbers, seat: int, chains: Sequence[int]) -> float:
    """The value for a seat of a merger of chains; if several are the largest, the one is taken to survive whose end would bring least."""
    survivor = max(chains, key=lambda chain: (int(s[at.SIZES + chain]), -_value_of_end(s, e, seat, chain)))
    gained = sum(int(s[at.SIZES + chain]) for chain in chains if chain != survivor)
    taken = sum(_value_of_end(s, e, seat, chain) for chain in chains if chain != survivor)
    return taken + _value_of_growth(s, e, seat, survivor, gained + 1)


def _value_of_end(s: Numbers, e: Numbers, seat: int, chain: int) -> float:
    """The value for a seat of the bonuses that are paid when a chain is taken over."""
    price = int(s[at.PRICES + chain])
    cash = _bonuses(s, e, chain, price)
    need = 1.3 if s[at.CASH + seat] < SHORT else 1.0
    return need * cash[seat] - 0.6 * max([cash[other] for other in _seats(s) if other != seat], default=0)


def _value_of_founding(s: Numbers, e: Numbers, seat: int, act: int) -> float:
    """The value of founding a chain: shares of it that the seat has count most; a high price counts for a seat with much cash only."""
    chain = act - at.FOUNDS
    price = _price_at(e, chain, 2)
    rich = s[at.CASH + seat] >= 3 * price + 1000
    return 400.0 * _shares(s, chain, seat) + (price if rich else -price) + 20.0 * int(s[at.BANK + chain])


def _value_of_survivor(s: Numbers, e: Numbers, seat: int, act: int) -> float:
    """The value of letting a chain survive: that of its growth, less that of its bonuses, which are then not paid."""
    chain = act - at.SURVIVORS
    return _value_of_growth(s, e, seat, chain, 4) - _value_of_end(s, e, seat, chain)


def _value_of_order(s: Numbers, e: Numbers, seat: int, act: int) -> float:
    """The value of settling a defunct chain first: the number of shares that the seat has of it."""
    return float(_shares(s, act - at.ORDERS, seat))


def _value_of_disposal(s: Numbers, e: Numbers, seat: int, act: int) -> float:
    """The value of a disposal: of the cash, the traded shares and the shares that are held in case the chain is founded again."""
    chain, survivor = int(s[at.M_CURRENT]), int(s[at.M_SURVIVOR])
    sell, trade = at.decoded_disposal(act)
    owned = _shares(s, chain, seat)
    hold = owned - sell - trade
    old, new = int(s[at.M_PRICES + chain]), int(s[at.PRICES + survivor])
    late = s[at.BAGGED] < 4 * s[at.SEATS] + 8
    held = 0.0 if late else 0.75 * old * hold - 0.09 * old * hold * hold
    cash = int(s[at.CASH + seat])
    need = 1.25 if cash < SHORT else 1.0
    return need * old * sell + 1.15 * new * (trade // 2) + held


def _value_with_purchase(s: Numbers, e: Numbers, seat: int, act: int) -> float:
    """The value of a purchase, of a trade by a card, or of playing a late card."""
    if act >= at.PURCHASE:
        return sum(
            _value_of_shares(s, e, seat, chain, count) for chain, count in at.decoded_purchase(act)
        ) - _cash_penalty(s, seat, act)
    if act >= at.SWAP:
        given, taken = divmod(act - at.SWAP, 7)
        return float(s[at.PRICES + taken] - 2 * s[at.PRICES + given]) - 400
    return _late_card(s, seat, act - at.CARD)


def _value_of_shares(s: Numbers, e: Numbers, seat: int, chain: int, count: int) -> float:
    """The value of buying shares of one chain: what the seat gains among its holders, and the growth of the shares."""
    price = int(s[at.PRICES + chain])
    place = at.SHARES + at.SEATS_AT_MOST * chain + seat
    before = _holder_value(s, e, seat, chain, price)
    s[place] += count
    gain = _holder_value(s, e, seat, chain, price) - before
    s[place] -= count
    left = min(1.0, int(s[at.BAGGED]) / 50)
    growth = GROWTH * left * price * count * (0.6 if s[at.SAFE] >> chain & 1 else 1.0)
    return gain + growth - 0.02 * price * count


def _holder_value(s: Numbers, e: Numbers, seat: int, chain: int, price: int) -> float:
    """The value of a seat's rank among the holders of a chain; a small lead counts less."""
    soon = LATER if s[at.SAFE] >> chain & 1 else SOON
    bonuses = _bonuses(s, e, chain, price)
    own = _shares(s, chain, seat)
    best = max([_shares(s, chain, other) for other in _seats(s) if other != seat], default=0)
    firm = min(1.0, 0.7 + 0.1 * max(0, own - best)) if own > best else 0.8
    chasing = 0.25 * price * max(0, 4 - max(0, best - own)) if own <= best else 0.0
    return soon * (firm * bonuses[seat] - 0.5 * max(bonuses[:seat] + bonuses[seat + 1 :], default=0)) + chasing


def _cash_penalty(s: Numbers, seat: int, act: int) -> float:
    """The cost of little cash after a purchase while there is still much to buy."""
    if s[at.LATE] == at.FREE_3 + 1:
        return 0.0
    spent = sum(count * int(s[at.PRICES + chain]) for chain, count in at.decoded_purchase(act))
    left = int(s[at.CASH + seat]) - spent
    return 0.1 * max(0, SHORT // 2 - left) if s[at.BAGGED] > 20 else 0.0


def _late_card(s: Numbers, seat: int, card: int) -> float:
    """The value of a card played with the purchase: free shares once they are expensive, five shares for a player who can pay them."""
    prices = [int(s[at.PRICES + chain]) for chain in range(at.CHAINS) if s[at.ON_BOARD] >> chain & 1]
    dearest = max(prices, default=0)
    if card == at.FREE_3:
        return 1e6 if dearest >= 700 or (dearest and s[at.BAGGED] < 40) else -1e6
    if card == at.BUY_5:
        return 1e6 if prices and s[at.CASH + seat] >= 5 * max(prices) + SHORT // 2 else -1e6
    return -1e6


_VALUES: Final[dict[int, Callable[[Numbers, Numbers, int, int], float]]] = {
    at.PLAY: _value_before_purchase,
    at.FOUND: _value_of_founding,
    at.SURVIVOR: _value_of_survivor,
    at.ORDER: _value_of_order,
    at.DISPOSE: _value_of_disposal,
    at.BUY: _value_with_purchase,
    at.DRAW: lambda s, e, seat, act: 0.0,
}
