"""What a decision was worth beside the one that a search prefers: both tried in the same worlds, equally often.

First the search chooses with all legal acts before it, as it plays. If it prefers another act than the one that was done, each of the
two gets trees of its own in which nothing else is tried: as many looks, in the same worlds, dealt from what the player could know. That
is done in several parts with sources of their own, and how much their differences scatter is the uncertainty. Which act is preferred is
thus settled before anything is measured, so that luck in choosing does not flatter what was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from time import monotonic
from typing import Any

from games.acquire.actions import Card
from games.acquire.record import GameRecord
from games.acquire.rules.cards import is_wasted
from games.acquire.state import Phase, State
from games.opponents.core import layout as at
from games.opponents.core.chance import source
from games.opponents.core.compiled import Numbers
from games.opponents.core.legal import acts_room, legal
from games.opponents.insight.deciding import DOLLARS, SCORE, position_before
from games.opponents.positions import position_of
from games.opponents.protocol import act_of, document_of
from games.opponents.search.iterating import look
from games.opponents.search.thinking import COUNTING, SCORING, Budget, Method, think
from games.opponents.search.tree import AVAILABLE, ROOT, SUMS, VISITS, Tree, add_child, child_of, new_tree


def has_no_effect(state: State, act: Mapping[str, Any]) -> bool:
    """Whether an act uses up a card with which nothing can be done; acts are in the words of the protocol."""
    return act["act"] == "card" and is_wasted(state, Card(act["card"]))


def come_to_the_same(state: State, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two acts name chains that differ in nothing but their names: equally dear, and everybody holds as many of either."""
    chains = [_named(state, one), _named(state, other)]
    if one["act"] != other["act"] or None in chains:
        return False
    first, second = (chain for chain in chains if chain is not None)
    return all(figures[first] == figures[second] for figures in (state.prices, state.shares, state.bank))


def _named(state: State, act: Mapping[str, Any]) -> int | None:
    """The chain that an act founds, lets stay or settles first; None where it names none."""
    names = state.labels.names
    if act["act"] in ("found", "survivor"):
        return names.index(act["chain"])
    return names.index(act["chains"][0]) if act["act"] == "order" else None


@dataclass(frozen=True, slots=True)
class Option:
    """One act, in the words of the protocol; how often a search tried it, and what its player then had on average, in dollars."""

    act: dict[str, Any]
    tried: int
    cash: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What a search would do in a position with the knowledge of who decides, and what it thinks of what was done.

    ``costs`` is what the act done costs against the best one, in dollars; None where it was never tried or is not known.
    """

    player: int
    options: tuple[Option, ...]
    costs: float | None

    @property
    def best(self) -> Option:
        """What the search would do."""
        return self.options[0]


def advice(state: State, done: dict[str, Any] | None, budget: Budget, seed: object = 0) -> Advice:
    """What a search makes of a position; ``done`` is the act that was done there.

    Raises:
        AcquireError: if nobody decides in the position, or its edition is not one that opponents play.
    """
    s, e = position_of(state)
    seat = int(s[at.ACTOR])
    room = acts_room()
    acts = [int(room[place]) for place in range(legal(s, e, room))]
    chain = int(s[at.M_CURRENT]) if state.phase is Phase.DISPOSE else 0
    owned = int(s[at.SHARES + at.SEATS_AT_MOST * chain + seat])
    found = think(s, e, seat, acts, seed, COUNTING, budget)
    options = [
        (one.act, Option(document_of(one.act, state.labels, chain, owned), one.visits, _cash(one.means, seat)))
        for one in found
    ]
    costs = None
    if done is not None:
        tried = {act: option for act, option in options if option.tried}.get(act_of(done, state.labels))
        costs = options[0][1].cash - tried.cash if tried is not None else None
    return Advice(state.order[seat], tuple(option for _, option in options), costs)


def _cash(means: Sequence[float], seat: int) -> float:
    """What a seat had on average; nothing is known where nothing was to choose."""
    return means[seat] if means else 0.0


#: In so many parts two acts are compared.
PARTS = 6
#: Neither act is looked at oftener in a part.
MOST_LOOKS = 25_000
#: Student's t of 95 % for so many parts.
OF_STUDENT = 2.571
#: So much wider than luck alone makes it an interval is: with more looks the search goes on otherwise, and finds something else.
WIDER = 2.8
#: What part of the time goes to choosing; the rest is for the comparison.
CHOOSING = 0.4
#: So many looks at each act, in each part, between two looks at the clock.
FEW = 8
#: An act that is left out counts as looked at so often, and as having come to nothing.
OFTEN = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision beside what the search prefers; acts are in the words of the protocol, ``best`` is the one done where it agrees.

    ``more`` is what the preferred act was worth more, ``give`` how much that may be off to either side at 95 %, both in
    ``unit`` (`units`); ``looks`` is how many games were played out, ``tried`` how many of the legal acts the search tried of ``legal``.
    ``is_possible`` is False where the rules, as the search knows them, do not have the act that was done: nothing is compared then.
    ``leaves_out`` tells that acts without an effect were no choice; judgements of before 2.8 lack it.
    """

    done: dict[str, Any]
    best: dict[str, Any]
    more: int
    give: int
    looks: int
    tried: int
    legal: int
    is_possible: bool = True
    unit: str = DOLLARS
    leaves_out: bool = True

    def document(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        return asdict(self)


def judge_event(
    record: GameRecord, event: int, seconds: float, looks: int | None = None, unit: str = DOLLARS
) -> Judged:
    """What a search makes of the decision at an event of a log, for the sake of dollars or of the table's score.

    Raises:
        LookupError: if nobody decided anything there, or the log does not tell the hand.
        AcquireError: if opponents do not play the edition.
    """
    found = position_before(record, event)
    if found is None or not found[0].is_known:
        raise LookupError(f"There is no decision with a known hand at event {event}.")
    return judge(found[1], found[0].done, seconds, looks, seed=event, unit=unit)


def judge(
    state: State,
    done: dict[str, Any],
    seconds: float,
    looks: int | None = None,
    seed: object = 0,
    unit: str = DOLLARS,
) -> Judged:
    """What a search makes of an act in a position, within so many seconds; with ``looks`` after so many, whatever the clock says.

    Raises:
        AcquireError: if nobody decides in the position, or opponents do not play its edition.
    """
    began, method = monotonic(), SCORING if unit == SCORE else COUNTING
    s, e = position_of(state)
    seat, room = int(s[at.ACTOR]), acts_room()
    acts = [int(room[place]) for place in range(legal(s, e, room))]
    chain = int(s[at.M_CURRENT]) if state.phase is Phase.DISPOSE else 0
    owned = int(s[at.SHARES + at.SEATS_AT_MOST * chain + seat])
    mine = act_of(done, state.labels)
    if mine not in acts:
        return Judged(done, done, 0, 0, 0, 0, len(acts), is_possible=False, unit=unit)
    acts = [
        act for act in acts if act == mine or not has_no_effect(state, document_of(act, state.labels, chain, owned))
    ]
    budget = Budget(looks and int(CHOOSING * looks), None if looks else began + CHOOSING * seconds)
    found = think(s, e, seat, acts, seed, method, budget)
    chosen, spent = found[0].act, sum(one.visits for one in found)
    best = document_of(chosen, state.labels, chain, owned)
    if chosen == mine or come_to_the_same(state, done, best):
        return Judged(done, done, 0, 0, spent, len(found), len(acts), unit=unit)
    most = max(FEW, int(looks * (1 - CHOOSING) / (2 * PARTS))) if looks else MOST_LOOKS
    until = None if looks else began + seconds
    differences, more_looks = _compared(s, e, seat, acts, (chosen, mine), seed, until, most, method)
    mean = sum(differences) / PARTS
    scatter = sqrt(sum((one - mean) ** 2 for one in differences) / (PARTS - 1) / PARTS)
    give = round(WIDER * OF_STUDENT * scatter)
    return Judged(done, best, round(mean), give, spent + more_looks, len(found), len(acts), unit=unit)


def _compared(
    s: Numbers,
    e: Numbers,
    seat: int,
    acts: list[int],
    two: tuple[int, int],
    seed: object,
    until: float | None,
    most: int,
    method: Method,
) -> tuple[list[float], int]:
    """How much the first of two acts was ahead of the second in each part, in what the method counts, and the looks that this took.

    Each act of each part is looked at ``most`` times, or fewer up to the moment ``until``, but ``FEW`` times at least.
    """
    trees = [[_of_one_act(int(s[at.SEATS]), acts, act, most) for act in two] for _ in range(PARTS)]
    # The two acts of a part share their worlds, and every part has worlds of its own.
    worlds = [source(f"{seed} worlds {part}") for part in range(PARTS)]
    chances = [[source(f"{seed} {part}") for _ in two] for part in range(PARTS)]
    options, done, now, took = method.options(), 0, monotonic(), 0.0
    while done < most and (not done or until is None or now + took < until):
        times = min(FEW, most - done)
        for part, pair in enumerate(trees):
            for tree, chance in zip(pair, chances[part], strict=True):
                look(
                    s, e, chance, options, seat, times, tree.nodes, tree.keys, tree.places, tree.count, tree.width,
                    tree.world, tree.acts, tree.ranks, tree.path, tree.worth, tree.room, tree.kept, tree.likely, worlds[part],
                    tree.averages,
                )  # fmt: skip
        done += times
        before, now = now, monotonic()
        took = now - before
    means = [[_mean(tree, act, seat) for tree, act in zip(pair, two, strict=True)] for pair in trees]
    return [best - mine for best, mine in means], 2 * PARTS * done


def _of_one_act(seats: int, acts: list[int], only: int, looks: int) -> Tree:
    """A tree for so many looks in which nothing but one act is ever chosen at the root."""
    tree = new_tree(seats, looks + len(acts) + 2)
    for act in acts:
        if act != only:
            child = int(add_child(tree.nodes, tree.keys, tree.places, tree.count, tree.width, ROOT, act))
            tree.nodes[tree.width * child + VISITS] = tree.nodes[tree.width * child + AVAILABLE] = OFTEN
    tree.nodes[VISITS] = OFTEN  # so that the root offers every act, however many there are
    return tree


def _mean(tree: Tree, act: int, seat: int) -> float:
    """What a seat had on average after an act at the root."""
    first = tree.width * int(child_of(tree.keys, tree.places, ROOT, act))
    return float(tree.nodes[first + SUMS + seat]) / int(tree.nodes[first + VISITS])
