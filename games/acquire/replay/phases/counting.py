"""Cash counted at the table, in the course of the game and at its end."""

from __future__ import annotations

from games.acquire.editions import Money
from games.acquire.replay import lookahead
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import Severity
from games.acquire.replay.phases.untold import is_cash_open, open_finals, settle_by_count, warn_of_untold
from games.acquire.replay.telling import Kind
from games.acquire.rules.ending import worths


def on_cash(arbiter: Arbiter, player: int, amount: int) -> None:
    """Cash was counted at the table."""
    due = arbiter.state.cash[player]
    if due != amount:
        _compare_cash(arbiter, player, due, amount)


def _compare_cash(arbiter: Arbiter, player: int, due: Money, amount: int) -> None:
    """Cash differs: because of an earlier finding, of bonuses still to be paid, or wrongly."""
    state, purse = arbiter.state, arbiter.purse
    if is_cash_open(arbiter, player):
        if arbiter.tells.is_untold(Kind.PURCHASES, player):
            warn_of_untold(arbiter, player, due, amount)
        settle_by_count(arbiter, player, amount)
        return
    difference = amount - due
    if difference in purse.slack[player] or -difference in _unpaid(arbiter, player):
        return
    if state.reason is not None and amount == worths(state)[player]:
        return
    if lookahead.number_after(arbiter.events, arbiter.index) == arbiter.course.number + 2:
        return  # A turn may be missing before this count; what begins next says so.
    name = arbiter.ids[player]
    if difference < 0 and player in purse.unrecorded:
        message = f"{name} has {amount}; without the unrecorded purchase it would be {due}."
        arbiter.report("cash-unrecorded", player, message, due, amount)
    else:
        arbiter.report("cash-wrong", player, f"{name} has {amount}; as the log is written it is {due}.", due, amount)
    purse.slack[player] = {0, difference}


def _unpaid(arbiter: Arbiter, player: int) -> set[Money]:
    """What bonuses that the table may not have paid yet amount to, where they are paid chain by chain."""
    merger = arbiter.state.merger
    open_dues = [due for (p, _), due in arbiter.purse.due.items() if p == player]
    amounts: set[Money] = {*open_dues, sum(open_dues)}
    if merger is not None and not arbiter.tells.misses(Kind.BONUSES, player):
        waiting = (merger.bonuses.get(chain, ()) for chain in (merger.current, *merger.waiting))
        later = [sum(due for p, due in paid if p == player) for paid in waiting]
        amounts |= {sum(later), sum(later[1:])}
    return amounts


def on_final(arbiter: Arbiter, player: int, cash: int) -> None:
    """The table reports a player's final cash."""
    arbiter.purse.final[player] = (cash, arbiter.index)


def compare_finals(arbiter: Arbiter, final: tuple[Money, ...]) -> None:
    """Compare the final cash that the log tells with what the rules give."""
    open_finals(arbiter)
    for player, (cash, index) in arbiter.purse.final.items():
        if cash != final[player]:
            arbiter.index = index
            if is_cash_open(arbiter, player):
                warn_of_untold(arbiter, player, final[player], cash)
                continue
            _compare_final(arbiter, player, final[player], cash)


def warn_of_open(arbiter: Arbiter, final: tuple[Money, ...]) -> None:
    """Say of whom nobody knows what he has at the end, unless the log itself tells it."""
    for player, due in enumerate(final):
        if is_cash_open(arbiter, player) and player not in arbiter.purse.final:
            warn_of_untold(arbiter, player, due, None)


def _compare_final(arbiter: Arbiter, player: int, due: Money, cash: int) -> None:
    name = arbiter.ids[player]
    if cash - due in arbiter.purse.slack[player]:
        message = (
            f"{name} was recorded with {cash}; as the log is written it is {due}, which an earlier finding explains."
        )
        arbiter.add("final-wrong", player, message, due, cash, Severity.NOTE)
    else:
        arbiter.report(
            "final-wrong", player, f"{name} was recorded with {cash}; as the log is written it is {due}.", due, cash
        )
