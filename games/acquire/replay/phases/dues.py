"""Bonuses that are due: noted when the rules pay them, closed when the table should have."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.untold import is_chain_open, open_merger
from games.acquire.replay.telling import Kind
from games.acquire.rules.ending import payouts


def note_dues(arbiter: Arbiter) -> None:
    """Remember which bonuses are due, to compare them with what the table paid."""
    merger = arbiter.state.settled
    if merger is None:
        return
    purse = arbiter.purse
    if purse.untold:
        open_merger(arbiter, merger)
    if not arbiter.tells.has(Act.BONUS):
        return
    if merger is not purse.noted:
        purse.noted = merger
        purse.due_chains.clear()
    for chain, payments in merger.bonuses.items():
        if chain not in purse.due_chains:
            purse.due_chains.add(chain)
            for player, amount in payments:
                purse.due[player, chain] = amount


def note_final_dues(arbiter: Arbiter) -> None:
    """At the end, bonuses of the chains on the board are due; few logs write them down."""
    purse = arbiter.purse
    purse.forget_dues()
    for payout in payouts(arbiter.state):
        for player, amount in payout.bonuses:
            purse.due[player, payout.chain] = amount


def close_bonuses(arbiter: Arbiter) -> None:
    """A merger or the game is over: bonuses that were due and not paid are missing, one finding a chain.

    At the end of a game few logs write any down: only a chain of which one was written is looked at.
    """
    purse = arbiter.purse
    if arbiter.state.reason is not None:
        purse.due = {key: due for key, due in purse.due.items() if key[1] in purse.due_chains}
    for chain in sorted({chain for _, chain in purse.due}):
        unpaid = {
            player: due
            for (player, of), due in purse.due.items()
            if of == chain and arbiter.tells.misses(Kind.BONUSES, player)
        }
        if not unpaid or is_chain_open(arbiter, chain):
            continue  # nobody tells what these players were paid, or nobody knows what it is
        text = ", ".join(f"{arbiter.ids[player]} {due}" for player, due in unpaid.items())
        first = next(iter(unpaid))
        arbiter.report("bonus-missing", first, f"No bonus was recorded for {arbiter.names[chain]}: {text}.", text, 0)
        for player, due in unpaid.items():
            purse.loosen(player, -due)
    purse.forget_dues()
