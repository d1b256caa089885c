"""The game beside the reader: what a tile does, what is due then, and what a turn leaves behind, whether or not it keeps to the rules.

The reader never asks whether something is allowed: a log may tell of a mistake. It asks what the rules expect, and counts a
difference against a reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.acquire.board import ALL_CHAINS, CHAINS_IN, LONE, touched
from games.acquire.editions import Money
from games.acquire.record import Header
from games.acquire.rules.ending import end_condition, worths
from games.acquire.rules.merger import pay_bonus, settle
from games.acquire.rules.placement import found, place, placement_fault
from games.acquire.state import NO_TILE, Merger, Phase, State

#: A disposal: the holder, the chain, and the shares sold and given in trade.
Disposed = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Placed:
    """A position after a tile: ``state`` is not to be changed.

    ``founds`` says that a chain is to be named, ``choices`` are the chains of which one survives, ``fault`` is the code of the rule
    against the tile, empty if there is none, and ``touched`` are the chains that the tile made larger or merged. ``merger`` is what is
    paid and to be disposed of, None without a merger or before its survivor is known.
    """

    state: State
    seat: int
    fault: str = ""
    founds: bool = False
    choices: tuple[int, ...] = ()
    merger: Merger | None = None
    touched: tuple[int, ...] = ()

    @property
    def defunct(self) -> tuple[int, ...]:
        """The chains that were taken over."""
        return tuple(chain for chain in self.merger.sizes if chain != self.merger.survivor) if self.merger else ()

    def due(self, player: int, chain: int) -> Money:
        """The bonus in dollars that is due to a player for a chain that was taken over, 0 for none."""
        paid = self.merger.bonuses.get(chain, ()) if self.merger else ()
        return sum((amount for holder, amount in paid if holder == player), 0)

    def dues(self) -> dict[tuple[int, int], Money]:
        """All bonuses that are due, in dollars by player and chain."""
        bonuses = self.merger.bonuses if self.merger else {}
        return {(holder, chain): amount for chain, paid in bonuses.items() for holder, amount in paid}

    def price(self, chain: int) -> int:
        """The dollars for which a share of a chain is sold in the merger, or bought after it."""
        prices = self.merger.prices if self.merger else {}
        return prices[chain] if chain in self.defunct else self.state.price[chain]


def opening(header: Header) -> State:
    """Return the position at the start of a log."""
    state = State(header.rulebook(), max(1, len(header.players)), header.labels())
    if header.position is not None:
        _set_up(state, header)
    return state


def _set_up(state: State, header: Header) -> None:
    """Put the position of a header on the board."""
    position = header.position
    assert position is not None  # noqa: S101
    for chain, tiles in position.chains:
        for tile in tiles:
            state.spaces[tile] = 1 << chain
        state.members[chain] = list(tiles)
        state.on_board |= 1 << chain
        state.price[chain] = state.prices[chain][len(tiles)]
        if len(tiles) >= state.edition.safe_size:
            state.safe |= 1 << chain
    for tile in position.lone:
        state.spaces[tile] = LONE
    for player, amount in position.cash:
        state.cash[player] = amount
    for player, chain, count in position.shares:
        state.shares[chain][player] = count
        state.bank[chain] -= count


def started(state: State, tiles: Iterable[int]) -> State:
    """Return a position with starting tiles on the board."""
    after = state.copy()
    for tile in tiles:
        after.spaces[tile] = LONE
    return after


def lay(state: State, seat: int, tile: int) -> Placed:
    """Return the position after a tile of a player."""
    if state.spaces[tile]:
        return Placed(state, seat, "place-taken")
    after = state.copy()
    after.player, after.placed, after.merger, after.settled = seat, NO_TILE, None, None
    after.phase = Phase.PLAY
    bits = touched(after.spaces, tile)
    fault = placement_fault(after, bits)
    place(after, tile, bits)
    near = CHAINS_IN[bits & ALL_CHAINS]
    if after.merger is not None and after.phase is Phase.SURVIVOR:
        return Placed(after, seat, fault, choices=after.merger.choices, touched=near)
    if after.settled is not None:
        return Placed(after, seat, fault, merger=_paid(after), touched=near)
    return Placed(after, seat, fault, founds=after.phase is Phase.FOUND, touched=near)


def with_founded(placed: Placed, chain: int) -> Placed:
    """Return the position after a chain is named for a tile, even one that touches nothing that is known."""
    if placed.state.on_board >> chain & 1 or placed.state.placed == NO_TILE or placed.merger is not None:
        return placed
    after = placed.state.copy()
    found(after, chain)
    return Placed(after, placed.seat, placed.fault, touched=(chain,))


def merged_into(before: State, placed: Placed, survivor: int) -> Placed:
    """Return the position after a merger in which another chain survives than the rules have it; ``before`` is that before the tile."""
    tile = placed.state.placed
    merging = {*placed.touched, survivor}
    if len(merging) < 2 or tile == NO_TILE:
        return placed
    after = before.copy()
    after.player, after.placed = placed.seat, tile
    merger = Merger(
        {chain: len(after.members[chain]) for chain in merging}, {chain: after.price[chain] for chain in merging}
    )
    after.merger = after.settled = merger
    after.spaces[tile] = LONE
    settle(after, survivor)
    return Placed(after, placed.seat, placed.fault, merger=_paid(after), touched=tuple(sorted(merging)))


def with_survivor(placed: Placed, chain: int) -> Placed:
    """Return the position after a chain is named that survives among equal ones."""
    if chain not in placed.choices:
        return placed
    after = placed.state.copy()
    settle(after, chain)
    return Placed(after, placed.seat, placed.fault, merger=_paid(after), touched=placed.touched)


def _paid(state: State) -> Merger | None:
    """Pay the bonuses of all chains of a merger that are not paid yet, and return the merger."""
    merger = state.settled
    if merger is not None:
        for chain in merger.sizes:
            if chain not in (merger.survivor, *merger.bonuses):
                merger.bonuses[chain] = pay_bonus(state, merger.prices[chain], state.shares[chain], [])
    return merger


def purse(placed: Placed, disposed: Iterable[Disposed], bought: Iterable[tuple[int, int]], player: int) -> Money:
    """Return the cash of a player in dollars, after his disposals, and after the purchases if the turn is his."""
    cash = placed.state.cash[player]
    cash += sum(sell * placed.price(chain) for holder, chain, sell, _ in disposed if holder == player)
    if player == placed.seat:
        cash -= sum(count * placed.state.price[chain] for chain, count in bought)
    return cash


def closed(placed: Placed, disposed: Iterable[Disposed], bought: Iterable[tuple[int, int]]) -> State:
    """Return the position after a turn."""
    after = placed.state.copy()
    survivor = placed.merger.survivor if placed.merger else -1
    for holder, chain, sell, trade in disposed:
        after.cash[holder] += sell * placed.price(chain)
        after.shares[chain][holder] -= sell + trade
        after.bank[chain] += sell + trade
        if survivor >= 0:
            after.shares[survivor][holder] += trade // 2
            after.bank[survivor] -= trade // 2
    for chain, count in bought:
        after.cash[placed.seat] -= count * after.price[chain]
        after.shares[chain][placed.seat] += count
        after.bank[chain] -= count
    # A disposal may have gone below nothing; a holding of the rules may not.
    for holdings in after.shares:
        for player, count in enumerate(holdings):
            holdings[player] = max(0, count)
    after.merger = after.settled = None
    return after


def may_be_over(state: State) -> bool:
    """Whether the sizes of the chains allow the end of the game."""
    return end_condition(state)


def at_the_end(state: State) -> tuple[Money, ...]:
    """Return everybody's cash in dollars if the game ends in a position."""
    return worths(state)
