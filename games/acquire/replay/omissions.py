"""Completing what a log leaves out, so that nothing that depends on it is reported as a mistake.

Cash and shares that cannot be computed are unknown until a count of cash is recorded. Tiles drawn without a line are hidden tiles. A
holder for whom no disposal is recorded is assumed to hold his shares. Bonuses are noted when the rules pay them, and are
missing if no line records them.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.acquire.actions import ActKind
from games.acquire.editions import DeadTiles, NoPlay
from games.acquire.editions.bonus import Money
from games.acquire.replay.coverage import LineKind, chains_named_in_turn, is_counted_later, later_bonuses
from games.acquire.replay.findings import Severity
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import merger as mergers
from games.acquire.rules import placement, turn
from games.acquire.rules.ending import is_stuck, payouts
from games.acquire.rules.lenient import break_off, give_cash, skip_market, skip_to
from games.acquire.state import Merger, Phase
from games.sentences import Listed, Sentence, all_of, gettext_noop
from games.sentences import gettext_lazy as _


def leave_silent_unknown(replayer: Replayer) -> None:
    """For each player without any recorded purchase, mark all shares as unknown; this is done before the first turn."""
    chains = range(len(replayer.names))
    for player in replayer.coverage.without_purchases():
        replayer.ledger.unknown_shares |= {(player, chain) for chain in chains}


def is_cash_unknown(replayer: Replayer, player: int) -> bool:
    """Whether a player's cash cannot be computed because a purchase, a disposal or a bonus of his may not be recorded."""
    ledger = replayer.ledger
    buys_unrecorded = bool(ledger.unknown_shares) and replayer.coverage.is_absent(LineKind.PURCHASES, player)
    return player in ledger.unknown_cash or buys_unrecorded


def leave_paid_unknown(replayer: Replayer, chains: Iterable[int]) -> None:
    """Mark as unknown the cash of everybody who is paid for these chains, where holdings are unknown.

    This concerns all who have, or may have, shares of such a chain.
    """
    ledger = replayer.ledger
    if not ledger.unknown_shares:
        return
    for chain in chains:
        if ledger.is_chain_unknown(chain):
            holders = {player for player, count in enumerate(replayer.state.shares[chain]) if count}
            ledger.unknown_cash |= holders | {player for player, of in ledger.unknown_shares if of == chain}


def take_counted_cash(replayer: Replayer, player: int, amount: int) -> None:
    """Set the unknown cash of a player to the amount counted at the table; his shares stay unknown."""
    ledger = replayer.ledger
    give_cash(replayer.state, player, amount)
    ledger.unknown_cash.discard(player)
    ledger.tolerated[player] = {0}


_PURCHASES_LACKING = gettext_noop("Not all of {player}'s purchases were recorded, so the cash cannot be checked.")
_MONEY_LACKING = gettext_noop("Not all of {player}'s money was recorded, so the cash cannot be checked.")


def warn_of_unknown_cash(replayer: Replayer, player: int, due: object, recorded: object) -> None:
    """Report that a player's cash cannot be checked, once for each player."""
    ledger = replayer.ledger
    if player in ledger.warned:
        return
    ledger.warned.add(player)
    is_bought = replayer.coverage.is_absent(LineKind.PURCHASES, player)
    message = Sentence(_PURCHASES_LACKING if is_bought else _MONEY_LACKING, {})
    replayer.report("cash-unrecorded", player, message, due, recorded)


#: For each phase of an exchange of a hand, the kind of line that records its next step.
_SHOWN_BY = {
    Phase.SHOW: LineKind.HANDS,
    Phase.LAY: LineKind.DEAD_TILES,
    Phase.EXCHANGE: LineKind.DRAWS,
    Phase.RETURN: LineKind.HANDS,
}


def continue_exchange(replayer: Replayer, until: Phase) -> None:
    """Carry an exchange of a hand on to the phase ``until``, as long as the log records none of its steps for this player."""
    state = replayer.state
    player = state.player
    while state.phase in _SHOWN_BY and state.phase is not until:
        if replayer.coverage.is_complete(_SHOWN_BY[state.phase], player):
            return
        _do_next_step(replayer, player)
        if until is Phase.LAY and state.phase is Phase.EXCHANGE and state.concealed:
            skip_to(state, until)  # The dead tiles are among those that nobody named.


def _do_next_step(replayer: Replayer, player: int) -> None:
    """Do the next step of an exchange of a hand, with unknown tiles where the log names none."""
    state = replayer.state
    if state.phase is Phase.SHOW:
        turn.show_hand(state)
    elif state.phase is Phase.LAY:
        whole = state.edition.no_play is NoPlay.REDRAW_ALL
        for tile in sorted(state.hands[player]) if whole else placement.dead_tiles(state, state.exposed):
            turn.lay_out(state, tile)
        if whole:
            turn.lose_unknown(state, player, state.hidden[player])
        turn.begin_exchange(state)
    elif state.phase is Phase.EXCHANGE:
        turn.take_unknown(state, player, turn.tiles_to_draw(state))
        turn.after_exchange_draw(state)
    else:
        turn.put_back(state)


def least_in_bag(replayer: Replayer) -> int:
    """Return the smallest possible number of tiles in the bag.

    Where dead tiles are not recorded, unseen tiles that would be dead may be out of the game.
    """
    state, coverage, edition = replayer.state, replayer.coverage, replayer.state.edition
    may_leave = edition.dead_tiles is not DeadTiles.NONE or edition.no_play in (NoPlay.MSO, NoPlay.REDRAW_ALL)
    if not may_leave or all(coverage.is_complete(LineKind.DEAD_TILES, player) for player in range(state.seats)):
        return state.bag
    return state.bag - len(placement.dead_tiles(state, state.unseen()))


def note_due_bonuses(replayer: Replayer) -> None:
    """Store the bonuses of the latest merger that are due, so that they can be compared with those that were paid."""
    merger = replayer.state.settled
    if merger is None:
        return
    ledger = replayer.ledger
    if ledger.unknown_shares:
        leave_paid_unknown(replayer, (chain for chain in merger.sizes if chain != merger.survivor))
    is_noted = merger is ledger.noted_merger
    if (is_noted and len(merger.bonuses) == len(ledger.due_chains)) or not replayer.coverage.has(ActKind.BONUS):
        return
    if not is_noted:
        ledger.noted_merger = merger
        ledger.due_chains.clear()
    for chain, payments in merger.bonuses.items():
        if chain not in ledger.due_chains:
            ledger.due_chains.add(chain)
            for player, amount in payments:
                ledger.due[player, chain] = amount


def note_final_bonuses(replayer: Replayer) -> None:
    """Store the bonuses that are due at the end for the chains on the board; those of a merger that are still to be recorded stay."""
    ledger = replayer.ledger
    later = later_bonuses(replayer.events, replayer.index)
    is_own = replayer.events[replayer.index].act is ActKind.BONUS
    ledger.due = {key: due for key, due in ledger.due.items() if key in later}
    ledger.due_chains.clear()
    for payout in payouts(replayer.state) if later or is_own else ():
        for player, amount in payout.bonuses:
            ledger.due[player, payout.chain] = amount


def report_missing_bonuses(replayer: Replayer) -> None:
    """Report bonuses that were due and are not recorded when a merger or the game is over, one finding for each chain.

    Few logs record bonuses at the end of a game, so there only chains with at least one recorded bonus are checked. A bonus that
    the rest of the turn records is still to be compared.
    """
    ledger, index = replayer.ledger, replayer.index
    if replayer.state.reason is not None:
        ledger.due = {key: due for key, due in ledger.due.items() if key[1] in ledger.due_chains}
    is_over = replayer.events[index].act is ActKind.TURN
    later = set() if is_over else later_bonuses(replayer.events, index)
    for chain in sorted({chain for _left, chain in ledger.due}):
        unpaid = {
            player: due
            for (player, of), due in ledger.due.items()
            if of == chain
            and (player, of) not in later
            and replayer.coverage.is_complete(LineKind.BONUSES, player)
            and _is_told(replayer, chain, due)
        }
        if not unpaid or ledger.is_chain_unknown(chain):
            continue  # these payments are not recorded of anybody, or nobody knows what is due
        text = ", ".join(f"{replayer.ids[player]} {due}" for player, due in unpaid.items())
        owed = Listed(tuple(_("{player} {amount}", player=replayer.ids[of], amount=due) for of, due in unpaid.items()))
        first = next(iter(unpaid))
        message = _("No bonus was recorded for {chain}; expected {amounts}.", chain=chain, amounts=owed)
        replayer.report("bonus-missing", first, message, text, 0)
        for player, due in unpaid.items():
            ledger.tolerate(player, -due)
    ledger.due = {key: due for key, due in ledger.due.items() if key in later}
    if not ledger.due:
        ledger.due_chains.clear()


def _is_told(replayer: Replayer, chain: int, due: Money) -> bool:
    """Whether the log would record a bonus of this amount; some scribes write those of the largest holders only."""
    if replayer.coverage.tells_minorities():
        return True
    state = replayer.state
    paid = state.settled.bonuses.get(chain, ()) if state.settled is not None and state.reason is None else ()
    paid = paid or [bonus for payout in payouts(state) if payout.chain == chain for bonus in payout.bonuses]
    return due == max((amount for _, amount in paid), default=due)


def assume_survivor(replayer: Replayer, merger: Merger) -> None:
    """Choose a survivor that the log does not name.

    It is the largest chain for which the log has no bonus or disposal; if that leaves none or several, the first possible one.
    """
    events, index = replayer.events, replayer.index
    defunct = {chain for act in (ActKind.BONUS, ActKind.DISPOSE) for chain in chains_named_in_turn(events, index, act)}
    likely = [chain for chain in merger.choices if chain not in defunct]
    if len(likely) != 1:
        replayer.reporter.doubtful = True
    mergers.settle(replayer.state, (likely or merger.choices)[0])
    note_due_bonuses(replayer)


def complete_choice(replayer: Replayer) -> None:
    """Complete the choices after a placed tile that the log leaves out: new chain, survivor, order, market tile.

    What should have been recorded is reported.
    """
    state = replayer.state
    player = state.player
    if state.phase is Phase.FOUND:
        replayer.report("found-missing", player, _("{player} founded a chain, but the log does not name it."))
        replayer.reporter.doubtful = True
        placement.found_chain(state, state.free_chains()[0])
    merger = state.merger
    if merger is not None and state.phase is Phase.SURVIVOR:
        names = [replayer.names[chain] for chain in merger.choices]
        message = _("{player} did not say which of {chains} survives.", chains=all_of(names))
        replayer.report("survivor-missing", player, message, names)
        assume_survivor(replayer, merger)
    while merger is not None and state.phase in (Phase.ORDER, Phase.MARKET):
        if state.phase is Phase.ORDER:
            # The order of the disposals shows the order chosen; nothing is missing.
            disposed = chains_named_in_turn(replayer.events, replayer.index, ActKind.DISPOSE)
            named = [chain for chain in disposed if chain in merger.choices]
            mergers.take_defunct(state, (named or list(merger.choices))[0])
        else:
            chain = merger.unpaid[0]
            if least_in_bag(replayer) > 0:
                message = _("No tile was drawn for the market's shares of {chain}.", chain=chain)
                replayer.report("market-missing", player, message)
            skip_market(state, merger)
        note_due_bonuses(replayer)


def complete_decisions(replayer: Replayer) -> None:
    """Complete everything up to the purchase that the log leaves out; holders without a recorded disposal are assumed to hold."""
    state = replayer.state
    while state.phase is Phase.FOUND or (state.merger is not None and state.reason is None):
        complete_choice(replayer)
        merger = state.merger
        if merger is not None and state.phase is Phase.DISPOSE:
            player, chain = merger.queue[0]
            assume_held(replayer, merger, player, chain)
    if replayer.ledger.due:
        report_missing_bonuses(replayer)


def assume_held(replayer: Replayer, merger: Merger, player: int, chain: int) -> None:
    """Let a holder without a recorded disposal hold his shares, and mark his cash and shares as unknown if a line may be lost.

    It is reported each time, but only once for a player for whom the log records no disposal at all.
    """
    state, ledger = replayer.state, replayer.ledger
    is_known = (player, chain) in ledger.unknown_shares
    if not is_known and is_taken_to_hold(replayer, player):
        owned = state.shares[chain][player]
        message = _(
            "The log does not mention {player}'s {chain} ({owned}) in this merger, so {player} is assumed to "
            "have kept it.",
            chain=chain,
            owned=owned,
        )
        replayer.report("dispose-missing", player, message, severity=Severity.NOTE)
        replayer.reporter.note_manner("dispose-missing", replayer.index)
        mergers.dispose(state, player, chain, 0, 0)
        return
    if not is_known and (replayer.coverage.is_complete(LineKind.DISPOSALS, player) or player not in ledger.warned):
        owned = state.shares[chain][player]
        message = _("The log does not say what {player} did with {owned} of {chain}.", owned=owned, chain=chain)
        replayer.report("dispose-missing", player, message)
        ledger.warned.add(player)
    ledger.doubtful_shares |= {(player, chain), (player, merger.survivor)}
    ledger.leave_unknown(player, chain, merger.survivor)
    mergers.dispose(state, player, chain, 0, 0)


def is_taken_to_hold(replayer: Replayer, player: int) -> bool:
    """Whether a holder of whom the log says nothing is taken to have kept his shares, because that can be checked.

    The log has other disposals, and it counts his cash later.
    """
    has_disposals = replayer.coverage.has(ActKind.DISPOSE)
    return has_disposals and is_counted_later(replayer.events, replayer.index, player)


def complete_turn_to_draw(replayer: Replayer) -> None:
    """Complete what the log leaves out of a turn, up to its draw."""
    state = replayer.state
    player = state.player
    complete_decisions(replayer)
    continue_exchange(replayer, Phase.PLAY)
    if state.phase in (Phase.SHOW, Phase.LAY, Phase.EXCHANGE, Phase.RETURN):
        replayer.report("show-missing", player, _("{player} passed without exchanging the hand."))
        break_off(state, player)
    elif state.phase is Phase.PLAY:
        report_no_tile(replayer)
    if state.phase is not Phase.DRAW:
        replayer.ledger.without_purchase.add(player)
    skip_to(state, Phase.DRAW)


def report_no_tile(replayer: Replayer) -> None:
    """Report a turn that goes on without a tile, unless a hand was exchanged or no tile could be placed."""
    state = replayer.state
    player = state.player
    if state.exchanged or state.placed >= 0 or is_stuck(state, player):
        return
    replayer.report("place-missing", player, _("{player} neither placed a tile nor passed."))
