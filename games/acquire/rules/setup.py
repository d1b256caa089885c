"""Laying out a position in mid-game, part by part or as a whole; whoever calls has said what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.acquire.board import ALL_CHAINS, EMPTY, LONE
from games.acquire.editions import Edition, LabelSet, Money
from games.acquire.rules.hands import take_unknown
from games.acquire.rules.placement import measure
from games.acquire.state import Merger, State


def leave_bag(state: State, tile: int) -> None:
    """Count a tile as out of the bag; where it goes is said next."""
    state.seen.add(tile)
    state.bag -= 1


def lay_chain(state: State, chain: int, tiles: Iterable[int]) -> None:
    """Let tiles that have left the bag belong to a chain."""
    for tile in tiles:
        state.spaces[tile] = 1 << chain
        state.members[chain].append(tile)
    if state.members[chain]:
        state.on_board |= 1 << chain
        measure(state, chain)


def lay_lone(state: State, tiles: Iterable[int]) -> None:
    """Let tiles that have left the bag lie alone."""
    for tile in tiles:
        state.spaces[tile] = LONE


def lay_dead(state: State, tiles: Iterable[int]) -> None:
    """Let tiles that have left the bag lie inert."""
    state.dead.update(tiles)


def give_cash(state: State, player: int, amount: Money) -> None:
    """Let a player have so many dollars."""
    state.cash[player] = amount


def give_shares(state: State, player: int, chain: int, count: int) -> None:
    """Give a player shares out of the bank, which may then have fewer than none."""
    state.shares[chain][player] = count
    state.bank[chain] -= count


def empty_bank(state: State, chain: int) -> None:
    """Let the bank have no share of a chain of which more are held than there are."""
    state.bank[chain] = 0


def deal_hand(state: State, player: int, tiles: Iterable[int], unknown: int) -> None:
    """Give a player tiles that have left the bag, and so many unknown ones that have not."""
    state.hands[player].update(tiles)
    state.hidden[player] = 0
    take_unknown(state, player, unknown)


def build_merger(parts: Mapping[str, Any]) -> Merger:
    """A merger of which every part is given by its name."""
    merger = Merger(parts["sizes"], parts["prices"])
    for name, value in parts.items():
        setattr(merger, name, value)
    return merger


def build_state(edition: Edition, labels: LabelSet, seats: int, parts: Mapping[str, Any]) -> State:
    """A state of which every part is given by its name but those that follow from the others.

    ``spaces`` has a mark for each of the 108 tiles; members, sizes and prices of the chains follow from it.
    """
    state = State(edition, seats, labels)
    for name, value in parts.items():
        setattr(state, name, value)
    state.spaces = [*parts["spaces"], EMPTY]
    for tile, mark in enumerate(parts["spaces"]):
        if mark & ALL_CHAINS:
            state.members[mark.bit_length() - 1].append(tile)
    for chain, tiles in enumerate(state.members):
        if tiles:
            state.on_board |= 1 << chain
            measure(state, chain)
    state.seat_by(parts["order"])
    if state.merger is not None:
        state.settled = state.merger
    return state


def remember(state: State, before: State) -> None:
    """Let a state know the position before its tile, for a take-back."""
    state.before = before
