"""Cuts after rounds by levels: which seeds wait, who plays at which table, and who goes on; and seeding in snakes.

A cut is to 4, 7, 10, 13, 16 or 40. Of 40 the first eight wait, and sixteen go on; of 7, 10, 13 and 16 as many wait as make four with the
winners of the tables; the last four play one table. Seeds are dealt to the tables one after the other, so that of 16 the seeds 1, 5, 9
and 13 play at table 1. Whoever goes on keeps the order of seeds, and the higher seed sits first; of a drawn game the higher seed goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from tournament.draw.pairings.request import Table
from tournament.record.vocabulary import PlayerId

Item = TypeVar("Item")

POD = 4
"""The players of each table of a cut."""

WAITING: Mapping[int, int] = MappingProxyType({40: 8, 16: 0, 13: 1, 10: 2, 7: 3, 4: 0})
"""How many seeds wait in a round with so many players; the others play at tables of four, whose winners go on."""


@dataclass(frozen=True, slots=True)
class CutRound:
    """One round of a cut: the seeds who wait, and the tables of those who play, in seat order; seeds count from 1 in every round."""

    waiting: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]


def bracket(cut: int) -> tuple[CutRound, ...]:
    """Return the rounds of a cut to so many players, the table of the last four at the end; raises KeyError for any other number."""
    waiting = WAITING[cut]
    seeds = range(waiting + 1, cut + 1)
    tables = len(seeds) // POD
    first = CutRound(tuple(range(1, waiting + 1)), tuple(tuple(seeds[table::tables]) for table in range(tables)))
    return (first,) if cut == POD else (first, *bracket(waiting + tables))


def tables_of_cut(stage: CutRound, field: Sequence[PlayerId]) -> tuple[Table, ...]:
    """Return the tables of a round of a cut; ``field`` has its players in the order of seeds."""
    return tuple(tuple(field[seed - 1] for seed in table) for table in stage.tables)


def next_field(stage: CutRound, field: Sequence[PlayerId], winners: Sequence[PlayerId | None]) -> tuple[PlayerId, ...]:
    """Return who goes on after a round of a cut, in the order of seeds.

    ``winners`` has the winner of each table, None for a drawn game, of which the highest seed goes on.
    """
    tables = tables_of_cut(stage, field)
    through = {table[0] if winner is None else winner for table, winner in zip(tables, winners, strict=True)}
    through.update(field[seed - 1] for seed in stage.waiting)
    return tuple(player for player in field if player in through)


def snake(ranked: Sequence[Item], sizes: Sequence[int]) -> tuple[tuple[Item, ...], ...]:
    """Return ranked players at tables of these sizes: dealt from the first table to the last, then back, and so on.

    A table that is full is passed over. Of 16 at four tables the first has 1, 8, 9 and 16. Raises ValueError if the sizes do not sum to
    the players.
    """
    if sum(sizes) != len(ranked):
        raise ValueError(f"tables of {sizes} seat {sum(sizes)}, not {len(ranked)}")
    tables: list[list[Item]] = [[] for _size in sizes]
    waiting = iter(ranked)
    for turn in range(max(sizes, default=0)):
        order = range(len(sizes)) if turn % 2 == 0 else range(len(sizes) - 1, -1, -1)
        for table in order:
            if turn < sizes[table]:
                tables[table].append(next(waiting))
    return tuple(map(tuple, tables))
