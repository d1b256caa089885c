"""Chains founded and merged: names, survivors, orders, the market's tile, bonuses, and what holders do with their shares."""

from __future__ import annotations

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.editions.bonus import Money
from games.acquire.replay.coverage import bonuses_in_turn, comes_next, later_bonuses
from games.acquire.replay.omissions import assume_survivor, complete_choice, note_due_bonuses, note_final_bonuses
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import merger as mergers
from games.acquire.rules import placement
from games.acquire.rules.ending import hold_market
from games.acquire.rules.turn import time_out
from games.acquire.state import NO_TILE, Merger, Phase, State
from games.sentences import Sentence, gettext_noop, ngettext_lazy
from games.sentences import gettext_lazy as _


def on_found(replayer: Replayer, player: int, chain: int) -> None:
    """Found a chain, or report why it cannot be founded."""
    state = replayer.state
    refusal = placement.founding_refusal(state, chain)
    if refusal is None:
        if player != state.player:
            replayer.report_out_of_turn(player)
        placement.found_chain(state, chain)
        _end_called_time(replayer)
        return
    free = [replayer.names[c] for c in state.free_chains()] if refusal.code == "found-taken" else []
    replayer.refuse(refusal, player, free, replayer.names[chain])
    replayer.reporter.doubtful = True
    if refusal.code == "found-taken" and free:
        placement.found_chain(state, state.free_chains()[0])


def _end_called_time(replayer: Replayer) -> None:
    """End the time of a player whose time was called while he had to name a chain, now that he has named it (R31)."""
    called = replayer.progress.time_called
    if called >= 0:
        replayer.progress.time_called = NO_TILE
        time_out(replayer.state, called)


def on_survivor(replayer: Replayer, player: int, chain: int) -> None:
    """Let the mergemaker choose the surviving chain (R14), or report why it cannot survive."""
    state = replayer.state
    merger = state.merger
    if (merger is not None and merger.survivor == chain) or _has_just_survived(state, chain):
        return  # Named although it was the largest by itself: true, and no choice.
    refusal = mergers.survivor_refusal(state, chain)
    if refusal is None:
        if comes_next(replayer.events, replayer.index, ActKind.SURVIVOR):
            return  # The mind was changed before any bonus was paid (R25).
        if player != state.player:
            replayer.report_out_of_turn(player)
        mergers.settle(state, chain)
        note_due_bonuses(replayer)
        _end_called_time(replayer)
        return
    choices = [replayer.names[c] for c in (merger.choices if merger else ())]
    replayer.refuse(refusal, player, choices, replayer.names[chain])
    replayer.excuse_turn()
    if merger is None:
        replayer.reporter.doubtful = True
    elif state.phase is Phase.SURVIVOR:
        assume_survivor(replayer, merger)


def _has_just_survived(state: State, chain: int) -> bool:
    """Whether a chain survived a merger of this turn in which nobody had to dispose: it has no tile more than it got by that."""
    settled = state.settled
    if state.merger is not None or settled is None or settled.survivor != chain or state.phase is not Phase.BUY:
        return False
    return len(state.members[chain]) == sum(settled.sizes.values()) + 1


def on_order(replayer: Replayer, player: int, chains: tuple[int, ...]) -> None:
    """Let the mergemaker name which of equal defunct chains is settled next; further chains named in the event come after it."""
    state = replayer.state
    if player != state.player:
        replayer.report_out_of_turn(player)
    for place, chain in enumerate(chains):
        merger = state.merger
        refusal = mergers.order_refusal(state, chain)
        if refusal is None:
            mergers.take_defunct(state, chain)
        elif merger is not None and _before_larger(merger, chain, chains[:place], chains[place + 1 :]):
            first = replayer.names[merger.choices[0] if merger.choices else merger.current]
            message = _("{chain} cannot be taken over before {first}, which is larger.", chain=chain, first=first)
            replayer.report("order-wrong", player, message, first, replayer.names[chain])
            break
        elif not was_merged(replayer, chain):
            choices = [replayer.names[c] for c in (merger.choices if merger else ())]
            replayer.refuse(refusal, player, choices, replayer.names[chain])
            break


def _before_larger(merger: Merger, chain: int, named: tuple[int, ...], later: tuple[int, ...]) -> bool:
    """Whether a waiting chain is named before a larger one.

    This is no mistake if the order of chains of equal size is stated before the larger one is settled, which needs no choice and so
    need not be named.
    """
    size = merger.sizes[chain] if chain in merger.waiting else 0
    if not size:
        return False
    tied = any(other != chain and merger.sizes[other] == size for other in merger.waiting)
    return any(merger.sizes.get(other, 0) > size for other in later) or not (tied or merger.current in named)


def was_merged(replayer: Replayer, chain: int) -> bool:
    """Whether a chain is one of those taken over in the latest merger; naming it again is no mistake."""
    settled = replayer.state.settled
    return settled is not None and chain in settled.sizes and chain != settled.survivor


def draw_for_market(replayer: Replayer, player: int, draw: tuple[int, int]) -> None:
    """Let the market draw a tile for a chain, in a game of two players."""
    state = replayer.state
    chain, tile = draw
    due = state.merger.unpaid[:1] if state.merger else []
    if state.phase is not Phase.MARKET or (due and due != [chain]):
        message = _("The market does not draw a tile for {chain} here.", chain=chain)
        replayer.report("market-unexpected", player, message, None, TILE_NAMES[tile])
        return
    if tile in state.seen:
        replayer.add("tile-elsewhere", player, _("{tile} is not in the bag.", tile=TILE_NAMES[tile]))
    hold_market(state, chain, tile)
    if state.reason is None:
        note_due_bonuses(replayer)
    elif replayer.coverage.has(ActKind.BONUS):
        note_final_bonuses(replayer)


#: The phases of choices that come before bonuses are paid.
_BEFORE_BONUSES = (Phase.FOUND, Phase.SURVIVOR, Phase.MARKET)


def compare_bonus(replayer: Replayer, player: int, payment: tuple[int, int]) -> None:
    """Compare a recorded bonus with those that are due, and report it if it differs.

    Several lines for one player and chain are parts of one bonus, unless one of them is all of it.
    """
    chain, amount = payment
    ledger = replayer.ledger
    if replayer.state.phase in _BEFORE_BONUSES and replayer.state.reason is None:
        complete_choice(replayer)
    due = ledger.due.get((player, chain))
    if replayer.state.reason is not None:
        ledger.due_chains.add(chain)  # Of a chain whose payment is recorded at the end, all of it must be.
    if due is not None and due != amount:
        before, after = bonuses_in_turn(replayer.events, replayer.index, player, chain)
        is_elsewhere = due in before or due in after  # Another line pays it; this one is a mistake.
        if after and not is_elsewhere:
            return  # The last part is compared.
        due, amount = (None, amount) if is_elsewhere else (due, amount + sum(before))
    if due is not None:
        del ledger.due[player, chain]
    if due != amount:
        _report_bonus(replayer, player, chain, due, amount)


_WRONG_BONUS = gettext_noop("{player} was paid {amount} for {chain}; the bonus is {due}.")


def _report_bonus(replayer: Replayer, player: int, chain: int, due: Money | None, amount: int) -> None:
    """Report a bonus that is not the one that is due (None for none), unless nobody knows what is due."""
    ledger = replayer.ledger
    if replayer.ledger.unknown_shares and replayer.ledger.is_chain_unknown(chain):
        replayer.ledger.leave_unknown(player)  # Who holds how much is not recorded, so nobody knows what is due.
        return
    if due is not None:
        size = _size_of(replayer, chain)
        values = {"amount": amount, "chain": chain, "due": due}
        message = Sentence(_WRONG_BONUS, values)
        if size:
            message = ngettext_lazy(
                "{player} was paid {amount} for {chain}; the bonus for {n} tile is {due}.",
                "{player} was paid {amount} for {chain}; the bonus for {n} tiles is {due}.",
                size,
                **values,
            )
        replayer.report("bonus-wrong", player, message, due, amount)
        ledger.tolerate(player, amount - due)
        return
    settled = replayer.state.settled
    if (
        settled is not None
        and any(p == player for p, _left in settled.bonuses.get(chain, ()))
        and replayer.state.reason is None
        and not any(of == chain and still == amount for (_left, of), still in _without_own_line(replayer).items())
    ):
        message = _("{player} was paid a bonus for {chain} twice.", chain=chain)
        replayer.report("bonus-twice", player, message, 0, amount)
        ledger.tolerate(player, amount)
        return
    _report_misdirected(replayer, player, chain, amount)


def _without_own_line(replayer: Replayer) -> dict[tuple[int, int], Money]:
    """Return the bonuses that are due and are not recorded later in the turn."""
    recorded = later_bonuses(replayer.events, replayer.index)
    return {key: due for key, due in replayer.ledger.due.items() if key not in recorded}


def _size_of(replayer: Replayer, chain: int) -> int:
    """Return the size of a merged chain, by which a message explains its bonus; 0 if it was not merged."""
    settled = replayer.state.settled
    return settled.sizes.get(chain, 0) if settled is not None else 0


def _report_misdirected(replayer: Replayer, player: int, chain: int, amount: int) -> None:
    """Report a bonus that is not due to this player for this chain, and find the one that was probably meant."""
    ledger = replayer.ledger
    open_dues = _without_own_line(replayer)
    other_chain = [key for key in open_dues if key[0] == player]
    other_player = [key for key in open_dues if key[1] == chain]
    meant = [key for key in (*other_chain, *other_player) if ledger.due[key] == amount] or other_chain or other_player
    if not meant:
        message = _("{player} was paid {amount} for {chain}, but no bonus was due.", amount=amount, chain=chain)
        replayer.report("bonus-unexpected", player, message, 0, amount)
        ledger.tolerate(player, amount)
        return
    right_player, right_chain = meant[0]
    due = ledger.due.pop(meant[0])
    right = _(
        "{amount} for {chain} to {player}",
        amount=due,
        chain=replayer.names[right_chain],
        player=replayer.ids[right_player],
    )
    message = _("{player} was paid {amount} for {chain}; the bonus is {due}.", amount=amount, chain=chain, due=right)
    replayer.report("bonus-misdirected", player, message, right, amount)
    if right_player != player:
        ledger.tolerate(player, amount)
        ledger.tolerate(right_player, -due)
