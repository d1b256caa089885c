"""What the engine plays, the replay accepts: two ways through the same rules agree."""

import pytest

from games.acquire.editions import EDITIONS
from games.acquire.logs import read_log, write_json, write_text
from games.acquire.replay import replay
from tests.games.acquire.build import played


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", EDITIONS)
def test_a_game_played_by_the_engine_replays_without_a_finding_to_the_same_cash(name: str, seed: int) -> None:
    edition = EDITIONS[name]
    players = min(edition.min_players + seed, 6)
    record = played(name, players, seed)
    answer = replay(record)
    assert [(finding.code, finding.turn, finding.message) for finding in answer.findings] == []
    assert answer.complete
    assert answer.final == answer.recorded_final
    assert read_log(write_text(record)) == record
    assert read_log(write_json(record)) == record
