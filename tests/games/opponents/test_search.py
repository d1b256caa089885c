"""The search: what it may know, how long it looks, and what it makes of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.acquire.editions import EDITIONS
from games.opponents.core import layout as at
from games.opponents.core.board import source
from games.opponents.core.layout import PURCHASE, Numbers, zeros
from games.opponents.core.legal import acts_room, any_act, legal
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, deal_hidden, position_room, step
from games.opponents.search.priors import RANKS, rank
from games.opponents.search.thinking import OURS, SEED002, Budget, Method, think


def reached(phase: int, seed: int = 3) -> tuple[Numbers, Numbers, list[int]]:
    """A late position of some game of `mso` in which this is asked, and its legal acts, two at least."""
    e, s, r, room = parameters(EDITIONS["mso"]), position_room(), source(seed), acts_room()
    deal_game(s, e, r, 4)
    while s[at.PHASE] != at.OVER:
        count = legal(s, e, room)
        if s[at.PHASE] == phase and count > 1 and s[at.TURN] > 30:
            return s, e, [int(room[place]) for place in range(count)]
        step(s, e, r, any_act(s, e, r, room))
    raise AssertionError(phase)


@pytest.mark.parametrize("method", [OURS, SEED002], ids=["ours", "seed002"])
@pytest.mark.parametrize("phase", [at.PLAY, at.BUY, at.DISPOSE], ids=["play", "buy", "dispose"])
def test_the_choice_is_legal_and_the_same_again_and_changes_nothing(method: Method, phase: int) -> None:
    s, e, acts = reached(phase)
    before = list(s)
    seat = int(s[at.ACTOR])
    found = think(s, e, seat, acts, "a seed", method, Budget(iterations=40))
    assert {candidate.act for candidate in found} <= set(acts)
    assert sum(candidate.visits for candidate in found) <= 40
    assert found == think(s, e, seat, acts, "a seed", method, Budget(iterations=40))
    assert list(s) == before


def test_where_nothing_is_to_choose_nobody_looks() -> None:
    s, e, acts = reached(at.PLAY)
    (only,) = think(s, e, int(s[at.ACTOR]), acts[:1], 1, OURS, Budget(iterations=10**9))
    assert (only.act, only.visits) == (acts[0], 0)


def test_a_clear_choice_is_made_before_the_budget_is_used() -> None:
    s, e, acts = reached(at.DRAW)
    found = think(s, e, int(s[at.ACTOR]), acts, 1, OURS, Budget(iterations=3_000))
    assert sum(candidate.visits for candidate in found) < 3_000


def test_worlds_keep_the_own_hand_and_deal_all_other_tiles_anew() -> None:
    s, _, _ = reached(at.PLAY)
    r, seat = source(1), int(s[at.ACTOR])
    dealt = s.copy()
    deal_hidden(dealt, r, seat)
    own = slice(at.HANDS + at.HAND_AT_MOST * seat, at.HANDS + at.HAND_AT_MOST * seat + int(s[at.HELD + seat]))
    assert list(dealt[own]) == list(s[own])
    assert sorted(_hidden(dealt, seat)) == sorted(_hidden(s, seat))
    assert _hidden(dealt, seat) != _hidden(s, seat)
    assert list(dealt[at.HELD : at.BAG]) == list(s[at.HELD : at.BAG])


def _hidden(s: Numbers, seat: int) -> list[int]:
    tiles = list(s[at.BAG : at.BAG + int(s[at.BAGGED])])
    for other in range(4):
        if other != seat:
            first = at.HANDS + at.HAND_AT_MOST * other
            tiles += list(s[first : first + int(s[at.HELD + other])])
    return [int(tile) for tile in tiles]


def test_purchases_are_put_in_order_before_they_are_looked_at() -> None:
    s, e, _ = reached(at.BUY)
    room, ranks = acts_room(), zeros(RANKS)
    count = legal(s, e, room)
    everything = _some(room, count)
    assert rank(s, room, ranks, count, 5) == min(5, count)
    first = [int(value) for value in ranks[:5]]
    assert first == sorted(first, reverse=True)
    assert sorted(_some(room, count)) == sorted(everything)
    assert PURCHASE not in _some(room, 5)


def _some(room: Sequence[int], count: int) -> list[int]:
    return [int(act) for act in room[:count]]
