"""Bags that can be played again: the same tiles in the same order for whoever sits where."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.acquire.board import TILES


class Bag:
    """The order of one bag, by its seed. It is a `Chooser`: of the tiles that may be drawn it takes the next one."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._places = [self._random.random() for _ in range(TILES)]
        self._drawn = 0.0

    def __call__(self, tiles: Sequence[int]) -> int:
        """The tile among these that is drawn next."""
        for tile in tiles:
            if self._places[tile] <= self._drawn:  # it was put back, among all that are left
                self._places[tile] = self._drawn + (1 - self._drawn) * self._random.random()
        tile = min(tiles, key=self._places.__getitem__)
        self._drawn = self._places[tile]
        return tile
