"""A tree of acts as arrays: each node has its visits, how often it was available, and the sum of the results of each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.opponents.core import layout as at
from games.opponents.core.compiled import Numbers, compiled, numbers, zeros
from games.opponents.core.legal import MOST_ACTS
from games.opponents.search.averages import averages_room
from games.opponents.search.priors import RANKS

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
def lead(nodes: Numbers, keys: Numbers, places: Numbers, width: int, acts: Numbers) -> int:
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
