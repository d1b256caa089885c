"""A socket of a game through the front: messages, pings, how it is closed and why it is refused pass both ways on one port."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from tests.run.patience import PATIENCE
from tests.tournament.serving.fronting.test_front import MOST, at, fronted
from tournament.installation.device_mark import COOKIE
from tournament.management.serving.backends import Backend
from tournament.management.serving.fronting.front import Front
from tournament.management.serving.fronting.lanes import Lanes
from tournament.play.games.sockets.connection import RESTARTS, WHY
from tournament.play.games.sockets.hub import Places

VERY_LONG = 1_000_000
FULL = "Very many sockets are open. Come again later."


async def play(connection: ServerConnection) -> None:
    """Say who asks, measure the way to the browser, then answer each message; "go" closes the socket with a reason."""
    assert connection.request is not None
    await connection.send("; ".join(connection.request.headers.get_all("X-Forwarded-For")))
    await (await connection.ping())
    async for message in connection:
        if message == "go":
            await connection.close(1008, "hello")
        elif message == "broken":
            await connection.send(b"\xff", text=True)
        elif message == "long":
            await connection.send("x" * VERY_LONG)
        else:
            await connection.send(message)


def refuse(connection: ServerConnection, request: Request) -> Response | None:
    """Refuse one address with a sentence."""
    if request.path != "/full/live/":
        return None
    answer = connection.respond(503, FULL)
    answer.headers[WHY] = quote(FULL)
    return answer


def through(walk: Callable[[str, Backend], Awaitable[None]]) -> None:
    """Walk with the address of a front before a server of sockets."""

    async def run() -> None:
        async with serve(play, "127.0.0.1", 0, process_request=refuse) as server:
            crowd = at(9)
            crowd.standing[0].sockets = server.sockets[0].getsockname()[1]
            async with fronted(Lanes(at(9), crowd, "key"), MOST) as port:
                await walk(f"ws://127.0.0.1:{port}", crowd)

    asyncio.run(run())


def test_messages_and_the_close_pass_through() -> None:
    async def walk(address: str, crowd: Backend) -> None:
        async with connect(f"{address}/game/abcd/live/", compression=None) as browser:
            assert await browser.recv() == "127.0.0.1"
            await browser.send("zwölf")
            await browser.send(b"tiles")
            assert [await browser.recv(), await browser.recv()] == ["zwölf", b"tiles"]
            assert crowd.standing[0].sockets_held == 1
            await browser.send("go")
            with pytest.raises(ConnectionClosed) as closed:
                await browser.recv()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "hello")
        async with asyncio.timeout(PATIENCE):
            while crowd.standing[0].sockets_held:
                await asyncio.sleep(0.01)

    through(walk)


def test_what_comes_in_is_bounded_and_what_goes_out_is_not() -> None:
    async def walk(address: str, _crowd: Backend) -> None:
        async with connect(f"{address}/live/", compression=None) as browser:
            await browser.recv()
            await browser.send("long")
            assert len(await browser.recv()) == VERY_LONG
            await browser.send("x" * VERY_LONG)
            with pytest.raises(ConnectionClosed) as closed:
                await browser.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == CloseCode.MESSAGE_TOO_BIG

    through(walk)


def test_a_message_that_cannot_be_passed_is_logged_and_closes_with_a_code_that_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def walk(address: str, _crowd: Backend) -> None:
        async with connect(f"{address}/live/", compression=None) as browser:
            await browser.recv()
            await browser.send("broken")
            with pytest.raises(ConnectionClosed) as closed:
                await browser.recv()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
                CloseCode.INTERNAL_ERROR,
                "a message could not be passed on",
            )

    with caplog.at_level(logging.ERROR, "tournament.serving.front"):
        through(walk)
    assert "could not be passed on" in caplog.text


def test_a_browser_that_does_not_answer_pings_is_not_answered_for() -> None:
    """The server measures the way to the browser and back, so only the browser's own answer counts."""

    async def walk(address: str, _crowd: Backend) -> None:
        reader, writer = await asyncio.open_connection(*address.removeprefix("ws://").split(":"))
        head = "GET /live/ HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        writer.write(f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert b" 101 " in answer
        assert await asyncio.wait_for(reader.readexactly(2 + len("127.0.0.1")), PATIENCE) == b"\x81\x09127.0.0.1"
        assert (await asyncio.wait_for(reader.readexactly(1), PATIENCE))[0] == 0x89, "a ping follows"
        writer.write(b"\x81\x82\0\0\0\0hi")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.readuntil(b"hi"), 0.5)  # the server still waits for the pong
        writer.close()

    through(walk)


def test_a_refusal_keeps_its_status_and_its_sentence() -> None:
    async def walk(address: str, _crowd: Backend) -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"{address}/full/live/")
        assert (refused.value.response.status_code, refused.value.response.body) == (503, f"{FULL}\n".encode())

    through(walk)


def test_the_front_ends_with_its_sockets_and_tells_them_to_come_again() -> None:
    async def run() -> None:
        async with serve(play, "127.0.0.1", 0) as server:
            crowd = at(9)
            crowd.standing[0].sockets = server.sockets[0].getsockname()[1]
            front = Front(Lanes(at(9), crowd, "key"), "secret", MOST)
            with socket.create_server(("127.0.0.1", 0)) as opened:
                await front.listen([opened])
                browser = await connect(
                    f"ws://127.0.0.1:{opened.getsockname()[1]}/live/", additional_headers={"Cookie": COOKIE}
                )
                assert await browser.recv() == "127.0.0.1"
                await front.end()
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(browser.recv(), PATIENCE)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == RESTARTS

    asyncio.run(run())


def test_whoever_holds_a_seat_goes_before_whoever_looks_on() -> None:
    places: Places[str] = Places(4, of_an_address=3)
    places.enter("board", "hall", is_seat=False)
    places.enter("Ada", "hall", is_seat=True)
    places.enter("program", "hall", is_seat=False)
    assert places.lacks("hall")
    assert not places.lacks("home")
    places.enter("fan", "home", is_seat=False)
    assert places.lacks("home"), "all places are taken"
    assert places.onlooker_for("hall") == "board"
    assert places.onlooker_for("home") == "board", "the oldest of all"
    places.leave("board")
    places.sit("program")
    places.enter("Ben", "hall", is_seat=True)
    assert places.onlooker_for("hall") is None, "of its own address nobody looks on"
    assert places.onlooker_for("home") == "fan"
