"""Random but well-formed records for property tests, and records of games played at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from hypothesis import strategies as st

from games.acquire.actions import NOBODY, OF_THE_TABLE, Action, ActKind, Card
from games.acquire.board import TILES
from games.acquire.editions.labels import LABEL_SETS
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.header import is_player_id
from games.acquire.record import GameRecord, Header, Player, Stamp, StartPosition, stamps_of_events
from games.acquire.rules.game import apply, is_over, outcome
from games.acquire.rules.legal import legal_actions
from games.acquire.rules.lenient import start
from games.acquire.state import Phase, State

texts = st.text(st.characters(codec="utf-8"), max_size=12)
ids = st.text(st.characters(codec="utf-8"), min_size=1, max_size=5).filter(is_player_id)
tiles = st.integers(0, TILES - 1)
any_tiles = st.lists(st.integers(-1, TILES - 1), max_size=7).map(tuple)
chains = st.integers(0, 6)
numbers = st.integers(-5, 99999)
milliseconds = st.integers(0, 10**12 - 1) | st.integers(0, 9).map(lambda seconds: seconds * 1000)
times = st.builds(Stamp, milliseconds, milliseconds | st.just(0))
kept = st.one_of(texts, st.integers(-9, 9), st.none(), st.booleans(), st.lists(texts, max_size=2))


def _values(act: ActKind) -> st.SearchStrategy[object]:
    pairs = st.lists(st.tuples(chains, numbers), max_size=4, unique_by=lambda pair: pair[0]).map(tuple)
    special: dict[ActKind, st.SearchStrategy[object]] = {
        ActKind.TURN: st.none() | numbers,
        ActKind.ORDER: st.lists(chains, max_size=3).map(tuple),
        ActKind.BONUS: st.tuples(chains, numbers),
        ActKind.DISPOSE: st.tuples(chains, numbers, numbers, st.none() | numbers),
        ActKind.BUY: pairs,
        ActKind.CASH: numbers,
        ActKind.FINAL: numbers,
        ActKind.CARD: st.sampled_from(Card),
        ActKind.SWAP: st.tuples(chains, chains),
        ActKind.MARKET: st.tuples(chains, tiles),
        ActKind.TIME: numbers,
        ActKind.REWIND: st.tuples(
            numbers, st.one_of(texts, st.sampled_from(["the wrong tile", "a: b", "one, two", "@5 +1"]))
        ),
    }
    if act in special:
        return special[act]
    if act in (ActKind.START, ActKind.PLAY):
        return tiles
    if act in (ActKind.FOUND, ActKind.SURVIVOR):
        return chains
    if act in (ActKind.HAND, ActKind.DRAW, ActKind.SHOW, ActKind.DEAD, ActKind.RETURN, ActKind.REDRAW):
        return any_tiles
    return st.none()


@st.composite
def headers(draw: st.DrawFn) -> Header:
    """Any header that both spellings can carry."""
    names = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
    players = tuple(Player(name, draw(texts)) for name in names)
    seats = st.integers(0, len(players) - 1)
    owned = draw(st.dictionaries(st.tuples(seats, chains), numbers, max_size=4))
    position = StartPosition(
        chains=draw(st.lists(st.tuples(chains, any_tiles), max_size=3, unique_by=lambda p: p[0]).map(tuple)),
        lone=draw(any_tiles),
        dead=draw(any_tiles),
        cash=draw(st.lists(st.tuples(seats, numbers), max_size=3, unique_by=lambda p: p[0]).map(tuple)),
        shares=tuple((player, chain, owned[player, chain]) for player, chain in sorted(owned)),
        hands=draw(st.lists(st.tuples(seats, any_tiles), max_size=3, unique_by=lambda p: p[0]).map(tuple)),
        to_play=draw(st.none() | seats),
    )
    rules: dict[str, object] = draw(
        st.sampled_from([{}, {"split_rounding": "floor1"}, {"cards": True, "bands": [2, 3, 4, 5, 6, 7, 8, 9, 10]}])
    )
    own = {"edition", "players", "chains", "rules", "position"}
    other = draw(st.dictionaries(texts.filter(lambda key: key not in own), kept, max_size=3))
    label = draw(st.sampled_from([None, *LABEL_SETS]))
    edition = draw(st.sampled_from(list(EDITIONS)))
    return Header(edition, players, label, rules, draw(st.sampled_from([None, position])), other)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Any record that both spellings can carry, sensible or not."""
    header = draw(headers())
    seats = st.integers(0, len(header.players) - 1)
    events = st.sampled_from(ActKind).flatmap(
        lambda act: st.builds(Action, st.just(act), st.just(NOBODY) if act in OF_THE_TABLE else seats, _values(act))
    )
    told = draw(st.lists(events, max_size=12))
    stamps = draw(st.one_of(st.just([]), st.lists(st.none() | times, min_size=len(told), max_size=len(told))))
    return GameRecord(header, told, stamps=stamps_of_events(stamps))


@lru_cache(maxsize=128)
def played(edition: str, players: int, seed: int) -> GameRecord:
    """The record of a game played at random by the engine: hands, bonuses, cash and final cash told."""
    rng = random.Random(seed)
    state = start(EDITIONS[edition], players)
    events: list[Action] = []
    while not is_over(state):
        action = rng.choice(legal_actions(state))
        after = apply(state, action)
        events += _told(state, action, after, players)
        state = after
    result = outcome(state)
    names = tuple(Player(f"P{seat}", f"Player {seat}") for seat in range(players))
    order = state.order
    renamed = [event._replace(player=order.index(event.player)) for event in events]
    finals = [Action(ActKind.FINAL, seat, result.cash[player]) for seat, player in enumerate(order)] if result else []
    return GameRecord(Header(edition, names), renamed + finals)


def _told(before: State, action: Action, after: State, players: int) -> Sequence[Action]:
    """What a scribe writes about one action: the action itself, and the facts that follow from it."""
    turn = [Action(ActKind.TURN, after.player, after.turn)] if after.turn != before.turn else []
    if before.phase is Phase.DEAL:
        if after.phase is Phase.DEAL:
            return []
        return [*(Action(ActKind.HAND, seat, tuple(sorted(after.hands[seat]))) for seat in range(players)), *turn]
    told = [action]
    if after.settled is not None and (before.merger is not None or after.settled is not before.settled):
        paid = before.merger.bonuses if before.merger is not None else {}
        fresh = [chain for chain in after.settled.bonuses if chain not in paid]
        told += [
            Action(ActKind.BONUS, player, (chain, due))
            for chain in fresh
            for player, due in after.settled.bonuses[chain]
        ]
    return [*told, *turn]
