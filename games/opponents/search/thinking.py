"""How long is thought and what is then chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

from games.opponents.core.chance import source
from games.opponents.core.compiled import COMPILED, Numbers, numbers
from games.opponents.core.layout import SEATS
from games.opponents.search.dealing import note_odds
from games.opponents.search.iterating import look
from games.opponents.search.learned import LEARNED, LEARNED_ODDS
from games.opponents.search.options import BOTH, FORESEEN, PLAYED_OUT
from games.opponents.search.tree import ROOT, SUMS, VISITS, Tree, child_of, lead, new_tree

#: No tree has more nodes: more than are looked at in three seconds.
MOST_NODES = 400_000 if COMPILED else 20_000
#: Where no clock counts, so many looks between two looks at whether the choice is clear.
FEW = 16
#: After so many looks a search knows how many it has.
ENOUGH_TO_TELL = 80
#: So long between two looks at the clock later on, in seconds.
PULSE = 0.004


@dataclass(frozen=True, slots=True)
class Method:
    """How is searched: see `options`; ``weight`` is that of what was seldom tried, ``prize`` in dollars.

    With ``averages`` acts are known by their averages where looks are played out and foreseen, and what was seldom tried has half its
    weight below the root.

    A search that has no more looks than ``foreseen`` foresees the end of all of them. One that has more plays them out too, and counts
    half of each, unless ``foreseen`` is 0. Looks of two kinds are never mixed in a tree: they differ by thousands of dollars in how high
    they count.
    """

    width: int = 10
    growth: int = 4
    counts_available: bool = True
    shares_worlds: bool = True
    weight: float = 1.0
    by_score: bool = False
    prize: int = 0
    foreseen: int = 0
    turns: int = 6
    deals_likely: bool = False
    averages: bool = False

    def options(self, ends: int = PLAYED_OUT) -> Numbers:
        """The options as numbers, in the order of `options`."""
        flags = [int(self.counts_available), int(self.shares_worlds)]
        averages, weight = self.averages and ends == BOTH, round(1000 * self.weight)
        weights = [weight, weight // 2 if averages else weight]
        rewards = [int(self.by_score), self.prize, ends, self.turns, int(self.deals_likely), int(averages)]
        return numbers([self.width, self.growth, *flags, *weights, *rewards, *LEARNED, *LEARNED_ODDS])


#: The search as it counts dollars, and nothing is foreseen: what `insight` tells.
COUNTING = Method()
#: The same where the table's score counts, as in an event, and not the cash.
SCORING = replace(COUNTING, by_score=True)
#: The search as it plays: for the win too, hands dealt as they are likely to be, and foreseen, where its looks are few not even played out;
#: where they are many it plays on by averages.
OURS = replace(COUNTING, prize=15_000, foreseen=20_000, deals_likely=True, averages=True)
#: The baseline: the same tree with every purchase at once, its parent's visits, a new world each time.
SEED002 = Method(width=0, growth=0, counts_available=False, shares_worlds=False, weight=2**0.5)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long may be thought: a number of iterations, or up to a moment of `monotonic`, or whichever is first."""

    iterations: int | None = None
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One act at the root: how often it was tried, and the mean of what each seat was to have for it (`rewards`)."""

    act: int
    visits: int
    means: tuple[float, ...]


def think(
    s: Numbers, e: Numbers, seat: int, legal: Sequence[int], seed: object, method: Method, budget: Budget
) -> list[Candidate]:
    """The acts that were tried, the choice first; ``legal`` are those among which is chosen."""
    if len(legal) == 1:
        return [Candidate(legal[0], 0, ())]
    tree = _searched(s, e, seat, numbers(list(legal)), seed, method, budget)
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


def _searched(s: Numbers, e: Numbers, seat: int, acts: Numbers, seed: object, method: Method, budget: Budget) -> Tree:
    """The tree of a search; whether the end is foreseen follows from its iterations, or else from how many looks it seems to have."""
    seats, most = int(s[SEATS]), min(MOST_NODES, (budget.iterations or MOST_NODES) + 2)
    many = BOTH if method.foreseen else PLAYED_OUT
    are_few = method.foreseen > 0 and (budget.iterations is None or budget.iterations <= method.foreseen)
    tree = new_tree(seats, most)
    if _look_on(tree, s, e, seat, acts, seed, method, budget, FORESEEN if are_few else many):
        tree = new_tree(seats, most)
        _look_on(tree, s, e, seat, acts, seed, method, budget, many)
    return tree


def _look_on(
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
    """Look until the budget is used or the choice is clear; True where looks are foreseen alone and more are left than should be."""
    r, w, o = source(seed), source(f"{seed} worlds"), method.options(ends)
    if method.deals_likely:
        note_odds(s, e, o, tree.likely)
    done, times = 0, FEW if budget.deadline is None else 1
    while True:
        if budget.iterations is not None:
            times = min(times, budget.iterations - done)
        started = monotonic()
        look(
            s, e, r, o, seat, times, tree.nodes, tree.keys, tree.places, tree.count, tree.width,
            tree.world, tree.acts, tree.ranks, tree.path, tree.worth, tree.room, tree.kept, tree.likely, w,
            tree.averages,
        )  # fmt: skip
        done += times
        now = monotonic()
        each = max(1e-7, (now - started) / times)
        left = float("inf") if budget.iterations is None else budget.iterations - done
        if budget.deadline is not None:
            left = min(left, (budget.deadline - now) / each)
        if left < 1 or lead(tree.nodes, tree.keys, tree.places, tree.width, acts) > left:
            return False
        can_tell = budget.iterations is None and ENOUGH_TO_TELL < done <= 4 * ENOUGH_TO_TELL
        if ends == FORESEEN and can_tell and left > method.foreseen:
            return True
        # Without a clock nothing may hang on how fast this machine is.
        steps = FEW if budget.deadline is None else min(PULSE / each, 4 * times)
        times = int(max(1, min(steps, left)))
