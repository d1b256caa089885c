"""One look into the future: a world, a path through the tree, and what everybody had in the end, as it is played out or foreseen."""

from __future__ import annotations

from math import log, sqrt

from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.ending import may_end
from games.opponents.core.layout import (
    ACTOR,
    BAGGED,
    BANK,
    BUY,
    CARDS,
    CASH,
    CHAINS,
    DISPOSE,
    LATE,
    ON_BOARD,
    OVER,
    PHASE,
    PLAY,
    PLAYER,
    POSITION,
    PRICES,
    SEATS,
    SEATS_AT_MOST,
    SHARES,
    SWAPS,
)
from games.opponents.core.legal import legal
from games.opponents.core.playing import step
from games.opponents.search.averages import promise, take_in, tell
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
from games.opponents.search.tree import ACT, AVAILABLE, DEEPEST, KEPT, ROOT, SUMS, VISITS, add_child, child_of

#: The part of a weight that is one.
UNIT = 1000
#: Rewards are counted in so many dollars.
REWARD = 10_000
#: An average counts as so many visits, and averages that differ by fewer dollars are as good as the same.
AS_VISITS = 10
TIE = 100
#: The purchases of a node are kept once it was visited so often.
OFTEN = 3
#: How `sight` brings many numbers into one.
SPREAD, MASK = 1_000_003, (1 << 40) - 1


@compiled
def look(
    root: Numbers, e: Numbers, r: Numbers, o: Numbers, seat: int, times: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int,
    s: Numbers, acts: Numbers, ranks: Numbers, path: Numbers, worth: Numbers, room: Numbers, kept: Numbers, likely: Numbers, w: Numbers,
    averages: Numbers,
) -> None:  # fmt: skip
    """Look so many times; ``r`` chooses, ``w`` is the source of the worlds that shared ones begin with."""
    seats = root[SEATS]
    for _ in range(times):
        for place in range(POSITION):
            s[place] = root[place]
        path[0] = ROOT
        depth = 1
        if o[SHARES_WORLDS]:
            child = choose(s, e, r, o, ROOT, nodes, keys, places, count, width, acts, ranks, kept, averages)
            if child < 0:
                return
            act = nodes[width * child + ACT]
            begin_world(r, w, nodes[width * child + VISITS])
            deal(s, r, o, seat, likely)
            path[1] = child
            depth = 2
            follow(s, e, r, o, averages, act)
            fresh = nodes[width * child + VISITS] == 0
        else:
            deal(s, r, o, seat, likely)
            fresh = False
        while not fresh and s[PHASE] != OVER and depth < DEEPEST:
            child = choose(s, e, r, o, path[depth - 1], nodes, keys, places, count, width, acts, ranks, kept, averages)
            if child < 0:
                break
            fresh = nodes[width * child + VISITS] == 0
            path[depth] = child
            depth += 1
            follow(s, e, r, o, averages, nodes[width * child + ACT])
        reward(s, e, r, o, room, worth, averages)
        take_in(averages, worth)
        for place in range(depth):
            first = width * path[place]
            nodes[first + VISITS] += 1
            for other in range(seats):
                nodes[first + SUMS + other] += worth[other]


@compiled
def follow(s: Numbers, e: Numbers, r: Numbers, o: Numbers, averages: Numbers, act: int) -> None:
    """Do an act of the tree, and tell it where acts are known by their averages."""
    if o[AVERAGES]:
        tell(averages, s[ACTOR], act)
    step(s, e, r, act)


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
    kept: Numbers, averages: Numbers,
) -> int:  # fmt: skip
    """The child of a node to follow in this world: a new one while there is any, then by mean and confidence; -1 where the tree is full."""
    first = width * node
    visits = nodes[first + VISITS]
    most = o[WIDTH] + int(o[GROWTH] * sqrt(visits / 10.0))
    place_kept = nodes[first + KEPT]
    # While there are few more purchases than are looked at, those come first that come first in the list of legal acts.
    is_clear = most < kept[place_kept + 1] or visits > 4 * kept[place_kept + 1]
    if place_kept and is_clear and kept[place_kept] == sight(s, e):
        return choose_kept(s, o, node, most, nodes, keys, places, count, width, kept)
    seen = legal(s, e, acts)
    ranked = o[WIDTH] > 0 and (s[PHASE] == BUY or s[PHASE] == DISPOSE)
    if ranked:
        if s[PHASE] == BUY and place_kept == 0 and visits >= OFTEN and seen > most:
            keep(s, e, node, seen, nodes, count, width, acts, ranks, kept)
        seen = rank(s, acts, ranks, seen, most)
    leans = o[AVERAGES] and s[PHASE] == PLAY and node != ROOT
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
            wish = promise(averages, s[ACTOR], act) + below(r, TIE) if leans else by_turn(r, untried, ranked)
            if fresh < 0 or wish > wanted:
                wanted = wish
                fresh = act
            continue
        value = value_of(o, node, visits, nodes, width * child, s[ACTOR])
        if leans:
            value += AS_VISITS * promise(averages, s[ACTOR], act) / REWARD / (nodes[width * child + VISITS] + AS_VISITS)
        if best < 0 or value > highest:
            best = child
            highest = value
    if fresh >= 0:
        return add_child(nodes, keys, places, count, width, node, fresh)
    return best


@compiled
def by_turn(r: Numbers, number: int, ranked: bool) -> float:
    """How much the act of this number among those not tried yet is wanted: the first one where they are ranked, else each by chance."""
    if number == 1:
        return 0.0
    return number if not ranked and below(r, number) == 0 else -1.0


@compiled
def value_of(o: Numbers, node: int, visits: int, nodes: Numbers, at: int, actor: int) -> float:
    """What a tried child is worth trying again, by mean and confidence; counts that it could be."""
    tried = nodes[at + VISITS]
    chances = visits
    if o[COUNTS_AVAILABLE]:
        nodes[at + AVAILABLE] += 1
        chances = nodes[at + AVAILABLE]
    mean = nodes[at + SUMS + actor] / float(tried * REWARD)
    weight = o[WEIGHT] if node == ROOT else o[WEIGHT_BELOW]
    return mean + weight / UNIT * sqrt(log(chances + 1.0) / tried)  # type: ignore[no-any-return]


@compiled
def sight(s: Numbers, e: Numbers) -> int:
    """A number for everything that purchases and their order follow from, the same where all of that is the same."""
    seat = s[PLAYER]
    seats = s[SEATS]
    number = 32 * s[CASH + seat] + 2 * s[PHASE] + may_end(s, e)
    number = number * SPREAD + 32 * s[LATE] + 4 * s[SWAPS] + min(4, s[BAGGED] // 10) & MASK
    number = number * SPREAD + 128 * s[CARDS + seat] + s[ON_BOARD] & MASK
    for chain in range(CHAINS):
        number = number * SPREAD + s[PRICES + chain] & MASK
        number = number * SPREAD + s[BANK + chain] & MASK
        first = SHARES + SEATS_AT_MOST * chain
        for place in range(first, first + seats):
            number = number * SPREAD + s[place] & MASK
    return number  # type: ignore[no-any-return]


@compiled
def keep(
    s: Numbers, e: Numbers, node: int, seen: int,
    nodes: Numbers, count: Numbers, width: int, acts: Numbers, ranks: Numbers, kept: Numbers,
) -> None:  # fmt: skip
    """Keep the purchases of a node in their order: what they follow from, their number, then each with its child (-1: none yet)."""
    first = count[2]
    if first + 2 + 2 * seen > len(kept):
        return
    count[2] = first + 2 + 2 * seen
    nodes[width * node + KEPT] = first
    kept[first] = sight(s, e)
    kept[first + 1] = seen
    rank(s, acts, ranks, seen, seen - 1)
    for place in range(seen):
        kept[first + 2 + 2 * place] = acts[place]
        kept[first + 3 + 2 * place] = -1


@compiled
def choose_kept(
    s: Numbers, o: Numbers, node: int, most: int,
    nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int, kept: Numbers,
) -> int:  # fmt: skip
    """As `choose`, of the purchases that were kept."""
    first = nodes[width * node + KEPT]
    visits = nodes[width * node + VISITS]
    best = -1
    highest = 0.0
    for place in range(first + 2, first + 2 + 2 * min(most, kept[first + 1]), 2):
        child = kept[place + 1]
        if child < 0:
            child = child_of(keys, places, node, kept[place])
            if child < 0:
                child = add_child(nodes, keys, places, count, width, node, kept[place])
                kept[place + 1] = child
                return child
            kept[place + 1] = child
        value = value_of(o, node, visits, nodes, width * child, s[ACTOR])
        if best < 0 or value > highest:
            best = child
            highest = value
    return best
