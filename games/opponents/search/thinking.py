"""The search: it runs looks until its budget is used up or the choice is clear, and returns the acts that it tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

from games.opponents.core import layout as at
from games.opponents.core.board import source
from games.opponents.core.layout import COMPILED, Numbers, numbers
from games.opponents.search import tree as trees
from games.opponents.search.iterating import look
from games.opponents.search.learned import LEARNED, LEARNED_ODDS
from games.opponents.search.rewards import write_odds
from games.opponents.search.tree import Tree

#: The most nodes of a tree, more than are visited in three seconds.
MOST_NODES = 400_000 if COMPILED else 20_000
#: The number of looks between two checks whether the choice is clear, if the budget has no deadline.
FEW = 16
#: The number of looks after which a search can tell how many its time allows.
ENOUGH_TO_TELL = 80
#: The seconds between two looks at the clock later on.
PULSE = 0.004


@dataclass(frozen=True, slots=True)
class Method:
    """A method of searching; its fields are explained in the module `options`. ``weight`` is that of exploring, ``prize`` is in dollars.

    A search of at most ``foreseen`` looks only evaluates the position at the end of each. A search of more looks also plays them out and
    takes the mean of both; if ``foreseen`` is 0, looks are only played out. Looks of two kinds are never mixed in a tree, because their
    results differ by thousands of dollars. With ``averages``, where looks are both evaluated and played out, acts are compared by their
    averages over all looks, and the weight of exploring is halved below the root.
    """

    width: int = 10
    growth: int = 4
    counts_available: bool = True
    shares_worlds: bool = True
    weight: float = 1.0
    prize: int = 0
    foreseen: int = 0
    turns: int = 6
    deals_likely: bool = False
    averages: bool = False

    def options(self, ends: int = trees.PLAYED_OUT) -> Numbers:
        """Return the options as an array in the order of the module `options`; ``ends`` is how looks end."""
        flags = [int(self.counts_available), int(self.shares_worlds)]
        averages, weight = self.averages and ends == trees.BOTH, round(1000 * self.weight)
        weights = [weight, weight // 2 if averages else weight]
        rewards = [self.prize, ends, self.turns, int(self.deals_likely), int(averages)]
        return numbers([self.width, self.growth, *flags, *weights, *rewards, *LEARNED, *LEARNED_ODDS])


#: The search that counts dollars and plays every look out, by which positions are analysed.
COUNTING = Method()
#: The search of our players: it also counts the win, deals hands as they are likely to be, and evaluates; with many looks it also plays
#: them out, by averages.
OURS = replace(COUNTING, prize=15_000, foreseen=20_000, deals_likely=True, averages=True)
#: The baseline (player `seed002`): all purchases are tried from the start, visits of the parent count, each look has a new world.
SEED002 = Method(width=0, growth=0, counts_available=False, shares_worlds=False, weight=2**0.5)


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a search: a number of iterations, a moment of `time.monotonic`, or both, whichever is reached first; None: no limit."""

    iterations: int | None = None
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """An act at the root, how often it was tried, and the mean result of each seat (`rewards`); no means if it was the only legal act."""

    act: int
    visits: int
    means: tuple[float, ...]


def think(
    s: Numbers, e: Numbers, seat: int, legal: Sequence[int], seed: object, method: Method, budget: Budget
) -> list[Candidate]:
    """Search among legal acts and return those that were tried, the chosen one first."""
    if len(legal) == 1:
        return [Candidate(legal[0], 0, ())]
    tree = _search(s, e, seat, numbers(list(legal)), seed, method, budget)
    found = candidates(tree, legal, int(s[at.SEATS]), seat)
    return found or [Candidate(legal[0], 0, ())]


def candidates(tree: Tree, legal: Sequence[int], seats: int, seat: int) -> list[Candidate]:
    """Return the legal acts that were tried at the root, the most tried one first; equals by the mean result of ``seat``."""
    found = []
    for act in legal:
        child = int(trees.child_of(tree.keys, tree.places, trees.ROOT, act))
        if child < 0:
            continue
        first = tree.width * child
        visits = int(tree.nodes[first + trees.VISITS])
        sums = [int(tree.nodes[first + trees.SUMS + other]) for other in range(seats)]
        if visits:
            found.append(Candidate(act, visits, tuple([total / visits for total in sums])))
    return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.means[seat]))


def _search(s: Numbers, e: Numbers, seat: int, acts: Numbers, seed: object, method: Method, budget: Budget) -> Tree:
    """Search and return the tree; the number of looks that the budget allows decides whether they are evaluated or also played out."""
    seats, most = int(s[at.SEATS]), min(MOST_NODES, (budget.iterations or MOST_NODES) + 2)
    many = trees.BOTH if method.foreseen else trees.PLAYED_OUT
    are_few = method.foreseen > 0 and (budget.iterations is None or budget.iterations <= method.foreseen)
    tree = trees.new_tree(seats, most)
    if _look_until(tree, s, e, seat, acts, seed, method, budget, trees.FORESEEN if are_few else many):
        tree = trees.new_tree(seats, most)
        _look_until(tree, s, e, seat, acts, seed, method, budget, many)
    return tree


def _look_until(
    tree: Tree,
    s: Numbers,
    e: Numbers,
    seat: int,
    acts: Numbers,
    seed: object,
    method: Method,
    budget: Budget,
    ends: int,
) -> bool:
    """Run looks until the budget is used up or the choice is clear; ``ends`` is how looks end.

    Return True, long before that, if looks are only evaluated and the time allows more than ``method.foreseen`` of them.
    """
    r, w, o = source(seed), source(f"{seed} worlds"), method.options(ends)
    if method.deals_likely:
        write_odds(s, e, o, tree.likely)
    done, times = 0, FEW if budget.deadline is None else 1
    while True:
        if budget.iterations is not None:
            times = min(times, budget.iterations - done)
        started = monotonic()
        look_in(tree, s, e, r, w, o, seat, times)
        done += times
        now = monotonic()
        each = max(1e-7, (now - started) / times)
        left = float("inf") if budget.iterations is None else budget.iterations - done
        if budget.deadline is not None:
            left = min(left, (budget.deadline - now) / each)
        if left < 1 or trees.lead_of_most_tried(tree.nodes, tree.keys, tree.places, tree.width, acts) > left:
            return False
        can_tell = budget.iterations is None and ENOUGH_TO_TELL < done <= 4 * ENOUGH_TO_TELL
        if ends == trees.FORESEEN and can_tell and left > method.foreseen:
            return True
        # Without a deadline nothing may depend on how fast this machine is.
        steps = FEW if budget.deadline is None else min(PULSE / each, 4 * times)
        times = int(max(1, min(steps, left)))


def look_in(tree: Tree, s: Numbers, e: Numbers, r: Numbers, w: Numbers, o: Numbers, seat: int, times: int) -> None:
    """Run ``times`` looks with a tree; ``r`` is the source of random choices, ``w`` that of the worlds."""
    look(
        s, e, r, o, seat, times, tree.nodes, tree.keys, tree.places, tree.count, tree.width,
        tree.world, tree.acts, tree.ranks, tree.path, tree.worth, tree.room, tree.stored, tree.likely, w,
        tree.averages,
    )  # fmt: skip
