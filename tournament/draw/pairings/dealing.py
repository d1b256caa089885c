"""Ranked players at tables: the best at the first one, or dealt to the tables one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

from tournament.record.vocabulary import RoundKind

Item = TypeVar("Item")


def dealt(ranked: Sequence[Item], sizes: Sequence[int], how: RoundKind) -> tuple[tuple[Item, ...], ...]:
    """Return ranked players at tables of these sizes, the best ranked of each table first; a table that is full is passed over.

    Of 16 at four tables the first has 1, 2, 3 and 4; dealt in turn 1, 5, 9 and 13; there and back, in a snake, 1, 8, 9 and 16. Raises
    ValueError if the sizes do not sum to the players.
    """
    if sum(sizes) != len(ranked):
        raise ValueError(f"tables of {sizes} seat {sum(sizes)}, not {len(ranked)}")
    if how not in (RoundKind.SNAKE, RoundKind.DEALT):
        return tuple(tuple(ranked[end - size : end]) for size, end in zip(sizes, accumulate(sizes), strict=True))
    tables: list[list[Item]] = [[] for _size in sizes]
    waiting = iter(ranked)
    for turn in range(max(sizes, default=0)):
        order = list(range(len(sizes)))
        if how is RoundKind.SNAKE and turn % 2:
            order.reverse()
        for table in order:
            if turn < sizes[table]:
                tables[table].append(next(waiting))
    return tuple(map(tuple, tables))
