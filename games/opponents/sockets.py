"""A seat's way to its game by a socket: the server says by itself what is new."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, Final, TypeVar

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from games.opponents.doors import TO_ANSWER, AwayError, Message, ShutError, address_of

#: Where a server has its sockets, if its address names no other place.
USUAL_PATH: Final = "/live/"
#: The code with which a server closes a socket that it lets in no more.
REFUSED: Final = 1008
_LATER: Final = 500
_Done = TypeVar("_Done")


class SocketDoor:
    """A socket of one seat, opened when it is needed and again whenever it has ended.

    ``patience`` is how long (s) `look` waits for news.
    """

    def __init__(self, address: str, token: str, patience: float) -> None:
        self._address = address_of(address, ("ws", "wss"), USUAL_PATH)
        self._hello = {"t": "hello", "v": 1, "token": token, "legal": True}
        self._patience = patience
        self._held = ExitStack()
        self._socket: ClientConnection | None = None
        self._number = 0
        self._refusal = ""

    def send(self, message: Message) -> list[dict[str, Any]]:
        """Send a message; a hello opens the socket."""
        return self._guarded(lambda: self._sent(message))

    def look(self, number: int) -> dict[str, Any] | None:
        """The newest view that came; None where none comes soon."""
        return self._guarded(self._seen)

    def close(self) -> None:
        """Close the socket."""
        self._socket = None
        self._held.close()

    def _guarded(self, do: Callable[[], _Done]) -> _Done:
        """Do something with the socket; where it has ended, say so and be ready to open another one."""
        try:
            return do()
        except InvalidStatus as problem:
            self.close()
            status = problem.response.status_code
            words = f"The server answers with status {status}."
            raise (AwayError if status >= _LATER else ShutError)(words) from None
        except ConnectionClosed as ending:
            self.close()
            if ending.rcvd is not None and ending.rcvd.code == REFUSED:
                raise ShutError(self._refusal or "The server has closed the socket.") from None
            raise AwayError("The server has closed the socket.") from None
        except (OSError, WebSocketException, ValueError) as problem:
            self.close()
            raise AwayError(f"The server does not answer: {problem}.") from None

    def _sent(self, message: Message) -> list[dict[str, Any]]:
        if message["t"] == "hello":
            self.close()
            return [self._opened()[1]]
        socket, _ = self._opened() if self._socket is None else (self._socket, None)
        socket.send(json.dumps(message))
        answer: list[dict[str, Any]] = []
        while True:
            frame = self._taken(socket, TO_ANSWER)
            if frame.get("t") != "view":
                answer.append(frame)
            elif answer or message["t"] == "agree":
                return [*answer, frame]

    def _seen(self) -> dict[str, Any] | None:
        if self._socket is None:
            return self._opened()[1]
        until = time.monotonic() + self._patience
        newest = None
        with suppress(TimeoutError):
            while True:
                left = 0.0 if newest is not None else max(0.0, until - time.monotonic())
                frame = self._taken(self._socket, left)
                newest = frame if frame.get("t") == "view" else newest
        return newest

    def _opened(self) -> tuple[ClientConnection, dict[str, Any]]:
        """A new socket with its first view."""
        self._held = ExitStack()
        socket = self._held.enter_context(connect(self._address, open_timeout=TO_ANSWER, compression=None))
        self._socket = socket
        socket.send(json.dumps({**self._hello, "n": self._number}))
        while (frame := self._taken(socket, TO_ANSWER)).get("t") != "view":
            continue
        return socket, frame

    def _taken(self, socket: ClientConnection, patience: float) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=patience))
        if frame.get("t") == "view":
            self._number = frame["n"]
        elif frame.get("t") == "no" and not frame.get("id"):
            self._refusal = str(frame.get("message", ""))
        return frame
