"""The front alone: what it passes on, what it refuses, and that no number of unfinished requests keeps anybody out."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from django.conf import settings

from tests.run.patience import PATIENCE
from tournament.installation.device_mark import COOKIE, DeviceMark, cookie_value, new_device
from tournament.management.serving.backends import Backend, Behind
from tournament.management.serving.forking import Nursery
from tournament.management.serving.fronting.front import MOST_OF_STRANGERS, Front
from tournament.management.serving.fronting.lanes import AT_THE_DOOR, MOST_WAITING, OF_A_DEVICE, OF_A_STRANGER, Lanes

MOST = 6
WHOLE = b"GET /cup/ HTTP/1.1\r\nHost: hall\r\nX-Forwarded-For: 10.9.8.7\r\nX_Forwarded_For: 10.1.1.1\r\n\r\n"


class Standing(Behind):
    """A process behind the front that a test plays."""

    def __init__(self, port: int) -> None:
        self.pages, self.sockets, self.requests, self.sockets_held = port, 0, set(), 0


def at(port: int) -> Backend:
    """A server that a test plays at this port."""
    backend = Backend(Nursery(copies=False), "server", "desk", 1)
    backend.standing = (Standing(port),)
    return backend


def lanes(desk: int, crowd: int) -> Lanes:
    """The lanes to two servers that a test plays."""
    return Lanes(at(desk), at(crowd), settings.SECRET_KEY)


@asynccontextmanager
async def fronted(
    lanes: Lanes, most: int, most_brought: int = MOST_OF_STRANGERS, address: str = "127.0.0.1"
) -> AsyncIterator[int]:
    """A front before these lanes, at the port that is given."""
    front = Front(lanes, "secret", most, most_brought)
    with socket.create_server((address, 0)) as opened:
        await front.listen([opened])
        try:
            yield opened.getsockname()[1]
        finally:
            await front.end()


async def answered(writer: asyncio.StreamWriter, body: bytes, field: bytes = b"Connection: close") -> None:
    """Answer with a few letters, and hang up."""
    writer.write(b"HTTP/1.1 200 OK\r\n%s\r\nContent-Length: %d\r\n\r\n%s" % (field, len(body), body))
    await writer.drain()
    writer.close()


async def answers(name: bytes, heads: list[bytes]) -> asyncio.Server:
    """A server that says its name, and keeps the heads that it gets."""

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        await answered(writer, name)

    return await asyncio.start_server(meet, "127.0.0.1", 0)


def port_of(server: asyncio.Server) -> int:
    """Where a server listens."""
    return int(server.sockets[0].getsockname()[1])


def with_front(walk: Callable[[int, list[bytes]], Awaitable[None]], most_brought: int = MOST_OF_STRANGERS) -> None:
    """Walk through a front of few connections, before a desk's server and a crowd's."""

    async def run() -> None:
        heads: list[bytes] = []
        async with (
            await answers(b"desk", heads) as desk,
            await answers(b"crowd", heads) as crowd,
            fronted(lanes(port_of(desk), port_of(crowd)), MOST, most_brought) as port,
        ):
            await walk(port, heads)

    asyncio.run(run())


async def said(reader: asyncio.StreamReader) -> bytes:
    """The body of an answer of a few letters."""
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    length = re.search(rb"content-length: (\d+)", head.lower())
    return await reader.readexactly(int(length[1]) if length else 0)


def test_unfinished_requests_make_room_for_whole_ones() -> None:
    async def walk(port: int, _heads: list[bytes]) -> None:
        held = []
        for turn in range(3 * MOST):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                b"POST /login/ HTTP/1.1\r\nHost: hall\r\nContent-Length: 9\r\n\r\nab" if turn % 2 else WHOLE[:20]
            )
            await writer.drain()
            held.append((reader, writer))
        for _ in range(2 * MOST):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(WHOLE)
            assert await said(reader) == b"crowd"
            writer.close()
        for _reader, writer in held:
            writer.close()

    with_front(walk)


async def is_closed(reader: asyncio.StreamReader, patience: float = 0.3) -> bool:
    """Whether the front has closed a connection; one that it waits for has said nothing until then."""
    try:
        return not await asyncio.wait_for(reader.read(1), patience)
    except TimeoutError:
        return False
    except OSError:
        return True


def half_sent(length: int) -> bytes:
    """The beginning of a form of a stranger."""
    return b"POST /login/ HTTP/1.1\r\nHost: hall\r\nContent-Length: %d\r\n\r\nab" % length


def test_what_strangers_bring_unfinished_is_bounded_and_the_largest_goes_for_the_next() -> None:
    async def walk(port: int, _heads: list[bytes]) -> None:
        held = []
        for length in (5_000, 9_000, 9_000, 9_000):
            held.append(await asyncio.open_connection("127.0.0.1", port))
            held[-1][1].write(half_sent(length))
            await held[-1][1].drain()
            assert not await is_closed(held[-1][0])
        assert await is_closed(held[1][0], PATIENCE)
        assert [await is_closed(reader) for reader, _ in held] == [False, True, False, False]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /login/ HTTP/1.1\r\nHost: hall\r\nContent-Length: 2\r\n\r\nab")
        assert await said(reader) == b"crowd", "a small form comes through while large ones are held"
        assert await status_of(port, half_sent(29_000)) == 503, "and a larger one than all that are held waits"
        for _reader, each in [*held, (reader, writer)]:
            each.close()

    with_front(walk, most_brought=31_000)


def test_strangers_that_wait_with_whole_requests_leave_room_for_the_desk() -> None:
    """More of them than there are connections: the lane takes so many to wait, and tells every other one at once to come back."""

    async def run() -> None:
        may_go = asyncio.Event()

        async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            if COOKIE.encode() not in head:
                await may_go.wait()
            await answered(writer, b"desk")

        async with await asyncio.start_server(hold, "127.0.0.1", 0) as server:
            most = OF_A_STRANGER + MOST_WAITING + 10
            async with fronted(lanes(port_of(server), port_of(server)), most) as port:
                herd = [asyncio.create_task(status_of(port, WHOLE)) for _ in range(most + 40)]
                done, waiting = set(), set(herd)
                while len(waiting) > OF_A_STRANGER + MOST_WAITING:
                    now, waiting = await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
                    assert now, "nobody is told to come back"
                    done |= now
                assert await asked_by(port, "/", new_device()) == b"desk"
                assert {each.result() for each in done if not each.exception()} <= {503}
                may_go.set()
                await asyncio.gather(*herd, return_exceptions=True)

    asyncio.run(run())


def test_links_and_codes_are_answered_while_log_ins_wait() -> None:
    async def run() -> None:
        may_go, at_the_door = asyncio.Event(), [0]

        async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            if b" /login/ " in head:
                at_the_door[0] += 1
                await may_go.wait()
            await answered(writer, b"crowd")

        async with (
            await asyncio.start_server(hold, "127.0.0.1", 0) as server,
            fronted(lanes(9, port_of(server)), 100) as port,
        ):
            tries = []
            for _ in range(20):
                tries.append(asyncio.create_task(status_of(port, b"POST /login/ HTTP/1.1\r\nHost: hall\r\n\r\n")))
            while at_the_door[0] < AT_THE_DOOR:
                await asyncio.sleep(0.01)
            for path in (b"/let-in/", b"/let-in/abcdefgh/"):
                for method in (b"POST ", b"GET "):
                    assert await status_of(port, method + path + b" HTTP/1.1\r\nHost: hall\r\n\r\n") == 200
            assert at_the_door[0] == AT_THE_DOOR
            may_go.set()
            assert await asyncio.gather(*tries) == [200] * 20

    asyncio.run(run())


def test_a_marked_device_without_a_role_is_served_with_the_crowd_until_it_has_one_again() -> None:
    async def run() -> None:
        holds, heads = [b"no"], []

        async def serve(name: bytes) -> asyncio.Server:
            async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                heads.append(await reader.readuntil(b"\r\n\r\n"))
                await answered(writer, name, b"Connection: close\r\nX-Known-Device: " + holds[0])

            return await asyncio.start_server(meet, "127.0.0.1", 0)

        async with (
            await serve(b"desk") as desk,
            await serve(b"crowd") as crowd,
            fronted(lanes(port_of(desk), port_of(crowd)), MOST) as port,
        ):
            helper = new_device()
            served = [await asked_by(port, "/", helper) for _ in range(3)]
            mark = f"Cookie: {COOKIE}={cookie_value(helper.having('director'))}\r\n".encode()
            large = b"POST / HTTP/1.1\r\nHost: hall\r\n%sContent-Length: 9000000\r\n\r\n" % mark
            assert await status_of(port, large) == 413, "and brings no more than any stranger"
            holds[0] = b"yes"
            served += [await asked_by(port, "/", helper) for _ in range(2)]
        assert served == [b"desk", b"crowd", b"crowd", b"crowd", b"desk"]
        assert all(b"x-known-device: asked" in head.lower() for head in heads)

    asyncio.run(run())


def test_a_known_device_comes_to_the_desk_and_a_made_up_one_to_the_crowd() -> None:
    async def walk(port: int, _heads: list[bytes]) -> None:
        mark = cookie_value(new_device().having("director"))
        for cookie, served_by in ((mark, b"desk"), (mark[:-1], b"crowd"), ("x", b"crowd")):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET / HTTP/1.1\r\nHost: hall\r\nCookie: a=b; {COOKIE}={cookie}\r\n\r\n".encode())
            assert await said(reader) == served_by
            writer.close()

    with_front(walk)


def test_one_device_alone_does_not_fill_the_lane_of_the_desk() -> None:
    async def run() -> None:
        at_once: list[int] = [0]
        may_go = asyncio.Event()

        async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            if b"/slow/" in head:
                at_once[0] += 1
                await may_go.wait()
            await answered(writer, b"desk")

        async with (
            await asyncio.start_server(hold, "127.0.0.1", 0) as desk,
            fronted(lanes(port_of(desk), 9), 100) as port,
        ):
            greedy = new_device()
            held = [asyncio.create_task(asked_by(port, "/slow/", greedy)) for _ in range(2 * OF_A_DEVICE)]
            held.append(asyncio.create_task(asked_by(port, "/slow/", new_device())))
            assert await asked_by(port, "/", new_device()) == b"desk"
            assert at_once[0] <= 1 + OF_A_DEVICE
            may_go.set()
            assert await asyncio.gather(*held) == [b"desk"] * len(held)

    asyncio.run(run())


async def asked_by(port: int, path: str, device: DeviceMark) -> bytes:
    """What is answered to a known device."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    mark = cookie_value(device.having("director"))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: hall\r\nCookie: {COOKIE}={mark}\r\n\r\n".encode())
    answer = await said(reader)
    writer.close()
    return answer


async def status_of(port: int, sent: bytes) -> int:
    """The status of the answer to these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    line = await asyncio.wait_for(reader.readline(), PATIENCE)
    writer.close()
    return int(line.split()[1])


def test_what_could_be_read_in_two_ways_is_refused_and_what_is_too_large_before_it_comes() -> None:
    host = b"Host: hall\r\n"
    sent = {
        b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 411,
        b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab": 400,
        b"GET / HTTP/1.1\r\n" + host + b"X-A: b\r\n c\r\n\r\n": 400,
        b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 4000000\r\n\r\n": 413,
        b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 2800000\r\n\r\n": 413,
        b"GET / HTTP/1.1\r\n" + host + b"X-Known-Device: yes\r\n\r\n": 200,
        b"GET / HTTP/1.1\r\n" + host + b"X-A: " + b"b" * 40_000 + b"\r\n\r\n": 400,
        b"\x16\x03\r\n\r\n": 400,
        b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n": 100,
        b"GET / HTTP/1.0\r\n\r\n": 200,
    }

    async def walk(port: int, _heads: list[bytes]) -> None:
        assert {head: await status_of(port, head) for head in sent} == sent

    with_front(walk)


def test_a_head_without_end_is_closed_and_a_large_form_in_one_piece_is_not() -> None:
    async def walk(port: int, heads: list[bytes]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = b"GET / HTTP/1.1\r\nHost: hall\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"b" * 9_000) for n in range(9))
        writer.write(head)
        assert await is_closed(reader, PATIENCE)
        writer.close()
        assert not heads
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        form = b"a=" + b"b" * 250_000
        for _ in range(2):
            writer.write(b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: %d\r\n\r\n%s" % (len(form), form))
            assert await said(reader) == b"crowd"
        writer.close()

    with_front(walk, most_brought=1_000_000)


def test_requests_follow_each_other_over_one_connection() -> None:
    async def walk(port: int, heads: list[bytes]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(WHOLE + b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 3\r\n\r\na=b" + WHOLE)
        assert [await said(reader) for _ in range(3)] == [b"crowd"] * 3
        writer.close()
        assert [head.split()[0] for head in heads] == [b"GET", b"POST", b"GET"]

    with_front(walk)


def test_the_address_of_who_asks_is_added_and_what_could_be_mistaken_for_it_is_not_passed_on() -> None:
    async def walk(port: int, heads: list[bytes]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(WHOLE)
        await said(reader)
        writer.close()
        lines = heads[0].lower().split(b"\r\n")
        assert [line for line in lines if line.startswith(b"x")] == [b"x-forwarded-for: 10.9.8.7, 127.0.0.1"]

    with_front(walk)


def test_an_answer_does_not_tell_with_which_version_of_what_it_was_read() -> None:
    async def walk(port: int, _heads: list[bytes]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(WHOLE)
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        writer.close()
        assert b"server: top-table\r\n" in head.lower()
        assert b"aiohttp" not in head

    with_front(walk)


@pytest.mark.parametrize(
    "line",
    ["Content-Length: +1", "Content-Length: 1, 1", "Host: other", "X: a\x00b", " X: a", "X : a", "Content-Length: 1a"],
)
def test_a_field_that_two_readers_could_take_in_two_ways_is_refused(line: str) -> None:
    async def walk(port: int, heads: list[bytes]) -> None:
        assert await status_of(port, f"POST / HTTP/1.1\r\nHost: hall\r\n{line}\r\n\r\n".encode("latin-1")) == 400
        assert not heads

    with_front(walk)
