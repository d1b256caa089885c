"""The core plays by the rules: act by act the same as the engine, in every edition."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import EditionError
from games.opponents.core import layout as at
from games.opponents.core.board import random_below, source
from games.opponents.core.parameters import parameters
from laboratory.opponents import checking
from laboratory.opponents.checking import DifferenceError, check_game

#: The same numbers from a game, and where it is asked for from a search, by whichever way the core runs.
TRACE = """
import sys
from games.acquire.editions.values import EDITIONS
from games.opponents.core.board import source
from games.opponents.core.layout import COMPILED
from games.opponents.core.layout import ACTOR, CASH
from games.opponents.core.legal import acts_room, any_act, write_legal
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import step
from games.opponents.core.playing import deal_game, play_any, position_room
from games.opponents.search.thinking import OURS, SEED002, Budget, think
found = []
for edition in EDITIONS.values():
    e, s, r, room = parameters(edition), position_room(), source(7), acts_room()
    deal_game(s, e, r, 4)
    if edition.name in sys.argv[1:]:
        acts = [int(room[place]) for place in range(write_legal(s, e, room))]
        for method in (OURS, SEED002):
            found += [(one.act, one.visits) for one in think(s, e, 0, acts, 1, method, Budget(iterations=30))]
        for _ in range(120):
            step(s, e, r, any_act(s, e, r, room))
        acts = [int(room[place]) for place in range(write_legal(s, e, room))]
        for one in think(s, e, int(s[ACTOR]), acts, 1, OURS, Budget(iterations=60)):
            found += [one.act, one.visits, *one.means]
    found += [int(play_any(s, e, r, room)), *[int(s[CASH + seat]) for seat in range(4)]]
print(COMPILED)
print(found)
"""


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
@pytest.mark.parametrize("number", [0, 1])
def test_core_and_rules_play_the_same_game(edition: Edition, number: int) -> None:
    seats = (edition.min_players, min(4, edition.max_players))[number]
    short = edition.with_rules({"safe_size": 5, "end_size": 12})
    assert check_game(short, max(2, seats), number) > 10


def test_a_core_that_pays_otherwise_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(edition: Edition) -> object:
        e = parameters(edition).copy()
        e[at.E_MAJORITY] += 1
        return e

    monkeypatch.setattr(checking, "parameters", wrong)
    with pytest.raises(DifferenceError, match="cash"):
        check_game(EDITIONS["mso"], 4, 1)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"split_rounding": "exact"}, "whole dollars"),
        ({"disposal_order": "by_player"}, "chain by chain"),
        ({"disposal_first": "majority_holder"}, "mergemaker dispose first"),
        ({"buy_max": 8}, "buy 1 to 7 shares"),
        ({"chain_shares": 40}, "up to 31 shares"),
    ],
)
def test_an_edition_that_the_core_does_not_play_is_refused_in_a_sentence(
    rules: dict[str, object], sentence: str
) -> None:
    with pytest.raises(EditionError, match=sentence):
        parameters(EDITIONS["mso"].with_rules(rules))


def test_numbers_at_random_are_spread_evenly_and_follow_from_their_seed() -> None:
    r, again = source("a bag"), source("a bag")
    drawn = [int(random_below(r, 7)) for _ in range(7_000)]
    assert drawn == [int(random_below(again, 7)) for _ in range(7_000)]
    assert all(850 < drawn.count(number) < 1150 for number in range(7))


@pytest.mark.server
@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed: games/requirements-bots.lock names it")
@pytest.mark.release
@pytest.mark.parametrize("thinks", [(), ("mso", "codewar")])
def test_the_compiled_core_plays_as_the_plain_one(thinks: tuple[str, ...]) -> None:
    said = []
    for plain in ("1", ""):
        environment = {**os.environ, "GAMES_PLAIN": plain}
        outcome = subprocess.run(
            [sys.executable, "-c", TRACE, *thinks], env=environment, capture_output=True, text=True
        )
        assert outcome.returncode == 0, outcome.stderr
        said.append(outcome.stdout.split("\n", 1))
    assert [way for way, _ in said] == ["False", "True"]
    assert said[0][1] == said[1][1]
