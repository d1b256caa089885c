"""Purchases, and the power-up cards that change them."""

from __future__ import annotations

from games.acquire.actions import EARLY_CARDS, Card
from games.acquire.replay.end import say_past_end
from games.acquire.replay.hands import skip_replacement
from games.acquire.replay.omissions import (
    carry_exchange,
    close_bonuses,
    complete_decisions,
    complete_turn_to_draw,
    is_cash_open,
    is_chain_open,
    leave_open,
    say_no_tile,
)
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.turns import after_what
from games.acquire.rules import purchase, turn
from games.acquire.rules.ending import end_condition
from games.acquire.rules.lenient import revoke_end
from games.acquire.rules.purchase import Purchase
from games.acquire.state import EndReason, Phase

BUY, DRAW = Phase.BUY, Phase.DRAW


def on_buy(replayer: Replayer, player: int, wanted: Purchase) -> None:
    """A purchase, perhaps of nothing."""
    state = replayer.state
    if replayer.purse.due:
        close_bonuses(replayer)
    expected = state.phase is BUY and player == state.player
    if not expected and not _prepare_purchase(replayer, player, wanted):
        return
    if wanted:
        refusal = purchase.purchase_refusal(state, player, wanted)
        if refusal is not None and not _may_be_untold(replayer, player, wanted, refusal.code):
            replayer.refuse(refusal, player, None, {replayer.names[chain]: count for chain, count in wanted})
        if refusal is not None:
            wanted = _as_possible(replayer, player, wanted)
    purchase.buy(state, player, wanted)


def _may_be_untold(replayer: Replayer, player: int, wanted: Purchase, code: str) -> bool:
    """Whether only what the log leaves out speaks against a purchase: money of the player, shares sold to the bank."""
    if code == "buy-no-cash":
        open_now = is_cash_open(replayer, player)
    else:
        open_now = code == "buy-no-stock" and any(is_chain_open(replayer, chain) for chain, _ in wanted)
    if open_now:
        leave_open(replayer, player, *(chain for chain, _ in wanted))
    return open_now


def _prepare_purchase(replayer: Replayer, player: int, wanted: Purchase) -> bool:
    """Bring the turn to its purchase, or say why there is none; whether it is carried out."""
    state = replayer.state
    name = replayer.ids[player]
    if player != state.player:
        replayer.report("buy-out-of-turn", player, f"{name} buys in {replayer.ids[state.player]}'s turn.")
        return False
    complete_decisions(replayer)
    carry_exchange(replayer, BUY)
    skip_replacement(replayer)
    return state.phase is BUY or _find_purchase(replayer, player, wanted)


def _find_purchase(replayer: Replayer, player: int, wanted: Purchase) -> bool:
    """Say why no purchase is due, and bring the turn to it where the table carried it out; whether it did."""
    state = replayer.state
    name = replayer.ids[player]
    if state.phase is Phase.OVER and state.reason is EndReason.FORCED:
        message = f"{name} has no legal tile and an end condition holds: the game is over without a purchase."
        replayer.add("end-forced", player, message)
        revoke_end(state)
    elif state.phase is Phase.OVER:
        # Who can place no tile may still ask to buy; the bank need not listen.
        if not wanted or state.reason is EndReason.NO_PLAY:
            return False
        say_past_end(replayer, player)
    elif state.phase is Phase.TURN_OVER or state.phase is Phase.REPLACE:
        _buy_too_late(replayer, player, wanted)
        return False
    elif state.phase is DRAW:
        if wanted:
            replayer.report("buy-twice", player, f"{name} has made this turn's purchase already.")
    elif state.phase is Phase.PLAY:
        _buy_without_tile(replayer, player)
    else:
        complete_turn_to_draw(replayer)
    return True


def _buy_without_tile(replayer: Replayer, player: int) -> None:
    state = replayer.state
    if state.exchanged and end_condition(state):
        message = (
            f"{replayer.ids[player]} places no tile after the exchange and an end condition holds: the game is over."
        )
        replayer.add("end-forced", player, message)
        return
    say_no_tile(replayer)


def _buy_too_late(replayer: Replayer, player: int, wanted: Purchase) -> None:
    """A purchase when the turn was over; if the table carried it out, cash and shares differ from now on."""
    if not wanted:
        return
    bought = ", ".join(f"{replayer.names[chain]} {count}" for chain, count in wanted)
    message = f"{replayer.ids[player]} buys {bought} {after_what(replayer)}; the turn was over."
    replayer.add("buy-after-draw", player, message)
    replayer.purse.loosen(player, -purchase.cost(replayer.state, wanted))
    replayer.purse.loose |= {(player, chain) for chain, _ in wanted}


def _as_possible(replayer: Replayer, player: int, wanted: Purchase) -> Purchase:
    """What of a wrong purchase there is: chains on the board, shares in the bank, cash in the hand."""
    state, purse = replayer.state, replayer.purse
    cash, spent = state.cash[player], 0
    possible = []
    for chain, count in wanted:
        price = state.price[chain]
        limit = min(max(count, 0), state.bank[chain]) if purchase.may_be_bought(state, chain) else 0
        while limit and spent + price * limit > cash:
            limit -= 1
        spent += price * limit
        if limit != count:
            purse.loose.add((player, chain))
            purse.loosen(player, (limit - count) * price)
        if not purchase.may_be_bought(state, chain):
            replayer.reporter.doubt()
        if limit:
            possible.append((chain, limit))
    return tuple(possible)


def on_card(replayer: Replayer, player: int, card: Card) -> None:
    """A power-up card is played."""
    state = replayer.state
    name = replayer.ids[player]
    early = card in EARLY_CARDS
    if player != state.player:
        replayer.say_out_of_turn(player)
        return
    carry_exchange(replayer, Phase.PLAY)
    skip_replacement(replayer)
    if not early:
        complete_decisions(replayer)
    in_time = state.phase is Phase.PLAY and state.placed < 0 if early else state.phase is BUY
    # The trades come on top of the purchase: before it or after it.
    in_time = in_time or (card is Card.TRADE_2_STOCK and state.phase is DRAW)
    if not state.edition.cards or not in_time:
        replayer.report("card-unexpected", player, f"{name} cannot play {card} here.", None, str(card))
        if card in state.cards[player] and not early and state.late_card is None:
            turn.play_card(state, card)  # The table let him: what he buys by it is no second mistake.
    elif card not in state.cards[player] or (state.early_card if early else state.late_card) is not None:
        replayer.report(
            "card-used", player, f"{name} cannot play {card}: it is used, or another one was played.", None, str(card)
        )
    else:
        turn.play_card(state, card)


def on_swap(replayer: Replayer, player: int, chains: tuple[int, int]) -> None:
    """Two shares of one chain are given for one of another (card TRADE_2_STOCK)."""
    refusal = purchase.swap_refusal(replayer.state, player, *chains)
    if refusal is not None:
        untold = refusal.code in ("swap-too-few", "swap-no-stock")
        if untold and any(is_chain_open(replayer, chain) for chain in chains):
            leave_open(replayer, player, *chains)
            return
        replayer.refuse(refusal, player, None, [replayer.names[chain] for chain in chains])
        replayer.purse.loose |= {(player, chain) for chain in chains}
        return
    purchase.swap(replayer.state, player, *chains)
