"""The kept game of every edition is told today as it was told when it was kept."""

from __future__ import annotations

import json

import pytest

from games.acquire.logs import read_log
from games.acquire.replay import replay
from tests.games.acquire.play.devices.golden import FOLDER, replayed
from tests.games.acquire.play.devices.tables import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_kept_game_of_an_edition_is_told_to_everybody_as_it_was(name: str) -> None:
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(replayed(kept))) == kept


@pytest.mark.parametrize("name", NAMES)
def test_the_log_of_the_kept_game_holds_against_the_replay(name: str) -> None:
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    answer = replay(read_log("\n".join(kept["log"])))
    assert (list(answer.findings), answer.complete) == ([], True)
    assert answer.final == kept["last"]["board"]["result"]["cash"]


def test_a_game_is_kept_of_every_edition() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(NAMES)
