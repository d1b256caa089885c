"""What power-up cards allow in a position, and whether one would be used up for nothing."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Card
from games.acquire.board import CHAINS
from games.acquire.rules.purchase import may_be_bought
from games.acquire.state import State

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
