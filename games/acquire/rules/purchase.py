"""Purchases and the three power-up cards that change them.

What power-up cards allow in a position, and whether one would be used up for nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from games.acquire.actions import Card
from games.acquire.board import CHAINS, CHAINS_IN
from games.acquire.errors import IllegalActionError
from games.acquire.state import Phase, State
from games.sentences import gettext_lazy as _

#: Pairs of chain and number of shares.
Purchase: TypeAlias = tuple[tuple[int, int], ...]

# Reading a member of an enumeration is slow.
BUY, DRAW = Phase.BUY, Phase.DRAW
FREE_3, BUY_5, TRADE_2 = Card.FREE_3_STOCK, Card.BUY_5_STOCK, Card.TRADE_2_STOCK


def buy_limit(state: State) -> int:
    """Return how many shares the player in turn may buy in this turn."""
    if state.late_card is BUY_5:
        return 5
    return 0 if state.rushed else state.edition.buy_max


def may_be_bought(state: State, chain: int) -> bool:
    """Whether shares of a chain can be bought: it is on the board, or the edition sells shares of chains that are not."""
    return bool(state.on_board >> chain & 1 or (state.edition.buy_off_board and state.price[chain]))


def cost(state: State, purchase: Purchase) -> int:
    """Return what a purchase costs, in dollars."""
    if state.late_card is FREE_3:
        return 0
    return sum(state.price[chain] * count for chain, count in purchase)


def purchase_refusal(state: State, player: int, purchase: Purchase) -> IllegalActionError | None:
    """Return why this purchase is not allowed, or None if it is."""
    total = dollars = 0
    for chain, count in purchase:
        if count <= 0 or count > state.bank[chain] or not state.on_board >> chain & 1:
            refusal = _share_refusal(state, chain, count)
            if refusal:
                return refusal
        total += count
        dollars += state.price[chain] * count
    limit = state.edition.buy_max if state.late_card is None and not state.rushed else buy_limit(state)
    if total > limit:
        return IllegalActionError(
            _("At most {most} shares can be bought, not {count}.", count=total, most=limit), "buy-too-many"
        )
    if len(purchase) > 1 and state.edition.buy_one_kind:
        return IllegalActionError(_("Only shares of one chain can be bought in a turn."), "buy-mixed")
    if dollars > state.cash[player] and cost(state, purchase):
        return IllegalActionError(
            _("The shares cost {cost}, but the player has only {cash}.", cost=dollars, cash=state.cash[player]),
            "buy-no-cash",
        )
    return None


def _share_refusal(state: State, chain: int, count: int) -> IllegalActionError | None:
    """Return why ``count`` shares of this chain cannot be bought, whatever the buyer's cash, or None if they can."""
    name = state.labels.names[chain]
    if count < 1:
        return IllegalActionError(
            _("{count} shares of {chain} cannot be bought.", count=count, chain=name), "buy-negative"
        )
    if not may_be_bought(state, chain):
        return IllegalActionError(
            _("{chain} is not on the board; its shares cannot be bought.", chain=name), "buy-off-board"
        )
    if count > state.bank[chain]:
        left = state.bank[chain]
        return IllegalActionError(
            _(
                "{count} shares of {chain} cannot be bought: the bank has only {left}.",
                count=count,
                chain=name,
                left=left,
            ),
            "buy-no-stock",
        )
    return None


def share_price(state: State, chain: int) -> int:
    """Return what one share of a chain costs this turn, in dollars."""
    return 0 if state.late_card is FREE_3 else state.price[chain]


def chains_to_buy(state: State, player: int) -> tuple[int, ...]:
    """Return the chains of which a player could buy one share, in ascending order."""
    cash, bank, price = state.cash[player], state.bank, state.price
    chains = CHAINS_IN[state.on_board]
    if state.edition.buy_off_board:
        chains = tuple(chain for chain in range(CHAINS) if may_be_bought(state, chain))
    free = state.late_card is FREE_3
    return tuple([chain for chain in chains if bank[chain] and (free or price[chain] <= cash)])


@lru_cache(maxsize=1024)
def purchases_of(chains: tuple[int, ...], limit: int, one_kind: bool) -> tuple[Purchase, ...]:
    """Return every way to buy up to ``limit`` shares of these chains, whatever they cost: fewest shares first, then by chain."""
    listed = []
    for count in range(limit + 1):
        for bought in combinations_with_replacement(chains, count):
            kinds = dict.fromkeys(bought)
            if len(kinds) < 2 or not one_kind:
                listed.append(tuple((chain, bought.count(chain)) for chain in kinds))
    return tuple(listed)


def candidate_purchases(state: State, player: int) -> tuple[Purchase, ...]:
    """Return all legal purchases and some illegal ones, which `is_affordable` tells from the legal ones."""
    return purchases_of(chains_to_buy(state, player), buy_limit(state), state.edition.buy_one_kind)


def is_affordable(state: State, player: int, purchase: Purchase) -> bool:
    """Whether one of the `candidate_purchases` is legal: the bank has the shares, and the player the cash."""
    bank, price = state.bank, state.price
    dollars = 0
    for chain, count in purchase:
        if count > bank[chain]:
            return False
        dollars += price[chain] * count
    return dollars <= state.cash[player] or state.late_card is FREE_3


def buy(state: State, player: int, purchase: Purchase) -> None:
    """Carry out a purchase and go on to the draw."""
    free = state.late_card is not None and state.late_card is FREE_3
    for chain, count in purchase:
        state.bank[chain] -= count
        state.shares[chain][player] += count
        if not free:
            state.cash[player] -= state.price[chain] * count
    state.phase = DRAW


def may_swap(state: State) -> bool:
    """Whether the card TRADE_2_STOCK was played in this turn and allows another trade."""
    return bool(state.late_card is TRADE_2 and state.swaps)


def swap_refusal(state: State, player: int, given: int, taken: int) -> IllegalActionError | None:
    """Return why two shares of one chain may not be given for one of another (card TRADE_2_STOCK), or None if they may."""
    names = state.labels.names
    code, message = "", None
    if state.phase not in (BUY, DRAW) or not may_swap(state):
        code, message = (
            "swap-not-allowed",
            _("The card TRADE_2_STOCK allows three trades in the turn it is played."),
        )
    elif state.shares[given][player] < 2:
        code, message = "swap-too-few", _("Two shares of {chain} are needed for the trade.", chain=names[given])
    elif not state.on_board >> taken & 1 or not state.bank[taken]:
        code, message = "swap-no-stock", _("The bank has no shares of {chain} left.", chain=names[taken])
    elif given == taken:
        code, message = "swap-not-allowed", _("A trade must be for a share of another chain.")
    return IllegalActionError(message, code) if message is not None else None


def swap(state: State, player: int, given: int, taken: int) -> None:
    """Give two shares of one chain for one of another."""
    state.shares[given][player] -= 2
    state.bank[given] += 2
    state.shares[taken][player] += 1
    state.bank[taken] -= 1
    state.swaps -= 1


#: The number of trades that the card TRADE_2_STOCK allows in the turn in which it is played.
TRADES: Final = 3


def is_wasted(state: State, card: Card) -> bool:
    """Whether playing a card would allow the player in turn nothing that he could not do without it."""
    player = state.player
    match card:
        case Card.DRAW_5_TILES:
            return state.bag == 0
        case Card.PLACE_4_TILES:
            return state.count(player) < 2
        case Card.FREE_3_STOCK:
            return not _shares_on_sale(state)
        case Card.BUY_5_STOCK:
            more = state.edition.buy_max + 1
            cheapest = _shares_on_sale(state)[:more]
            return len(cheapest) < more or sum(cheapest) > state.cash[player]
        case _:
            return not _may_trade(state, player)


def _shares_on_sale(state: State) -> list[int]:
    """List the prices in dollars of all shares that the bank could sell now, the cheapest first."""
    chains = [chain for chain in range(CHAINS) if may_be_bought(state, chain)]
    return sorted(state.price[chain] for chain in chains for _ in range(state.bank[chain]))


def _may_trade(state: State, player: int) -> bool:
    """Whether the player can give two shares of a chain for one of another in this turn; he may buy the two first."""
    takes = [chain for chain in range(CHAINS) if state.on_board >> chain & 1 and state.bank[chain]]
    gives = [chain for chain in range(CHAINS) if _can_give_two(state, player, chain)]
    return any(given != taken for given in gives for taken in takes)


def _can_give_two(state: State, player: int, chain: int) -> bool:
    """Whether the player holds two shares of a chain, or can buy what is missing now."""
    missing = 2 - state.shares[chain][player]
    on_sale = may_be_bought(state, chain) and missing <= state.bank[chain]
    return missing <= 0 or (on_sale and missing * state.price[chain] <= state.cash[player])
