"""Matches of two sides at four seats, and estimates of their wins and shares of the cash.

The order of the tiles in the bag is the luck of a game, so each bag is played once in every pattern of seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev
from time import monotonic
from typing import Final

from games.acquire.editions import Edition
from games.opponents.core import layout as at
from games.opponents.core.board import random_below, source
from games.opponents.core.layout import Numbers, numbers
from games.opponents.core.legal import acts_room, legal_acts
from games.opponents.core.money import final_cash
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, deal_hidden, position_room, step
from games.opponents.heuristics import heuristic_act
from games.opponents.players import MARGIN
from games.opponents.search.thinking import Budget, Method, think

#: The half width of an interval of 95 % in standard errors, for large samples.
WIDE = 1.96


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match: the number of its bag, the index of its pattern of seats, and the result of the first side.

    ``won`` is 1 where it won, 0 where not, a part of it in a tie; ``share`` is its share of all cash.
    """

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


def estimate(games: Sequence[MatchGame], values: Sequence[float]) -> Estimate:
    """The mean of ``values``, one of each game, with an interval that allows for games with the same bag not being independent.

    The interval is the wider of two: by the means of the bags, and as if all games were independent (Wilson).
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
    # An expansion of Student's quantile, which is exact enough from two bags on.
    free = len(bags) - 1
    quantile = WIDE * (1 + 1.21 / free + 1.4 / free**2 + 2.9 / free**3)
    half = quantile * stdev(bags) / sqrt(len(bags))
    return Estimate(mean, max(0.0, min(low, mean - half)), min(1.0, max(high, mean + half)))


def estimate_share(games: Sequence[MatchGame]) -> Estimate:
    """The first side's mean share of the cash, with an interval by the means of the bags only: Wilson's is for wins, not for shares."""
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


def wins_more_often(games: Sequence[MatchGame]) -> bool:
    """Whether these games show that the first side wins more than half of all: the whole interval is above one half."""
    return estimate(games, [game.won for game in games]).low > 0.5


def wilson(part: float, count: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a proportion ``part`` that was found in ``count`` cases."""
    square = WIDE * WIDE
    middle = (part + square / (2 * count)) / (1 + square / count)
    half = WIDE / (1 + square / count) * sqrt(part * (1 - part) / count + square / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


SEATS: Final = 4
#: The patterns of seats: the seats of the first side, in every way that gives each side two.
PATTERNS: Final = tuple(combinations(range(SEATS), 2))
#: How many seconds over its limit a decision may take before it counts as late.
TOLERANCE: Final = 0.1


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a match: it plays by a search (``method``) with its budget, by rules of thumb (``rules``), or else at random."""

    title: str
    rules: bool = False
    method: Method | None = None
    iterations: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> str:
        """The title with the budget in words; results are stored under it, because another budget is another side."""
        counted = "" if self.iterations is None else f", {self.iterations} iterations"
        timed = "" if self.seconds is None else f", {self.seconds:g} s"
        return f"{self.title}{counted}{timed}"

    def choose(self, s: Numbers, e: Numbers, r: Numbers, acts: list[int], seed: str) -> int:
        """The action that this side chooses for the seat that has to decide.

        ``s`` is the core's position, ``e`` its edition, ``r`` its source of random numbers, ``acts`` the legal actions.
        """
        seat = int(s[at.ACTOR])
        if len(acts) == 1:
            return acts[0]
        if self.method is not None:
            deadline = None if self.seconds is None else monotonic() + self.seconds - MARGIN
            return think(s, e, seat, acts, seed, self.method, Budget(self.iterations, deadline))[0].act
        return heuristic_act(s, e, r, seat, acts) if self.rules else acts[int(random_below(r, len(acts)))]


@dataclass(slots=True)
class DecisionTimes:
    """How many decisions had a limit of time, how many were late, and by how many seconds one exceeded its limit at most (``longest``)."""

    decisions: int = 0
    late: int = 0
    longest: float = field(default=0.0)

    def note(self, seconds: float, limit: float) -> None:
        """Count one decision that took ``seconds`` and was allowed ``limit`` seconds."""
        self.decisions += 1
        self.late += seconds > limit + TOLERANCE
        self.longest = max(self.longest, seconds - limit)


def play(edition: Edition, sides: tuple[Side, Side], bag: int, pattern: int, pace: DecisionTimes) -> MatchGame:
    """Play one game with the bag of this number; the first side has the seats of PATTERNS[pattern]. ``pace`` counts its decisions."""
    e, s, r = parameters(edition), position_room(), source(f"bag {bag}")
    ours = PATTERNS[pattern]
    deal_game(s, e, r, SEATS)
    room, known, chances = acts_room(), position_room(), source(f"{bag} {pattern} chances")
    number = 0
    while s[at.PHASE] != at.OVER:
        acts = legal_acts(s, e, room)
        side = sides[int(s[at.ACTOR]) not in ours]
        # Tiles that the deciding seat cannot see are dealt anew at random, so that no side can use them.
        known[:] = s
        deal_hidden(known, chances, int(s[at.ACTOR]))
        started = monotonic()
        act = side.choose(known, e, chances, acts, f"{bag} {pattern} {number}")
        if side.seconds is not None and len(acts) > 1:
            pace.note(monotonic() - started, side.seconds)
        step(s, e, r, act)
        number += 1
    worth = numbers([0] * SEATS)
    final_cash(s, e, worth)
    cash = [int(amount) for amount in worth]
    best = [seat for seat in range(SEATS) if cash[seat] == max(cash)]
    won = sum(seat in ours for seat in best) / len(best)
    return MatchGame(bag, pattern, won, sum(cash[seat] for seat in ours) / sum(cash))
