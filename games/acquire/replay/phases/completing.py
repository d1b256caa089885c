"""What a log leaves out of a turn, completed so that the next thing it tells can be judged."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.replay import lookahead
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.assuming import carry_exchange, least_bag
from games.acquire.replay.phases.dues import close_bonuses, note_dues
from games.acquire.replay.phases.merging import assume_survivor
from games.acquire.replay.phases.untold import leave_open
from games.acquire.replay.telling import Kind
from games.acquire.rules import merger as mergers
from games.acquire.rules import placement
from games.acquire.rules.ending import is_stuck
from games.acquire.rules.lenient import break_off, skip_market, skip_to
from games.acquire.state import Merger, Phase

DISPOSE, DRAW = Phase.DISPOSE, Phase.DRAW


def complete_choice(arbiter: Arbiter) -> None:
    """Complete what a placed tile asks for and the log does not tell: chain, survivor, order, market."""
    state = arbiter.state
    player = state.player
    name = arbiter.ids[player]
    if state.phase is Phase.FOUND:
        arbiter.report("found-missing", player, f"{name} founded a chain that is not named.")
        arbiter.reporter.doubt()
        placement.found(state, state.free_chains()[0])
    merger = state.merger
    if merger is not None and state.phase is Phase.SURVIVOR:
        names = [arbiter.names[chain] for chain in merger.choices]
        arbiter.report(
            "survivor-missing", player, f"{name} does not say which of {' and '.join(names)} survives.", names
        )
        assume_survivor(arbiter, merger)
    while merger is not None and state.phase in (Phase.ORDER, Phase.MARKET):
        if state.phase is Phase.ORDER:
            # The order of the disposals shows the order chosen; nothing is missing.
            disposed = lookahead.chains_of_turn(arbiter.events, arbiter.index, Act.DISPOSE)
            named = [chain for chain in disposed if chain in merger.choices]
            mergers.take_defunct(state, (named or list(merger.choices))[0])
        else:
            chain = merger.unpaid[0]
            if least_bag(arbiter) > 0:
                message = f"No tile was drawn for the market's shares of {arbiter.names[chain]}."
                arbiter.report("market-missing", player, message)
            skip_market(state, merger)
        note_dues(arbiter)


def complete_decisions(arbiter: Arbiter) -> None:
    """Complete everything up to the purchase that the log leaves out; holders not named are taken to hold."""
    state = arbiter.state
    while state.phase is Phase.FOUND or (state.merger is not None and state.reason is None):
        complete_choice(arbiter)
        merger = state.merger
        if merger is not None and state.phase is DISPOSE:
            player, chain = merger.queue[0]
            leave_shares(arbiter, merger, player, chain)
    if arbiter.purse.due:
        close_bonuses(arbiter)


def leave_shares(arbiter: Arbiter, merger: Merger, player: int, chain: int) -> None:
    """A holder of whose disposal the log says nothing is taken to hold; said once of one whose are never told."""
    state, purse = arbiter.state, arbiter.purse
    is_known = (player, chain) in purse.untold
    if not is_known and (arbiter.tells.misses(Kind.DISPOSALS, player) or player not in purse.warned):
        owned = state.shares[chain][player]
        message = f"Nothing is recorded of {arbiter.ids[player]}'s {owned} shares of {arbiter.names[chain]}."
        arbiter.report("dispose-missing", player, message)
        purse.warned.add(player)
    purse.loose |= {(player, chain), (player, merger.survivor)}
    leave_open(arbiter, player, chain, merger.survivor)
    mergers.dispose(state, player, chain, 0, 0)


def complete_turn_to_draw(arbiter: Arbiter) -> None:
    """Bring a turn of which the log leaves something out to its draw."""
    state = arbiter.state
    player = state.player
    complete_decisions(arbiter)
    carry_exchange(arbiter, Phase.PLAY)
    if state.phase in (Phase.SHOW, Phase.LAY, Phase.EXCHANGE, Phase.RETURN):
        arbiter.report("show-missing", player, f"{arbiter.ids[player]} passed without exchanging the hand.")
        break_off(state, player)
    elif state.phase is Phase.PLAY:
        say_no_tile(arbiter)
    if state.phase is not DRAW:
        arbiter.purse.unrecorded.add(player)
    skip_to(state, DRAW)


def say_no_tile(arbiter: Arbiter) -> None:
    """A turn goes on without a tile: right only after an exchange, or if no tile could be placed."""
    state = arbiter.state
    player = state.player
    if state.exchanged or state.placed >= 0 or is_stuck(state, player):
        return
    arbiter.report("place-missing", player, f"{arbiter.ids[player]} neither placed a tile nor passed.")
