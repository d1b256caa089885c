"""A tree of acts as arrays: each node has its visits, how often it was available, and the sum of the results of each seat.

The options of a search: their indices in the array of numbers that `Method.options` makes.

Averages over all looks of a search: the final result of a seat if it played a certain tile or bought a certain share at any moment.

A node is visited too seldom to compare all replies of other players, which may be eighty tiles; but a tile that is good in one branch is
mostly good in others. The playout after the tree takes the better of two random acts by these averages, and in the tree an average
counts like a number of additional visits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.opponents.core import layout as at
from games.opponents.core.layout import Numbers, compiled, numbers, zeros
from games.opponents.core.legal import MOST_ACTS, any_but_end
from games.opponents.core.money import may_end
from games.opponents.core.playing import step
from games.opponents.search.evaluation import FEATURES, KNOTS
from games.opponents.search.priors import RANKS

#: How many purchases are looked at first (0: all at once), and the factor of the square root of visits / 10 by which they grow.
WIDTH: Final = 0
GROWTH: Final = 1
#: Whether the confidence of a node counts how often it was available instead of the visits of its parent; whether looks share worlds.
COUNTS_AVAILABLE: Final = 2
SHARES_WORLDS: Final = 3
#: The weight of exploring, at the root and below it, in thousandths.
WEIGHT: Final = 4
WEIGHT_BELOW: Final = 5
#: The dollars that are added to the cash of the winner.
PRIZE: Final = 6
#: How a look ends: played out at random to the end of the game, evaluated (FORESEEN), or the mean of both. TURNS: after how many random
#: turns it is evaluated.
ENDS: Final = 7
PLAYED_OUT, FORESEEN, BOTH = range(3)
TURNS: Final = 8
#: Whether hands are dealt by what players are likely to have kept (`dealing`).
DEALS_LIKELY: Final = 9
#: Whether acts are compared by their averages over all looks.
AVERAGES: Final = 10
#: What was learned: the weights of the evaluation, then the odds of the dealing.
WEIGHTS: Final = 11
ODDS: Final = WEIGHTS + FEATURES * KNOTS


#: What is averaged for a seat: each tile, all tiles, a share of each chain, no share at all, all purchases.
ANY_TILE = at.TILES
SHARE = ANY_TILE + 1
NO_SHARE = SHARE + at.CHAINS
ANY_PURCHASE = NO_SHARE + 1
KEYS = ANY_PURCHASE + 1
#: The array: the number of acts noted in this look, then a seat and an act for each, then a sum and a count for each key of a seat.
NOTED = 0
NOTED_AT_MOST = 1000
TALLIES = 1 + 2 * NOTED_AT_MOST
#: The number of looks, added to those that were made, in which an act is taken to be as good as any of its kind.
PRIOR_LOOKS = 100.0


def averages_room(seats: int) -> Numbers:
    """Return an empty array for the averages of a number of seats."""
    return zeros(TALLIES + 2 * KEYS * seats)


@compiled
def note_act(averages: Numbers, seat: int, act: int) -> None:
    """Note in a look that a seat placed a tile or made a purchase; other acts are ignored, as they are not averaged."""
    count = averages[NOTED]
    if count < NOTED_AT_MOST and (act < at.PASS or act >= at.PURCHASE):
        averages[1 + 2 * count] = seat
        averages[2 + 2 * count] = act
        averages[NOTED] = count + 1


@compiled
def add_results(averages: Numbers, worth: Numbers) -> None:
    """Add the result of a look, in dollars by seat, to the averages of all acts noted in it, and clear the notes."""
    for place in range(1, 1 + 2 * averages[NOTED], 2):
        seat = averages[place]
        act = averages[place + 1]
        if act < at.PASS:
            tally(averages, seat, act, 1, worth[seat])
            tally(averages, seat, ANY_TILE, 1, worth[seat])
        else:
            for chain in range(at.CHAINS):
                tally(averages, seat, SHARE + chain, act >> 3 * chain & 7, worth[seat])
            tally(averages, seat, NO_SHARE, int(act == at.PURCHASE), worth[seat])
            tally(averages, seat, ANY_PURCHASE, 1, worth[seat])
    averages[NOTED] = 0


@compiled
def tally(averages: Numbers, seat: int, key: int, times: int, dollars: int) -> None:
    """Add a result in dollars ``times`` times to the average of a key (a tile or share, see `KEYS`) for a seat."""
    place = TALLIES + 2 * (KEYS * seat + key)
    averages[place] += times * dollars
    averages[place + 1] += times


@compiled
def gain_over_mean(averages: Numbers, seat: int, key: int, kind: int) -> float:
    """How many dollars more a seat had with a key than on average over its kind (`ANY_TILE` or `ANY_PURCHASE`); 0 if nothing is known."""
    of_all = TALLIES + 2 * (KEYS * seat + kind)
    if averages[of_all + 1] == 0:
        return 0.0
    mean = averages[of_all] / float(averages[of_all + 1])
    place = TALLIES + 2 * (KEYS * seat + key)
    return (averages[place] - mean * averages[place + 1]) / (averages[place + 1] + PRIOR_LOOKS)  # type: ignore[no-any-return]


@compiled
def expected_gain(averages: Numbers, seat: int, act: int) -> float:
    """How many dollars more a tile brought than an average tile, or a purchase on average over its shares; 0 for any other act."""
    if act < at.PASS:
        return gain_over_mean(averages, seat, act, ANY_TILE)
    if act == at.PURCHASE:
        return gain_over_mean(averages, seat, NO_SHARE, ANY_PURCHASE)
    total = 0.0
    shares = 0
    if act > at.PURCHASE:
        for chain in range(at.CHAINS):
            count = act >> 3 * chain & 7
            if count:
                total += count * gain_over_mean(averages, seat, SHARE + chain, ANY_PURCHASE)
                shares += count
    return total / shares if shares else 0.0


@compiled
def play_better(s: Numbers, e: Numbers, r: Numbers, out: Numbers, turns: int, averages: Numbers) -> None:
    """Play as `play_turns` does, but of two random tiles or purchases take the one that is better by average; note all acts."""
    last = s[at.TURN] + turns
    while s[at.PHASE] != at.OVER and s[at.TURN] < last:
        if s[at.PHASE] == at.DRAW and may_end(s, e):
            step(s, e, r, at.END)
        else:
            act = any_but_end(s, e, r, out)
            seat = s[at.ACTOR]
            if s[at.PHASE] == at.PLAY or s[at.PHASE] == at.BUY:
                other = any_but_end(s, e, r, out)
                if other != act and expected_gain(averages, seat, other) > expected_gain(averages, seat, act):
                    act = other
            note_act(averages, seat, act)
            step(s, e, r, act)


#: The numbers of a node: its act, its visits, how often it was available, where its purchases are stored (0: nowhere), a sum for each seat.
ACT: Final = 0
VISITS: Final = 1
AVAILABLE: Final = 2
STORED: Final = 3
SUMS: Final = 4
#: How many numbers are reserved for the stored purchases of a node on average, and for those of all nodes at most.
OF_A_NODE: Final = 64
STORED_AT_MOST: Final = 3_000_000
#: The longest path through a tree.
DEEPEST: Final = 200
#: The root of every tree.
ROOT: Final = 0


@dataclass(frozen=True, slots=True)
class Tree:
    """The arrays of one search.

    Each node has ``width`` numbers in ``nodes``; ``keys`` and ``places`` are the hash table of children. ``count`` has the number of nodes,
    the most there may be, and the used length of ``stored``, which holds purchases. The others are arrays to work in.
    """

    nodes: Numbers
    keys: Numbers
    places: Numbers
    count: Numbers
    width: int
    world: Numbers
    acts: Numbers
    ranks: Numbers
    path: Numbers
    worth: Numbers
    room: Numbers
    stored: Numbers
    likely: Numbers
    averages: Numbers


def new_tree(seats: int, most: int) -> Tree:
    """Return an empty tree of at most ``most`` nodes, with all arrays that a search needs."""
    width = SUMS + seats
    slots = 1 << (2 * most).bit_length()
    return Tree(
        nodes=zeros(width * most),
        keys=zeros(slots),
        places=zeros(slots),
        count=numbers([1, most, 1]),
        width=width,
        world=zeros(at.POSITION),
        acts=zeros(MOST_ACTS),
        ranks=zeros(RANKS),
        path=zeros(DEEPEST + 1),
        worth=zeros(2 * seats),
        room=zeros(MOST_ACTS),
        stored=zeros(min(STORED_AT_MOST, OF_A_NODE * most)),
        likely=zeros(at.TILES * seats + 1),
        averages=averages_room(seats),
    )


@compiled
def slot_of(keys: Numbers, node: int, act: int) -> int:
    """Return the slot in the hash table for the child of a node by an act; the slot is free (0) if there is no such child."""
    key = (node << 22 | act) + 1
    mask = len(keys) - 1
    slot = key * 2654435761 >> 9 & mask
    while keys[slot] and keys[slot] != key:
        slot = slot + 1 & mask
    return slot


@compiled
def child_of(keys: Numbers, places: Numbers, node: int, act: int) -> int:
    """Return the child of a node by an act; -1 if there is none."""
    slot = slot_of(keys, node, act)
    return places[slot] if keys[slot] else -1


@compiled
def add_child(nodes: Numbers, keys: Numbers, places: Numbers, count: Numbers, width: int, node: int, act: int) -> int:
    """Add a child to a node by an act and return it; -1 if the tree is full."""
    child = count[0]
    if child >= count[1]:
        return -1
    slot = slot_of(keys, node, act)
    keys[slot] = (node << 22 | act) + 1
    places[slot] = child
    nodes[width * child + ACT] = act
    count[0] = child + 1
    return child  # type: ignore[no-any-return]


@compiled
def lead_of_most_tried(nodes: Numbers, keys: Numbers, places: Numbers, width: int, acts: Numbers) -> int:
    """Return by how many visits the most tried act at the root leads over the next one; 0 if fewer than two were tried."""
    first = 0
    second = 0
    for place in range(len(acts)):
        child = child_of(keys, places, ROOT, acts[place])
        visits = nodes[width * child + VISITS] if child >= 0 else 0
        if visits > first:
            second = first
            first = visits
        elif visits > second:
            second = visits
    return first - second if second else 0
