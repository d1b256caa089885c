"""The loop of a client: it acts once for each question, at its pace, whatever the network does, and comes back after it was killed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random
from typing import Any

import pytest

from games.acquire.play.devices.deciding import ARBITER, decide
from games.opponents.client import (
    FIRST_WAIT,
    LONGEST_WAIT,
    PACE,
    Client,
    ClientSeat,
    NoAnswerError,
    PostTransport,
    SeatRefusedError,
)
from games.opponents.players import player_of
from tests.games.opponents.fake_server import FakeGame, FakeTransport, Moments, play


class First:
    """The first legal act; it keeps what it was told."""

    def __init__(self) -> None:
        self.views: list[Mapping[str, Any]] = []

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        self.views.append(view)
        return dict(view["ask"]["legal"][0])


def client_of(
    game: FakeGame, moments: Moments, player: Any = None, trouble: Callable[[], bool] = lambda: False, **how: Any
) -> Client:
    """A client for all seats of a game, which play at random unless told."""
    return Client(
        [
            ClientSeat(FakeTransport(game, seat, trouble), player or player_of("random", seat))
            for seat in range(game.session.state.seats)
        ],
        clock=moments,
        **how,
    )


def test_a_client_plays_its_seats_to_the_end_each_by_its_own_views() -> None:
    game, moments = FakeGame(), Moments()
    players = [First() for _ in range(3)]
    play(
        Client([ClientSeat(FakeTransport(game, seat), player) for seat, player in enumerate(players)], clock=moments),
        moments,
    )
    assert game.session.is_over
    assert game.agreed == {0, 1, 2}
    for seat, player in enumerate(players):
        assert {view["you"] for view in player.views} == {game.session.terms.ids[seat]}
        assert len(player.views) == len([one for one, _ in game.acted if one == seat])


def test_a_program_acts_no_earlier_than_its_pace_after_it_is_asked() -> None:
    game, clock = FakeGame(), Moments()
    client = client_of(game, clock)
    waits = []
    for wait in client.steps():
        clock.sleep(wait)
        waits += [wait] if wait else []
    assert len(waits) == len(game.acted)
    assert min(waits) >= PACE - 1e-9
    unpaced, quick = FakeGame(), Moments()
    play(client_of(unpaced, quick, pace=0.0), quick)
    assert quick.now < clock.now / 2


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_lost_on_the_way_every_act_is_done_once(seed: int) -> None:
    game, moments, chance = FakeGame(seed=str(seed)), Moments(), Random(seed)
    play(client_of(game, moments, trouble=lambda: chance.random() < 0.3), moments)
    assert game.session.is_over
    assert len({number for _, number in game.acted}) == len(game.acted)


def test_what_was_not_answered_is_sent_again_as_it_was_after_longer_and_longer_waits() -> None:
    game, moments = FakeGame(seats=2), Moments()
    client = client_of(game, moments)
    steps = client.steps()
    while not client.is_to_choose:
        next(steps)
    next(steps)
    doors: list[FakeTransport] = [seat.transport for seat in client.seats]  # type: ignore[misc]
    for door in doors:
        fails = iter([False, *[True] * 9])
        door.trouble = lambda fails=fails: next(fails, False)  # type: ignore[misc]
    waits = [next(steps) for _ in range(9)]
    assert waits == [min(LONGEST_WAIT, FIRST_WAIT * 2**times) for times in range(9)]
    assert next(steps) == 0.0
    (acts,) = [found for door in doors if len(found := [message for message in door.sent if message["t"] == "act"]) > 1]
    assert acts[-1] == acts[-2]


def test_a_client_that_is_killed_and_started_again_picks_the_game_up_and_acts_twice_nowhere() -> None:
    game, moments, chance = FakeGame(), Moments(), Random("killed")
    for _ in range(2_000):
        for _step in zip(client_of(game, moments, pace=0.0).steps(), range(chance.randrange(40)), strict=False):
            pass
        if len(game.agreed) == 3:
            break
    assert game.session.is_over
    assert len({number for _, number in game.acted}) == len(game.acted)


def test_a_refusal_is_told_and_after_two_anything_legal_is_done() -> None:
    game, moments = FakeGame(), Moments()
    told: list[str] = []

    class Stubborn:
        def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
            return {"act": "pause"}

    play(client_of(game, moments, Stubborn(), pace=0.0, tell=lambda seat, words: told.append(words)), moments)
    assert game.session.is_over
    assert len(told) == 2 * len(game.acted)


def test_in_a_pause_nobody_acts() -> None:
    game, moments = FakeGame(), Moments()
    client = client_of(game, moments, pace=0.0)
    steps = client.steps()
    for _ in range(3):
        next(steps)
    game.add(decide(game.session, ARBITER, {"act": "pause"}, at=0, choose=min))
    for _ in range(9):
        moments.sleep(next(steps))
    assert len(game.acted) <= 1, "what was begun is sent"
    acted = len(game.acted)
    for _ in range(9):
        moments.sleep(next(steps))
    assert len(game.acted) == acted
    game.add(decide(game.session, ARBITER, {"act": "resume"}, at=0, choose=min))
    for wait in steps:
        moments.sleep(wait)
    assert game.session.is_over


def test_a_seat_that_is_let_in_no_more_is_told() -> None:
    class Shut(FakeTransport):
        def send(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
            raise SeatRefusedError("This token opens no seat.")

    lost: list[str] = []
    seat = ClientSeat(Shut(FakeGame(), 0), First())
    with pytest.raises(SeatRefusedError):
        next(Client([seat], tell=lambda seat, words: lost.append(words)).steps())
    assert lost == ["This token opens no seat."]


class Answering(BaseHTTPRequestHandler):
    """A server that answers what the test wants: status and body."""

    wanted: tuple[int, bytes] = (200, b"")

    protocol_version = "HTTP/1.1"  # a socket is asked for in no other

    def _answer(self) -> None:
        status, body = self.wanted
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer()

    def log_message(self, format: str, *values: object) -> None:
        return


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


NO = json.dumps([{"t": "no", "id": "", "code": "x", "message": "A sentence.", "n": 0}]).encode()


@pytest.mark.parametrize(
    ("status", "body", "error", "says"),
    [
        (401, NO, SeatRefusedError, "A sentence."),
        (403, b"<html>", SeatRefusedError, "status 403"),
        (404, b"", SeatRefusedError, "status 404"),
        (429, NO, NoAnswerError, "A sentence."),
        (502, b"<html>", NoAnswerError, "status 502"),
        (503, b"[]", NoAnswerError, "status 503"),
        (200, b"<html>", NoAnswerError, "no answer of a game"),
        (200, b"7", NoAnswerError, "no answer of a game"),
    ],
)
def test_what_a_server_answers_is_an_answer_or_away_or_shut(
    address: str, status: int, body: bytes, error: type[Exception], says: str
) -> None:
    Answering.wanted = status, body
    with pytest.raises(error, match=says):
        PostTransport(address, "token").send({"t": "agree"})


def test_by_get_there_is_a_view_or_nothing_new(address: str) -> None:
    Answering.wanted = 204, b""
    assert PostTransport(address, "token").look(3) == []
    Answering.wanted = 200, b'{"t":"view"}'
    assert PostTransport(address, "token").look(3) == [{"t": "view"}]
    Answering.wanted = 200, b"[[]]"
    with pytest.raises(NoAnswerError, match="no answer of a game"):
        PostTransport(address, "token").look(3)


def test_where_nobody_listens_the_server_is_away() -> None:
    with pytest.raises(NoAnswerError, match="does not answer"):
        PostTransport("http://127.0.0.1:9", "token").look(0)


@pytest.mark.parametrize(
    "address", ["", "127.0.0.1:8000", "ftp://here", "http://", "http://[", "http://a:99999", "ws://here"]
)
def test_what_is_no_address_is_refused_in_a_sentence(address: str) -> None:
    with pytest.raises(SeatRefusedError, match=r"no address of a server; write .*\.$"):
        PostTransport(address, "token")
