"""Programs from elsewhere: each joins a series at a socket of this process, and then plays like one on standard input and output.

The first message is a hello with the program's token. After it the server sends what others read as lines on standard input, and reads
what others write as lines to standard output, one a message. A program that does not read, or writes without being asked, holds nobody
up: a thread of its own runs the sockets, and keeps little. A program that is gone loses decisions until it joins again.
"""

from __future__ import annotations

import asyncio
import json
import queue
import secrets
import threading
import time
from collections import deque
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import LONGEST, Hello, message_from
from games.series.programs import MOST_UNREAD, TO_END, LateError

#: The seconds within which a program has to say hello.
HELLO_WITHIN: Final = 10.0
#: The most messages of a program that wait to be read; further ones are dropped.
MOST_WAITING: Final = 64
#: The code with which a socket is closed whose program is refused.
REFUSED: Final = 1008


class JoinedProgram:
    """A program from elsewhere, known by its token, with the methods of `Program`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.token = secrets.token_hex(16)
        #: Whether it may join; a series that began without it lets it join no more.
        self.is_expected = True
        self._loop = loop
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._unsent: deque[str] = deque()
        self._has_unsent = asyncio.Event()
        self._socket: ServerConnection | None = None
        self._is_sending = False
        self._view = ""

    @property
    def last_words(self) -> str:
        """Nothing: what it writes to standard error stays where it runs."""
        return ""

    @property
    def is_here(self) -> bool:
        """Whether it is connected now."""
        return self._socket is not None

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message as soon as the program reads it; if too much waits to be sent, the messages before it are dropped."""
        text = json.dumps(message, separators=(",", ":"))
        if message.get("t") == "view":
            self._view = text
        self._loop.call_soon_threadsafe(self._put, text)

    def drop_pending(self) -> None:
        """Drop the messages that the program sent without being asked, and those that were not sent to it yet."""
        with suppress(queue.Empty):
            while True:
                self._lines.get_nowait()
        self._loop.call_soon_threadsafe(self._drop)

    def read_line(self, until: float) -> bytes:
        """Wait for the next message and return it; ``until`` is a moment of `time.monotonic`.

        Raises:
            LateError: if none came until then.
        """
        try:
            return self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise LateError from None

    def close_input(self) -> None:
        """Do nothing: the socket is closed when all programs have read what was sent to them."""

    def end(self) -> bool:
        """Do nothing; the program ends where it runs."""
        return True

    async def talk(self, socket: ServerConnection) -> None:
        """Send and read messages until a socket ends. The program's earlier socket is closed; a view that it may have missed is sent."""
        before, self._socket = self._socket, socket
        if self._view and not self._unsent:
            self._put(self._view)
        tasks = [asyncio.create_task(self._send_all(socket))]
        if before is not None:  # which may have lost its network, and then ends later
            tasks.append(asyncio.create_task(before.close(REFUSED, "socket-replaced")))
        try:
            with suppress(ConnectionClosed):
                async for frame in socket:
                    with suppress(queue.Full):
                        self._lines.put_nowait(frame.encode() if isinstance(frame, str) else frame)
        finally:
            for task in tasks:
                task.cancel()
            if self._socket is socket:
                self._socket = None

    async def finish(self) -> None:
        """Close the socket once the program has read everything, or has had its time for that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TO_END):
                while self._unsent and self._socket is not None:
                    await asyncio.sleep(0.01)
        if self._socket is not None:
            await self._socket.close()

    def _put(self, text: str) -> None:
        """Add a message to those that are to be sent; runs in the thread of the sockets."""
        if sum(map(len, self._unsent)) > MOST_UNREAD:
            self._unsent.clear()
        self._unsent.append(text)
        self._has_unsent.set()

    def _drop(self) -> None:
        """Drop what a program that is gone or does not read was not sent; runs in the thread of the sockets."""
        if self._is_sending or self._socket is None:
            self._unsent.clear()

    async def _send_all(self, socket: ServerConnection) -> None:
        """Send what is to be sent, as it comes, until the socket ends or a newer one takes its place."""
        with suppress(ConnectionClosed):
            while self._socket is socket:
                if self._unsent:
                    self._is_sending = True
                    await socket.send(self._unsent.popleft())
                    self._is_sending = False
                else:
                    self._has_unsent.clear()
                    await self._has_unsent.wait()


class Door:
    """The socket at which programs from elsewhere join; ``address`` is what they connect to."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.address = ""
        self._loop = loop
        self._server: Server | None = None
        self._programs: dict[str, JoinedProgram] = {}

    def expected(self) -> JoinedProgram:
        """Return a program that may join from now on, by its token."""
        program = JoinedProgram(self._loop)
        self._programs[program.token] = program
        return program

    async def open(self, host: str, port: int) -> None:
        """Listen at a host and port (0: any free one); OSError where that is not possible."""
        self._server = await serve(self._admit, host, port, max_size=LONGEST)
        name = f"[{host}]" if ":" in host else host
        self.address = f"ws://{name}:{self._server.sockets[0].getsockname()[1]}/"

    async def close(self) -> None:
        """Close all sockets, each once its program has read everything."""
        await asyncio.gather(*(program.finish() for program in self._programs.values()))
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _admit(self, socket: ServerConnection) -> None:
        """Hear the hello of a socket and let its program talk, or refuse it."""
        program = None
        with suppress(TimeoutError, ConnectionClosed, IllegalActionError):
            async with asyncio.timeout(HELLO_WITHIN):
                hello = message_from(await socket.recv())
            program = self._programs.get(hello.token) if isinstance(hello, Hello) else None
        if program is None or not program.is_expected:
            await socket.close(REFUSED, "token-unknown")
            return
        await program.talk(socket)


@contextmanager
def open_door(host: str, port: int) -> Iterator[Door]:
    """Yield a door that is open within this context; OSError where nobody can listen at that host and port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="sockets", daemon=True)
    thread.start()

    def run(what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, loop).result()

    door = Door(loop)
    try:
        run(door.open(host, port))
        yield door
    finally:
        run(door.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
