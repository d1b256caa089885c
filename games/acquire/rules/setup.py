"""Setting up a position in mid-game, part by part or as a whole; nothing is checked, so callers have to check first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.acquire.board import ALL_CHAINS, EMPTY, LONE
from games.acquire.editions import Edition, LabelSet, Money
from games.acquire.rules.hands import take_unknown
from games.acquire.rules.placement import measure
from games.acquire.state import Merger, State


def leave_bag(state: State, tile: int) -> None:
    """Count a tile as drawn from the bag; the caller decides where it is put."""
    state.seen.add(tile)
    state.bag -= 1


def lay_chain(state: State, chain: int, tiles: Iterable[int]) -> None:
    """Put tiles that were taken out of the bag on the board as members of a chain."""
    for tile in tiles:
        state.spaces[tile] = 1 << chain
        state.members[chain].append(tile)
    if state.members[chain]:
        state.on_board |= 1 << chain
        measure(state, chain)


def lay_lone(state: State, tiles: Iterable[int]) -> None:
    """Put tiles that were taken out of the bag on the board, each belonging to no chain."""
    for tile in tiles:
        state.spaces[tile] = LONE


def lay_dead(state: State, tiles: Iterable[int]) -> None:
    """Put tiles that were taken out of the bag among the dead ones, which touch nothing (R18)."""
    state.dead.update(tiles)


def give_cash(state: State, player: int, amount: Money) -> None:
    """Set a player's cash in dollars."""
    state.cash[player] = amount


def give_shares(state: State, player: int, chain: int, count: int) -> None:
    """Give a player ``count`` shares from the bank; the bank's number may become negative."""
    state.shares[chain][player] = count
    state.bank[chain] -= count


def empty_bank(state: State, chain: int) -> None:
    """Set the bank's shares of a chain to 0, if players hold more than there are."""
    state.bank[chain] = 0


def deal_hand(state: State, player: int, tiles: Iterable[int], unknown: int) -> None:
    """Give a player a hand of known and unknown tiles.

    ``tiles`` have been taken out of the bag already; ``unknown`` is the number of further tiles, which this function takes out.
    """
    state.hands[player].update(tiles)
    state.hidden[player] = 0
    take_unknown(state, player, unknown)


def build_merger(parts: Mapping[str, Any]) -> Merger:
    """Return a merger; ``parts`` has a value for each of its attributes."""
    merger = Merger(parts["sizes"], parts["prices"])
    for name, value in parts.items():
        setattr(merger, name, value)
    return merger


def build_state(edition: Edition, labels: LabelSet, seats: int, parts: Mapping[str, Any]) -> State:
    """Return a state from ``parts``, the values of its attributes by name; attributes that follow from others are computed.

    ``spaces`` says for each of the 108 tiles, in the bits of `board`, what lies there; members, sizes and prices of the chains
    are computed from it.
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
    """Store ``before``, the position before the tile of this turn, in a state, so that the tile can be taken back (R23)."""
    state.before = before
