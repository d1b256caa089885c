"""What a socket answers to every frame, also to those that nobody should send: as POST does, and nobody else is slowed."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from random import Random
from socket import SHUT_RDWR
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.games.acquire.play.devices.schema import misfit
from tests.run.patience import PATIENCE
from tests.tournament.games.sockets.standing import Stand

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def game(stand: Stand) -> dict[str, Any]:
    """A game of four, begun by POST."""
    opened = stand.opened("--players", "4", "--seed", "seven")
    for token in opened["tokens"].values():
        posted(opened, token, hello(token))
    return opened


@pytest.fixture
def held() -> Iterator[ExitStack]:
    """Whatever a test opens."""
    with ExitStack() as opened:
        yield opened


def hello(token: str, **more: Any) -> dict[str, Any]:
    return {"t": "hello", "v": 1, "token": token, **more}


def posted(game: dict[str, Any], token: str, message: object, query: str = "") -> list[dict[str, Any]]:
    """What POST answers."""
    head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(game["post"] + query, json.dumps(message).encode(), head)  # noqa: S310  ours
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
        told: list[dict[str, Any]] = json.load(answer)
    return told


def come(held: ExitStack, game: dict[str, Any], player: str = "P1", **more: Any) -> ClientConnection:
    """A socket that has said hello, and what answered it taken."""
    socket = held.enter_context(connect(game["socket"], open_timeout=PATIENCE))
    socket.send(json.dumps(hello(game["tokens"][player], **more)))
    assert told(socket)["t"] == "view"
    return socket


def told(socket: ClientConnection) -> dict[str, Any]:
    """The next frame, which fits the schema."""
    frame: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
    assert misfit(frame, "fromServer") == ""
    return frame


def answered(socket: ClientConnection, message: object) -> list[dict[str, Any]]:
    """The frames up to the answer of a message; a pong marks their end."""
    socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
    socket.send('{"t":"ping","at":77}')
    frames = []
    while (frame := told(socket))["t"] != "pong":
        frames.append(frame)
    return frames


def plain(view: dict[str, Any]) -> dict[str, Any]:
    """A view without its moment."""
    return {key: value for key, value in view.items() if key != "at"}


def test_what_a_socket_sends_is_what_post_gives(stand: Stand, held: ExitStack) -> None:
    game = stand.opened("--players", "3", "--holdings", "closed", "--seed", "leak")
    sockets = {player: held.enter_context(connect(game["socket"])) for player in game["tokens"]}
    for player, socket in sockets.items():
        socket.send(json.dumps(hello(game["tokens"][player])))
    for player, socket in sockets.items():
        while (view := told(socket))["ask"] is None or not all(seat["here"] for seat in view["players"]):
            pass  # it is told anew whenever somebody comes
        assert plain(view) == plain(posted(game, game["tokens"][player], hello(game["tokens"][player], n=view["n"]))[0])
    for number in range(1, 25):
        seen = {}
        player = view["ask"]["who"]
        token = game["tokens"][player]
        legal = posted(game, token, hello(token), "?legal")[0]["ask"]["legal"]
        sockets[player].send(json.dumps({"t": "act", "id": f"a{number}", "n": view["n"] + 1, **legal[0]}))
        done = told(sockets[player])
        assert done["t"] == "ack", done
        since = {}
        for name, socket in sockets.items():
            while (view := told(socket))["n"] < done["n"]:
                since[name] = view["n"]
            seen[name] = view
        for name, view in seen.items():
            after = since.get(name, done["n"] - len(view["news"])) if view["news"] else done["n"]
            by_post = posted(game, game["tokens"][name], hello(game["tokens"][name], n=after))[0]
            assert plain(view) == plain(by_post)


def test_the_same_id_gets_the_same_answer_and_a_stale_act_none(held: ExitStack, game: dict[str, Any]) -> None:
    sockets = {player: come(held, game, player) for player in game["tokens"]}
    view = posted(game, game["tokens"]["P1"], hello(game["tokens"]["P1"]))[0]
    who = view["ask"]["who"]
    act = {"t": "act", "id": "once", "n": view["n"] + 1, "act": "start"}
    first = answered(sockets[who], act)[0]
    again = come(held, game, who)
    assert (first["t"], answered(again, act)[0]) == ("ack", first)
    assert posted(game, game["tokens"][who], act)[0] == first
    stale = answered(sockets[who], {**act, "id": "late"})[0]
    assert (stale["t"], stale["code"]) == ("no", "stale")


def test_of_three_sockets_of_a_token_in_one_process_the_oldest_goes(held: ExitStack, game: dict[str, Any]) -> None:
    sockets = [come(held, game, "P3") for _ in range(5)]  # two processes: one has three of them at least
    last = time.monotonic() + PATIENCE
    ended: list[ClientConnection] = []
    while not ended and time.monotonic() < last:
        ended = [socket for socket in sockets if is_ended(socket)]
    assert ended
    assert sockets[-1] not in ended
    assert ended[0].close_code == 1008
    assert answered(sockets[-1], {"t": "agree"})[0]["code"] == "game-under-way"


def is_ended(socket: ClientConnection) -> bool:
    """Whether the server has closed a socket."""
    try:
        while True:
            socket.recv(timeout=0.05)
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True


@pytest.mark.parametrize(
    ("path", "heads", "status"),
    [
        ("/live/", {"origin": "https://elsewhere.example"}, 403),
        ("/live/", {"origin": "null"}, 403),
        ("/game/CODE/live/", {"origin": "http://127.0.0.1:1"}, 403),
        ("/game/CODE/live/", {"origin": "http://127.0.0.1.elsewhere.example"}, 403),
        ("/live/", {"additional_headers": {"Host": "elsewhere.example"}}, 400),
        ("/game/22222222/live/", {}, 404),
        ("/desk/", {}, 404),
    ],
)
def test_a_foreign_page_a_foreign_name_and_a_wrong_path_are_refused(
    stand: Stand, game: dict[str, Any], path: str, heads: dict[str, Any], status: int
) -> None:
    with (
        pytest.raises(InvalidStatus) as refusal,
        connect(stand.live + path.replace("CODE", game["code"]), open_timeout=PATIENCE, **heads),
    ):
        pass
    assert refusal.value.response.status_code == status
    assert refusal.value.response.body.endswith(b".\n")


def test_a_page_of_ours_may_open_both(stand: Stand, game: dict[str, Any]) -> None:
    for path in ("/live/", f"/game/{game['code']}/live/"):
        with connect(stand.live + path, origin=Origin(stand.pages), open_timeout=PATIENCE) as socket:
            assert socket.response is not None


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (hello("nobody"), "token-unknown"),
        ({"t": "ping", "at": 1}, "token-missing"),
        ("rubbish", "act-unreadable"),
        (b"\xff\xfe\x00", "act-unreadable"),
        ({"t": "hello", "v": 2, "token": "x"}, "act-unreadable"),
    ],
)
def test_who_does_not_say_hello_is_told_why_and_closed(game: dict[str, Any], first: Any, code: str) -> None:
    with connect(game["socket"], open_timeout=PATIENCE) as socket:
        socket.send(first if isinstance(first, (str, bytes)) else json.dumps(first))
        assert told(socket)["code"] == code
        with pytest.raises(ConnectionClosed) as ended:
            socket.recv(timeout=PATIENCE)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1008


def masked(kind: Opcode, data: bytes) -> bytes:
    """A frame as a client sends it."""
    return Frame(kind, data).serialize(mask=True, extensions=[])


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (masked(Opcode.TEXT, b'{"t":"ping","at":1,"x":"' + b"x" * 4_200 + b'"}'), 1009),
        (masked(Opcode.TEXT, b"\xff\xfe\xfd"), 1007),
        (masked(Opcode.CONT, b"nothing before"), 1002),
        (b"\xc1\x81\0\0\0\0x", 1002),  # a reserved bit
    ],
    ids=["too long", "no UTF-8", "continued", "a reserved bit"],  # a mask differs from one process to the next
)
def test_a_frame_that_is_none_ends_its_socket_alone(
    held: ExitStack, game: dict[str, Any], frame: bytes, code: int
) -> None:
    good, bad = come(held, game, "P2"), come(held, game, "P1")
    bad.socket.sendall(frame)
    last = time.monotonic() + PATIENCE
    while not is_ended(bad) and time.monotonic() < last:
        pass
    assert bad.close_code == code
    assert answered(good, {"t": "agree"})[0]["code"] == "game-under-way"


def test_any_frame_is_answered_and_none_ends_in_an_error_of_ours(stand: Stand, game: dict[str, Any]) -> None:
    chance = Random(20261122)
    token = game["tokens"]["P4"]
    good = [json.dumps(each) for each in (hello(token), {"t": "act", "id": "f", "n": 3, "act": "buy", "shares": {}})]
    for _ in range(40):
        with connect(game["socket"], open_timeout=PATIENCE) as socket:
            socket.send(json.dumps(hello(token)))
            told(socket)
            for _ in range(8):
                rubbish = rubbish_from(chance, good)
                socket.send(rubbish)
                frame = told(socket)
                assert frame["t"] in {"no", "view"}, (rubbish, frame)
                if frame.get("code") == "token-unknown":
                    break  # a hello with another token ends its socket
    for _ in range(60):  # and bytes that are no frames at all
        with connect(game["socket"], open_timeout=PATIENCE) as socket:
            socket.socket.sendall(chance.randbytes(chance.randrange(1, 300)))
            with suppress(OSError):  # the server may have ended it; closing alone would wait for the thread that reads
                socket.socket.shutdown(SHUT_RDWR)
    with connect(game["socket"], open_timeout=PATIENCE) as socket:
        socket.send(json.dumps(hello(token)))
        assert told(socket)["t"] == "view"
    assert "Traceback" not in stand.said


def rubbish_from(chance: Random, good: list[str]) -> str | bytes:
    """A message in which something is wrong."""
    text = chance.choice(good)
    kind = chance.randrange(5)
    if kind == 0:
        return chance.randbytes(chance.randrange(0, 200))
    if kind == 1:
        return text[: chance.randrange(len(text))]
    if kind == 2:
        return "[" * chance.randrange(1, 4_000)
    document = json.loads(text)
    key = chance.choice(list(document))
    document[key] = chance.choice([None, -1, 2**70, 1.5, "", "\x00", "𝟙" * 50, [], {}, [[]], {"t": "x"}, True])
    return json.dumps(document) if kind == 3 else json.dumps(document, ensure_ascii=False).encode("utf-16")


def test_a_flood_is_read_in_time_and_nobody_else_waits_for_it(held: ExitStack, game: dict[str, Any]) -> None:
    flooding, other = come(held, game, "P4"), come(held, game, "P2")
    for at in range(600):
        flooding.send(json.dumps({"t": "ping", "at": at}))
    assert answered(other, {"t": "agree"})[0]["code"] == "game-under-way"
    pongs: list[int] = []
    while len(pongs) < 600:
        frame = told(flooding)
        if frame["t"] == "pong":
            pongs.append(frame["at"])
    assert pongs == list(range(600))


def test_who_reads_nothing_blocks_nobody(held: ExitStack, game: dict[str, Any]) -> None:
    silent = held.enter_context(connect(game["socket"], open_timeout=PATIENCE, close_timeout=1, max_queue=1))
    silent.send(json.dumps(hello(game["tokens"]["P1"])))
    other = come(held, game, "P2")
    for _ in range(30):
        silent.send('{"t":"agree"}')
    for _ in range(5):
        assert answered(other, {"t": "agree"})[0]["code"] == "game-under-way"
