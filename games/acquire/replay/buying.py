"""Replaying purchases, and the power-up cards that change them.

What holders of a chain that is taken over do with their shares: sold, traded, held, in order, and said of nobody.
"""

from __future__ import annotations

from games.acquire.actions import EARLY_CARDS, ActKind, Card
from games.acquire.editions import NoPlay
from games.acquire.errors import IllegalActionError
from games.acquire.replay import omissions
from games.acquire.replay.coverage import LineKind, disposals_before, disposers_in_turn, rest_of_turn
from games.acquire.replay.end import end_completed_turn, report_past_end
from games.acquire.replay.findings import Severity
from games.acquire.replay.hands import skip_replacement
from games.acquire.replay.merging import was_merged
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import merger as mergers
from games.acquire.rules import purchase, turn
from games.acquire.rules.ending import end_condition
from games.acquire.rules.lenient import bring_forward, dispose_early, dispose_further, revoke_end
from games.acquire.rules.purchase import Purchase
from games.acquire.state import EndReason, Merger, Phase
from games.sentences import Sentence, gettext_noop
from games.sentences import gettext_lazy as _

BUY, DRAW = Phase.BUY, Phase.DRAW


def on_buy(replayer: Replayer, player: int, wanted: Purchase) -> None:
    """Carry out a purchase, which may be empty, and report it if the rules forbid it."""
    state = replayer.state
    if replayer.ledger.due:
        omissions.report_missing_bonuses(replayer)
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
        is_unknown = omissions.is_cash_unknown(replayer, player)
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
    omissions.complete_decisions(replayer)
    omissions.continue_exchange(replayer, BUY)
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
        omissions.complete_turn_to_draw(replayer)
    return True


def _may_have_had_no_tile(replayer: Replayer, player: int) -> bool:
    """Whether a player whose hand is not recorded may have passed with an empty hand, so that he exchanged nothing (R18, R20)."""
    return replayer.coverage.is_absent(LineKind.HANDS, player) and omissions.least_in_bag(replayer) <= 0


def _buy_without_tile(replayer: Replayer, player: int) -> None:
    """Report a purchase in a turn without a tile."""
    state = replayer.state
    if state.exchanged and state.edition.no_play is NoPlay.MSO and end_condition(state):
        message = _("{player} placed no tile after the exchange and the game can end, so it is over.")
        replayer.add("end-forced", player, message)
        return
    omissions.report_no_tile(replayer)


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
    omissions.continue_exchange(replayer, Phase.PLAY)
    skip_replacement(replayer)
    if not early:
        omissions.complete_decisions(replayer)
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


DISPOSE = Phase.DISPOSE

#: The phases of choices that come before holders dispose.
_BEFORE_DISPOSALS = (Phase.FOUND, Phase.SURVIVOR, Phase.ORDER, Phase.MARKET)


def on_dispose(replayer: Replayer, player: int, disposal: tuple[int, int, int, int | None]) -> None:
    """Let a holder sell, trade and hold shares of a defunct chain."""
    state = replayer.state
    chain, sell, trade, hold = disposal
    if state.phase is not DISPOSE and state.phase in _BEFORE_DISPOSALS:
        omissions.complete_choice(replayer)
    merger = state.merger
    refusal = mergers.disposal_refusal(state, player, chain, sell, trade)
    if refusal is not None and merger is not None and state.phase is DISPOSE:
        _pass_over_silent(replayer, merger, player, chain)
        refusal = mergers.disposal_refusal(state, player, chain, sell, trade)
    owned = state.shares[chain][player]
    if refusal is None:
        mergers.dispose(state, player, chain, sell, trade)
        _compare_held(replayer, player, chain, owned - sell - trade, hold)
        omissions.note_due_bonuses(replayer)
    elif owned or sell or trade or hold:  # Who has nothing disposes of nothing.
        _dispose_otherwise(replayer, player, disposal, refusal)


def _dispose_otherwise(
    replayer: Replayer, player: int, disposal: tuple[int, int, int, int | None], refusal: IllegalActionError
) -> None:
    """Carry out a disposal that the rules refuse where the log or the table explains it, or report it."""
    state, merger = replayer.state, replayer.state.merger
    chain, sell, trade, hold = disposal
    if _is_second_part(replayer, player, disposal):
        replayer.reporter.note_manner("dispose-twice", replayer.index)
        dispose_further(state, player, chain, sell, trade)
        _compare_held(replayer, player, chain, state.shares[chain][player], hold)
        return
    forced = state.settled.forced.get((player, chain)) if state.settled is not None else None
    if forced is not None and was_merged(replayer, chain):
        _compare_forced(replayer, player, disposal, forced)
        return
    if _may_be_unrecorded_disposal(replayer, player, chain, refusal.code):
        _dispose_unknown(replayer, player, chain, sell, trade)
        return
    if merger is None or not _find_disposal(replayer, merger, player, chain, refusal.code):
        # Selling nothing of nothing is no disposal and no mistake.
        if sell or trade or hold:
            replayer.refuse(refusal, player, None, [sell, trade, hold])
            if merger is None and not was_merged(replayer, chain):
                replayer.reporter.doubtful = True
        return
    _dispose_as_possible(replayer, merger, player, chain, sell, trade)


def _compare_held(replayer: Replayer, player: int, chain: int, left: int, hold: int | None) -> None:
    """Report a number of shares held that is not what is left, unless another line of this disposal follows."""
    if hold is None or hold == left or (player, chain) in replayer.ledger.unknown_shares:
        return
    if (player, chain) not in disposers_in_turn(replayer.events, replayer.index + 1):
        message = _("{player} holds {hold} of {chain}, but {left} are left.", hold=hold, chain=chain, left=left)
        replayer.report("dispose-hold", player, message, left, hold)


def _is_second_part(replayer: Replayer, player: int, disposal: tuple[int, int, int, int | None]) -> bool:
    """Whether a disposal goes on with one of the same shares in the same turn: one of the two sells and the other one trades."""
    state, settled = replayer.state, replayer.state.settled
    chain, sell, trade, _ = disposal
    if settled is None or chain not in settled.sizes or chain == settled.survivor or (sell > 0) == (trade > 0):
        return False
    before = disposals_before(replayer.events, replayer.index, player, chain)
    is_other = len(before) == 1 and (before[0][1] > 0) == (trade > 0) and (before[0][2] > 0) == (sell > 0)
    in_bank = 2 * state.bank[settled.survivor]
    return is_other and sell + trade <= state.shares[chain][player] and not trade % 2 and trade <= in_bank


def _pass_over_silent(replayer: Replayer, merger: Merger, player: int, chain: int) -> None:
    """Let holders who come before this disposal hold, if the rest of the turn has no disposal of theirs."""
    queue, unknown = merger.queue, replayer.ledger.unknown_shares
    has_place = (player, chain) in queue or (player, chain) in unknown
    while has_place and queue and queue[0] != (player, chain) and replayer.state.merger is merger:
        first = queue[0]
        if first not in unknown and first in disposers_in_turn(replayer.events, replayer.index):
            break
        omissions.assume_held(replayer, merger, *first)


def _may_be_unrecorded_disposal(replayer: Replayer, player: int, chain: int, code: str) -> bool:
    """Whether a disposal is refused only because the log leaves out what the player holds or what the bank has."""
    if not replayer.ledger.unknown_shares:
        return False
    if code == "dispose-no-stock":
        merger = replayer.state.merger
        return merger is not None and replayer.ledger.is_chain_unknown(merger.survivor)
    is_open = (player, chain) in replayer.ledger.unknown_shares
    return is_open and (code == "dispose-too-many" or was_merged(replayer, chain))


def _dispose_unknown(replayer: Replayer, player: int, chain: int, sell: int, trade: int) -> None:
    """Carry out a disposal of shares that are not recorded as far as possible, and mark the player's cash and shares as unknown."""
    state = replayer.state
    merger, settled = state.merger, state.settled
    if settled is not None:
        replayer.ledger.leave_unknown(player, chain, settled.survivor)
    if merger is None or state.phase is not DISPOSE or merger.queue[0] != (player, chain):
        return
    trade = min(max(trade, 0), state.shares[chain][player], 2 * state.bank[merger.survivor]) // 2 * 2
    mergers.dispose(state, player, chain, min(max(sell, 0), state.shares[chain][player] - trade), trade)
    omissions.note_due_bonuses(replayer)


def _compare_forced(replayer: Replayer, player: int, disposal: tuple[int, int, int, int | None], forced: int) -> None:
    """Report a recorded disposal of a player out of time that differs from the sale of all his shares (R34), which was made already."""
    state = replayer.state
    chain, sell, trade, hold = disposal
    if (sell, trade, hold or 0) == (forced, 0, 0):
        return
    message = _(
        "{player} is out of time, so all {forced} shares of {chain} are sold; the log says sell {sell}, trade {trade}, hold {hold}.",
        forced=forced,
        chain=chain,
        sell=sell,
        trade=trade,
        hold=hold or 0,
    )
    replayer.report("dispose-out-of-time", player, message, [forced, 0, 0], [sell, trade, hold or 0])
    price = state.settled.prices[chain] if state.settled is not None else 0
    replayer.ledger.tolerate(player, (sell - forced) * price)
    replayer.ledger.doubtful_shares.add((player, chain))


_DISPOSED_TOO_SOON = gettext_noop("{player} disposed of {chain} too soon; {first} with {first_chain} comes first.")
_DISPOSED_WITH_EFFECT = gettext_noop(
    "{player} disposed of {chain} too soon; {first} with {first_chain} comes first. The bank's last share of "
    "{survivor} was traded, so the order mattered."
)


def _find_disposal(replayer: Replayer, merger: Merger, player: int, chain: int, code: str) -> bool:
    """Whether a player has a disposal to make; ``code`` is that of the refusal of the recorded one.

    A disposal that is out of order is put at the head of the queue. It is reported if the order may have mattered.
    """
    state = replayer.state
    if code != "dispose-order":
        return state.phase is DISPOSE and merger.queue[0] == (player, chain)
    first, of = merger.queue[0]
    turn_of = _("{player} with {chain}", player=replayer.ids[first], chain=replayer.names[of])
    is_due, named = (player, chain) in merger.queue, replayer.names[chain]
    if not is_due:
        same = [entry for entry in merger.queue if entry[0] == player]
        if chain in merger.waiting and state.shares[chain][player] > 0:
            dispose_early(state, merger, chain)
            is_due = True
        elif same:
            chain = same[0][1]
        else:
            return False
    left = _left_by_trades(replayer, merger) if is_due else -1
    if left >= 0:
        replayer.reporter.note_manner("dispose-order", replayer.index)
    if replayer.ledger.disordered_merger is not merger and left <= 0:
        replayer.ledger.disordered_merger = merger
        values = {
            "chain": named,
            "first": replayer.ids[first],
            "first_chain": replayer.names[of],
            "survivor": replayer.names[merger.survivor],
        }
        message = Sentence(_DISPOSED_TOO_SOON if left else _DISPOSED_WITH_EFFECT, values)
        own = _("{player} with {chain}", player=replayer.ids[player], chain=replayer.names[chain])
        severity = Severity.ERROR if left else Severity.NOTE
        replayer.report("dispose-order", player, message, turn_of, own, severity)
    bring_forward(merger, player, chain)
    return True


def _left_by_trades(replayer: Replayer, merger: Merger) -> int:
    """Return how many shares of the survivor the bank has left once all disposals recorded in the rest of the turn are made.

    While it has one left, everybody could trade as he did in any order. Below 0 somebody got a share that he could not have.
    """
    disposals = [event.value for event in rest_of_turn(replayer.events, replayer.index) if event.act is ActKind.DISPOSE]
    traded: int = sum(trade // 2 for chain, _, trade, _ in disposals if chain in merger.sizes)
    return replayer.state.bank[merger.survivor] - traded


def _dispose_as_possible(replayer: Replayer, merger: Merger, player: int, chain: int, sell: int, trade: int) -> None:
    """Carry out a disposal that the rules refuse as far as there are shares, and mark the player's shares as doubtful."""
    state = replayer.state
    chain = merger.queue[0][1]
    refusal = mergers.disposal_refusal(state, player, chain, sell, trade)
    if refusal is not None:
        ledger = replayer.ledger
        if (player, chain) not in ledger.doubtful_shares:
            replayer.refuse(refusal, player, state.shares[chain][player], [sell, trade])
        ledger.doubtful_shares |= {(player, chain), (player, merger.survivor)}
        price = merger.prices[chain]
        owned = state.shares[chain][player]
        wanted = sell * price
        trade = min(max(trade, 0), owned, 2 * state.bank[merger.survivor]) // 2 * 2
        sell = min(max(sell, 0), owned - trade)
        ledger.tolerate(player, wanted - sell * price)
    mergers.dispose(state, player, chain, sell, trade)
    omissions.note_due_bonuses(replayer)
