"""One look, which is an iteration of the search: a world, a path through the tree, and the result of each seat at its end."""

from __future__ import annotations

from math import log, sqrt

from games.opponents.core import layout as at
from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.ending import may_end
from games.opponents.core.legal import legal
from games.opponents.core.playing import step
from games.opponents.search.averages import add_results, expected_gain, note_act
from games.opponents.search.dealing import deal
from games.opponents.search.options import (
    AVERAGES,
    COUNTS_AVAILABLE,
    GROWTH,
    SHARES_WORLDS,
    WEIGHT,
    WEIGHT_BELOW,
    WIDTH,
)
from games.opponents.search.priors import rank
from games.opponents.search.rewards import reward
from games.opponents.search.tree import ACT, AVAILABLE, DEEPEST, ROOT, STORED, SUMS, VISITS, add_child, child_of

#: The part of a weight that is one.
UNIT = 1000
#: The dollars that count as one in the value of a node.
REWARD = 10_000
#: The number of visits as which an average counts, and the dollars below which two averages count as equal.
AS_VISITS = 10
TIE = 100
#: The number of visits after which the purchases of a node are stored.
OFTEN = 3
#: The factor and mask by which `purchase_digest` brings many numbers into one.
SPREAD, MASK = 1_000_003, (1 << 40) - 1


@compiled
def look(
    root: Numbers, e: Numbers, r: Numbers, o: Numbers, seat: int, times: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int,
    s: Numbers, acts: Numbers, ranks: Numbers, path: Numbers, worth: Numbers, room: Numbers, stored: Numbers, likely: Numbers, w: Numbers,
    averages: Numbers,
) -> None:  # fmt: skip
    """Look so many times; ``r`` is the source of random choices, ``w`` that of the worlds that looks share."""
    seats = root[at.SEATS]
    for _ in range(times):
        for place in range(at.POSITION):
            s[place] = root[place]
        path[0] = ROOT
        depth = 1
        if o[SHARES_WORLDS]:
            child = choose(s, e, r, o, ROOT, nodes, keys, places, count, width, acts, ranks, stored, averages)
            if child < 0:
                return
            act = nodes[width * child + ACT]
            seed_world(r, w, nodes[width * child + VISITS])
            deal(s, r, o, seat, likely)
            path[1] = child
            depth = 2
            do_act(s, e, r, o, averages, act)
            fresh = nodes[width * child + VISITS] == 0
        else:
            deal(s, r, o, seat, likely)
            fresh = False
        while not fresh and s[at.PHASE] != at.OVER and depth < DEEPEST:
            child = choose(
                s, e, r, o, path[depth - 1], nodes, keys, places, count, width, acts, ranks, stored, averages
            )
            if child < 0:
                break
            fresh = nodes[width * child + VISITS] == 0
            path[depth] = child
            depth += 1
            do_act(s, e, r, o, averages, nodes[width * child + ACT])
        reward(s, e, r, o, room, worth, averages)
        add_results(averages, worth)
        for place in range(depth):
            first = width * path[place]
            nodes[first + VISITS] += 1
            for other in range(seats):
                nodes[first + SUMS + other] += worth[other]


@compiled
def do_act(s: Numbers, e: Numbers, r: Numbers, o: Numbers, averages: Numbers, act: int) -> None:
    """Do an act of the tree, and note it where averages are used."""
    if o[AVERAGES]:
        note_act(averages, s[at.ACTOR], act)
    step(s, e, r, act)


@compiled
def seed_world(r: Numbers, w: Numbers, number: int) -> None:
    """Seed a random source for the world of this number."""
    r[0] = (w[0] ^ (number + 1) * 2654435761 & 0xFFFFFFFF) | 1
    r[1] = w[1] + number * 40503 & 0xFFFFFFFF
    for _ in range(4):
        below(r, 2)


@compiled
def choose(
    s: Numbers, e: Numbers, r: Numbers, o: Numbers, node: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int, acts: Numbers, ranks: Numbers,
    stored: Numbers, averages: Numbers,
) -> int:  # fmt: skip
    """Choose the child of a node to follow: a new one while there is any, then by mean and confidence; -1 where the tree is full."""
    first = width * node
    visits = nodes[first + VISITS]
    most = o[WIDTH] + int(o[GROWTH] * sqrt(visits / 10.0))
    place_stored = nodes[first + STORED]
    # While there are few more purchases than are looked at, those come first that come first in the list of legal acts.
    is_clear = most < stored[place_stored + 1] or visits > 4 * stored[place_stored + 1]
    if place_stored and is_clear and stored[place_stored] == purchase_digest(s, e):
        return choose_stored(s, o, node, most, nodes, keys, places, count, width, stored)
    seen = legal(s, e, acts)
    ranked = o[WIDTH] > 0 and (s[at.PHASE] == at.BUY or s[at.PHASE] == at.DISPOSE)
    if ranked:
        if s[at.PHASE] == at.BUY and place_stored == 0 and visits >= OFTEN and seen > most:
            store_purchases(s, e, node, seen, nodes, count, width, acts, ranks, stored)
        seen = rank(s, acts, ranks, seen, most)
    uses_averages = o[AVERAGES] and s[at.PHASE] == at.PLAY and node != ROOT
    fresh = -1
    untried = 0
    wanted = 0.0
    best = -1
    highest = 0.0
    for place in range(seen):
        act = acts[place]
        child = child_of(keys, places, node, act)
        if child < 0:
            untried += 1
            wish = (
                expected_gain(averages, s[at.ACTOR], act) + below(r, TIE)
                if uses_averages
                else untried_wish(r, untried, ranked)
            )
            if fresh < 0 or wish > wanted:
                wanted = wish
                fresh = act
            continue
        value = value_of(o, node, visits, nodes, width * child, s[at.ACTOR])
        if uses_averages:
            value += (
                AS_VISITS
                * expected_gain(averages, s[at.ACTOR], act)
                / REWARD
                / (nodes[width * child + VISITS] + AS_VISITS)
            )
        if best < 0 or value > highest:
            best = child
            highest = value
    if fresh >= 0:
        return add_child(nodes, keys, places, count, width, node, fresh)
    return best


@compiled
def untried_wish(r: Numbers, number: int, ranked: bool) -> float:
    """The preference for the untried act of this number: the first act where they are ranked, else each with the same chance."""
    if number == 1:
        return 0.0
    return number if not ranked and below(r, number) == 0 else -1.0


@compiled
def value_of(o: Numbers, node: int, visits: int, nodes: Numbers, first: int, actor: int) -> float:
    """The upper confidence bound of a child that was tried; counts that it was available."""
    tried = nodes[first + VISITS]
    chances = visits
    if o[COUNTS_AVAILABLE]:
        nodes[first + AVAILABLE] += 1
        chances = nodes[first + AVAILABLE]
    mean = nodes[first + SUMS + actor] / float(tried * REWARD)
    weight = o[WEIGHT] if node == ROOT else o[WEIGHT_BELOW]
    return mean + weight / UNIT * sqrt(log(chances + 1.0) / tried)  # type: ignore[no-any-return]


@compiled
def purchase_digest(s: Numbers, e: Numbers) -> int:
    """A digest of all figures that determine the legal purchases and their order."""
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
    """Store the purchases of a node in their order: a digest of the figures, their number, then each with its child (-1: none yet)."""
    first = count[2]
    if first + 2 + 2 * seen > len(stored):
        return
    count[2] = first + 2 + 2 * seen
    nodes[width * node + STORED] = first
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
    """Choose as `choose` does, among the stored purchases of a node."""
    first = nodes[width * node + STORED]
    visits = nodes[width * node + VISITS]
    best = -1
    highest = 0.0
    for place in range(first + 2, first + 2 + 2 * min(most, stored[first + 1]), 2):
        child = stored[place + 1]
        if child < 0:
            child = child_of(keys, places, node, stored[place])
            if child < 0:
                child = add_child(nodes, keys, places, count, width, node, stored[place])
                stored[place + 1] = child
                return child
            stored[place + 1] = child
        value = value_of(o, node, visits, nodes, width * child, s[at.ACTOR])
        if best < 0 or value > highest:
            best = child
            highest = value
    return best
