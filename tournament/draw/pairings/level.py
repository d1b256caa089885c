"""Make a seating even once its repeats are fewest: pairs with most meetings, then opponents, then table sizes (R44).

Exchanges that add no cost are made if the seating becomes more even or stays as even; exchanges of the second sort let the search leave
dead ends. The number of steps is limited.
"""

from __future__ import annotations

from random import Random

from tournament.draw.pairings.seating import SOFT, Seating

TAIL = 1000
OPPONENTS = 10
"""The weights of a third meeting and of uneven numbers of opponents; the weight of uneven table sizes is 1."""


def _tail(count: int) -> int:
    """Return the weight of a pair that meets ``count`` times: zero up to two, then steeply rising."""
    return 0 if count < 3 else TAIL * 8 ** min(count - 3, 12)


def unevenness(seating: Seating) -> tuple[int, int, int]:
    """Return how uneven a seating is, as a tuple that compares within one draw, smaller is better.

    The parts are the weight of pairs with three or more meetings, the range of different opponents, and the weighted rest: the squares of
    the numbers of opponents and the unevenness of table sizes.
    """
    met = seating.different_opponents()
    tail = sum(_tail(count % SOFT) for row in seating.meetings for count in row) // 2
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
        ]  # `chance.below` written out, because this line runs a million times in a large draw
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
                weight += _tail(less - 1) - _tail(less) + _tail(more + 1) - _tail(more)
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
