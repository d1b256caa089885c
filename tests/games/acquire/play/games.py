"""Games played at random through the front door, for the tests of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random

from games.acquire.actions import Action, ActKind, Card
from games.acquire.board import TILES
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.acquire.play.chance import actor, sample
from games.acquire.rules.game import is_over, push
from games.acquire.rules.legal import iter_legal
from games.acquire.rules.lenient import start
from games.acquire.rules.turn import tell_more
from games.acquire.state import Phase, State
from tests.conftest import tried

NAMES = tuple(EDITIONS)


def variants(name: str) -> list[Edition]:
    """An edition, and the same with rules that are rare."""
    edition = EDITIONS[name]
    return [edition, edition.with_rules({"disposal_order": "by_player", "split_rounding": "exact", "end_size": 12})]


@lru_cache(maxsize=32)
def walk(name: str, seats: int, seed: int, lasting: bool = False) -> tuple[State, ...]:
    """A copy of every position of one random game, from its start to its end; a lasting one is never ended by choice."""
    random = Random(f"{name} {seats} {seed}")
    return tuple(state.copy() for state in _played(start(variants(name)[seed % 2], seats), random, lasting))


def _played(state: State, random: Random, lasting: bool) -> Iterator[State]:
    yield state
    while not is_over(state):
        action = sample(state, random)
        if lasting and action.act is ActKind.END:
            action = random.choice([other for other in iter_legal(state) if other.act is not ActKind.END] or [action])
        push(state, action)
        yield state


def positions(name: str, count: int, seed: int = 0) -> list[State]:
    """Some positions of several games of an edition, of every phase that came up, of different cards and sizes; more if tried widely."""
    by_phase, others = _collected(name)
    return [*by_phase, *Random(f"{name} {seed}").sample(others, min(len(others), tried(count)))]


@cache
def _collected(name: str) -> tuple[list[State], list[State]]:
    """A position of each phase, and one in fifteen of all, of six random games of an edition."""
    edition = EDITIONS[name]
    random = Random(f"positions {name}")
    by_phase: dict[Phase, State] = {}
    others: list[State] = []
    for game in range(6):
        seats = random.randint(edition.min_players, min(6, edition.max_players))
        for state in _played(start(variants(name)[game % 2], seats), random, game % 2 == 1):
            if state.phase not in by_phase or random.random() < 0.01:
                by_phase[state.phase] = state.copy()
            elif random.random() < 1 / 15:
                others.append(state.copy())
    return list(by_phase.values()), others


def tries(state: State) -> list[Action]:
    """What can be tried, legal or not, by whoever acts and by the player after him."""
    listed = []
    first = actor(state) or 0
    for player in {max(0, first), (first + 1) % state.seats, max(0, state.player)}:
        plain = (ActKind.PASS, ActKind.CLOCK, ActKind.TIMEOUT, ActKind.TAKEBACK, ActKind.END)
        listed += [Action(act, player) for act in plain]
        listed += [Action(act, player, tile) for act in (ActKind.START, ActKind.PLAY) for tile in range(TILES)]
        listed += [Action(act, player, (tile,)) for act in (ActKind.DRAW, ActKind.DEAD) for tile in range(TILES)]
        hand = tuple(sorted(state.hands[player]))
        listed += [
            Action(act, player, tiles)
            for act in (ActKind.SHOW, ActKind.DEAD, ActKind.RETURN)
            for tiles in ((), hand, hand[1:])
        ]
        listed += [Action(act, player, tuple(sorted(state.exposed))) for act in (ActKind.DEAD, ActKind.RETURN)]
        listed += [Action(act, player, chain) for act in (ActKind.FOUND, ActKind.SURVIVOR) for chain in range(7)]
        listed += [Action(ActKind.ORDER, player, (chain,)) for chain in range(7)]
        listed += [Action(ActKind.CARD, player, card) for card in Card]
        listed += [Action(ActKind.SWAP, player, (given, taken)) for given in range(7) for taken in range(7)]
        listed += [Action(ActKind.MARKET, player, (chain, tile)) for chain in range(7) for tile in range(0, TILES, 5)]
        listed += [Action(ActKind.BUY, player, ((chain, count),)) for chain in range(7) for count in range(-1, 7)]
        listed += [Action(ActKind.BUY, player, ((1, 1), (chain, 2))) for chain in range(2, 7)]
        listed += [Action(ActKind.BUY, player, ((0, 1), (chain, 1), (6, 1))) for chain in range(1, 6)]
        listed.append(Action(ActKind.BUY, player, ()))
        listed += [
            Action(ActKind.DISPOSE, player, (chain, sell, trade, state.shares[chain][player] - sell - trade))
            for chain in range(7)
            for sell in range(-1, 4)
            for trade in range(-1, 5)
        ]
    return listed


def dealt_anew(state: State, random: Random) -> State:
    """A copy of a position with every hidden tile dealt at random."""
    twin, bag = state.copy(), state.unseen()
    random.shuffle(bag)
    for player, count in enumerate(state.hidden):
        tell_more(twin, player, {bag.pop() for _ in range(count)})
    return twin
