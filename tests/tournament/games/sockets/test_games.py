"""Whole games by sockets against a real server of two processes, which is killed meanwhile."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.run.patience import PATIENCE
from tests.run.postgres import running_server
from tests.tournament.games.sockets.standing import Stand, come_to, play, standing
from tests.tournament.serving.running import put_migrated_on_server

pytestmark = pytest.mark.server


@pytest.mark.parametrize("edition", ["mso", "codewar"])
def test_four_clients_and_a_board_play_a_whole_game(stand: Stand, edition: str) -> None:
    game = stand.opened("--edition", edition, "--players", "4", "--seed", "short")
    with connect(f"{stand.live}/game/{game['code']}/live/", origin=Origin(stand.pages)) as board:
        players = come_to(game)
        over = play(players)
        woken = 0
        marks: set[str] = set()
        while not (marks and f"{over['n']}.over" in max(marks, key=len)):
            frame = json.loads(board.recv(timeout=PATIENCE))
            assert frame["t"] == "wake"
            marks.add(frame["s"])
            woken += 1
            if frame["s"].startswith(f"{over['n']}.over"):
                break
    assert woken > 10
    shown = {name: player.until(over["n"]) for name, player in players.items()}
    assert {view["over"] for view in shown.values()} == {True}
    answer = stand.judged(game["code"])
    assert (answer["findings"], answer["complete"], answer["final"]) == ([], True, over["result"]["cash"])
    assert [player.comings for player in players.values()] == [1] * 4


def killed_in_a_merger(stand: Stand) -> None:
    """Kill a process in mid-merger, then all of them, and play to the end."""
    game = stand.opened("--players", "4", "--seed", "merger")
    players = come_to(game)
    view = play(players, lambda view: view["ask"]["phase"] == "dispose")
    assert view["ask"]["phase"] == "dispose"
    for worker in stand.workers():
        os.kill(worker, signal.SIGKILL)
    asked = players[view["you"]]
    message = asked.chosen()
    first = asked.ask(message)
    assert first["t"] == "ack"
    assert asked.comings > 1
    stand.kill()
    stand.start()
    assert asked.ask(message) == first
    over = play(players)
    answer = stand.judged(game["code"])
    assert (answer["findings"], answer["complete"], answer["final"]) == ([], True, over["result"]["cash"])


def test_a_game_goes_on_after_its_processes_were_killed_in_mid_merger(stand: Stand) -> None:
    killed_in_a_merger(stand)


def test_on_postgresql_too_processes_wake_each_other_and_are_killed(tmp_path: Path, kept_database: Path) -> None:
    with running_server() as address:
        put_migrated_on_server(kept_database, address)
        with standing(tmp_path / "home", address) as stand:
            killed_in_a_merger(stand)
