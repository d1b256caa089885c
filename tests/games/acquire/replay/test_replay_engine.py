"""What the engine plays, the replay accepts: two ways through the same rules agree."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given

from games.acquire.editions import EDITIONS
from games.acquire.logs import read_log, write_json, write_text
from games.acquire.record import GameRecord
from games.acquire.replay import positions, replay
from tests.conftest import trying
from tests.games.acquire.build import played, records


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


@trying(40)
@given(records())
def test_nothing_well_formed_stops_the_replay(record: GameRecord) -> None:
    answer = replay(record)
    views = positions(record)
    assert views[0].number <= views[-1].number or answer.findings
    assert json.dumps(answer.document())


@pytest.mark.parametrize("seed", range(12))
def test_a_game_with_events_lost_doubled_and_exchanged_is_replayed_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    name = list(EDITIONS)[seed % len(EDITIONS)]
    record = played(name, max(3, EDITIONS[name].min_players), seed % 3)
    events = list(record.events)
    for _ in range(rng.randint(1, 10)):
        one, other = rng.randrange(len(events)), rng.randrange(len(events))
        rng.choice(
            (
                lambda i, j: events.pop(i),
                lambda i, j: events.insert(j, events[i]),
                lambda i, j: events.__setitem__(slice(i, i + 1), [events[j]]),
            )
        )(one, other)
    final = replay(replace(record, events=events)).recorded_final
    assert final.keys() <= {player.id for player in record.header.players}
