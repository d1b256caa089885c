"""The open connections of browsers: how many there are, which of them may be closed for others, and what strangers bring.

Reading requests is the library's work. This module stands between the system's connections and the library's, and closes some.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from tournament.management.serving.fronting.limits import TOO_MANY, RefusedRequestError

LONGEST_HEAD = 65_536
"""The most bytes of a connection that may arrive without the end of a request's head among them."""
END_OF_HEAD = b"\r\n\r\n"


class Connection(asyncio.Protocol):
    """One connection of a browser: passes everything on to the library's own, and knows whether a whole request has arrived.

    A stranger is a device that is not known, or that has sent nothing yet (see `Lanes.device_of`).
    """

    __slots__ = ("_connections", "_end_of_unread", "_has_head", "_inner", "_unread", "brings", "transport")

    def __init__(self, connections: Connections, inner: asyncio.Protocol) -> None:
        self._connections = connections
        self._inner = inner
        self._unread, self._end_of_unread, self._has_head = 0, b"", False
        self.brings = 0
        """The announced bytes of the request of a stranger that is not answered yet."""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take part, unless there is no room."""
        self.transport = cast(asyncio.Transport, transport)
        if self._connections.add(self):
            self._inner.connection_made(transport)
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass bytes on; a connection that brings very many without the end of a head is closed."""
        if not self._has_head:
            self._has_head = END_OF_HEAD in self._end_of_unread + data
            self._end_of_unread = data[1 - len(END_OF_HEAD) :]
            self._unread += len(data)
            if self._unread > LONGEST_HEAD and not self._has_head and self.transport is not None:
                self.transport.abort()
                return
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """The browser sends no more."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """The browser reads more slowly than we write."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The browser has read."""
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        if self._connections.remove(self):
            self._inner.connection_lost(exc)

    def await_head(self) -> None:
        """A request has been answered: what comes now is the head of the next."""
        self._unread, self._end_of_unread, self._has_head = 0, b"", False


class Connections:
    """All open connections, at most ``most``; the bodies of strangers' unanswered requests have at most ``most_brought`` bytes."""

    def __init__(self, most: int, most_brought: int) -> None:
        self._most, self._most_brought = most, most_brought
        self._open: dict[asyncio.BaseTransport, Connection] = {}
        self._unfinished: dict[Connection, None] = {}
        """Strangers' connections with no request at a server now, the oldest first: those that may be closed to make room."""
        self._brought = 0
        self._bringing: list[dict[Connection, None]] = [{} for _ in range(most_brought.bit_length() + 1)]
        """Of those, the ones with a body, by the number of bits of its length, the oldest first: so that none is searched for."""

    def __len__(self) -> int:
        return len(self._open)

    def of(self, transport: asyncio.BaseTransport | None) -> Connection | None:
        """The connection with this transport; None where it has been closed."""
        return self._open.get(transport) if transport is not None else None

    def accepting(self, library: Callable[[], asyncio.Protocol]) -> Callable[[], Connection]:
        """What makes the connection for each browser, over what the ``library`` makes for it."""
        return lambda: Connection(self, library())

    def add(self, new: Connection) -> bool:
        """Whether one more connection can be held; at the limit the oldest unfinished one of a stranger is closed for it."""
        if len(self._open) >= self._most:
            oldest = next(iter(self._unfinished), None)
            if oldest is None:
                return False
            self._close(oldest)
        if new.transport is not None:
            self._open[new.transport] = new
            self._unfinished[new] = None
        return True

    def remove(self, gone: Connection) -> bool:
        """Forget a connection that is closed; whether it had been added."""
        self.answered(gone)
        self._unfinished.pop(gone, None)
        return gone.transport is not None and self._open.pop(gone.transport, None) is not None

    def hold(self, connection: Connection) -> None:
        """From now on the connection stays open: a whole request of it is under way, or it is a known device's."""
        self._unfinished.pop(connection, None)
        self._of_size(connection.brings).pop(connection, None)

    def let_go(self, connection: Connection) -> None:
        """From now on the connection may be closed for others, after all those that may be already."""
        if connection.transport in self._open:
            self._unfinished.pop(connection, None)
            self._unfinished[connection] = None

    def bring(self, connection: Connection, length: int) -> None:
        """Count ``length`` bytes of a stranger's body; beyond the limit, close unfinished connections whose bodies are not much smaller.

        The largest are closed first, of those of about one size the oldest. Raises RefusedRequestError where all others are much smaller.
        """
        while self._brought + length > self._most_brought:
            largest = next((size for size in reversed(self._bringing) if size), {})
            oldest = next(iter(largest), None)
            if oldest is None or oldest.brings.bit_length() < length.bit_length():
                raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY)
            self._close(oldest)
        connection.brings = length
        self._brought += length
        self._of_size(length)[connection] = None

    def answered(self, connection: Connection) -> None:
        """Forget the bytes of a connection's request, which is answered."""
        self._of_size(connection.brings).pop(connection, None)
        self._brought -= connection.brings
        connection.brings = 0

    def _of_size(self, length: int) -> dict[Connection, None]:
        """The unfinished connections with bodies of about this length."""
        return self._bringing[min(length.bit_length(), len(self._bringing) - 1)]

    def _close(self, unfinished: Connection) -> None:
        """Close an unfinished connection without an answer."""
        self._unfinished.pop(unfinished, None)
        self.answered(unfinished)
        if unfinished.transport is not None:
            unfinished.transport.abort()
            # The library's own hears of it with `connection_lost`, a turn of the loop later; the place is free now.
