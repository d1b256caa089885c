"""What lies on the board while a log is being read: only so much that ``2B (Luxor)`` can mean one thing.

A chain named beside a tile is the chain founded where the tile founds one, the survivor where equal chains merge, and a
mere remark where the tile could not but join it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.acquire.actions import Act, Action
from games.acquire.board import ALL_CHAINS, CHAINS_IN, LONE, TILES, empty_spaces, loose_group, touched
from games.acquire.record import StartPosition


class Ground:
    """The spaces of the board as the events read so far leave them."""

    __slots__ = ("_at", "_events", "_spaces", "_waiting")

    def __init__(self, events: Sequence[Action], position: StartPosition | None) -> None:
        self._events = events
        self._at = 0
        self._spaces = empty_spaces()
        self._waiting = -1
        for chain, tiles in position.chains if position else ():
            self._fill(tiles, 1 << chain)
        self._fill(position.lone if position else (), LONE)

    def meaning(self, tile: int, chain: int) -> Act | None:
        """What a chain named beside a tile tells: `Act.FOUND`, `Act.SURVIVOR`, or None if only what follows from the tile.

        Raises:
            ValueError: if the tile has nothing to do with the chain.
        """
        self._follow()
        chains = CHAINS_IN[touched(self._spaces, tile) & ALL_CHAINS]
        bit = 1 << chain
        if not chains:
            if bit in self._spaces:
                raise ValueError("the chain is elsewhere on the board")
            return Act.FOUND
        if chain not in chains:
            raise ValueError("the tile touches other chains")
        sizes = {other: self._spaces.count(1 << other) for other in chains}
        largest = [other for other, size in sizes.items() if size == max(sizes.values())]
        if chain not in largest:
            raise ValueError("another chain there is larger")
        return None if largest == [chain] else Act.SURVIVOR

    def _follow(self) -> None:
        """Put down what was read since the last question."""
        for act, _, value in self._events[self._at :]:
            if act in (Act.PLAY, Act.START):
                self._settle()
                self._place(value)
            elif act in (Act.FOUND, Act.SURVIVOR) and self._waiting >= 0:
                self._join(self._waiting, value)
        self._at = len(self._events)
        self._settle()

    def _place(self, tile: int) -> None:
        if 0 <= tile < TILES:
            self._waiting = tile
            self._spaces[tile] = self._spaces[tile] or LONE

    def _settle(self) -> None:
        """Let the last tile join the chain it touches, the largest if it touches several."""
        tile, self._waiting = self._waiting, -1
        chains = CHAINS_IN[touched(self._spaces, tile) & ALL_CHAINS] if tile >= 0 else ()
        if chains and self._spaces[tile] == LONE:
            self._join(tile, max(chains, key=lambda chain: self._spaces.count(1 << chain)))

    def _join(self, tile: int, chain: int) -> None:
        """Make a tile, the lone tiles beside it and the chains it touches one chain."""
        chains = touched(self._spaces, tile) & ALL_CHAINS
        joined = loose_group(self._spaces, tile)
        joined += [space for space in range(TILES) if self._spaces[space] & chains]
        self._fill(joined, 1 << chain)
        self._waiting = -1

    def _fill(self, tiles: Sequence[int], bit: int) -> None:
        for tile in tiles:
            if 0 <= tile < TILES:
                self._spaces[tile] = bit
