"""Our client loop against a real server of two processes, by POST; and the server is killed meanwhile."""

from __future__ import annotations

import pytest

from games.opponents.client import Client
from games.opponents.players import player_of
from games.opponents.transport import PostTransport
from tests.games.opponents.fake_server import serve
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
