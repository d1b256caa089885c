"""Tabu search: of all exchanges that move a player who meets somebody again, always make the best, and make none of the last ones back.

It finds fewer repeats than annealing where zero may be possible and is rare, as over five rounds; a step here is an exchange that was
looked at. From a dead end it begins again from another seating. Chance alone is from the seed, and what limits it is counted in steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tournament.draw.pairings.chance import below
from tournament.draw.pairings.search import CHUNK, Goal, shake
from tournament.draw.pairings.seating import Progress, Seating

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
    lost = _lost(seating, free)
    moved = [slot for slot in free if lost[slot]]
    while len(moved) > MOST_MOVED:
        moved.pop(below(random, len(moved)))
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
        a, b = found[below(random, len(found))]
        p, q = who[a], who[b]
        waits[seating.group_of[a], min(p, q), max(p, q)] = number + WAITS[0] + below(random, WAITS[1])
        seating.exchange(a, b, smallest)
    return max(looked, 1)


def _lost(seating: Seating, free: list[int]) -> dict[int, int]:
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
