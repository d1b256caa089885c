"""Programs from elsewhere: each joins a series at a socket of this process, and then plays like one on standard input and output.

The first message is a hello with the program's token. After it the server sends what others read as lines on standard input, and reads
what others write as lines to standard output, one a message. A program that is gone loses decisions until it joins again.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import LONGEST, Hello, message_from
from games.series.bots import A_MOMENT, TO_END, Limits, ProgramBot, SeriesBot, SeriesError

#: The seconds within which a program has to say hello.
HELLO_WITHIN: Final = 10.0
#: The code with which a socket is closed whose program is refused.
REFUSED: Final = 1008


class JoinedProgram(ProgramBot):
    """A program from elsewhere: the name by which the series knows it, and the token by which it joins."""

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        super().__init__(loop, limits)
        self.name, self.token = name, secrets.token_hex(16)
        self._is_expected = True
        self._socket: ServerConnection | None = None
        self._sending: asyncio.Task[None] | None = None
        self._view: Mapping[str, Any] | None = None
        self._is_stuck = True

    @property
    def is_away(self) -> bool:  # type: ignore[override]
        """Whether it is not connected now."""
        return self._socket is None

    def end(self, patience: float = TO_END) -> bool:
        """Close the socket once the program has read everything, or had its time for that; it ends where it runs, and joins no more."""
        self._is_expected = False
        self._in_loop(self._finish(time.monotonic() + patience))
        return True

    async def talk(self, socket: ServerConnection) -> None:
        """Send and read messages until a socket ends. The program's earlier socket is closed; a view that it may have missed is sent.

        A program that the series goes on without is refused.
        """
        if not self._is_expected:
            await socket.close(REFUSED, "token-unknown")
            return
        before, self._socket = self._socket, socket
        if self._sending is not None:
            self._sending.cancel()
        if self._view is not None and not self._unsent:
            await self._tell(self._view)
        self._sending = asyncio.create_task(self._send_to(socket))
        closing = asyncio.create_task(before.close(REFUSED, "socket-replaced")) if before is not None else None
        try:
            with suppress(ConnectionClosed):
                async for frame in socket:
                    await self._lines.put(frame.encode() if isinstance(frame, str) else frame)
        finally:
            if self._socket is socket:
                self._sending.cancel()
                self._socket, self._is_stuck = None, True
            if closing is not None:
                closing.cancel()

    async def _send_to(self, socket: ServerConnection) -> None:
        """Send what is to be sent until the socket ends."""
        with suppress(ConnectionClosed):
            await self._send_all(lambda message: socket.send(message.decode()))

    async def _tell(self, message: Mapping[str, Any]) -> None:
        """Send a message, and keep the newest view for a program that is away."""
        self._view = message if message.get("t") == "view" else self._view
        await super()._tell(message)

    async def _finish(self, until: float) -> None:
        """See `end`."""
        while self._unsent and self._socket is not None and time.monotonic() < until:
            await asyncio.sleep(A_MOMENT)
        closing = asyncio.create_task(self._socket.close()) if self._socket is not None else None
        while self._socket is not None:
            self._drop_lines()
            await asyncio.sleep(A_MOMENT)
        if closing is not None:
            await closing


@contextmanager
def open_door(loop: asyncio.AbstractEventLoop, host: str, port: int, bots: Sequence[SeriesBot]) -> Iterator[list[str]]:
    """Let those bots that are programs from elsewhere join within this context, and yield a line for each of them: where, and its token.

    Port 0 is any free one.

    Raises:
        SeriesError: if nobody can listen there.
    """
    expected = {bot.token: bot for bot in bots if isinstance(bot, JoinedProgram)}

    async def admit(socket: ServerConnection) -> None:
        """Hear the hello of a socket and let its program talk, or refuse it."""
        program = None
        with suppress(TimeoutError, ConnectionClosed, IllegalActionError):
            async with asyncio.timeout(HELLO_WITHIN):
                hello = message_from(await socket.recv())
            program = expected.get(hello.token) if isinstance(hello, Hello) else None
        await (program.talk(socket) if program is not None else socket.close(REFUSED, "token-unknown"))

    async def listen() -> Server:
        return await serve(admit, host, port, max_size=LONGEST)

    async def close(server: Server) -> None:
        server.close()
        await server.wait_closed()

    try:
        server = asyncio.run_coroutine_threadsafe(listen(), loop).result()
    except OSError as problem:
        raise SeriesError(
            f"Nobody can join at {host}:{port}: {problem.strerror or problem}; name another --listen."
        ) from None
    address = f"ws://{f'[{host}]' if ':' in host else host}:{server.sockets[0].getsockname()[1]}/"
    try:
        yield [f"{bot.name} joins at {address} by the token {token}" for token, bot in expected.items()]
    finally:
        asyncio.run_coroutine_threadsafe(close(server), loop).result()
