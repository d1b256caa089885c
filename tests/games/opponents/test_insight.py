"""What a game was worth turn by turn, and what a search would have done."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.acquire.editions import EDITIONS, Edition
from games.acquire.errors import AcquireError
from games.acquire.logs import read_log
from games.acquire.play import start
from games.acquire.rules.ending import worths
from games.acquire.state import Phase
from games.opponents.core import layout as at
from games.opponents.core.chance import below, source
from games.opponents.core.legal import acts_room
from games.opponents.insight.judging import advice
from games.opponents.insight.worth import worth_by_turn
from games.opponents.positions import position_of
from games.opponents.protocol import document_of
from games.opponents.search.thinking import Budget
from laboratory.opponents.checking import GamePair, both, compare, compared_acts, opened
from tests.conftest import ROOT


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
def test_every_position_of_the_engine_is_read_into_the_core(edition: Edition) -> None:
    short = edition.with_rules({"safe_size": 5, "end_size": 15})
    pair, room, r = opened(short, max(3, edition.min_players), 5), acts_room(), source(5)
    while pair.state.phase is not Phase.OVER:
        s, e = position_of(pair.state)
        read = GamePair(short, e, s, pair.r, pair.state, pair.seat_of)
        compare(read, "reading")
        acts = compared_acts(read, room)
        assert sorted(acts) == sorted(compared_acts(pair, room))
        for place in (at.M_ON, at.M_SURVIVOR, at.M_CURRENT, at.M_WAITING, at.M_ASKED):
            assert not pair.s[at.M_ON] or pair.state.phase is not Phase.DISPOSE or s[place] == pair.s[place]
        both(pair, acts[int(below(r, len(acts)))])


def test_the_worth_of_each_turn_ends_with_the_final_cash() -> None:
    record = read_log((ROOT / "fixtures/logs/06-four-chains-two-choices.acq").read_text(encoding="utf-8"))
    worth = worth_by_turn(record)
    assert [one.turn for one in worth] == list(range(1, len(worth) + 1))
    assert all(before.event < after.event for before, after in pairwise(worth))
    assert len({one.cash for one in worth}) > 1


def test_advice_says_what_the_best_is_and_what_it_costs_to_do_otherwise() -> None:
    pair = opened(EDITIONS["mso"], 4, 1)
    acts = compared_acts(pair, acts_room())
    done = document_of(acts[0], pair.state.labels)
    told = advice(pair.state, done, Budget(iterations=60))
    assert told.player == pair.state.player
    assert told.best.tried == max(option.tried for option in told.options)
    assert told.costs is not None
    assert advice(pair.state, told.best.act, Budget(iterations=60)).costs == 0.0
    assert advice(pair.state, None, Budget(iterations=60)).costs is None
    assert len(worths(pair.state)) == 4


def test_a_position_in_which_nobody_decides_has_no_advice() -> None:
    with pytest.raises(AcquireError, match="Nobody decides"):
        advice(start(EDITIONS["mso"], 4), None, Budget(iterations=10))
