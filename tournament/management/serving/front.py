"""The front server of `serve`: it reads each request completely before a server behind it sees it, and each answer likewise.

So a slow client holds some memory here and no thread. Beyond the limit of connections, the one that has been idle or incomplete for
longest is closed; beyond the limit of strangers' bytes, the one that sends most. No number of them shuts anybody out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import IO

from django.conf import settings

from tournament.installation.processes import started_by
from tournament.installation.this_machine import PASSED_ON, is_of_loopback, is_of_this_user
from tournament.management.serving.heads import (
    LONGEST_HEAD,
    RefusedRequestError,
    RequestHead,
    ResponseHead,
    read_request_head,
    read_response_head,
    refusal,
    too_long_a_head,
)
from tournament.management.serving.lanes import BRINGS_COPY, TOO_MANY, Lanes, check_size, may_be_here
from tournament.management.serving.sockets import WAITING

MOST_CONNECTIONS = 4_000
SPARE_FILES = 200
"""The number of open files reserved for anything but connections of browsers."""
IDLE = 30.0
"""Seconds in which the whole head of a request has to arrive, also that of a later request on the same connection."""
SLOWEST = 4_096
"""Bytes a second: a body that arrives more slowly, after the first IDLE seconds, is given up."""
LONGEST_ANSWER, LONGEST_RUNNING_OUT = 600.0, 2.0
"""Seconds for an answer of a server, and between two pieces of a refused request, which are read for IDLE seconds at most."""
MOST_OF_STRANGERS = 64_000_000
"""The largest sum of bytes in unanswered requests of strangers: devices that are not known (see `Lanes.device_of`)."""
AT_ONCE = 65_536
IN_MEMORY = 262_144
"""Bytes of a request or an answer that are kept in memory; a longer one is kept in a temporary file."""
ACCEPTED_AT_ONCE = 16
"""New connections that are accepted before those that are there get their turn."""
LOOKS_EVERY = 0.5
LONGEST_END = 10.0

Body = IO[bytes]


class Front:
    """The open connections of browsers; forwards their requests to the desk's server or the crowd's.

    A stranger below is the connection of a device that is not known (see `Lanes.device_of`).
    """

    def __init__(self, lanes: Lanes, most: int = MOST_CONNECTIONS, most_brought: int = MOST_OF_STRANGERS) -> None:
        self._lanes = lanes
        self._most = most
        self._most_brought = most_brought
        self._open: set[asyncio.StreamWriter] = set()
        self._unfinished: dict[asyncio.StreamWriter, None] = {}
        """Strangers' connections with no request at a server now, the oldest first: those that may be closed to make room."""
        self._brought: dict[asyncio.StreamWriter, int] = {}
        """The announced length in bytes of each stranger's request that is not answered yet."""
        self.busy = 0
        self.is_ending = False

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection, one after the other; a cancelled connection just closes."""
        with suppress(asyncio.CancelledError):
            await self._answer_all(reader, writer)

    async def _answer_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until it ends, then close it; closed at once where there is no room for it."""
        if not self._make_room():
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            device: str | None = ""
            while device is not None:
                device = await self._answer_next(reader, writer, device)
        except RefusedRequestError as refused:
            self._unfinished[writer] = None
            await _refuse(reader, writer, refused)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
            pass  # the browser has gone or sends nothing more, so there is no answer
        finally:
            self._open.discard(writer)
            self._unfinished.pop(writer, None)
            self._brought.pop(writer, None)
            writer.close()

    def _make_room(self) -> bool:
        """Whether one more connection can be held; at the limit the oldest unfinished connection of a stranger is closed for it."""
        if len(self._open) < self._most:
            return True
        oldest = next(iter(self._unfinished), None)
        if oldest is None:
            return False
        self._abort(oldest)
        return True

    def _abort(self, unfinished: asyncio.StreamWriter) -> None:
        """Close an unfinished connection without an answer."""
        del self._unfinished[unfinished]
        self._brought.pop(unfinished, None)
        self._open.discard(unfinished)
        unfinished.transport.abort()

    def _make_room_for_body(self, writer: asyncio.StreamWriter, length: int) -> None:
        """Count ``length`` bytes of a stranger's body; beyond the limit, close unfinished connections whose bodies are not smaller.

        The largest is closed first, of equal ones the oldest. Raises RefusedRequestError where all others are smaller than ``length``.
        """
        while sum(self._brought.values()) + length > self._most_brought:
            larger = [each for each in self._unfinished if self._brought.get(each, 0) >= length]
            if not larger:
                raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY)
            self._abort(max(larger, key=self._brought.__getitem__))
        self._brought[writer] = length

    async def _answer_next(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, device: str) -> str | None:
        """Read and answer one request, and return the number of the device that sent it; None where the connection ends with it.

        ``device`` is the number that the request before it returned, empty for a stranger's and for the first request.
        """
        if not device:
            self._unfinished[writer] = None
        try:
            async with asyncio.timeout(IDLE):
                head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            raise too_long_a_head() from None
        request = read_request_head(head[:-4])
        mark = self._lanes.mark_of(request)
        device = self._lanes.device_of(mark)
        here = here_by(request, writer)
        brings_copy = bool(here) and request.path == BRINGS_COPY
        check_size(request, device, brings_copy=brings_copy)
        if request.length and not device and not brings_copy:
            self._make_room_for_body(writer, request.length)
        body = await _body_of(request, reader, writer)
        self._unfinished.pop(writer, None)
        self.busy += 1
        try:
            stays_open = await self._forward(request, body, mark, writer, here)
        finally:
            self.busy -= 1
            self._brought.pop(writer, None)
            if body:
                body.close()
        return device if stays_open and not self.is_ending else None

    async def _forward(
        self, request: RequestHead, body: Body | None, mark: str, writer: asyncio.StreamWriter, here: str
    ) -> bool:
        """Forward a request to its server and the answer to the browser; return whether the connection stays open.

        ``mark`` is the number of the device by its cookie, empty where it has none; ``here`` is from `here_by`.
        """
        peer = str((writer.get_extra_info("peername") or ("",))[0]).partition("%")[0]
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as kept:
            async with self._lanes.way(request, self._lanes.device_of(mark), peer) as port:
                head = request.passed_on(peer, is_marked=bool(mark), here=here)
                response = await _ask(port, head, request.method, body, kept)
            self._lanes.hear(mark, holds_role=response.holds_role)
            if not self._lanes.device_of(mark):
                self._unfinished[writer] = None
            stays_open = request.stays_open and response.tells_its_end and not self.is_ending
            writer.write(response.sent(stays_open=stays_open))
            kept.seek(0)
            while part := kept.read(AT_ONCE):
                writer.write(part)
                async with asyncio.timeout(IDLE):  # a browser that reads nothing for so long has gone
                    await writer.drain()
        return stays_open


def here_by(request: RequestHead, writer: asyncio.StreamWriter) -> str:
    """The secret that says that a browser on this machine asks, run by this user; empty for others, and for pages alike for them."""
    peer, own = writer.get_extra_info("peername") or ("", 0), writer.get_extra_info("sockname") or ("", 0)
    if not may_be_here(request.path) or not is_of_loopback(str(peer[0])) or any(map(request.field, PASSED_ON)):
        return ""
    return str(settings.THIS_MACHINE) if is_of_this_user(peer[1], own[1]) else ""


async def _refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, refused: RefusedRequestError) -> None:
    """Send the refusal, then read and discard the rest of the request: a browser that is still sending would not read it."""
    try:
        writer.write(refusal(refused))
        async with asyncio.timeout(IDLE):
            await writer.drain()
            while await asyncio.wait_for(reader.read(AT_ONCE), LONGEST_RUNNING_OUT):
                pass
    except (OSError, TimeoutError):
        pass


async def _body_of(request: RequestHead, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Body | None:
    """Read the complete body of a request; None where it has none. Raises an error where it ends early or comes too slowly."""
    if not request.length:
        return None
    if request.waits:
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  closed once it is answered
    left = request.length
    try:
        async with asyncio.timeout(IDLE + request.length / SLOWEST):
            while left:
                part = await reader.read(min(left, AT_ONCE))
                if not part:
                    raise asyncio.IncompleteReadError(b"", left)
                body.write(part)
                left -= len(part)
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body


async def _ask(port: int, head: bytes, method: str, body: Body | None, kept: Body) -> ResponseHead:
    """Send a request to the server at that port, write the body of its answer into ``kept``, and return the head of the answer.

    Raises RefusedRequestError where the server does not answer.
    """
    try:
        async with asyncio.timeout(LONGEST_ANSWER):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2 * LONGEST_HEAD)
            try:
                await _send(writer, head, body)
                response = read_response_head(await reader.readuntil(b"\r\n\r\n"), method)
                async for part in _parts(reader, response.length):
                    kept.write(part)
                return response
            finally:
                writer.close()
    except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
        words = (
            "The server did not answer. Go back and check whether your entry was saved; if it was not, send it again."
        )
        raise RefusedRequestError(HTTPStatus.BAD_GATEWAY, words) from None


async def _send(writer: asyncio.StreamWriter, head: bytes, body: Body | None) -> None:
    """Write a request's head and body to a server."""
    writer.write(head)
    while body and (part := body.read(AT_ONCE)):
        writer.write(part)
        await writer.drain()
    await writer.drain()


async def _parts(reader: asyncio.StreamReader, length: int | None) -> AsyncIterator[bytes]:
    """The body of an answer in pieces: ``length`` bytes or, for None, all until the server closes the connection."""
    left = length
    while left is None or left > 0:
        part = await reader.read(AT_ONCE if left is None else min(left, AT_ONCE))
        if not part:
            if left:
                raise asyncio.IncompleteReadError(b"", left)
            return
        yield part
        left = None if left is None else left - len(part)


def most_connections() -> int:
    """How many connections the front may hold, after raising the limit of open files as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    files = wanted if soft == resource.RLIM_INFINITY else soft
    return max(50, min(MOST_CONNECTIONS, files - SPARE_FILES))


async def stand(sockets: Sequence[socket.socket], desk: int, crowd: int) -> None:
    """Run the front until a signal, or until the parent process ends; then finish requests under way, for `LONGEST_END` seconds at most.

    ``desk`` and ``crowd`` are the ports of the two servers on this machine.
    """
    front, parent, ending = Front(Lanes(desk, crowd), most_connections()), started_by(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    servers = [
        await asyncio.start_server(front.meet, sock=each, limit=LONGEST_HEAD, backlog=ACCEPTED_AT_ONCE)
        for each in sockets
    ]
    for each in sockets:
        each.listen(WAITING)  # asyncio has just set a shorter queue of waiting connections
    while not ending.is_set() and os.getppid() == parent:
        try:
            async with asyncio.timeout(LOOKS_EVERY):
                await ending.wait()
        except TimeoutError:
            continue
    front.is_ending = True
    for server in servers:
        server.close()
    last = loop.time() + LONGEST_END
    while front.busy and loop.time() < last:
        await asyncio.sleep(0.05)


def main() -> None:
    """Read the numbers of inherited sockets and the two ports from the command line, and run the front."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, nargs="+", required=True, help="numbers of open sockets")
    parser.add_argument("--desk", type=int, required=True, help="port of the desk's server on this machine")
    parser.add_argument("--crowd", type=int, required=True, help="port of the crowd's server on this machine")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    sockets = [socket.socket(fileno=number) for number in given.sockets]
    for each in sockets:
        each.setblocking(False)
    asyncio.run(stand(sockets, given.desk, given.crowd))


if __name__ == "__main__":
    main()
