"""Our client loop and programs on standard input against a real server of two processes, by POST; and the server is killed meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from games.opponents.client import Client, serve
from games.opponents.players import player_of
from games.opponents.transport import PostTransport
from tests.conftest import ROOT
from tests.games.series.rooms import sample, stranger
from tests.run.patience import PATIENCE
from tests.tournament.games.sockets.standing import Stand

pytestmark = pytest.mark.server


def is_sound(stand: Stand, code: str) -> bool:
    """Whether a game went to its end and the replay finds nothing."""
    answer = stand.judged(code)
    return answer["complete"] and not answer["findings"]


def test_one_process_serves_all_seats_and_goes_on_when_the_server_was_killed(stand: Stand) -> None:
    game = stand.opened("--edition", "codewar", "--players", "3", "--seed", "ours")
    clients = [
        Client(PostTransport(game["post"], token), token, player_of("house", seat), pace=0.0, to_look=0.01)
        for seat, token in enumerate(game["tokens"].values())
    ]
    for _ in range(20):
        for client in clients:
            client.step()
    before = max(client.view["n"] for client in clients if client.view is not None)
    assert before > 3
    stand.kill()
    assert [client.step() for client in clients] != [0.0] * 3
    stand.start()
    serve(clients)
    assert is_sound(stand, game["code"])


def sent(stand: Stand, token: str, *words: str) -> subprocess.CompletedProcess[str]:
    """`bots play` with a program, run to its end."""
    line = [sys.executable, "-m", "games", "bots", "play", "--server", f"http://127.0.0.1:{stand.port}"]
    return subprocess.run(
        [*line, "--token", token, *words], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_programs_on_standard_input_play_a_whole_game_of_a_server(stand: Stand) -> None:
    game = stand.opened("--edition", "codewar", "--players", "3", "--seed", "sent")
    tokens = list(game["tokens"].values())
    ended: list[subprocess.CompletedProcess[str]] = []
    lines = [(sys.executable, sample("power_ups.py")), (sys.executable, sample("any_act.py"))]
    threads = [
        Thread(target=lambda token, words: ended.append(sent(stand, token, *words)), args=(token, words))
        for token, words in zip(tokens[:2], lines, strict=True)
    ]
    for thread in threads:
        thread.start()
    last = Client(PostTransport(game["post"], tokens[2]), tokens[2], player_of("random", 1), pace=0.0, to_look=0.02)
    serve([last])
    for thread in threads:
        thread.join()
    assert [(done.returncode, done.stderr) for done in ended] == [(0, "")] * 2
    assert all(done.stdout.startswith("The game is over; it played P") for done in ended)
    assert is_sound(stand, game["code"])


def test_what_a_program_does_wrong_at_a_server_is_told_once_counted_and_traced(stand: Stand, tmp_path: Path) -> None:
    game = stand.opened("--edition", "codewar", "--players", "2", "--seed", "wrong")
    first, second = game["tokens"].values()
    trace = tmp_path / "trace.jsonl"
    ended: list[subprocess.CompletedProcess[str]] = []
    thread = Thread(target=lambda: ended.append(sent(stand, first, "--trace", str(trace), stranger("garbage"))))
    thread.start()
    serve([Client(PostTransport(game["post"], second), second, player_of("random", 1), pace=0.0, to_look=0.02)])
    thread.join()
    (done,) = ended
    assert done.returncode == 0
    *faults, count = done.stderr.splitlines()
    assert faults
    assert all(fault.startswith("act-unreadable: ") for fault in faults)
    assert len(set(faults)) == len(faults)
    assert "decisions were made for it." in count
    ways = [json.loads(line)["way"] for line in trace.read_text(encoding="utf-8").splitlines()]
    assert ways.count("from") > 10
    assert set(ways) == {"to", "from"}
    assert is_sound(stand, game["code"])


def test_a_program_that_ends_too_early_and_a_token_of_no_seat_are_told(stand: Stand) -> None:
    game = stand.opened("--players", "3")
    first, *others = game["tokens"].values()
    for token in others:
        Client(PostTransport(game["post"], token), token, player_of("random", 1)).step()
    done = sent(stand, first, stranger("crashes"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "The program ended with status 3; it last said: out of ideas\n"
    done = sent(stand, "no-token", stranger("calm"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("This token opens no seat")
