"""What everybody is worth turn by turn in a game that was played."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from games.acquire.actions import ActKind
from games.acquire.logs import read_log, write_text
from games.acquire.play.devices import log_of
from games.acquire.play.positions import worth_by_turn
from games.acquire.record import GameRecord
from games.acquire.replay import replay
from games.acquire.rewinding import standing
from tests.conftest import ROOT, tried
from tests.games.acquire.play.devices.tables import disturbed, seats_of, terms


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
