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

from tournament.installation.processes import started_by
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
from tournament.management.serving.lanes import TOO_MANY, Lanes, check_size
from tournament.management.serving.sockets import WAITING

MOST_CONNECTIONS = 4_000
SPARE_FILES = 200
"""Files that stay free for what is not a connection of a browser."""
IDLE = 30.0
"""Seconds in which a whole head has to come; a connection that is kept rests as long."""
SLOWEST = 4_096
"""Bytes a second: what comes more slowly, after the first IDLE seconds, is given up."""
LONGEST_ANSWER, LONGEST_RUNNING_OUT = 600.0, 2.0
"""Seconds; what is refused may come for IDLE seconds more, as long as it comes."""
MOST_OF_STRANGERS = 64_000_000
"""Bytes that strangers may be bringing, all together, until they are answered."""
AT_ONCE = 65_536
IN_MEMORY = 262_144
"""Bytes of a request or an answer; more lies in a file that has no name."""
ACCEPTED_AT_ONCE = 16
"""New connections between two looks at those that are there."""
LOOKS_EVERY = 0.5
LONGEST_END = 10.0

Body = IO[bytes]


class Front:
    """The open connections of browsers, and their way to the servers."""

    def __init__(self, lanes: Lanes, most: int = MOST_CONNECTIONS, most_brought: int = MOST_OF_STRANGERS) -> None:
        self._lanes = lanes
        self._most = most
        self._most_brought = most_brought
        self._open: set[asyncio.StreamWriter] = set()
        self._unfinished: dict[asyncio.StreamWriter, None] = {}
        """Connections of strangers of which no server is being asked anything, the oldest first: those that may be closed."""
        self._brought: dict[asyncio.StreamWriter, int] = {}
        """The bytes that strangers have announced and that are not answered yet."""
        self.busy = 0
        self.is_ending = False

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection, one after the other; a cancelled connection just closes."""
        with suppress(asyncio.CancelledError):
            await self._meet(reader, writer)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._has_room():
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            device: str | None = ""
            while device is not None:
                device = await self._next(reader, writer, device)
        except RefusedRequestError as refused:
            self._unfinished[writer] = None
            await _refuse(reader, writer, refused)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
            pass  # who went away, or sent nothing more, is not answered
        finally:
            self._open.discard(writer)
            self._unfinished.pop(writer, None)
            self._brought.pop(writer, None)
            writer.close()

    def _has_room(self) -> bool:
        if len(self._open) < self._most:
            return True
        oldest = next(iter(self._unfinished), None)
        if oldest is None:
            return False
        self._end(oldest)
        return True

    def _end(self, unfinished: asyncio.StreamWriter) -> None:
        del self._unfinished[unfinished]
        self._brought.pop(unfinished, None)
        self._open.discard(unfinished)
        unfinished.transport.abort()

    def _let_bring(self, writer: asyncio.StreamWriter, length: int) -> None:
        """Make room for a stranger's body: the largest one under way that is not smaller is closed, of equal ones the oldest."""
        while sum(self._brought.values()) + length > self._most_brought:
            larger = [each for each in self._unfinished if self._brought.get(each, 0) >= length]
            if not larger:
                raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY)
            self._end(max(larger, key=self._brought.__getitem__))
        self._brought[writer] = length

    async def _next(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, device: str) -> str | None:
        """Answer one request; the number of the device that sent it, None where the connection ends with it."""
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
        check_size(request, device)
        if request.length and not device:
            self._let_bring(writer, request.length)
        body = await _body_of(request, reader, writer)
        self._unfinished.pop(writer, None)
        self.busy += 1
        try:
            stays_open = await self._answer(request, body, mark, writer)
        finally:
            self.busy -= 1
            self._brought.pop(writer, None)
            if body:
                body.close()
        return device if stays_open and not self.is_ending else None

    async def _answer(self, request: RequestHead, body: Body | None, mark: str, writer: asyncio.StreamWriter) -> bool:
        peer = str((writer.get_extra_info("peername") or ("",))[0]).partition("%")[0]
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as kept:
            async with self._lanes.way(request, self._lanes.device_of(mark), peer) as port:
                response = await _ask(port, request.passed_on(peer, is_marked=bool(mark)), request.method, body, kept)
            self._lanes.hear(mark, holds_role=response.holds_role)
            if not self._lanes.device_of(mark):
                self._unfinished[writer] = None
            stays_open = request.stays_open and response.tells_its_end and not self.is_ending
            writer.write(response.sent(stays_open=stays_open))
            kept.seek(0)
            while part := kept.read(AT_ONCE):
                writer.write(part)
                async with asyncio.timeout(IDLE):  # who takes nothing for so long has gone
                    await writer.drain()
        return stays_open


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
    """The complete body of a request; None where it has none."""
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
    """Send a request to the server at that port, and store its answer; raises RefusedRequestError where it gives none."""
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
        words = "The server has not answered. Go back, look whether what you sent is there, and send it again if not."
        raise RefusedRequestError(HTTPStatus.BAD_GATEWAY, words) from None


async def _send(writer: asyncio.StreamWriter, head: bytes, body: Body | None) -> None:
    writer.write(head)
    while body and (part := body.read(AT_ONCE)):
        writer.write(part)
        await writer.drain()
    await writer.drain()


async def _parts(reader: asyncio.StreamReader, length: int | None) -> AsyncIterator[bytes]:
    """The body of an answer in pieces: ``length`` bytes, or all until the server closes."""
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
    """Serve until a signal, or until the parent process ends; requests under way are finished."""
    front, parent, ending = Front(Lanes(desk, crowd), most_connections()), started_by(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    servers = [
        await asyncio.start_server(front.meet, sock=each, limit=LONGEST_HEAD, backlog=ACCEPTED_AT_ONCE)
        for each in sockets
    ]
    for each in sockets:
        each.listen(WAITING)  # asyncio has just let fewer wait
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
    """Take the open sockets from `serve`, and run the front before the two servers."""
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
