"""One look, which is an iteration of the search: deal a world, follow a path through the tree, and add the results of the seats.

Parameters are named as in `core` and in `tree`: ``nodes``, ``keys``, ``places``, ``count``, ``width`` and ``stored`` are parts of a `Tree`.
"""

from __future__ import annotations

from math import log, sqrt

from games.opponents.core import layout as at
from games.opponents.core.board import random_below
from games.opponents.core.layout import Numbers, compiled
from games.opponents.core.legal import write_legal
from games.opponents.core.money import may_end
from games.opponents.core.playing import step
from games.opponents.search import tree
from games.opponents.search.priors import rank
from games.opponents.search.rewards import deal, reward

#: The part of a weight that is one.
UNIT = 1000
#: The dollars that count as one in the value of a node.
REWARD = 10_000
#: How many visits an average counts for, and the dollars below which two averages count as equal.
AS_VISITS = 10
TIE = 100
#: The number of visits after which the purchases of a node are stored.
OFTEN = 3
#: The factor and mask with which `purchase_digest` combines many numbers into one.
SPREAD, MASK = 1_000_003, (1 << 40) - 1


@compiled
def look(
    root: Numbers, e: Numbers, r: Numbers, o: Numbers, seat: int, times: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int,
    s: Numbers, acts: Numbers, ranks: Numbers, path: Numbers, worth: Numbers, room: Numbers, stored: Numbers, likely: Numbers, w: Numbers,
    averages: Numbers,
) -> None:  # fmt: skip
    """Run ``times`` looks; ``r`` is the source of random choices, ``w`` that of the worlds that looks share."""
    seats = root[at.SEATS]
    for _ in range(times):
        for place in range(at.POSITION):
            s[place] = root[place]
        path[0] = tree.ROOT
        depth = 1
        if o[tree.SHARES_WORLDS]:
            child = choose(s, e, r, o, tree.ROOT, nodes, keys, places, count, width, acts, ranks, stored, averages)
            if child < 0:
                return
            act = nodes[width * child + tree.ACT]
            seed_world(r, w, nodes[width * child + tree.VISITS])
            deal(s, r, o, seat, likely)
            path[1] = child
            depth = 2
            do_act(s, e, r, o, averages, act)
            fresh = nodes[width * child + tree.VISITS] == 0
        else:
            deal(s, r, o, seat, likely)
            fresh = False
        while not fresh and s[at.PHASE] != at.OVER and depth < tree.DEEPEST:
            child = choose(
                s, e, r, o, path[depth - 1], nodes, keys, places, count, width, acts, ranks, stored, averages
            )
            if child < 0:
                break
            fresh = nodes[width * child + tree.VISITS] == 0
            path[depth] = child
            depth += 1
            do_act(s, e, r, o, averages, nodes[width * child + tree.ACT])
        reward(s, e, r, o, room, worth, averages)
        tree.add_results(averages, worth)
        for place in range(depth):
            first = width * path[place]
            nodes[first + tree.VISITS] += 1
            for other in range(seats):
                nodes[first + tree.SUMS + other] += worth[other]


@compiled
def do_act(s: Numbers, e: Numbers, r: Numbers, o: Numbers, averages: Numbers, act: int) -> None:
    """Do an act of the tree in the position, and note it if averages are used."""
    if o[tree.AVERAGES]:
        tree.note_act(averages, s[at.ACTOR], act)
    step(s, e, r, act)


@compiled
def seed_world(r: Numbers, w: Numbers, number: int) -> None:
    """Seed the random source ``r`` for the world with a number; the same number gives the same world."""
    r[0] = (w[0] ^ (number + 1) * 2654435761 & 0xFFFFFFFF) | 1
    r[1] = w[1] + number * 40503 & 0xFFFFFFFF
    for _ in range(4):
        random_below(r, 2)


@compiled
def choose(
    s: Numbers, e: Numbers, r: Numbers, o: Numbers, node: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int, acts: Numbers, ranks: Numbers,
    stored: Numbers, averages: Numbers,
) -> int:  # fmt: skip
    """Return the child of a node to follow: a new one as long as an act is untried, then by mean and confidence; -1 if the tree is full."""
    first = width * node
    visits = nodes[first + tree.VISITS]
    most = o[tree.WIDTH] + int(o[tree.GROWTH] * sqrt(visits / 10.0))
    place_stored = nodes[first + tree.STORED]
    # As long as all purchases may be tried, they are tried in the order of the list of legal acts, not in the stored order of ranks.
    is_clear = most < stored[place_stored + 1] or visits > 4 * stored[place_stored + 1]
    if place_stored and is_clear and stored[place_stored] == purchase_digest(s, e):
        return choose_stored(s, o, node, most, nodes, keys, places, count, width, stored)
    seen = write_legal(s, e, acts)
    ranked = o[tree.WIDTH] > 0 and (s[at.PHASE] == at.BUY or s[at.PHASE] == at.DISPOSE)
    if ranked:
        if s[at.PHASE] == at.BUY and place_stored == 0 and visits >= OFTEN and seen > most:
            store_purchases(s, e, node, seen, nodes, count, width, acts, ranks, stored)
        seen = rank(s, acts, ranks, seen, most)
    actor = s[at.ACTOR]
    by_average = o[tree.AVERAGES] and s[at.PHASE] == at.PLAY and node != tree.ROOT
    fresh = -1
    untried = 0
    wanted = 0.0
    best = -1
    highest = 0.0
    for place in range(seen):
        act = acts[place]
        child = tree.child_of(keys, places, node, act)
        if child < 0:
            untried += 1
            wish = (
                tree.expected_gain(averages, actor, act) + random_below(r, TIE)
                if by_average
                else untried_wish(r, untried, ranked)
            )
            if fresh < 0 or wish > wanted:
                wanted = wish
                fresh = act
            continue
        value = value_of(o, node, visits, nodes, width * child, actor)
        if by_average:
            value += average_bonus(averages, actor, act, nodes[width * child + tree.VISITS])
        if best < 0 or value > highest:
            best = child
            highest = value
    if fresh >= 0:
        return tree.add_child(nodes, keys, places, count, width, node, fresh)
    return best


@compiled
def average_bonus(averages: Numbers, seat: int, act: int, visits: int) -> float:
    """What the average of an act adds to the value of its child; it shrinks with the visits of the child."""
    return AS_VISITS * tree.expected_gain(averages, seat, act) / REWARD / (visits + AS_VISITS)


@compiled
def untried_wish(r: Numbers, number: int, ranked: bool) -> float:
    """The preference for the untried act with a number (from 1): for the first if acts are ranked, else each has the same chance."""
    if number == 1:
        return 0.0
    return number if not ranked and random_below(r, number) == 0 else -1.0


@compiled
def value_of(o: Numbers, node: int, visits: int, nodes: Numbers, first: int, actor: int) -> float:
    """Return the upper confidence bound of a child that was tried, and count that it was available.

    ``visits`` are those of the parent ``node``; ``first`` is the index of the child's numbers in ``nodes``; ``actor`` is who decides.
    """
    tried = nodes[first + tree.VISITS]
    chances = visits
    if o[tree.COUNTS_AVAILABLE]:
        nodes[first + tree.AVAILABLE] += 1
        chances = nodes[first + tree.AVAILABLE]
    mean = nodes[first + tree.SUMS + actor] / float(tried * REWARD)
    weight = o[tree.WEIGHT] if node == tree.ROOT else o[tree.WEIGHT_BELOW]
    return mean + weight / UNIT * sqrt(log(chances + 1.0) / tried)  # type: ignore[no-any-return]


@compiled
def purchase_digest(s: Numbers, e: Numbers) -> int:
    """Return a digest of all numbers that determine the legal purchases and their order."""
    seat = s[at.PLAYER]
    seats = s[at.SEATS]
    number = 32 * s[at.CASH + seat] + 2 * s[at.PHASE] + may_end(s, e)
    number = number * SPREAD + 32 * s[at.LATE] + 4 * s[at.SWAPS] + min(4, s[at.BAGGED] // 10) & MASK
    number = number * SPREAD + 128 * s[at.CARDS + seat] + s[at.ON_BOARD] & MASK
    for chain in range(at.CHAINS):
        number = number * SPREAD + s[at.PRICES + chain] & MASK
        number = number * SPREAD + s[at.BANK + chain] & MASK
        first = at.SHARES + at.SEATS_AT_MOST * chain
        for place in range(first, first + seats):
            number = number * SPREAD + s[place] & MASK
    return number  # type: ignore[no-any-return]


@compiled
def store_purchases(
    s: Numbers, e: Numbers, node: int, seen: int,
    nodes: Numbers, count: Numbers, width: int, acts: Numbers, ranks: Numbers, stored: Numbers,
) -> None:  # fmt: skip
    """Store the ``seen`` purchases of a node in order: `purchase_digest`, their number, then each with its child (-1: none yet).

    Nothing is stored if there is no room left.
    """
    first = count[2]
    if first + 2 + 2 * seen > len(stored):
        return
    count[2] = first + 2 + 2 * seen
    nodes[width * node + tree.STORED] = first
    stored[first] = purchase_digest(s, e)
    stored[first + 1] = seen
    rank(s, acts, ranks, seen, seen - 1)
    for place in range(seen):
        stored[first + 2 + 2 * place] = acts[place]
        stored[first + 3 + 2 * place] = -1


@compiled
def choose_stored(
    s: Numbers, o: Numbers, node: int, most: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int, stored: Numbers,
) -> int:  # fmt: skip
    """Return the child to follow as `choose` does, among the first ``most`` stored purchases of a node."""
    first = nodes[width * node + tree.STORED]
    visits = nodes[width * node + tree.VISITS]
    best = -1
    highest = 0.0
    for place in range(first + 2, first + 2 + 2 * min(most, stored[first + 1]), 2):
        child = stored[place + 1]
        if child < 0:
            child = tree.child_of(keys, places, node, stored[place])
            if child < 0:
                child = tree.add_child(nodes, keys, places, count, width, node, stored[place])
                stored[place + 1] = child
                return child
            stored[place + 1] = child
        value = value_of(o, node, visits, nodes, width * child, s[at.ACTOR])
        if best < 0 or value > highest:
            best = child
            highest = value
    return best
