"""One look into the future: a world, a path through the tree, a game played out at random, and what everybody had in the end."""

from __future__ import annotations

from math import log, sqrt

from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.layout import ACTOR, BUY, DISPOSE, OVER, PHASE, POSITION, SEATS
from games.opponents.core.legal import legal
from games.opponents.core.money import final_cash
from games.opponents.core.playing import step
from games.opponents.core.playouts import deal_hidden, play_out
from games.opponents.search.priors import rank
from games.opponents.search.tree import ACT, AVAILABLE, DEEPEST, ROOT, SUMS, VISITS, add_child, child_of

#: The options of a search: how many purchases are looked at first (0: all at once) and how many more for each root of ten visits,
#: whether a node's chances are counted by how often it was available, whether worlds are shared, the weight of what was seldom tried.
WIDTH, GROWTH, COUNTS_AVAILABLE, SHARES_WORLDS, WEIGHT, BY_SCORE = 0, 1, 2, 3, 4, 5
#: The part of a weight that is one.
UNIT = 1000
#: Rewards are counted in so many dollars.
REWARD = 10_000


@compiled
def look(
    root: Numbers, e: Numbers, r: Numbers, o: Numbers, seat: int, times: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int,
    s: Numbers, acts: Numbers, ranks: Numbers, path: Numbers, worth: Numbers, room: Numbers, w: Numbers,
) -> None:  # fmt: skip
    """Look so many times; ``r`` chooses, ``w`` is the source of the worlds that shared ones begin with."""
    seats = root[SEATS]
    for _ in range(times):
        for place in range(POSITION):
            s[place] = root[place]
        path[0] = ROOT
        depth = 1
        if o[SHARES_WORLDS]:
            child = choose(s, e, r, o, ROOT, nodes, keys, places, count, width, acts, ranks)
            if child < 0:
                return
            act = nodes[width * child + ACT]
            begin_world(r, w, nodes[width * child + VISITS])
            deal_hidden(s, r, seat)
            path[1] = child
            depth = 2
            step(s, e, r, act)
            fresh = nodes[width * child + VISITS] == 0
        else:
            deal_hidden(s, r, seat)
            fresh = False
        while not fresh and s[PHASE] != OVER and depth < DEEPEST:
            child = choose(s, e, r, o, path[depth - 1], nodes, keys, places, count, width, acts, ranks)
            if child < 0:
                break
            fresh = nodes[width * child + VISITS] == 0
            path[depth] = child
            depth += 1
            step(s, e, r, nodes[width * child + ACT])
        play_out(s, e, r, room)
        final_cash(s, e, worth)
        if o[BY_SCORE]:
            score(worth, seats)
        for place in range(depth):
            first = width * path[place]
            nodes[first + VISITS] += 1
            for other in range(seats):
                nodes[first + SUMS + other] += worth[other]


@compiled
def score(worth: Numbers, seats: int) -> None:
    """Make of everybody's final cash, in dollars, the percentages of the table (R56, R57), in thousandths of a percent."""
    best = 0
    for seat in range(seats):
        best = max(best, worth[seat])
    winners = 0
    for seat in range(seats):
        winners += worth[seat] == best
    total = 0
    for seat in range(seats):
        # The winners share six percent; the result is rounded up to whole hundreds.
        if worth[seat] == best:
            worth[seat] = -(-(worth[seat] * (100 * winners + 6)) // (10_000 * winners)) * 100
        total += worth[seat]
    for seat in range(seats):
        worth[seat] = (worth[seat] * 200_000 + total) // (2 * total) if total else 100_000 // seats


@compiled
def begin_world(r: Numbers, w: Numbers, number: int) -> None:
    """Let the source begin anew with the world of this number."""
    r[0] = (w[0] ^ (number + 1) * 2654435761 & 0xFFFFFFFF) | 1
    r[1] = w[1] + number * 40503 & 0xFFFFFFFF
    for _ in range(4):
        below(r, 2)


@compiled
def choose(
    s: Numbers, e: Numbers, r: Numbers, o: Numbers, node: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int, acts: Numbers, ranks: Numbers,
) -> int:  # fmt: skip
    """The child of a node to follow in this world: a new one while there is any, then by mean and confidence; -1 where the tree is full."""
    first = width * node
    visits = nodes[first + VISITS]
    seen = legal(s, e, acts)
    ranked = o[WIDTH] > 0 and (s[PHASE] == BUY or s[PHASE] == DISPOSE)
    if ranked:
        seen = rank(s, acts, ranks, seen, o[WIDTH] + int(o[GROWTH] * sqrt(visits / 10.0)))
    fresh = -1
    untried = 0
    best = -1
    highest = 0.0
    actor = s[ACTOR]
    logarithm = log(visits + 1.0)
    for place in range(seen):
        act = acts[place]
        child = child_of(keys, places, node, act)
        if child < 0:
            untried += 1
            if untried == 1 or (not ranked and below(r, untried) == 0):
                fresh = act
            continue
        at = width * child
        tried = nodes[at + VISITS]
        if o[COUNTS_AVAILABLE]:
            nodes[at + AVAILABLE] += 1
            logarithm = log(nodes[at + AVAILABLE] + 1.0)
        mean = nodes[at + SUMS + actor] / float(tried * REWARD)
        value = mean + o[WEIGHT] / UNIT * sqrt(logarithm / tried)
        if best < 0 or value > highest:
            best = child
            highest = value
    if fresh >= 0:
        return add_child(nodes, keys, places, count, width, node, fresh)
    return best
