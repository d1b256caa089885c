"""Annealing: exchange two players of one round at different tables until the meetings cost as little as is known to be possible.

A step picks a chair and a second chair of the same round at another table, and exchanges their players if the energy falls, or if a lot
at the present temperature allows the rise. The energy is the cost of the meetings and, with far less weight, the unevenness of table
sizes. It is in whole numbers, the lots are a written table, the budget is a number of steps: a seed gives the same draw on every machine.

Tabu search: of all exchanges that move a player who meets somebody again, always make the best, and make none of the last ones back.

It finds fewer repeats than annealing where zero may be possible and is rare, as over five rounds; a step here is an exchange that was
looked at. From a dead end it begins again from another seating. Chance alone is from the seed, and what limits it is counted in steps.

Make a seating even once its repeats are fewest: pairs with most meetings, then opponents, then table sizes (R44).

Exchanges that add no cost are made if the seating becomes more even or stays as even; exchanges of the second sort let the search leave
dead ends. The number of steps is limited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tournament.draw.pairings.chairs import LOTS, random_below
from tournament.draw.pairings.seating import BROKEN_HARD, SOFT, Progress, Seating

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


def rises_allowed(temperature: int) -> tuple[int, ...]:
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
        walk.take(rises_allowed(TEMPERATURES[number % len(TEMPERATURES)]), goal)
        done, left = done + CHUNK, left - CHUNK
        if walk.best[0] <= goal.cost:
            left = min(left, goal.patience)
    seating.restore(walk.best_seating)
    return done


def shake(seating: Seating, random: Random) -> None:
    """Exchange chairs at random without breaking a hard wish, so that a new cycle begins from another seating."""
    free = [slot for slots in seating.free_in_group for slot in slots]
    for _again in free:
        a = free[random_below(random, len(free))]
        others = seating.free_in_group[seating.group_of[a]]
        b = others[random_below(random, len(others))]
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


STALL = 1500
"""After so many exchanges without a better seating the search begins again."""

WAITS = (4, 10)
"""For how many exchanges at least two players are not exchanged back in a round, and how many more by chance."""

MOST_MOVED = 16
"""Of how many players who meet somebody again the exchanges are looked at before one is made."""


def descend(seating: Seating, random: Random, goal: Goal, progress: Progress | None = None) -> int:
    """Improve the seating until ``goal.cost`` is reached, ``goal.budget`` steps are spent or ``progress`` returns False.

    Returns the number of steps taken, and leaves the seating at the best state found: the first one of the least cost.
    """
    free = [slot for slots in seating.free_in_group for slot in slots]
    best, best_seating = seating.cost, list(seating.who)
    done = told = 0
    while free and best > goal.cost and done < goal.budget:
        least, since, number, waits = seating.cost, 0, 0, dict[tuple[int, int, int], int]()
        while since < STALL and best > goal.cost and done < goal.budget:
            if done >= told:
                if progress is not None and progress(done, goal.budget) is False:
                    seating.restore(best_seating)
                    return done
                told = done + CHUNK
            number, since = number + 1, since + 1
            done += _exchange_best(seating, random, free, waits, number, least)
            if seating.cost < least:
                least, since = seating.cost, 0
                if least < best:
                    best, best_seating = least, list(seating.who)
        shake(seating, random)
    seating.restore(best_seating)
    return done


def _exchange_best(
    seating: Seating, random: Random, free: list[int], waits: dict[tuple[int, int, int], int], number: int, least: int
) -> int:
    """Make the best exchange ``number`` of a descent and return how many were looked at.

    ``waits`` has for a group and two players until which number they are not exchanged again, unless that costs less than ``least``.
    """
    lost = _costs_by_slot(seating, free)
    moved = [slot for slot in free if lost[slot]]
    while len(moved) > MOST_MOVED:
        moved.pop(random_below(random, len(moved)))
    who, looked, smallest, found = seating.who, 0, 0, list[tuple[int, int]]()
    for a in moved:
        p, group = who[a], seating.group_of[a]
        for b, change in _changes(seating, a, lost):
            looked += 1
            if found and change > smallest:
                continue
            q = who[b]
            if waits.get((group, min(p, q), max(p, q)), 0) > number and seating.cost + change >= least:
                continue
            if not found or change < smallest:
                smallest, found = change, [(a, b)]
            else:
                found.append((a, b))
    if found:
        a, b = found[random_below(random, len(found))]
        p, q = who[a], who[b]
        waits[seating.group_of[a], min(p, q), max(p, q)] = number + WAITS[0] + random_below(random, WAITS[1])
        seating.exchange(a, b, smallest)
    return max(looked, 1)


def _costs_by_slot(seating: Seating, free: list[int]) -> dict[int, int]:
    """Return for each free slot what its player costs there: repeats and broken wishes with the others at the table."""
    who, mates, meetings, loss = seating.who, seating.mates, seating.meetings, seating.costs.loss
    lost = {}
    for slot in free:
        row, cost = meetings[who[slot]], 0
        for mate in mates[slot]:
            cost += loss[row[who[mate]]]
        lost[slot] = cost
    return lost


def _changes(seating: Seating, a: int, lost: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Return each slot whose player may be exchanged with that of slot ``a``, and by how much the cost would change."""
    # This loop has to be fast, so everything that it uses is a local name.
    who, mates, meetings, gain = seating.who, seating.mates, seating.meetings, seating.costs.gain
    table_of, is_bench, table, lost_a = seating.table_of, seating.is_bench, seating.table_of[a], lost[a]
    row_p, mates_a = meetings[who[a]], [who[slot] for slot in mates[a]]
    for b in seating.free_in_group[seating.group_of[a]]:
        if table_of[b] == table or ((is_bench[a] or is_bench[b]) and not seating.may_exchange(a, b)):
            continue
        row_q, change = meetings[who[b]], -lost_a - lost[b]
        for x in mates_a:
            change += gain[row_q[x]]
        for slot in mates[b]:
            change += gain[row_p[who[slot]]]
        yield b, change


TAIL = 1000
OPPONENTS = 10
"""The weights of a third meeting and of uneven numbers of opponents; the weight of uneven table sizes is 1."""


def _weight_of_meetings(count: int) -> int:
    """Return the weight of a pair that meets ``count`` times: zero up to two, then steeply rising."""
    return 0 if count < 3 else TAIL * 8 ** min(count - 3, 12)


def unevenness(seating: Seating) -> tuple[int, int, int]:
    """Return how uneven a seating is, as a tuple that compares within one draw, smaller is better.

    The parts are the weight of pairs with three or more meetings, the range of different opponents, and the weighted rest: the squares of
    the numbers of opponents and the unevenness of table sizes.
    """
    met = seating.different_opponents()
    tail = sum(_weight_of_meetings(count % SOFT) for row in seating.meetings for count in row) // 2
    return tail, max(met) - min(met), OPPONENTS * sum(count * count for count in met) + seating.unevenness


def is_level(seating: Seating) -> bool:
    """Return whether no seating can be more even: no repeats, and table sizes are spread as evenly as possible."""
    return seating.cost == 0 and seating.unevenness <= seating.least_unevenness


def level_out(seating: Seating, random: Random, budget: int) -> None:
    """Make the seating more even without raising its cost, in ``budget`` steps; nothing happens if it cannot become more even."""
    free = [slot for slots in seating.free_in_group for slot in slots]
    if not free or is_level(seating):
        return
    met = seating.different_opponents()
    table_of, is_bench, others_of, draw = seating.table_of, seating.is_bench, seating.free_in_group, random.random
    group_of, chairs = seating.group_of, len(free)
    for _ in range(budget):
        a = free[
            int(draw() * chairs)
        ]  # `chance.random_below` written out, because this line runs a million times in a large draw
        others = others_of[group_of[a]]
        b = others[int(draw() * len(others))]
        if table_of[a] == table_of[b] or ((is_bench[a] or is_bench[b]) and not seating.may_exchange(a, b)):
            continue
        change = seating.change_of(a, b)
        if change > 0:
            continue
        gained, weight = _unevenness(seating, met, a, b)
        if change < 0 or weight <= 0:
            seating.exchange(a, b, change)
            for player, extra in gained.items():
                met[player] += extra


def _unevenness(seating: Seating, met: list[int], a: int, b: int) -> tuple[dict[int, int], int]:
    """Return how many opponents each player gains by exchanging chairs ``a`` and ``b``, and by how much unevenness rises.

    ``met`` has the number of different opponents of each player before the exchange.
    """
    who = seating.who
    p, q = who[a], who[b]
    gained = {p: 0, q: 0}
    weight = 0
    for leaving, coming, slots in ((p, q, seating.mates[a]), (q, p, seating.mates[b])):
        row_leaving, row_coming = seating.meetings[leaving], seating.meetings[coming]
        for slot in slots:
            x = who[slot]
            less, more = row_leaving[x] % SOFT, row_coming[x] % SOFT
            if less > 2 or more > 1:
                weight += (
                    _weight_of_meetings(less - 1)
                    - _weight_of_meetings(less)
                    + _weight_of_meetings(more + 1)
                    - _weight_of_meetings(more)
                )
            lost, won = less == 1, more == 0
            if lost or won:
                gained[x] = gained.get(x, 0) + won - lost
                gained[leaving] -= lost
                gained[coming] += won
    for player, extra in gained.items():
        if extra:
            weight += OPPONENTS * extra * (2 * met[player] + extra)
    growth = seating.sizes[b] - seating.sizes[a]
    weight += 2 * growth * (seating.opponents[p] - seating.opponents[q] + growth)
    return gained, weight
