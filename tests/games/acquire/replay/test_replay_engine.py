"""What the engine plays, the replay accepts; it can be kept at any event and gone on from there."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from games.acquire.actions import Action, ActKind
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.json import write_json
from games.acquire.logs.reading import read_log
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord
from games.acquire.replay.judging.judge import Replay, answer, replay
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.steps import positions
from games.acquire.replay.walk import walk
from tests.conftest import tried, trying
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


def _spoilt(record: GameRecord, random: Random) -> GameRecord:
    """The record with some events lost, doubled or exchanged, and a tile taken back."""
    events = list(record.events)
    for _ in range(random.randint(1, 6)):
        one, other = random.randrange(len(events)), random.randrange(len(events))
        events[one] = events[other] if random.random() < 0.4 else events[one]._replace(player=0)
        if random.random() < 0.5:
            del events[other]
    tile = random.choice([place for place, event in enumerate(events) if event.act is ActKind.PLAY])
    events[tile + 1 : tile + 1] = [Action(ActKind.TAKEBACK, events[tile].player), events[tile]]
    return replace(record, events=events)


def _kept_on_the_way(record: GameRecord) -> tuple[Replay, list[Replayer]]:
    """The answer of a replay that was kept at each of its events."""
    replayer = Replayer(record)
    kept = []
    for upto in range(len(record.events)):
        walk(replayer, upto)
        kept.append(replayer.copy())
    return answer(replayer), kept


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", EDITIONS)
def test_from_every_place_that_was_kept_a_replay_comes_to_the_same_answer(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    record = _spoilt(played(name, max(3, EDITIONS[name].min_players), seed), random)
    whole = answer(Replayer(record))
    found, kept = _kept_on_the_way(record)
    assert found == whole
    places = random.sample(kept, tried(5))
    for place in (*places, *places):
        replayer = place.copy()
        assert replayer.index == place.index
        assert answer(replayer) == whole


def test_a_kept_place_goes_on_with_another_reading_of_what_follows() -> None:
    record = played("mso", 3, 1)
    last = max(place for place, event in enumerate(record.events) if event.act is ActKind.BUY)
    replayer = Replayer(record)
    walk(replayer, last)
    kept = replayer.copy()
    events = list(record.events)
    events[last] = events[last]._replace(value=())
    other = kept.copy(replace(record, events=events))
    assert answer(other) == answer(Replayer(other.record))
    assert answer(replayer) == answer(Replayer(record))
