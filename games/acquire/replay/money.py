"""What the arbiter does with purchases, cards, counted cash, the end and the final cash."""

from __future__ import annotations

from games.acquire.actions import EARLY_CARDS, Card
from games.acquire.editions import EndCall, Money
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import Severity
from games.acquire.replay.mergers import close_bonuses, complete_decisions, note_final_dues, say_out_of_turn
from games.acquire.replay.tiles import after_what, complete_turn_to_draw, say_no_tile, skip_replacement
from games.acquire.rules import ending, purchase, turn
from games.acquire.rules.purchase import Purchase
from games.acquire.state import EndReason, Phase

BUY, DRAW = Phase.BUY, Phase.DRAW


def on_buy(arbiter: Arbiter, player: int, wanted: Purchase) -> None:
    """A purchase, perhaps of nothing."""
    state = arbiter.state
    if arbiter.due:
        close_bonuses(arbiter)
    expected = state.phase is BUY and player == state.player
    if not expected and not _prepare_purchase(arbiter, player, wanted):
        return
    if not wanted:
        state.phase = DRAW
        return
    refusal = purchase.purchase_refusal(state, player, wanted)
    if refusal is not None:
        arbiter.refuse(refusal, player, None, {arbiter.names[chain]: count for chain, count in wanted})
        wanted = _as_possible(arbiter, player, wanted)
    purchase.buy(state, player, wanted)


def _prepare_purchase(arbiter: Arbiter, player: int, wanted: Purchase) -> bool:
    """Bring the turn to its purchase, or say why there is none; whether it is carried out."""
    state = arbiter.state
    name = arbiter.ids[player]
    if player != state.player:
        arbiter.report("buy-out-of-turn", player, f"{name} buys in {arbiter.ids[state.player]}'s turn.")
        return False
    complete_decisions(arbiter)
    skip_replacement(arbiter)
    if state.phase is Phase.OVER and state.reason is EndReason.FORCED:
        message = f"{name} has no legal tile and an end condition holds: the game is over without a purchase."
        arbiter.add("end-forced", player, message)
        state.reason = None
    elif state.phase is Phase.OVER:
        # Who can place no tile may still ask to buy; the bank need not listen.
        if wanted and state.reason is not EndReason.NO_PLAY:
            arbiter.report("play-after-end", player, f"The game was over: {state.reason}.")
        return False
    elif state.phase is Phase.TURN_OVER or state.phase is Phase.REPLACE:
        _buy_too_late(arbiter, player, wanted)
        return False
    elif state.phase is DRAW:
        if wanted:
            arbiter.report("buy-twice", player, f"{name} has made this turn's purchase already.")
    elif state.phase is Phase.PLAY:
        _buy_without_tile(arbiter, player)
    elif state.phase is not BUY:
        complete_turn_to_draw(arbiter)
    return True


def _buy_without_tile(arbiter: Arbiter, player: int) -> None:
    state = arbiter.state
    if state.exchanged and ending.end_condition(state):
        message = (
            f"{arbiter.ids[player]} places no tile after the exchange and an end condition holds: the game is over."
        )
        arbiter.add("end-forced", player, message)
        return
    say_no_tile(arbiter)


def _buy_too_late(arbiter: Arbiter, player: int, wanted: Purchase) -> None:
    """A purchase when the turn was over; if the table carried it out, cash and shares differ from now on."""
    if not wanted:
        return
    bought = ", ".join(f"{arbiter.names[chain]} {count}" for chain, count in wanted)
    message = f"{arbiter.ids[player]} buys {bought} {after_what(arbiter)}; the turn was over."
    arbiter.add("buy-after-draw", player, message)
    arbiter.loosen(player, -purchase.cost(arbiter.state, wanted))
    arbiter.loose_shares |= {(player, chain) for chain, _ in wanted}


def _as_possible(arbiter: Arbiter, player: int, wanted: Purchase) -> Purchase:
    """What of a wrong purchase there is: chains on the board, shares in the bank, cash in the hand."""
    state = arbiter.state
    cash = state.cash[player]
    possible = []
    for chain, count in wanted:
        price = state.price[chain]
        limit = min(max(count, 0), state.bank[chain]) if purchase.may_be_bought(state, chain) else 0
        while limit and price * limit > cash:
            limit -= 1
        cash -= price * limit
        if limit != count:
            arbiter.loose_shares.add((player, chain))
            arbiter.loosen(player, (limit - count) * price)
        if not purchase.may_be_bought(state, chain):
            arbiter.doubt()
        if limit:
            possible.append((chain, limit))
    return tuple(possible)


def on_card(arbiter: Arbiter, player: int, card: Card) -> None:
    """A power-up card is played."""
    state = arbiter.state
    name = arbiter.ids[player]
    early = card in EARLY_CARDS
    if player != state.player:
        say_out_of_turn(arbiter, player)
        return
    skip_replacement(arbiter)
    if not early:
        complete_decisions(arbiter)
    in_time = state.phase is Phase.PLAY and state.placed < 0 if early else state.phase is BUY
    # The trades come on top of the purchase: before it or after it.
    in_time = in_time or (card is Card.TRADE_2_STOCK and state.phase is DRAW)
    if not state.edition.cards or not in_time:
        arbiter.report("card-unexpected", player, f"{name} cannot play {card} here.", None, str(card))
        if card in state.cards[player] and not early and state.late_card is None:
            turn.play_card(state, card)  # The table let him: what he buys by it is no second mistake.
    elif card not in state.cards[player] or (state.early_card if early else state.late_card) is not None:
        arbiter.report(
            "card-used", player, f"{name} cannot play {card}: it is used, or another one was played.", None, str(card)
        )
    else:
        turn.play_card(state, card)


def on_swap(arbiter: Arbiter, player: int, chains: tuple[int, int]) -> None:
    """Two shares of one chain are given for one of another (card TRADE_2_STOCK)."""
    refusal = purchase.swap_refusal(arbiter.state, player, *chains)
    if refusal is not None:
        arbiter.refuse(refusal, player, None, [arbiter.names[chain] for chain in chains])
        arbiter.loose_shares |= {(player, chain) for chain in chains}
        return
    purchase.swap(arbiter.state, player, *chains)


def on_cash(arbiter: Arbiter, player: int, amount: int) -> None:
    """Cash was counted at the table."""
    due = arbiter.state.cash[player]
    if due != amount:
        _compare_cash(arbiter, player, due, amount)


def _compare_cash(arbiter: Arbiter, player: int, due: Money, amount: int) -> None:
    """Cash differs: because of an earlier finding, of bonuses still to be paid, or wrongly."""
    state = arbiter.state
    difference = amount - due
    slack = arbiter.slack[player]
    if difference in slack or -difference in _unpaid(arbiter, player):
        return
    if state.reason is not None and amount == ending.final_cash(state)[player]:
        return
    name = arbiter.ids[player]
    if difference < 0 and player in arbiter.unrecorded:
        message = f"{name} has {amount}; without the unrecorded purchase it would be {due}."
        arbiter.report("cash-unrecorded", player, message, due, amount)
    else:
        arbiter.report("cash-wrong", player, f"{name} has {amount}; the correct amount is {due}.", due, amount)
    arbiter.slack[player] = {0, difference}


def _unpaid(arbiter: Arbiter, player: int) -> set[Money]:
    """What bonuses that the table may not have paid yet amount to, where they are paid chain by chain."""
    merger = arbiter.state.merger
    open_dues = [due for (p, _), due in arbiter.due.items() if p == player]
    amounts: set[Money] = {*open_dues, sum(open_dues)}
    if merger is not None and not arbiter.records_bonuses:
        waiting = (merger.bonuses.get(chain, ()) for chain in (merger.current, *merger.waiting))
        later = [sum(due for p, due in paid if p == player) for paid in waiting]
        amounts |= {sum(later), sum(later[1:])}
    return amounts


def on_end(arbiter: Arbiter, player: int, nothing: None) -> None:
    """A player declares the end (R12, R13)."""
    state = arbiter.state
    if arbiter.due:
        close_bonuses(arbiter)
    if state.phase is Phase.OVER:
        return
    if player != state.player:
        say_out_of_turn(arbiter, player)
    if state.merger is None or state.phase is not Phase.DISPOSE:
        complete_decisions(arbiter)
    if state.edition.end is EndCall.MANDATORY:
        _end_by_itself(arbiter, player)
    elif state.phase is Phase.PLAY and state.exchanged and ending.end_condition(state):
        ending.finish(state, EndReason.FORCED)
    elif (refusal := ending.end_refusal(state)) is not None:
        arbiter.refuse(refusal, player)
        arbiter.excused = arbiter.number
    if state.reason is None:
        complete_decisions(arbiter)
        ending.finish(state, EndReason.CALLED)
    if arbiter.records_bonuses:
        note_final_dues(arbiter)


def _end_by_itself(arbiter: Arbiter, player: int) -> None:
    """In some editions nobody calls the end; the line then only states it."""
    state = arbiter.state
    close_turn_for_end(arbiter)
    if state.reason is None:
        arbiter.report("end-not-called", player, "No end condition of this edition holds; the game was not over.")
        ending.finish(state, EndReason.CALLED)


def close_turn_for_end(arbiter: Arbiter) -> None:
    """Complete the last turn of the log and let the rules say whether the game is over."""
    state = arbiter.state
    complete_decisions(arbiter)
    need = turn.tiles_to_draw(state) if state.phase is DRAW else 0
    state.hidden[state.player] += need
    state.bag -= need
    turn.end_turn(state)


def on_final(arbiter: Arbiter, player: int, cash: int) -> None:
    """The table reports a player's final cash."""
    arbiter.final[player] = (cash, arbiter.index)


def conclude(arbiter: Arbiter) -> dict[int, Money] | None:
    """Close the log: the final cash by player, or None if the game did not come to its end."""
    state = arbiter.state
    if state.reason is None and not arbiter.final:
        return None
    if state.reason is None:
        close_turn_for_end(arbiter)
        if state.reason is None:
            if not arbiter.past_end:  # else the end is known, and that the game went on was said
                arbiter.report("end-missing", -1, "There is final cash, but nobody ended the game and no rule did.")
            ending.finish(state, EndReason.CALLED)
    elif arbiter.due:
        arbiter.due = {key: due for key, due in arbiter.due.items() if key[1] in arbiter.due_chains}
        close_bonuses(arbiter)
    if state.phase is Phase.MARKET:
        arbiter.report("market-missing", -1, "No tiles were drawn for the market at the end of the game.")
    final = ending.final_cash(state)
    for player, (cash, index) in arbiter.final.items():
        if cash != final[player]:
            arbiter.index = index
            _compare_final(arbiter, player, final[player], cash)
    return dict(enumerate(final))


def _compare_final(arbiter: Arbiter, player: int, due: Money, cash: int) -> None:
    name = arbiter.ids[player]
    if cash - due in arbiter.slack[player]:
        message = f"{name} was recorded with {cash}; the correct amount is {due}, as an earlier finding explains."
        arbiter.add("final-wrong", player, message, due, cash, Severity.NOTE)
    else:
        arbiter.report(
            "final-wrong", player, f"{name} was recorded with {cash}; the correct amount is {due}.", due, cash
        )
