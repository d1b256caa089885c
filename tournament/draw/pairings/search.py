"""Annealing: exchange two players of one round at different tables until the meetings cost as little as is known to be possible.

A step picks a chair and a second chair of the same round at another table, and exchanges their players if the energy falls, or if a lot
at the present temperature allows the rise. The energy is the cost of the meetings and, with far less weight, the unevenness of table
sizes. It is in whole numbers, the lots are a written table, the budget is a number of steps: a seed gives the same draw on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tournament.draw.pairings.chance import LOTS, below
from tournament.draw.pairings.seating import BROKEN_HARD, Progress, Seating

CHUNK = 2000
"""The number of steps at one temperature; ``progress`` is called before each such chunk."""

TEMPERATURES = (15, 25, 90, 60, 45, 38, 32, 27, 23, 19)
"""The temperatures of one cycle, in units of cost (a repeat costs 100); cycles are repeated until the budget is spent.

The first ones are low, because easy draws need no more.
"""

LEVEL = 30
"""The cost of one unit of uneven table sizes; a repeat costs 100."""


@dataclass(frozen=True, slots=True)
class Goal:
    """When the search stops: once ``cost`` and ``unevenness`` are reached, or after ``budget`` steps.

    Once ``cost`` alone is reached, it stops after at most ``patience`` more steps.
    """

    cost: int
    unevenness: int
    patience: int
    budget: int


def thresholds(temperature: int) -> tuple[int, ...]:
    """Return for each of the 64 lots of `chance.LOTS` by how much the energy may rise at this temperature."""
    return tuple(lot * temperature // 1000 for lot in LOTS)


def anneal(seating: Seating, random: Random, goal: Goal, progress: Progress | None = None) -> int:
    """Improve the seating until the goal is reached, the budget is spent or ``progress`` returns False.

    Returns the number of steps taken, and leaves the seating at the best state found.
    """
    walk = _Walk(seating, random)
    if not walk.free:
        return 0
    done, left = 0, goal.budget
    while left > 0:
        if walk.best <= (goal.cost, goal.unevenness):
            break
        if progress is not None and progress(done, goal.budget) is False:
            break
        number = done // CHUNK
        if number and number % len(TEMPERATURES) == 0:
            shake(seating, random)
        walk.take(thresholds(TEMPERATURES[number % len(TEMPERATURES)]), goal)
        done, left = done + CHUNK, left - CHUNK
        if walk.best[0] <= goal.cost:
            left = min(left, goal.patience)
    seating.restore(walk.best_seating)
    return done


def shake(seating: Seating, random: Random) -> None:
    """Exchange chairs at random without breaking a hard wish, so that a new cycle begins from another seating."""
    free = [slot for slots in seating.free_in_group for slot in slots]
    for _again in free:
        a = free[below(random, len(free))]
        others = seating.free_in_group[seating.group_of[a]]
        b = others[below(random, len(others))]
        if seating.may_exchange(a, b):
            change = seating.change_of(a, b)
            if change < BROKEN_HARD // 2:
                seating.exchange(a, b, change)


class _Walk:
    """A walk through seatings that remembers the best one: the least cost, then the most even."""

    def __init__(self, seating: Seating, random: Random) -> None:
        self.seating = seating
        self.random = random
        self.free = [slot for slots in seating.free_in_group for slot in slots]
        self.best = (seating.cost, seating.unevenness)
        self.best_seating = list(seating.who)

    def take(self, lots: tuple[int, ...], goal: Goal) -> None:
        """Take one chunk of steps, fewer if the goal is reached."""
        # This loop has to be fast, so everything that it uses is a local name and nothing is moved into functions.
        seating, free, draw, best = self.seating, self.free, self.random.random, self.best
        who, mates, meetings, opponents = seating.who, seating.mates, seating.meetings, seating.opponents
        sizes, group_of, in_group = seating.sizes, seating.group_of, seating.free_in_group
        table_of, is_bench = seating.table_of, seating.is_bench
        gain, loss = seating.costs.gain, seating.costs.loss
        chairs = len(free)
        reached = (goal.cost, goal.unevenness)
        is_spread = seating.cost <= goal.cost
        for _step in range(CHUNK):
            a = free[int(draw() * chairs)]
            p = who[a]
            row_p = meetings[p]
            change = 0
            for slot in mates[a]:
                change -= loss[row_p[who[slot]]]
            if not change and not is_spread:
                continue  # this player meets nobody again, so an exchange would not help
            others = in_group[group_of[a]]
            b = others[int(draw() * len(others))]
            if table_of[a] == table_of[b] or ((is_bench[a] or is_bench[b]) and not seating.may_exchange(a, b)):
                continue
            q = who[b]
            row_q = meetings[q]
            for slot in mates[a]:
                change += gain[row_q[who[slot]]]
            for slot in mates[b]:
                y = who[slot]
                change += gain[row_p[y]] - loss[row_q[y]]
            growth = sizes[b] - sizes[a]
            uneven = growth * (opponents[p] - opponents[q] + growth) * LEVEL if growth else 0
            if change + uneven <= lots[int(draw() * 64)]:
                seating.exchange(a, b, change)
                is_spread = seating.cost <= goal.cost
                if (seating.cost, seating.unevenness) < best:
                    best = (seating.cost, seating.unevenness)
                    self.best, self.best_seating = best, list(who)
                    if best <= reached:
                        return
