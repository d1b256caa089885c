"""Judge a decision: compare the act that was done with the one that a search prefers.

First the search chooses among all legal acts, as when it plays. If it prefers another act than the one that was done, each of the two
gets its own trees, in which only it is tried at the root: with the same number of looks (iterations) and in the same worlds, which are
dealt from what the player could know. That is repeated in several parts with different random sources; the scatter of the differences
gives the uncertainty. The preferred act is thus chosen before anything is measured, so luck in choosing does not enlarge the difference.
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
from games.opponents.core.legal import legal_acts
from games.opponents.insight.deciding import DOLLARS, SCORE, position_before
from games.opponents.positions import position_of
from games.opponents.protocol import act_of, document_of
from games.opponents.search.thinking import COUNTING, SCORING, Budget, Method, look_in, think
from games.opponents.search.tree import AVAILABLE, ROOT, SUMS, VISITS, Tree, add_child, child_of, new_tree


def has_no_effect(state: State, act: Mapping[str, Any]) -> bool:
    """Whether an act (as the protocol writes it) plays a card that has no effect in this position."""
    return act["act"] == "card" and is_wasted(state, Card(act["card"]))


def are_equivalent(state: State, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two acts differ only in the chain they name, and the two chains have the same price and the same holdings of everybody."""
    chains = [_named_chain(state, one), _named_chain(state, other)]
    if one["act"] != other["act"] or None in chains:
        return False
    first, second = (chain for chain in chains if chain is not None)
    return all(figures[first] == figures[second] for figures in (state.prices, state.shares, state.bank))


def _named_chain(state: State, act: Mapping[str, Any]) -> int | None:
    """Return the chain that an act founds, lets survive or settles first; None for other acts."""
    names = state.labels.names
    if act["act"] in ("found", "survivor"):
        return names.index(act["chain"])
    return names.index(act["chains"][0]) if act["act"] == "order" else None


@dataclass(frozen=True, slots=True)
class Option:
    """An act as the protocol writes it, how often a search tried it, and the mean final cash of its player, in dollars."""

    act: dict[str, Any]
    tried: int
    cash: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What a search would do in a position, with the knowledge of the player who decides; the best of the ``options`` comes first.

    ``costs`` is the mean loss in dollars of the act that was done, compared with the best one; None if that act was not tried or not given.
    """

    player: int
    options: tuple[Option, ...]
    costs: float | None

    @property
    def best(self) -> Option:
        """The option that the search prefers."""
        return self.options[0]


def advice(state: State, done: dict[str, Any] | None, budget: Budget, seed: object = 0) -> Advice:
    """Search a position within a budget; ``done`` is the act that was done there, None if none is to be compared.

    Raises:
        AcquireError: if nobody decides in the position, or its edition is not one that opponents play.
    """
    s, e = position_of(state)
    seat = int(s[at.ACTOR])
    chain, owned = _disposed_chain(state, s)
    found = think(s, e, seat, legal_acts(s, e), seed, COUNTING, budget)
    options = [
        (one.act, Option(document_of(one.act, state.labels, chain, owned), one.visits, _mean_cash(one.means, seat)))
        for one in found
    ]
    costs = None
    if done is not None:
        tried = {act: option for act, option in options if option.tried}.get(act_of(done, state.labels))
        costs = options[0][1].cash - tried.cash if tried is not None else None
    return Advice(state.order[seat], tuple(option for _, option in options), costs)


def _disposed_chain(state: State, s: Numbers) -> tuple[int, int]:
    """The chain of which the seat that decides disposes, and how many shares of it the seat has; chain 0 in other phases."""
    chain = int(s[at.M_CURRENT]) if state.phase is Phase.DISPOSE else 0
    return chain, int(s[at.SHARES + at.SEATS_AT_MOST * chain + int(s[at.ACTOR])])


def _mean_cash(means: Sequence[float], seat: int) -> float:
    """The mean cash of a seat; 0 if there was only one legal act and therefore no search."""
    return means[seat] if means else 0.0


#: The number of parts in which two acts are compared.
PARTS = 6
#: The most looks at either act in a part.
MOST_LOOKS = 25_000
#: The point of Student's distribution at 95 % for that number of parts.
OF_STUDENT = 2.571
#: The factor by which an interval is widened beyond luck: with more looks the search would come to other differences.
WIDER = 2.8
#: The part of the time that is spent on choosing; the rest is for the comparison.
CHOOSING = 0.4
#: The number of looks at each act in each part between two looks at the clock.
FEW = 8
#: A number of visits that keeps an act from being tried in a tree.
OFTEN = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement on a decision. Acts are as the protocol writes them; ``best`` equals ``done`` where the search agrees.

    ``more`` is the difference in favour of the preferred act and ``give`` its margin of error at 95 %, both in ``unit``;
    ``looks`` is the number of games played out, ``tried`` the number of acts that were tried of the number ``legal``.
    ``is_possible`` is False where the rules do not allow the act that was done; then nothing was compared.
    ``leaves_out`` says that acts without an effect were left out of the choice; judgements from before version 2.8 lack it.
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
        """Return the judgement as a JSON object."""
        return asdict(self)


def judge_event(
    record: GameRecord, event: int, seconds: float, looks: int | None = None, unit: str = DOLLARS
) -> Judged:
    """Judge the decision at an event (by number) of a log, in ``unit``: dollars or the table's score; the other values as `judge`.

    Raises:
        LookupError: if there is no decision at that event, or the log does not tell the player's hand.
        AcquireError: if opponents do not play the edition.
    """
    found = position_before(record, event)
    if found is None or not found[0].is_known:
        raise LookupError(f"There is no decision with a known hand at event {event}.")  # not said
    return judge(found[1], found[0].done, seconds, looks, seed=event, unit=unit)


def judge(
    state: State,
    done: dict[str, Any],
    seconds: float,
    looks: int | None = None,
    seed: object = 0,
    unit: str = DOLLARS,
) -> Judged:
    """Judge the act ``done`` in a position within a number of seconds; if ``looks`` is given, it is the budget instead of the time.

    Raises:
        AcquireError: if nobody decides in the position, or opponents do not play its edition.
    """
    began, method = monotonic(), SCORING if unit == SCORE else COUNTING
    s, e = position_of(state)
    seat, acts = int(s[at.ACTOR]), legal_acts(s, e)
    chain, owned = _disposed_chain(state, s)
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
    if chosen == mine or are_equivalent(state, done, best):
        return Judged(done, done, 0, 0, spent, len(found), len(acts), unit=unit)
    most = max(FEW, int(looks * (1 - CHOOSING) / (2 * PARTS))) if looks else MOST_LOOKS
    until = None if looks else began + seconds
    differences, more_looks = _differences(s, e, seat, acts, (chosen, mine), seed, until, most, method)
    mean = sum(differences) / PARTS
    scatter = sqrt(sum((one - mean) ** 2 for one in differences) / (PARTS - 1) / PARTS)
    margin = round(WIDER * OF_STUDENT * scatter)
    return Judged(done, best, round(mean), margin, spent + more_looks, len(found), len(acts), unit=unit)


def _differences(
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
    """Return by how much the first of two acts is better than the second in each part, in the unit of the method, and the number of looks.

    In each part each act gets ``most`` looks, or fewer if the moment ``until`` comes before, but at least ``FEW``.
    """
    trees = [[_tree_of_one_act(int(s[at.SEATS]), acts, act, most) for act in two] for _ in range(PARTS)]
    # The two acts of a part share their worlds, and every part has worlds of its own.
    worlds = [source(f"{seed} worlds {part}") for part in range(PARTS)]  # not said
    chances = [[source(f"{seed} {part}") for _ in two] for part in range(PARTS)]
    options, done, now, took = method.options(), 0, monotonic(), 0.0
    while done < most and (not done or until is None or now + took < until):
        times = min(FEW, most - done)
        for part, pair in enumerate(trees):
            for tree, chance in zip(pair, chances[part], strict=True):
                look_in(tree, s, e, chance, worlds[part], options, seat, times)
        done += times
        before, now = now, monotonic()
        took = now - before
    means = [[_mean(tree, act, seat) for tree, act in zip(pair, two, strict=True)] for pair in trees]
    return [best - mine for best, mine in means], 2 * PARTS * done


def _tree_of_one_act(seats: int, acts: list[int], only: int, looks: int) -> Tree:
    """Return a tree for a number of looks in which only the act ``only`` is ever chosen at the root."""
    tree = new_tree(seats, looks + len(acts) + 2)
    for act in acts:
        if act != only:
            child = int(add_child(tree.nodes, tree.keys, tree.places, tree.count, tree.width, ROOT, act))
            tree.nodes[tree.width * child + VISITS] = tree.nodes[tree.width * child + AVAILABLE] = OFTEN
    tree.nodes[VISITS] = OFTEN  # so that the root offers every act, however many there are
    return tree


def _mean(tree: Tree, act: int, seat: int) -> float:
    """The mean result of a seat in a tree after an act at the root."""
    first = tree.width * int(child_of(tree.keys, tree.places, ROOT, act))
    return float(tree.nodes[first + SUMS + seat]) / int(tree.nodes[first + VISITS])
