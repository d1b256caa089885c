"""What a search would do in a position."""

from __future__ import annotations

from random import Random

import pytest

from games.acquire import Position
from games.acquire.editions import EDITIONS, Edition
from games.acquire.errors import AcquireError
from games.acquire.state import Phase
from games.analysis import analyse
from games.opponents.core import layout as at
from games.opponents.core.board import below, source
from games.opponents.core.legal import acts_room
from games.opponents.positions import position_of
from laboratory.opponents.checking import GamePair, both, compare, compared_acts, opened


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


@pytest.mark.parametrize("at_once", [1, 60])
def test_an_analysis_names_the_acts_that_it_tried_the_most_tried_first(at_once: int) -> None:
    game = Position("mso", 4)
    game.deal(Random(7))
    options = analyse(game, looks=at_once)
    assert options == analyse(game, looks=at_once)
    assert [option.tried for option in options] == sorted([option.tried for option in options], reverse=True)
    legal = [game.act_text(act) for act in game.legal_acts()]
    assert {(option.act["act"], option.act["tile"]) for option in options} <= {("play", tile) for tile in legal}


def test_a_position_in_which_nobody_decides_has_no_analysis() -> None:
    with pytest.raises(AcquireError, match="Nobody decides"):
        analyse(Position("mso", 4), looks=10)
