"""Matches of two sides at four seats, and wins and shares of the cash with their intervals by duplicated bags."""

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
from games.opponents.core.chance import below, source
from games.opponents.core.compiled import Numbers, numbers
from games.opponents.core.legal import acts_room, legal_acts
from games.opponents.core.money import final_cash
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import step
from games.opponents.core.playouts import deal_game, deal_hidden, position_room
from games.opponents.heuristics import heuristic_act
from games.opponents.players import MARGIN
from games.opponents.search.thinking import Budget, Method, think

#: How many standard errors an interval of 95 % has to each side, where they are many.
WIDE = 1.96


@dataclass(frozen=True, slots=True)
class MatchGame:
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


def estimate(games: Sequence[MatchGame], values: Sequence[float]) -> Estimate:
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


def estimate_share(games: Sequence[MatchGame]) -> Estimate:
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


def wins_more_often(games: Sequence[MatchGame]) -> bool:
    """Whether games show that the first side wins more than half of them: the whole interval lies above."""
    return estimate(games, [game.won for game in games]).low > 0.5


def wilson(part: float, count: int) -> tuple[float, float]:
    """The interval of 95 % of a part that was seen in so many cases."""
    square = WIDE * WIDE
    middle = (part + square / (2 * count)) / (1 + square / count)
    half = WIDE / (1 + square / count) * sqrt(part * (1 - part) / count + square / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


SEATS: Final = 4
#: Which seats the first side has, in every way that gives each side two.
PATTERNS: Final = tuple(combinations(range(SEATS), 2))
#: So much over its limit a decision is late, in seconds.
TOLERANCE: Final = 0.1


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays: by chance (``method`` None and not ``rules``), by rules of thumb, or a search with its budget."""

    title: str
    rules: bool = False
    method: Method | None = None
    iterations: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> str:
        """The title with the budget, by which results are kept: another budget is another side."""
        counted = "" if self.iterations is None else f", {self.iterations} iterations"
        timed = "" if self.seconds is None else f", {self.seconds:g} s"
        return f"{self.title}{counted}{timed}"

    def choose(self, s: Numbers, e: Numbers, r: Numbers, acts: list[int], seed: str) -> int:
        """The act that this side chooses for the seat that decides."""
        seat = int(s[at.ACTOR])
        if len(acts) == 1:
            return acts[0]
        if self.method is not None:
            deadline = None if self.seconds is None else monotonic() + self.seconds - MARGIN
            return think(s, e, seat, acts, seed, self.method, Budget(self.iterations, deadline))[0].act
        return heuristic_act(s, e, r, seat, acts) if self.rules else acts[int(below(r, len(acts)))]


@dataclass(slots=True)
class DecisionTimes:
    """How many decisions had a limit of time, and how many came too late."""

    decisions: int = 0
    late: int = 0
    longest: float = field(default=0.0)

    def note(self, seconds: float, limit: float) -> None:
        """Count one decision with a limit in seconds."""
        self.decisions += 1
        self.late += seconds > limit + TOLERANCE
        self.longest = max(self.longest, seconds - limit)


def play(edition: Edition, sides: tuple[Side, Side], bag: int, pattern: int, pace: DecisionTimes) -> MatchGame:
    """Play one game with a bag of this number; the first side has the seats of the pattern."""
    e, s, r = parameters(edition), position_room(), source(f"bag {bag}")
    ours = PATTERNS[pattern]
    deal_game(s, e, r, SEATS)
    room, told, chances = acts_room(), position_room(), source(f"{bag} {pattern} chances")
    number = 0
    while s[at.PHASE] != at.OVER:
        acts = legal_acts(s, e, room)
        side = sides[int(s[at.ACTOR]) not in ours]
        # What is not the seat's to know is dealt anew before anybody looks.
        told[:] = s
        deal_hidden(told, chances, int(s[at.ACTOR]))
        started = monotonic()
        act = side.choose(told, e, chances, acts, f"{bag} {pattern} {number}")
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
