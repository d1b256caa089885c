"""How long is thought and what is then chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

from games.opponents.core.chance import source
from games.opponents.core.compiled import COMPILED, Numbers, numbers
from games.opponents.core.layout import SEATS
from games.opponents.search.iterating import look
from games.opponents.search.tree import ROOT, SUMS, VISITS, Tree, child_of, lead, new_tree

#: No tree has more nodes: more than are looked at in three seconds.
MOST_NODES = 400_000 if COMPILED else 20_000
#: Where no clock counts, so many looks between two looks at whether the choice is clear.
FEW = 16
#: So long between two looks at the clock later on, in seconds.
PULSE = 0.004


@dataclass(frozen=True, slots=True)
class Method:
    """How is searched: see `iterating` for what the options mean; ``weight`` is that of what was seldom tried."""

    width: int = 10
    growth: int = 4
    counts_available: bool = True
    shares_worlds: bool = True
    weight: float = 1.0
    by_score: bool = False

    def options(self) -> Numbers:
        """The options as numbers."""
        flags = [int(self.counts_available), int(self.shares_worlds)]
        return numbers([self.width, self.growth, *flags, round(1000 * self.weight), int(self.by_score)])


#: The search of this project, and the baseline: the same tree with every purchase at once, its parent's visits, a new world each time.
OURS = Method()
#: Ours where the table's score counts, as in an event, and not the cash.
SCORING = replace(OURS, by_score=True)
SEED002 = Method(width=0, growth=0, counts_available=False, shares_worlds=False, weight=2**0.5)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long may be thought: a number of iterations, or up to a moment of `monotonic`, or whichever is first."""

    iterations: int | None = None
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One act at the root: how often it was tried, and the mean of what each seat had in the end, in dollars."""

    act: int
    visits: int
    means: tuple[float, ...]


def think(
    s: Numbers, e: Numbers, seat: int, legal: Sequence[int], seed: object, method: Method, budget: Budget
) -> list[Candidate]:
    """The acts that were tried, the choice first; ``legal`` are those among which is chosen."""
    if len(legal) == 1:
        return [Candidate(legal[0], 0, ())]
    tree = new_tree(int(s[SEATS]), min(MOST_NODES, (budget.iterations or MOST_NODES) + 2))
    _run(tree, s, e, seat, numbers(list(legal)), seed, method, budget)
    found = candidates(tree, legal, int(s[SEATS]), seat)
    return found or [Candidate(legal[0], 0, ())]


def candidates(tree: Tree, legal: Sequence[int], seats: int, seat: int) -> list[Candidate]:
    """The legal acts that were tried at the root, the most tried one first."""
    found = []
    for act in legal:
        child = int(child_of(tree.keys, tree.places, ROOT, act))
        if child < 0:
            continue
        first = tree.width * child
        visits = int(tree.nodes[first + VISITS])
        sums = [int(tree.nodes[first + SUMS + other]) for other in range(seats)]
        if visits:
            found.append(Candidate(act, visits, tuple([total / visits for total in sums])))
    return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.means[seat]))


def _run(
    tree: Tree, s: Numbers, e: Numbers, seat: int, acts: Numbers, seed: object, method: Method, budget: Budget
) -> None:
    r, w, o = source(seed), source(f"{seed} worlds"), method.options()
    done, times = 0, FEW if budget.deadline is None else 1
    while True:
        if budget.iterations is not None:
            times = min(times, budget.iterations - done)
        started = monotonic()
        look(
            s, e, r, o, seat, times, tree.nodes, tree.keys, tree.places, tree.count, tree.width,
            tree.world, tree.acts, tree.ranks, tree.path, tree.worth, tree.room, tree.kept, w,
        )  # fmt: skip
        done += times
        now = monotonic()
        each = max(1e-7, (now - started) / times)
        left = float("inf") if budget.iterations is None else budget.iterations - done
        if budget.deadline is not None:
            left = min(left, (budget.deadline - now) / each)
        if left < 1 or lead(tree.nodes, tree.keys, tree.places, tree.width, acts) > left:
            return
        # Without a clock nothing may hang on how fast this machine is.
        steps = FEW if budget.deadline is None else min(PULSE / each, 4 * times)
        times = int(max(1, min(steps, left)))
