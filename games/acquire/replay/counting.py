"""Comparing the cash that is counted at the table, during the game and at its end, with what the rules give."""

from __future__ import annotations

from games.acquire.actions import ActKind
from games.acquire.editions import Money
from games.acquire.replay.coverage import LineKind, is_last_turn, rest_of_turn
from games.acquire.replay.findings import Severity
from games.acquire.replay.omissions import is_cash_unknown, leave_paid_unknown, take_counted_cash, warn_of_unknown_cash
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.sequence import stands_before_gap
from games.acquire.replay.start import open_position, stands_alone
from games.acquire.rules import ending
from games.sentences import gettext_lazy as _


def on_cash(replayer: Replayer, player: int, amount: int) -> None:
    """Compare cash counted at the table with what the rules give."""
    position = replayer.record.header.position
    if position is not None and not replayer.progress.started:
        if not stands_alone(replayer):
            due: Money = dict(position.cash).get(player, replayer.state.edition.start_cash)
            if due != amount:
                message = _("{player} has {amount}; the position gives {due}.", amount=amount, due=due)
                replayer.add("cash-wrong", player, message, due, amount)
            return
        open_position(replayer)
    due = replayer.state.cash[player]
    if due != amount:
        _compare_cash(replayer, player, due, amount)
    elif replayer.ledger.question is not None:
        replayer.close_question(player)


def _compare_cash(replayer: Replayer, player: int, due: Money, amount: int) -> None:
    """Report counted cash that differs from ``due``, unless an earlier finding or a bonus still to be paid explains it."""
    ledger = replayer.ledger
    if is_cash_unknown(replayer, player):
        if replayer.coverage.is_absent(LineKind.PURCHASES, player):
            warn_of_unknown_cash(replayer, player, due, amount)
        take_counted_cash(replayer, player, amount)
        return
    difference = amount - due
    if difference in ledger.tolerated[player] or -difference in _unpaid(replayer, player):
        return
    if _is_after_final_sale(replayer, player, amount):
        ledger.finals.setdefault(player, (amount, replayer.index))
        return
    if difference in _still_to_come(replayer, player):
        return
    if stands_before_gap(replayer):
        return  # The next turn shows it.
    if difference < 0 and player in ledger.without_purchase:
        message = _("{player} has {amount}; without the unrecorded purchase it would be {due}.", amount=amount, due=due)
        replayer.report("cash-unrecorded", player, message, due, amount)
    else:
        message = _(
            "{player} has {amount}; according to the log as written, it should be {due}.", amount=amount, due=due
        )
        replayer.report("cash-wrong", player, message, due, amount)
    ledger.tolerated[player] = {0, difference}


def _is_after_final_sale(replayer: Replayer, player: int, amount: int) -> bool:
    """Whether the cash may have been counted when the game was over and all shares had been sold."""
    state = replayer.state
    may_be_over = state.reason is not None or (state.merger is None and is_last_turn(replayer.events, replayer.index))
    return may_be_over and amount == ending.worths(state)[player]


def _still_to_come(replayer: Replayer, player: int) -> set[Money]:
    """Return by how much the player's cash changes in the rest of the turn, of which the count may be, though it is written earlier."""
    state = replayer.state
    if replayer.events[replayer.index].act is not ActKind.CASH:
        return set()
    changes: set[Money] = {0}
    for act, of, value in rest_of_turn(replayer.events, replayer.index + 1):
        change: Money = 0
        if of == player and act is ActKind.BUY:
            change = -sum(state.price[chain] * count for chain, count in value)
        elif of == player and act is ActKind.DISPOSE and state.settled is not None:
            change = value[1] * state.settled.prices.get(value[0], 0)
        changes |= {earlier + change for earlier in changes}
    return changes


def _unpaid(replayer: Replayer, player: int) -> set[Money]:
    """Return the sums of bonuses that the players may not have paid out yet when the cash was counted."""
    merger = replayer.state.merger
    open_dues = [due for (p, _), due in replayer.ledger.due.items() if p == player]
    amounts: set[Money] = {*open_dues, sum(open_dues)}
    if merger is not None and not replayer.coverage.is_complete(LineKind.BONUSES, player):
        waiting = (merger.bonuses.get(chain, ()) for chain in (merger.current, *merger.waiting))
        later = [sum(due for p, due in paid if p == player) for paid in waiting]
        amounts |= {sum(later), sum(later[1:])}
    return amounts


def on_final(replayer: Replayer, player: int, cash: int) -> None:
    """Store the final cash that the log states for a player; it is compared when the game is closed."""
    replayer.ledger.finals[player] = (cash, replayer.index)


def compare_finals(replayer: Replayer, final: tuple[Money, ...]) -> None:
    """Compare the final cash that the log states with what the rules give."""
    leave_paid_unknown(replayer, replayer.state.chains_on_board())
    for player, (cash, index) in replayer.ledger.finals.items():
        if cash != final[player]:
            replayer.index = index
            if is_cash_unknown(replayer, player):
                warn_of_unknown_cash(replayer, player, final[player], cash)
                continue
            _compare_final(replayer, player, final[player], cash)


def warn_of_unknown_finals(replayer: Replayer, final: tuple[Money, ...]) -> None:
    """Report each player whose cash at the end cannot be computed, unless the log states it."""
    for player, due in enumerate(final):
        if is_cash_unknown(replayer, player) and player not in replayer.ledger.finals:
            warn_of_unknown_cash(replayer, player, due, None)


def _compare_final(replayer: Replayer, player: int, due: Money, cash: int) -> None:
    """Report final cash that differs from what the rules give; only a note if an earlier finding explains it."""
    if cash - due in replayer.ledger.tolerated[player]:
        message = _(
            "{player} was recorded with {cash}; according to the log as written, it should be {due}. An "
            "earlier finding explains the difference.",
            cash=cash,
            due=due,
        )
        replayer.add("final-wrong", player, message, due, cash, Severity.NOTE)
    else:
        message = _("{player} has {amount}; according to the log as written, it should be {due}.", amount=cash, due=due)
        replayer.report("final-wrong", player, message, due, cash)
