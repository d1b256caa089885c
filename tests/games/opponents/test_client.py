"""The loop of a client: it acts once for each question, at its pace, whatever the network does, and comes back after it was killed."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.opponents.client import FIRST_WAIT, LONGEST_WAIT, PACE, Client
from games.opponents.players import player_of
from games.opponents.transport import NoAnswerError, PostTransport, SeatRefusedError
from tests.games.opponents.fake_server import FakeGame, FakeTransport, Moments, serve


class First:
    """The first legal act; it keeps what it was told."""

    def __init__(self) -> None:
        self.views: list[Mapping[str, Any]] = []

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        self.views.append(view)
        return dict(view["ask"]["legal"][0])


def clients(game: FakeGame, moments: Moments, **how: Any) -> list[Client]:
    """A client for each seat of a game."""
    trouble = how.pop("trouble", lambda: False)
    return [
        Client(FakeTransport(game, seat, trouble), f"token {seat}", player_of("random", seat), clock=moments, **how)
        for seat in range(game.session.state.seats)
    ]


def test_one_loop_serves_all_seats_of_a_game_to_its_end() -> None:
    game, moments = FakeGame(), Moments()
    players = [First() for _ in range(3)]
    served = [Client(FakeTransport(game, seat), "t", player, clock=moments) for seat, player in enumerate(players)]
    serve(served, sleep=moments.sleep, clock=moments)
    assert game.session.is_over
    assert game.agreed == {0, 1, 2}
    for seat, player in enumerate(players):
        assert {view["you"] for view in player.views} == {game.session.terms.ids[seat]}
        assert len(player.views) == len([one for one, _ in game.acted if one == seat])


def test_a_program_acts_no_earlier_than_its_pace_after_it_is_asked() -> None:
    moments = [0.0]
    clock = Moments()
    game = FakeGame()

    class Watched(FakeTransport):
        def send(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
            if message["t"] == "act":
                moments.append(clock.now)
            return super().send(message)

    served = [Client(Watched(game, seat), "t", First(), clock=clock) for seat in range(3)]
    serve(served, sleep=clock.sleep, clock=clock)
    assert min(later - earlier for earlier, later in pairwise(moments)) >= PACE - 1e-9
    unpaced, quick = FakeGame(), Moments()
    serve(clients(unpaced, quick, pace=0.0), sleep=quick.sleep, clock=quick)
    assert quick.now < clock.now / 2


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_lost_on_the_way_every_act_is_done_once(seed: int) -> None:
    game, moments, chance = FakeGame(seed=str(seed)), Moments(), Random(seed)
    served = clients(game, moments, trouble=lambda: chance.random() < 0.3)
    serve(served, sleep=moments.sleep, clock=moments)
    assert game.session.is_over
    assert len({number for _, number in game.acted}) == len(game.acted)


def test_what_was_not_answered_is_sent_again_as_it_was() -> None:
    game, moments = FakeGame(), Moments()
    door = FakeTransport(game, 0)
    one = Client(door, "t", player_of("random", 1), clock=moments)
    others = [Client(FakeTransport(game, seat), "t", First(), clock=moments) for seat in (1, 2)]
    for other in others:
        other.step()
    one.step()
    while one.view is None or one.view["n"] == 0 or not (one.view["ask"] or {}).get("legal"):
        for client in (one, *others):
            client.step()
    one.step()
    moments.sleep(PACE)
    fails = iter([False, True, True, True, False, False])
    door.trouble = lambda: next(fails)
    waits = [one.step() for _ in range(3)]
    assert waits == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert one.step() == 0.0
    acts = [message for message in door.sent if message["t"] == "act"]
    assert acts[-1] == acts[-2]


def test_it_waits_longer_and_longer_and_goes_on_when_the_server_is_back() -> None:
    game, moments = FakeGame(), Moments()
    is_away = True
    served = clients(game, moments, trouble=lambda: is_away)
    waits = [served[0].step() for _ in range(10)]
    assert waits[-1] == LONGEST_WAIT
    assert waits == sorted(waits, key=lambda wait: wait or 0)
    is_away = False
    serve(served, sleep=moments.sleep, clock=moments)
    assert game.session.is_over


def test_clients_that_are_killed_and_started_again_pick_the_game_up_and_act_twice_nowhere() -> None:
    game, moments, chance = FakeGame(), Moments(), Random("killed")
    for _ in range(2_000):
        served = clients(game, moments, pace=0.0)
        for _ in range(chance.randrange(40)):
            client = chance.choice(served)
            if client.step() is None:
                break
        if len(game.agreed) == 3:
            break
    assert game.session.is_over
    assert len({number for _, number in game.acted}) == len(game.acted)


def test_a_refusal_is_told_and_after_two_anything_legal_is_done() -> None:
    game, moments = FakeGame(), Moments()
    told: list[Mapping[str, Any]] = []

    class Stubborn:
        def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
            return {"act": "pause"}

    stubborn = Client(FakeTransport(game, 0), "t", Stubborn(), clock=moments, pace=0.0, on_message=told.append)
    others = [Client(FakeTransport(game, seat), "t", First(), clock=moments, pace=0.0) for seat in (1, 2)]
    serve([stubborn, *others], sleep=moments.sleep, clock=moments)
    assert game.session.is_over
    acts = len([one for one, _ in game.acted if one == 0])
    assert [message.get("code") for message in told] == ["act-arbiter"] * 2 * acts + [None]
    assert told[-1]["over"]


def test_in_a_pause_nobody_acts() -> None:
    game, moments = FakeGame(), Moments()
    served = clients(game, moments, pace=0.0)
    for client in served:
        client.step()
    from games.acquire.play.devices import ARBITER, decide

    game.add(decide(game.session, ARBITER, {"act": "pause"}, at=0, choose=min))
    for _ in range(5):
        assert all(client.step() is not None for client in served)
    assert game.acted == []
    game.add(decide(game.session, ARBITER, {"act": "resume"}, at=0, choose=min))
    serve(served, sleep=moments.sleep, clock=moments)
    assert game.session.is_over


def test_a_seat_that_is_let_in_no_more_is_told_and_the_others_play_on() -> None:
    game, moments = FakeGame(), Moments()

    class Shut(FakeTransport):
        def send(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
            raise SeatRefusedError("This token opens no seat.")

    lost: list[str] = []
    served = clients(game, moments)
    serve(
        [Client(Shut(game, 0), "x", First(), clock=moments), *served],
        sleep=moments.sleep,
        clock=moments,
        on_refused_seat=lambda client, problem: lost.append(str(problem)),
    )
    assert lost == ["This token opens no seat."]
    assert game.session.is_over
    with pytest.raises(SeatRefusedError):
        serve([Client(Shut(game, 0), "x", First(), clock=moments)], sleep=moments.sleep, clock=moments)


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
    assert PostTransport(address, "token").look(3) is None
    Answering.wanted = 200, b'{"t":"view"}'
    assert PostTransport(address, "token").look(3) == {"t": "view"}
    Answering.wanted = 200, b"[]"
    with pytest.raises(NoAnswerError, match="no view"):
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
