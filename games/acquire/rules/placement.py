"""Placing tiles: what a tile may do, and what it does.

By what the tile touches (the state before placing decides, so that a tile which founds an eighth
chain stays illegal even if a merger of the same turn would free one):

1. nothing: it lies alone;
2. lone tiles only: it founds a chain with all of them (illegal while all seven are on the board);
3. one chain: the chain grows by the tile and all lone tiles connected with it;
4. several chains: a merger, illegal if two of them are safe.

A dead tile on the board (R18) is inert: its space is filled and touches nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.acquire.board import (
    ALL_CHAINS,
    CHAINS_IN,
    EMPTY,
    FOUR_NEIGHBOURS,
    LONE,
    TILE_NAMES,
    TILES,
    loose_group,
)
from games.acquire.editions import EighthChain
from games.acquire.errors import IllegalActionError
from games.acquire.rules.merger import begin_merger
from games.acquire.state import NO_TILE, Phase, State
from games.sentences import Sentence, all_of, gettext_noop
from games.sentences import gettext_lazy as _

PLAY, BUY, FOUND = Phase.PLAY, Phase.BUY, Phase.FOUND


def placement_fault(state: State, bits: int) -> str:
    """Return the code of the reason why a tile may not be placed now, or an empty text if it may.

    ``bits`` are the marks of everything that the tile touches (see `board.touched`).
    """
    chains = bits & ALL_CHAINS
    edition = state.edition
    if not chains:
        eighth = bits and state.on_board == ALL_CHAINS and edition.eighth_chain is EighthChain.BAN
        return "place-eighth-chain" if eighth else ""
    if bits != chains and edition.loose_adjacent_ban:
        return "place-beside-loose"
    if chains & (chains - 1):
        safe = chains & state.safe
        if safe & (safe - 1):
            return "place-two-safe"
        if safe and not edition.safe_may_acquire:
            return "place-safe"
    return ""


_CANNOT_PLACE = {
    "place-eighth-chain": gettext_noop("{tile} would found an eighth chain."),
    "place-beside-loose": gettext_noop("{tile} touches a chain and a tile outside it, which this edition forbids."),
    "place-two-safe": gettext_noop("{tile} would merge the safe chains {chains}."),
    "place-safe": gettext_noop("{tile} would merge the safe chain {chain}, which this edition forbids."),
}


def placement_refusal(state: State, tile: int, bits: int) -> IllegalActionError | None:
    """Return why a tile may not be placed now, or None if it may; ``bits`` as in `placement_fault`."""
    code = placement_fault(state, bits)
    if not code:
        return None
    names = [state.labels.names[chain] for chain in CHAINS_IN[bits & state.safe]]
    values = {"tile": TILE_NAMES[tile], "chains": all_of(names), "chain": names[0] if names else ""}
    return IllegalActionError(Sentence(_CANNOT_PLACE[code], values), code)


def place(state: State, tile: int, bits: int) -> None:
    """Put a tile on the board and set the phase for what has to follow; ``bits`` as in `placement_fault`."""
    if state.more_tiles and state.placed != NO_TILE:
        state.more_tiles -= 1
    state.placed = tile
    if not bits:
        state.spaces[tile] = LONE
        state.phase = PLAY if state.more_tiles else BUY
        return
    chains = bits & ALL_CHAINS
    if not chains:
        state.spaces[tile] = LONE
        if state.on_board != ALL_CHAINS:
            state.phase = FOUND
            return
    elif chains & (chains - 1):
        begin_merger(state, tile, chains)
        return
    else:
        join(state, chains.bit_length() - 1, tile, bits)
    state.phase = PLAY if state.more_tiles else BUY


def join(state: State, chain: int, tile: int, bits: int) -> None:
    """Add a tile and all lone tiles connected with it to a chain; ``bits`` as in `placement_fault`."""
    mark = 1 << chain
    members = state.members[chain]
    if bits & LONE:
        for member in loose_group(state.spaces, tile):
            state.spaces[member] = mark
            members.append(member)
    else:
        state.spaces[tile] = mark
        members.append(tile)
    measure(state, chain)


def measure(state: State, chain: int) -> None:
    """Update price and safety of a chain after it has grown."""
    size = len(state.members[chain])
    state.price[chain] = state.prices[chain][size]
    if size >= state.edition.safe_size:
        state.safe |= 1 << chain


def founding_refusal(state: State, chain: int) -> IllegalActionError | None:
    """Return why this chain may not be founded now, or None if it may."""
    name = state.labels.names[chain]
    if state.phase != FOUND:
        return IllegalActionError(
            _("No tile has been placed that could found {chain}.", chain=name), "found-not-founding"
        )
    if state.on_board >> chain & 1:
        return IllegalActionError(_("{chain} is already on the board; found another chain.", chain=name), "found-taken")
    return None


def found_chain(state: State, chain: int) -> None:
    """Found a chain with the tile placed last; the founder gets a share if the bank has one."""
    join(state, chain, state.placed, LONE)
    state.on_board |= 1 << chain
    if state.bank[chain]:
        state.bank[chain] -= 1
        state.shares[chain][state.player] += 1
    state.phase = PLAY if state.more_tiles else BUY


def is_dead(state: State, tile: int) -> bool:
    """Whether a tile can never become legal because it touches two safe chains (R18).

    Ruling: tiles that only touch lone tiles while all seven chains are safe are left to the
    director; the engine calls none of them dead.
    """
    return bool(dead_tiles(state, (tile,)))


def dead_tiles(state: State, tiles: Iterable[int]) -> list[int]:
    """List those of the tiles that are dead, in ascending order."""
    safe = state.safe
    if not safe & (safe - 1) and (state.edition.safe_may_acquire or not safe):
        return []
    spaces, may_acquire = state.spaces, state.edition.safe_may_acquire
    dead = []
    for tile in tiles:
        a, b, c, d = FOUR_NEIGHBOURS[tile]
        chains = (spaces[a] | spaces[b] | spaces[c] | spaces[d]) & ALL_CHAINS
        near = chains & safe
        # Safe chains never leave the board, so a tile that may not merge the chains it touches now can never be placed.
        if near and (near & (near - 1) or not (may_acquire or chains == near)):
            dead.append(tile)
    dead.sort()
    return dead


def may_place(state: State, tile: int) -> bool:
    """Whether a tile that is not on the board could be placed now."""
    spaces = state.spaces
    if spaces[tile] != EMPTY or tile in state.dead:
        return False
    a, b, c, d = FOUR_NEIGHBOURS[tile]
    bits = spaces[a] | spaces[b] | spaces[c] | spaces[d]
    # Most tiles touch nothing or one chain alone.
    return not bits or not placement_fault(state, bits)


def legal_tiles(state: State, player: int) -> list[int]:
    """List the tiles that a player may place, in ascending order.

    If some tiles of his hand are hidden, every unseen tile that could be placed is included.
    """
    known = [tile for tile in sorted(state.hands[player]) if may_place(state, tile)]
    if not state.hidden[player]:
        return known
    return sorted({*known, *(tile for tile in state.unseen() if may_place(state, tile))})


def may_pass(state: State, player: int) -> bool:
    """Whether it is possible that a player has no legal tile (R16); hidden tiles of his hand may be any unseen ones."""
    if any(may_place(state, tile) for tile in state.hands[player]):
        return False
    hidden = state.hidden[player]
    return not hidden or sum(not may_place(state, tile) for tile in state.unseen()) >= hidden


def nothing_fits(state: State) -> bool:
    """Whether no tile outside the board can be placed in this position."""
    return not any(may_place(state, tile) for tile in range(TILES))
