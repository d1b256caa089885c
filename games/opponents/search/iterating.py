"""One look into the future: a world, a path through the tree, a game played out at random, and what everybody had in the end."""

from __future__ import annotations

from math import log, sqrt

from games.opponents.core.acts import PASS
from games.opponents.core.board import touched
from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.layout import ACTOR, BUY, DISPOSE, OVER, PHASE, PLAY, POSITION, SEATS
from games.opponents.core.legal import legal
from games.opponents.core.money import final_cash
from games.opponents.core.playing import step
from games.opponents.core.playouts import deal_hidden, play_out
from games.opponents.search.priors import CHOSEN, rank
from games.opponents.search.tree import AVAILABLE, DEEPEST, ROOT, SUMS, VISITS, add_child, child_of

#: The options of a search: how many purchases are looked at first (0: all at once) and how many more for each root of ten visits,
#: whether a node's chances are counted by how often it was available, whether worlds are shared, the weight of what was seldom tried.
WIDTH, GROWTH, COUNTS_AVAILABLE, SHARES_WORLDS, WEIGHT, BY_SCORE, GROUPS = 0, 1, 2, 3, 4, 5, 6
#: The part of a weight that is one.
UNIT = 1000
#: Groups of tiles stand between disposals and purchases, by the bits of what they touch.
TOUCHING = 4096
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
            child = choose(s, e, r, o, seat, ROOT, nodes, keys, places, count, width, acts, ranks)
            if child < 0:
                return
            act = ranks[CHOSEN]
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
            child = choose(s, e, r, o, seat, path[depth - 1], nodes, keys, places, count, width, acts, ranks)
            if child < 0:
                break
            fresh = nodes[width * child + VISITS] == 0
            path[depth] = child
            depth += 1
            step(s, e, r, ranks[CHOSEN])
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
    """Make of everybody's final cash the percentages of the table (R56, R57), in thousandths of a percent."""
    best = 0
    for seat in range(seats):
        best = max(best, worth[seat])
    winners = 0
    for seat in range(seats):
        winners += worth[seat] == best
    total = 0
    for seat in range(seats):
        if worth[seat] == best:
            # The winners share six percent; the result is rounded up to whole hundreds.
            worth[seat] = -(-(worth[seat] * (100 * winners + 6)) // (10_000 * winners)) * 100
        total += worth[seat]
    for seat in range(seats):
        worth[seat] = worth[seat] * 100_000 // max(1, total)


@compiled
def begin_world(r: Numbers, w: Numbers, number: int) -> None:
    """Let the source begin anew with the world of this number."""
    r[0] = (w[0] ^ (number + 1) * 2654435761 & 0xFFFFFFFF) | 1
    r[1] = w[1] + number * 40503 & 0xFFFFFFFF
    for _ in range(4):
        below(r, 2)


@compiled
def choose(
    s: Numbers, e: Numbers, r: Numbers, o: Numbers, seat: int, node: int,
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
    fresh_act = -1
    best_act = -1
    untried = 0
    best = -1
    highest = 0.0
    actor = s[ACTOR]
    grouped = o[GROUPS] and s[PHASE] == PLAY and actor != seat
    if grouped:
        seen = group(s, e, r, acts, ranks, seen)
    logarithm = log(visits + 1.0)
    for place in range(seen):
        act = acts[place]
        if grouped:
            act = group_of(s, e, act)
        child = child_of(keys, places, node, act)
        if child < 0:
            untried += 1
            if untried == 1 or (not ranked and below(r, untried) == 0):
                fresh = act
                fresh_act = acts[place]
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
            best_act = acts[place]
            highest = value
    ranks[CHOSEN] = fresh_act if fresh >= 0 else best_act
    if fresh >= 0:
        return add_child(nodes, keys, places, count, width, node, fresh)
    return best


@compiled
def group_of(s: Numbers, e: Numbers, act: int) -> int:
    """A tile by what it touches, so that tiles that do the same are one move; other acts are themselves."""
    return TOUCHING + touched(s, e, act) if act < PASS else act


@compiled
def group(s: Numbers, e: Numbers, r: Numbers, acts: Numbers, ranks: Numbers, count: int) -> int:
    """Keep one act of each group, any of them with the same chance; how many there are."""
    kept = 0
    for place in range(count):
        act = acts[place]
        mark = group_of(s, e, act)
        other = 0
        while other < kept and group_of(s, e, acts[other]) != mark:
            other += 1
        if other == kept:
            acts[kept] = act
            ranks[kept] = 1
            kept += 1
        else:
            ranks[other] += 1
            if below(r, ranks[other]) == 0:
                acts[other] = act
    return kept
