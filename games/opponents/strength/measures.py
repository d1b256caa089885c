"""Wins and shares of the cash with their intervals, by duplicated bags."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

#: How many standard errors an interval of 95 % has to each side, where they are many.
WIDE = 1.96


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match: its bag, its pattern of seats, and of the first side the wins (a part of them in a tie) and share of cash."""

    bag: int
    pattern: int
    won: float
    share: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the ends of its interval of 95 %."""

    mean: float
    low: float
    high: float


def estimate(games: Sequence[Game], values: Sequence[float]) -> Estimate:
    """The mean of a value of each game; games with one bag are no independent ones.

    The interval is the wider one of two: by the means of the bags, and as if each game of a bag counted for itself (Wilson).
    """
    if not games:
        return Estimate(0.5, 0.0, 1.0)
    by_bag: dict[int, list[float]] = defaultdict(list)
    for game, value in zip(games, values, strict=True):
        by_bag[game.bag].append(value)
    mean = fmean(values)
    low, high = wilson(mean, len(values))
    bags = [fmean(of) for of in by_bag.values()]
    if len(bags) < 2:
        return Estimate(mean, 0.0, 1.0)
    # Student's quantile by its expansion, close enough from two bags on to be never too narrow by more than rounding.
    free = len(bags) - 1
    quantile = WIDE * (1 + 1.21 / free + 1.4 / free**2 + 2.9 / free**3)
    half = quantile * stdev(bags) / sqrt(len(bags))
    return Estimate(mean, max(0.0, min(low, mean - half)), min(1.0, max(high, mean + half)))


def estimate_share(games: Sequence[Game]) -> Estimate:
    """The mean share of the cash, by the means of the bags alone: a share is no yes or no."""
    by_bag: dict[int, list[float]] = defaultdict(list)
    for game in games:
        by_bag[game.bag].append(game.share)
    bags = [fmean(of) for of in by_bag.values()]
    if len(bags) < 2:
        return Estimate(fmean(bags) if bags else 0.5, 0.0, 1.0)
    free = len(bags) - 1
    quantile = WIDE * (1 + 1.21 / free + 1.4 / free**2 + 2.9 / free**3)
    half = quantile * stdev(bags) / sqrt(len(bags))
    mean = fmean([game.share for game in games])
    return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half))


def wins_more_often(games: Sequence[Game]) -> bool:
    """Whether games show that the first side wins more than half of them: the whole interval lies above."""
    return estimate(games, [game.won for game in games]).low > 0.5


def wilson(part: float, count: int) -> tuple[float, float]:
    """The interval of 95 % of a part that was seen in so many cases."""
    square = WIDE * WIDE
    middle = (part + square / (2 * count)) / (1 + square / count)
    half = WIDE / (1 + square / count) * sqrt(part * (1 - part) / count + square / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)
