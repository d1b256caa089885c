"""Purchases and the three power-up cards that change them."""

from __future__ import annotations

from typing import TypeAlias

from games.acquire.actions import Card
from games.acquire.errors import IllegalActionError
from games.acquire.state import Phase, State

#: Pairs of chain and number of shares.
Purchase: TypeAlias = tuple[tuple[int, int], ...]

DRAW = Phase.DRAW


def buy_limit(state: State) -> int:
    """How many shares may be bought this turn."""
    if state.late_card is Card.BUY_5_STOCK:
        return 5
    return 0 if state.rushed else state.edition.buy_max


def may_be_bought(state: State, chain: int) -> bool:
    """Whether a chain is on the board, or has a price without being there where that counts."""
    return bool(state.on_board >> chain & 1 or (state.edition.buy_off_board and state.price[chain]))


def cost(state: State, purchase: Purchase) -> int:
    """What a purchase costs, in dollars."""
    if state.late_card is Card.FREE_3_STOCK:
        return 0
    return sum(state.price[chain] * count for chain, count in purchase)


def purchase_refusal(state: State, player: int, purchase: Purchase) -> IllegalActionError | None:
    """Why this purchase is not allowed; None if it is."""
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
        return IllegalActionError(f"{total} shares are more than the {limit} that may be bought.", "buy-too-many")
    if len(purchase) > 1 and state.edition.buy_one_kind:
        return IllegalActionError("Only shares of one chain may be bought in a turn.", "buy-mixed")
    if dollars > state.cash[player] and cost(state, purchase):
        return IllegalActionError(f"The shares cost {dollars}; there are only {state.cash[player]}.", "buy-no-cash")
    return None


def _share_refusal(state: State, chain: int, count: int) -> IllegalActionError | None:
    name = state.labels.names[chain]
    if count < 1:
        return IllegalActionError(f"{count} shares of {name} cannot be bought.", "buy-negative")
    if not may_be_bought(state, chain):
        return IllegalActionError(f"{name} is not on the board; its shares cannot be bought.", "buy-off-board")
    if count > state.bank[chain]:
        left = state.bank[chain]
        return IllegalActionError(f"{count} shares of {name} cannot be bought: the bank has {left}.", "buy-no-stock")
    return None


def buy(state: State, player: int, purchase: Purchase) -> None:
    """Carry out a purchase and go on to the draw."""
    free = state.late_card is not None and state.late_card is Card.FREE_3_STOCK
    for chain, count in purchase:
        state.bank[chain] -= count
        state.shares[chain][player] += count
        if not free:
            state.cash[player] -= state.price[chain] * count
    state.phase = DRAW


def swap_refusal(state: State, player: int, given: int, taken: int) -> IllegalActionError | None:
    """Why two shares of one chain may not be given for one of another (card TRADE_2_STOCK)."""
    names = state.labels.names
    code = message = ""
    if state.phase not in (Phase.BUY, Phase.DRAW) or state.late_card is not Card.TRADE_2_STOCK or not state.swaps:
        code, message = "swap-not-allowed", "The card TRADE_2_STOCK allows three trades in the turn it is played."
    elif state.shares[given][player] < 2:
        code, message = "swap-too-few", f"Two shares of {names[given]} are needed for the trade."
    elif not state.on_board >> taken & 1 or not state.bank[taken]:
        code, message = "swap-no-stock", f"No share of {names[taken]} is to be had."
    elif given == taken:
        code, message = "swap-not-allowed", "A trade must be for a share of another chain."
    return IllegalActionError(message, code) if code else None


def swap(state: State, player: int, given: int, taken: int) -> None:
    """Give two shares of one chain for one of another."""
    state.shares[given][player] -= 2
    state.bank[given] += 2
    state.shares[taken][player] += 1
    state.bank[taken] -= 1
    state.swaps -= 1
