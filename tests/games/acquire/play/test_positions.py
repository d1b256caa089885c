"""Positions compared, copied, read from a record and worth something."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.acquire.actions import Action, ActKind, Card
from games.acquire.board import parse_tile
from games.acquire.editions.labels import LABEL_SETS
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.reading import read_log, read_text
from games.acquire.logs.writer import write_text
from games.acquire.play.chance import sample
from games.acquire.play.devices.session import log_of
from games.acquire.play.notation import position_text
from games.acquire.play.positions import position_at, worth_by_turn
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay.judging.judge import replay
from games.acquire.rewinding import standing
from games.acquire.rules.game import is_over, push
from games.acquire.rules.lenient import start
from games.acquire.state import EndReason, Merger, Phase, State
from tests.conftest import ROOT, tried
from tests.games.acquire.play.devices.tables import disturbed, seats_of, terms
from tests.games.acquire.play.games import NAMES, positions


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_equal_and_independent(name: str) -> None:
    for state in positions(name, 25):
        twin, line = state.copy(), position_text(state)
        assert twin == state
        if not is_over(state):
            push(twin, sample(state, Random(1)))
            assert position_text(state) == line
            assert twin != state


def test_states_of_two_editions_are_not_equal_and_a_state_is_nothing_else() -> None:
    assert start(EDITIONS["mso"], 3) != start(EDITIONS["netacquire"], 3)
    assert start(EDITIONS["mso"], 3, LABEL_SETS["1999"]) != start(EDITIONS["mso"], 3)
    assert start(EDITIONS["mso"], 3) != b""
    assert repr(start(EDITIONS["mso"], 3)) == "<State mso, turn 0 of player -1, START>"


def _recorded(name: str, seed: int) -> tuple[GameRecord, list[tuple[int, State]]]:
    """A random game as a record, and the position after so many of its events; seats are in turn order."""
    edition = EDITIONS[name]
    seats = max(3, edition.min_players)
    random = Random(f"{name} {seed}")
    state = start(edition, seats)
    starting = sorted(random.sample(range(108), seats))
    starting.sort(key=lambda tile: (tile % 9, tile // 9) if edition.start_order.value == "letter_number" else tile)
    events: list[Action] = []
    kept: list[tuple[int, State]] = []
    while not is_over(state):
        action = sample(state, random)
        if state.phase is Phase.START:
            action = action._replace(value=starting[action.player])
        # A scribe writes all tiles of a draw at once: the end is called before the first of them, or not at all.
        while action.act is ActKind.END and state.phase is Phase.DRAW and state.drew:
            action = sample(state, random)
        dealing, turn = state.phase is Phase.DEAL, state.turn
        push(state, action)
        if dealing and state.phase is not Phase.DEAL:
            events += [Action(ActKind.HAND, seat, tuple(sorted(state.hands[seat]))) for seat in range(seats)]
        elif not dealing:
            events.append(action)
        if not dealing or state.phase is not Phase.DEAL:
            kept.append((len(events), state.copy()))
        if state.turn != turn:
            events.append(Action(ActKind.TURN, state.player, state.turn))
            kept.append((len(events), state.copy()))
    return GameRecord(Header(name, tuple(Player(f"P{seat}", "") for seat in range(seats))), events), kept


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", NAMES)
def test_the_position_of_a_record_at_any_event_is_that_of_the_game(name: str, seed: int) -> None:
    record, kept = _recorded(name, seed)
    for upto, state in kept[:: 7 - seed]:
        assert position_at(record, upto) == state
    assert position_at(record) == kept[-1][1]


def test_a_log_that_starts_in_mid_game_has_a_position_before_its_first_turn() -> None:
    log = "edition: mso\nplayers: Ann, Ben, Cai\nposition board Luxor: 1A 2A\nposition to_play: Ben\n1 Ben: 3A; buy Luxor 1; draw ?\n"
    record = read_text(log)
    state = position_at(record, 0)
    assert (state.player, state.phase, state.size(0)) == (1, Phase.PLAY, 2)
    state = position_at(record)
    assert (state.player, state.size(0), state.shares[0], parse_tile("3A") in state.seen) == (2, 3, [0, 1, 0], True)


#: What follows from the rest of a state, or is history: it does not count when states are compared.
NOT_COMPARED = {
    *("before", "settled", "start_tiles"),
    *("members", "on_board", "safe", "price", "prices", "following"),
}


def _altered(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, Fraction)):
        return value + 1
    if value is None:
        return Card.BUY_5_STOCK
    if isinstance(value, set):
        return value ^ {17}
    if isinstance(value, dict):
        return {**value, 99: 1}
    if isinstance(value, (list, tuple)):
        if not value:
            return type(value)([5])
        return type(value)([_altered(value[0]), *value[1:]])
    raise AssertionError(type(value))


def _full_state() -> State:
    """A state in a merger with cards, cash and clocks."""
    state = next(s for s in positions("codewar", 1) if s.phase is Phase.DISPOSE).copy()
    state.reason = None
    return state


@pytest.mark.parametrize("field", sorted({*State.__slots__} - NOT_COMPARED - {"edition", "labels", "reason", "merger"}))
def test_states_that_differ_in_anything_that_counts_are_not_equal(field: str) -> None:
    state = _full_state()
    twin = state.copy()
    value = getattr(twin, field)
    setattr(twin, field, [value[0] ^ {Card.BUY_5_STOCK}, *value[1:]] if field == "cards" else _altered(value))
    assert twin != state


@pytest.mark.parametrize("field", Merger.__slots__)
def test_mergers_that_differ_in_anything_make_different_states(field: str) -> None:
    state = _full_state()
    twin = state.copy()
    assert twin.merger is not None
    value = getattr(twin.merger, field)
    setattr(twin.merger, field, {**value, 6: [(0, 100)]} if field == "bonuses" else _altered(value))
    assert twin != state


def test_reasons_and_mergers_count_and_history_does_not() -> None:
    state = _full_state()
    over, alone, older = state.copy(), state.copy(), state.copy()
    over.reason = EndReason.CALLED
    alone.merger = None
    older.before = older.settled = None
    assert (over == state, alone == state, older == state) == (False, False, True)


def random_log(seed: int) -> GameRecord:
    """The log of a whole game at random, with an arbiter who goes back now and then."""
    *_, last = disturbed(terms("mso", seats_of("mso")[0]), Random(seed))
    return log_of(last)


def test_the_worth_of_each_turn_ends_with_the_final_cash() -> None:
    record = read_log((ROOT / "fixtures/logs/06-four-chains-two-choices.acq").read_text(encoding="utf-8"))
    worth = worth_by_turn(record)
    assert [one.turn for one in worth] == list(range(1, len(worth) + 1))
    assert all(before.event < after.event for before, after in pairwise(worth))
    assert len({one.cash for one in worth}) > 1


def test_the_worth_of_a_game_with_rewinds_is_that_of_what_stands() -> None:
    rewound = [log for seed in range(tried(12)) if "rewind" in write_text(log := random_log(seed))]
    assert rewound
    for log in rewound:
        worth = worth_by_turn(log)
        turns = sum(event.act is ActKind.TURN for event in standing(log).events)
        assert [row.turn for row in worth] == list(range(1, turns + 2))
        assert list(worth[-1].cash) == list(replay(log).final.values())
