"""Annealing: exchange two players of one round at different tables until the meetings cost as little as is known to be possible.

A step picks a chair whose player meets somebody again (others have nothing to mend), a second chair of the same round at another table,
and exchanges the two if the cost falls or the lot of the present temperature allows the rise. All costs are whole numbers, the lots a
written table, the budget a number of steps: a seed gives the same draw on every machine, however fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tournament.pairings.chance import LOTS, below
from tournament.pairings.costs import BROKEN_HARD
from tournament.pairings.errors import DrawCancelledError
from tournament.pairings.movement import Movement, Progress

CHUNK = 2000
"""Steps at one temperature; the callback is called after each chunk."""

TEMPERATURES = (90, 60, 45, 38, 32, 27, 23, 19, 15, 10)
"""In costs, where a repeat is 100: one cycle, begun again until the budget is spent."""

CYCLE = CHUNK * len(TEMPERATURES)
"""Steps of one cycle."""

LEVEL = 2
"""What one unit of unevenness between tables of different sizes weighs beside a repeat of 100."""


def thresholds(temperature: int) -> tuple[int, ...]:
    """What a step may cost at a temperature, for each of the lots."""
    return tuple(lot * temperature // 1000 for lot in LOTS)


def anneal(movement: Movement, random: Random, target: int, budget: int, progress: Progress | None) -> None:
    """Bring the cost down to ``target`` or as far as ``budget`` steps go, and leave the best seating found.

    Raises DrawCancelledError when the callback answers False.
    """
    rounds = [slots for slots in movement.free_in_round if slots]
    if not rounds:
        return
    free = [slot for slots in rounds for slot in slots]
    best, best_cost = list(movement.who), movement.cost
    for done, temperature in _schedule(budget):
        if best_cost <= target:
            break
        if progress is not None and progress(done, budget) is False:
            raise DrawCancelledError("The draw was stopped before it ended; start it again when ready.")
        if done and done % CYCLE == 0:
            _shake(movement, random, free)
        found = _walk(movement, random, free, thresholds(temperature), best_cost, target)
        if found is not None:
            best, best_cost = found
    movement.restore(best)


def _schedule(budget: int) -> Iterator[tuple[int, int]]:
    for number in range(-(-budget // CHUNK)):
        yield number * CHUNK, TEMPERATURES[number % len(TEMPERATURES)]


def _shake(movement: Movement, random: Random, free: list[int]) -> None:
    """Exchange chairs by chance, whatever it costs short of a broken hard wish, so that a new cycle begins elsewhere."""
    for _ in free:
        a = free[below(random, len(free))]
        others = movement.free_in_round[movement.round_of[a]]
        b = others[below(random, len(others))]
        if movement.may_exchange(a, b):
            change = movement.change_of(a, b)
            if change < BROKEN_HARD // 2:
                movement.exchange(a, b, change)


def _walk(
    movement: Movement, random: Random, free: list[int], lots: tuple[int, ...], best_cost: int, target: int
) -> tuple[list[int], int] | None:
    """Take one chunk of steps; the best seating on the way if it beats ``best_cost``, with its cost."""
    # The one place where speed outweighs short functions: everything looked up in the loop is a local name.
    draw = random.random
    who, mates, meetings, opponents = movement.who, movement.mates, movement.meetings, movement.opponents
    sizes, round_of, in_round = movement.sizes, movement.round_of, movement.free_in_round
    gain, loss = movement.costs.gain, movement.costs.loss
    chairs = len(free)
    best = None
    for _ in range(CHUNK):
        a = free[int(draw() * chairs)]
        p = who[a]
        row_p = meetings[p]
        change = 0
        for slot in mates[a]:
            change -= loss[row_p[who[slot]]]
        if not change:
            continue
        others = in_round[round_of[a]]
        b = others[int(draw() * len(others))]
        if not movement.may_exchange(a, b):
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
            movement.exchange(a, b, change)
            if movement.cost < best_cost:
                best, best_cost = list(who), movement.cost
                if best_cost <= target:
                    break
    return None if best is None else (best, best_cost)
