"""Our client loop against a real server of two processes, by POST; and the server is killed meanwhile."""

from __future__ import annotations

import time

import pytest

from games.opponents.client import Client, ClientSeat
from games.opponents.players import player_of
from games.opponents.transport import PostTransport
from tests.tournament.games.sockets.standing import Stand

pytestmark = pytest.mark.server


def is_sound(stand: Stand, code: str) -> bool:
    """Whether a game went to its end and the replay finds nothing."""
    answer = stand.judged(code)
    return answer["complete"] and not answer["findings"]


def test_one_process_serves_all_seats_and_goes_on_when_the_server_was_killed(stand: Stand) -> None:
    game = stand.opened("--edition", "codewar", "--players", "3", "--seed", "ours")
    seats = [
        ClientSeat(PostTransport(game["post"], token), player_of("house", seat))
        for seat, token in enumerate(game["tokens"].values())
    ]
    client = Client(seats, pace=0.0)
    steps = client.steps()
    while client.newest.get("n", 0) <= 3:
        time.sleep(next(steps))
    stand.kill()
    while not next(steps):
        pass
    stand.start()
    for wait in steps:
        time.sleep(wait)
    assert is_sound(stand, game["code"])
