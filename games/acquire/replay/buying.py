"""Replaying purchases, and the power-up cards that change them."""

from __future__ import annotations

from games.acquire.actions import EARLY_CARDS, Card
from games.acquire.editions import NoPlay
from games.acquire.replay.coverage import LineKind
from games.acquire.replay.end import end_completed_turn, report_past_end
from games.acquire.replay.hands import skip_replacement
from games.acquire.replay.omissions import (
    complete_decisions,
    complete_turn_to_draw,
    continue_exchange,
    is_cash_unknown,
    least_in_bag,
    report_missing_bonuses,
    report_no_tile,
)
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import purchase, turn
from games.acquire.rules.ending import end_condition
from games.acquire.rules.lenient import revoke_end
from games.acquire.rules.purchase import Purchase
from games.acquire.state import EndReason, Phase
from games.sentences import Sentence, gettext_noop
from games.sentences import gettext_lazy as _

BUY, DRAW = Phase.BUY, Phase.DRAW


def on_buy(replayer: Replayer, player: int, wanted: Purchase) -> None:
    """Carry out a purchase, which may be empty, and report it if the rules forbid it."""
    state = replayer.state
    if replayer.ledger.due:
        report_missing_bonuses(replayer)
    expected = state.phase is BUY and player == state.player
    if not expected and not _prepare_purchase(replayer, player, wanted):
        return
    if wanted:
        refusal = purchase.purchase_refusal(state, player, wanted)
        if refusal is not None and not _may_be_unrecorded(replayer, player, wanted, refusal.code):
            replayer.refuse(refusal, player, None, {replayer.names[chain]: count for chain, count in wanted})
        if refusal is not None:
            wanted = _as_possible(replayer, player, wanted)
    purchase.buy(state, player, wanted)
    if replayer.progress.end_called:
        end_completed_turn(replayer)


def _may_be_unrecorded(replayer: Replayer, player: int, wanted: Purchase, code: str) -> bool:
    """Whether a purchase is refused only because the log leaves out money of the player or shares sold to the bank.

    If so, his cash and his shares of these chains are marked as unknown.
    """
    if code == "buy-no-cash":
        is_unknown = is_cash_unknown(replayer, player)
    else:
        is_unknown = code == "buy-no-stock" and any(replayer.ledger.is_chain_unknown(chain) for chain, _ in wanted)
    if is_unknown:
        replayer.ledger.leave_unknown(player, *(chain for chain, _ in wanted))
    return is_unknown


def _prepare_purchase(replayer: Replayer, player: int, wanted: Purchase) -> bool:
    """Complete the turn up to its purchase, or report why no purchase is possible; returns whether it is to be carried out."""
    state = replayer.state
    if player != state.player:
        replayer.report_out_of_turn(player, "buy-out-of-turn")
        return False
    complete_decisions(replayer)
    continue_exchange(replayer, BUY)
    skip_replacement(replayer)
    return state.phase is BUY or _find_purchase(replayer, player, wanted)


def _find_purchase(replayer: Replayer, player: int, wanted: Purchase) -> bool:
    """Report why no purchase is due in this phase; returns whether it is to be carried out all the same."""
    state = replayer.state
    if state.phase is Phase.OVER and state.reason is EndReason.FORCED:
        message = _("{player} has no legal tile and the game can end, so it ends without a purchase.")
        if not _may_have_had_no_tile(replayer, player):
            replayer.add("end-forced", player, message)
        revoke_end(state)
    elif state.phase is Phase.OVER:
        # Who can place no tile may still ask to buy; the bank need not listen.
        if not wanted or state.reason is EndReason.NO_PLAY:
            return False
        report_past_end(replayer, player)
    elif state.phase is Phase.TURN_OVER or state.phase is Phase.REPLACE:
        _buy_too_late(replayer, player, wanted)
        return False
    elif state.phase is DRAW:
        if wanted:
            replayer.report("buy-twice", player, _("{player} has already bought shares in this turn."))
    elif state.phase is Phase.PLAY:
        _buy_without_tile(replayer, player)
    else:
        complete_turn_to_draw(replayer)
    return True


def _may_have_had_no_tile(replayer: Replayer, player: int) -> bool:
    """Whether a player whose hand is not recorded may have passed with an empty hand, so that he exchanged nothing (R18, R20)."""
    return replayer.coverage.is_absent(LineKind.HANDS, player) and least_in_bag(replayer) <= 0


def _buy_without_tile(replayer: Replayer, player: int) -> None:
    """Report a purchase in a turn without a tile."""
    state = replayer.state
    if state.exchanged and state.edition.no_play is NoPlay.MSO and end_condition(state):
        message = _("{player} placed no tile after the exchange and the game can end, so it is over.")
        replayer.add("end-forced", player, message)
        return
    report_no_tile(replayer)


def _buy_too_late(replayer: Replayer, player: int, wanted: Purchase) -> None:
    """Report a purchase after the turn was over, and allow for the cash and shares that it changed at the table."""
    if not wanted:
        return
    bought = ", ".join(f"{replayer.names[chain]} {count}" for chain, count in wanted)
    message = Sentence(gettext_noop("{player} bought {shares} after the turn was over."), {"shares": bought})
    replayer.add("buy-after-draw", player, message)
    replayer.ledger.tolerate(player, -purchase.cost(replayer.state, wanted))
    replayer.ledger.doubtful_shares |= {(player, chain) for chain, _ in wanted}


def _as_possible(replayer: Replayer, player: int, wanted: Purchase) -> Purchase:
    """Return the part of a wrong purchase that is possible.

    The player's shares of a chain of which he gets another number than he wanted are marked as doubtful.
    """
    state, ledger = replayer.state, replayer.ledger
    cash, spent = state.cash[player], 0
    possible = []
    for chain, count in wanted:
        price = state.price[chain]
        limit = min(max(count, 0), state.bank[chain]) if purchase.may_be_bought(state, chain) else 0
        while limit and spent + price * limit > cash:
            limit -= 1
        spent += price * limit
        if limit != count:
            ledger.doubtful_shares.add((player, chain))
            ledger.tolerate(player, (limit - count) * price)
        if not purchase.may_be_bought(state, chain):
            replayer.reporter.doubtful = True
        if limit:
            possible.append((chain, limit))
    return tuple(possible)


def on_card(replayer: Replayer, player: int, card: Card) -> None:
    """Play a power-up card, or report why it cannot be played."""
    state = replayer.state
    early = card in EARLY_CARDS
    if player != state.player:
        replayer.report_out_of_turn(player)
        return
    continue_exchange(replayer, Phase.PLAY)
    skip_replacement(replayer)
    if not early:
        complete_decisions(replayer)
    in_time = state.phase is Phase.PLAY and state.placed < 0 if early else state.phase is BUY
    # The trades come on top of the purchase: before it or after it.
    in_time = in_time or (card is Card.TRADE_2_STOCK and state.phase is DRAW)
    if not state.edition.cards or not in_time:
        replayer.report("card-unexpected", player, _("{player} cannot play {card} here.", card=card), None, str(card))
        if card in state.cards[player] and not early and state.late_card is None:
            turn.play_card(state, card)  # The table let him: what he buys by it is no second mistake.
    elif card not in state.cards[player] or (state.early_card if early else state.late_card) is not None:
        message = _("{player} cannot play {card}: it has already been used, or another card was played.", card=card)
        replayer.report("card-used", player, message, None, str(card))
    else:
        turn.play_card(state, card)


def on_swap(replayer: Replayer, player: int, chains: tuple[int, int]) -> None:
    """Trade two shares of one chain for one of another (card TRADE_2_STOCK), or report why that is not possible."""
    refusal = purchase.swap_refusal(replayer.state, player, *chains)
    if refusal is not None:
        is_of_shares = refusal.code in ("swap-too-few", "swap-no-stock")
        if is_of_shares and any(replayer.ledger.is_chain_unknown(chain) for chain in chains):
            replayer.ledger.leave_unknown(player, *chains)
            return
        replayer.refuse(refusal, player, None, [replayer.names[chain] for chain in chains])
        replayer.ledger.doubtful_shares |= {(player, chain) for chain in chains}
        return
    purchase.swap(replayer.state, player, *chains)
