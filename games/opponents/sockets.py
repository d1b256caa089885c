"""The transport by a socket: the server sends a view whenever there is news.

All sockets of a process are run by one separate thread, which answers pings while the opponent thinks. No other thread uses them, because
OpenSSL does not allow two threads to read and send at the same moment, and a hello would be lost.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import cache
from typing import Any, Final, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from games.opponents.transport import TO_ANSWER, Message, NoAnswerError, SeatRefusedError, address_of

#: The path at which a server has its sockets where its address has no path.
USUAL_PATH: Final = "/live/"
#: The code with which a server closes a socket whose seat it refuses.
REFUSED: Final = 1008
_LATER: Final = 500
_Done = TypeVar("_Done")


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of all sockets of this process, which runs in a separate thread and ends with the process."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="sockets", daemon=True).start()
    return loop


def _run(what: Coroutine[Any, Any, _Done]) -> _Done:
    """Run a coroutine in the thread of the sockets and wait for its result."""
    return asyncio.run_coroutine_threadsafe(what, _loop()).result()


async def _receive(socket: ClientConnection, patience: float) -> str | bytes:
    """Wait ``patience`` seconds for the next message and return it; TimeoutError if none came. With 0 nothing is waited for."""
    async with asyncio.timeout(patience):
        return await socket.recv()


class SocketTransport:
    """A transport by a socket, which is opened when it is needed, and again after it was closed.

    `look` waits at most ``patience`` seconds for news.
    """

    def __init__(self, address: str, token: str, patience: float) -> None:
        self._address = address_of(address, ("ws", "wss"), USUAL_PATH)
        self._hello = {"t": "hello", "v": 1, "token": token, "legal": True}
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._number = 0
        self._refusal = ""

    def send(self, message: Message) -> list[dict[str, Any]]:
        """Send a message and return the messages that answer it; a hello opens a new socket."""
        return self._with_transport_errors(lambda: self._send_and_read(message))

    def look(self, number: int) -> dict[str, Any] | None:
        """Return the newest view that arrived; None if none comes in time. ``number`` does not count here."""
        return self._with_transport_errors(self._newest)

    def close(self) -> None:
        """Close the socket."""
        socket, self._socket = self._socket, None
        if socket is not None:
            _run(socket.close())

    def _with_transport_errors(self, do: Callable[[], _Done]) -> _Done:
        """Do something with the socket and return the result. Errors become those of `Transport`, and close the socket."""
        try:
            return do()
        except InvalidStatus as problem:
            self.close()
            status = problem.response.status_code
            if status >= _LATER:
                raise NoAnswerError(f"The server answers with status {status}.") from None  # not said
            raise SeatRefusedError(
                f"No sockets are served there (status {status}); take the address that was told with the token."  # not said
            ) from None
        except ConnectionClosed as ending:
            self.close()
            if ending.rcvd is not None and ending.rcvd.code == REFUSED:
                raise SeatRefusedError(self._refusal or "The server has closed the socket.") from None  # not said
            raise NoAnswerError("The server has closed the socket.") from None  # not said
        except (OSError, WebSocketException, ValueError) as problem:
            self.close()
            raise NoAnswerError(f"The server does not answer: {problem}.") from None  # not said

    def _send_and_read(self, message: Message) -> list[dict[str, Any]]:
        """Send a message, and read until the messages that answer it are complete."""
        if message["t"] == "hello":
            self.close()
            return [self._open()[1]]
        socket, _ = self._open() if self._socket is None else (self._socket, None)
        _run(socket.send(json.dumps(message)))
        answer: list[dict[str, Any]] = []
        while True:
            frame = self._next_frame(socket, TO_ANSWER)
            if frame.get("t") != "view":
                answer.append(frame)
            elif answer or message["t"] == "agree":
                return [*answer, frame]

    def _newest(self) -> dict[str, Any] | None:
        """Read the views that arrive within the patience, and return the newest; None if there is none."""
        if self._socket is None:
            return self._open()[1]
        until = time.monotonic() + self._patience
        newest = None
        with suppress(TimeoutError):
            while True:
                left = 0.0 if newest is not None else max(0.0, until - time.monotonic())
                frame = self._next_frame(self._socket, left)
                newest = frame if frame.get("t") == "view" else newest
        return newest

    def _open(self) -> tuple[ClientConnection, dict[str, Any]]:
        """Open a new socket, say hello and wait for the first view; return both."""
        socket = self._socket = _run(self._connected())
        _run(socket.send(json.dumps({**self._hello, "n": self._number})))
        while (frame := self._next_frame(socket, TO_ANSWER)).get("t") != "view":
            continue
        return socket, frame

    async def _connected(self) -> ClientConnection:
        """Connect to the server."""
        return await connect(self._address, open_timeout=TO_ANSWER, compression=None)

    def _next_frame(self, socket: ClientConnection, patience: float) -> dict[str, Any]:
        """Wait for the next message, and note the number of a view or the text of a refusal."""
        frame: dict[str, Any] = json.loads(_run(_receive(socket, patience)))
        if frame.get("t") == "view":
            self._number = frame["n"]
        elif frame.get("t") == "no" and not frame.get("id"):
            self._refusal = str(frame.get("message", ""))
        return frame
