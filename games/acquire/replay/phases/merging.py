"""Chains founded and merged: names, survivors, orders and the market's tile."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.board import TILE_NAMES
from games.acquire.replay import lookahead
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.dues import note_dues, note_final_dues
from games.acquire.replay.telling import Kind
from games.acquire.rules import merger as mergers
from games.acquire.rules import placement
from games.acquire.rules.ending import hold_market
from games.acquire.rules.turn import time_out
from games.acquire.state import NO_TILE, Merger, Phase


def on_found(arbiter: Arbiter, player: int, chain: int) -> None:
    """A chain is founded."""
    state = arbiter.state
    refusal = placement.founding_refusal(state, chain)
    if refusal is None:
        if player != state.player:
            arbiter.say_out_of_turn(player)
        placement.found(state, chain)
        _run_out(arbiter)
        return
    free = [arbiter.names[c] for c in state.free_chains()] if refusal.code == "found-taken" else []
    arbiter.refuse(refusal, player, free, arbiter.names[chain])
    arbiter.reporter.doubt()
    if refusal.code == "found-taken" and free:
        placement.found(state, state.free_chains()[0])


def _run_out(arbiter: Arbiter) -> None:
    """A chain is named; if time was called before that, it has run out now (R31)."""
    called = arbiter.course.called
    if called >= 0:
        arbiter.course.called = NO_TILE
        time_out(arbiter.state, called)


def on_survivor(arbiter: Arbiter, player: int, chain: int) -> None:
    """The mergemaker chooses the surviving chain (R14)."""
    state = arbiter.state
    merger = state.merger
    if merger is not None and merger.survivor == chain:
        return  # Named although it was the largest by itself: true, and no choice.
    refusal = mergers.survivor_refusal(state, chain)
    if refusal is None:
        if lookahead.is_next(arbiter.events, arbiter.index, Act.SURVIVOR):
            return  # The mind was changed before any bonus was paid (R25).
        if player != state.player:
            arbiter.say_out_of_turn(player)
        mergers.settle(state, chain)
        note_dues(arbiter)
        _run_out(arbiter)
        return
    choices = [arbiter.names[c] for c in (merger.choices if merger else ())]
    arbiter.refuse(refusal, player, choices, arbiter.names[chain])
    arbiter.excuse_turn()
    if merger is None:
        arbiter.reporter.doubt()
    elif state.phase is Phase.SURVIVOR:
        assume_survivor(arbiter, merger)


def assume_survivor(arbiter: Arbiter, merger: Merger) -> None:
    """Take for the survivor what the log does not pay out; one of the largest in any case."""
    events, index = arbiter.events, arbiter.index
    defunct = {
        *lookahead.chains_of_turn(events, index, Act.BONUS),
        *lookahead.chains_of_turn(events, index, Act.DISPOSE),
    }
    likely = [chain for chain in merger.choices if chain not in defunct]
    if len(likely) != 1:
        arbiter.reporter.doubt()
    mergers.settle(arbiter.state, (likely or merger.choices)[0])
    note_dues(arbiter)


def on_order(arbiter: Arbiter, player: int, chains: tuple[int, ...]) -> None:
    """The mergemaker names which of equal defunct chains is settled next; one choice implies the last."""
    state = arbiter.state
    if player != state.player:
        arbiter.say_out_of_turn(player)
    for place, chain in enumerate(chains):
        merger = state.merger
        refusal = mergers.order_refusal(state, chain)
        if refusal is None:
            mergers.take_defunct(state, chain)
        elif merger is not None and _before_larger(merger, chain, chains[:place], chains[place + 1 :]):
            first = arbiter.names[merger.choices[0] if merger.choices else merger.current]
            message = f"{arbiter.names[chain]} cannot be taken before {first}, which is larger."
            arbiter.report("order-wrong", player, message, first, arbiter.names[chain])
            break
        elif not was_merged(arbiter, chain):
            choices = [arbiter.names[c] for c in (merger.choices if merger else ())]
            arbiter.refuse(refusal, player, choices, arbiter.names[chain])
            break


def _before_larger(merger: Merger, chain: int, named: tuple[int, ...], later: tuple[int, ...]) -> bool:
    """Whether a waiting chain is put before a larger one.

    The order of equal chains may be told before a larger one is settled, which needs no choice and no name.
    """
    size = merger.sizes[chain] if chain in merger.waiting else 0
    if not size:
        return False
    tied = any(other != chain and merger.sizes[other] == size for other in merger.waiting)
    return any(merger.sizes.get(other, 0) > size for other in later) or not (tied or merger.current in named)


def was_merged(arbiter: Arbiter, chain: int) -> bool:
    """Whether a chain is one of those taken over in this turn: naming it again is no mistake."""
    settled = arbiter.state.settled
    return settled is not None and chain in settled.sizes and chain != settled.survivor


def on_market(arbiter: Arbiter, player: int, draw: tuple[int, int]) -> None:
    """The market of a game of two draws a tile for a chain."""
    state = arbiter.state
    chain, tile = draw
    due = state.merger.unpaid[:1] if state.merger else []
    if state.phase is not Phase.MARKET or (due and due != [chain]):
        message = f"No tile of the market is due for {arbiter.names[chain]}."
        arbiter.report("market-unexpected", player, message, None, TILE_NAMES[tile])
        return
    if tile in state.seen:
        arbiter.add("tile-elsewhere", player, f"The market cannot draw {TILE_NAMES[tile]}: it is not in the bag.")
    hold_market(state, chain, tile)
    if state.reason is None:
        note_dues(arbiter)
    elif arbiter.tells.tells_any(Kind.BONUSES):
        note_final_dues(arbiter)
