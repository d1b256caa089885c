"""Random choices that are the same on every platform, made from ``Random.random()`` only."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def below(random: Random, limit: int) -> int:
    """Return a random whole number from 0 to ``limit`` - 1, each equally likely."""
    return int(random.random() * limit)


def shuffled(random: Random, items: Sequence[Item]) -> list[Item]:
    """Return the items in random order, each order equally likely."""
    mixed, draw = list(items), random.random
    for last in range(len(mixed) - 1, 0, -1):
        chosen = int(draw() * (last + 1))
        mixed[last], mixed[chosen] = mixed[chosen], mixed[last]
    return mixed


# Thousandths of -ln((i + 1/2) / 64). Each annealing step draws one of these 64 equally likely numbers; times the temperature it is the
# most that the step may cost. The numbers are written out so that no platform's logarithm can change a draw.
LOTS = (
    4852,
    3753,
    3243,
    2906,
    2655,
    2454,
    2287,
    2144,
    2019,
    1908,
    1808,
    1717,
    1633,
    1556,
    1485,
    1418,
    1356,
    1297,
    1241,
    1188,
    1138,
    1091,
    1045,
    1002,
    960,
    920,
    882,
    845,
    809,
    774,
    741,
    709,
    678,
    647,
    618,
    589,
    562,
    535,
    508,
    483,
    458,
    433,
    409,
    386,
    363,
    341,
    319,
    298,
    277,
    257,
    237,
    217,
    198,
    179,
    161,
    143,
    125,
    107,
    90,
    73,
    56,
    40,
    24,
    8,
)
