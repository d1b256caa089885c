"""Which server answers a request: the desk's for devices of accounts that hold a role, the crowd's for everybody else.

A lane forwards a limited number of requests at once, and the others queue. Whoever has least under way goes next, so nobody who asks much
makes others wait: at the desk that is a device, among strangers an address (see `stranger_of`), which a whole venue may share.

What a request may bring, by who sends it; and how a request is refused before any server behind the front sees it.

The open connections of browsers: how many there are, which of them may be closed for others, and what strangers bring.

Reading requests is the library's work. This module stands between the system's connections and the library's, and closes some.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import cast

from django.conf import settings

from tournament.installation.device_mark import read_mark
from tournament.management.serving.backends import Backend

DOOR = "/login/"
LETS_IN, TRIES = "/let-in/", "/try/"
BRINGS_COPY = "/let-in/copy/"
LARGEST_COPY = 2_000_000_000
"""The address to which the browser on this machine brings the copy of an installation, and the most bytes of it."""
LARGEST = 10_000_000
LARGEST_OF_STRANGERS = 3_000_000
"""The most bytes of one request of a known device and of a stranger. An archive has at most eight million; a log-in page repeats the form
that led to it, which may have a million characters."""
LONG = re.compile(
    r"/let-in/copy/|/desk/(?:restore|copy|practice|new|phones)/|/desk/[^/]+/(?:archive|chart|practice|sheets|snapshots|rounds/\d+/draw)\b"
)
"""Where copies are brought, events made, sheets printed and rounds drawn, which may take minutes and have bounds of their own."""
TOO_MANY = "Too many requests at once. Wait a moment, then open the page again."


class RefusedRequestError(Exception):
    """A request that is not forwarded, with the status and sentence of its answer."""

    def __init__(self, status: HTTPStatus, words: str) -> None:
        super().__init__(words)
        self.status = status


@dataclass(frozen=True, slots=True)
class Asked:
    """What decides the way of a request: its method, its path without the query and decoded, the length in bytes and type of its body."""

    method: str
    path: str
    length: int = 0
    content_type: str = ""
    cookies: Mapping[str, str] = field(default_factory=dict)


def may_be_here(path: str) -> bool:
    """Whether a page at this address differs for the browser on this machine itself; of others nobody need ask."""
    return path.startswith((LETS_IN, TRIES)) or path in {
        "/",
        DOOR,
        *(f"/{code}/" for code, _name in settings.LANGUAGES),
    }


def takes_long(path: str) -> bool:
    """Whether a request to this address may take minutes of work."""
    return LONG.match(path) is not None


def check_size(request: Asked, device: str, *, brings_copy: bool = False) -> None:
    """Raise RefusedRequestError for too large a body, before it is read; ``device`` is from `Lanes.device_of`.

    With ``brings_copy`` the browser on this machine itself brings the copy of an installation.
    """
    most = LARGEST_COPY if brings_copy else LARGEST if device else LARGEST_OF_STRANGERS
    has_file = request.content_type.lower().startswith("multipart/")
    largest_form = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or most
    if most >= request.length > largest_form and not has_file:
        raise RefusedRequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"This form has {request.length:,} bytes; the limit is {largest_form:,}. Send less at once, or a long text as a file.",
        )
    if request.length > most and not has_file:
        raise RefusedRequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is too much to send at once. Shorten it and send it again."
        )
    if request.length > most:
        raise RefusedRequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"You sent {request.length:,} bytes; the limit is {most:,}. Choose a smaller file.",
        )


OF_THE_DESK, OF_THE_CROWD = 12, 8
"""How many requests the desk's server and the crowd's answer at once; others wait."""
AT_THE_DOOR = 2
"""How many log-ins of devices that are not known are answered at once, and as many log-ins by link or code."""
MOST_WAITING = 500
"""How many requests of strangers may wait in one lane; for one more, the last of the stranger who has most waiting is refused."""
OF_A_DEVICE = 6
"""How many requests of one device are forwarded at once: as many as a browser sends."""
OF_A_STRANGER = 2
"""How many requests of one stranger the crowd's server answers at once: they share one processor, with everybody else's."""
LONGEST_WAIT = 30.0
"""Seconds that a stranger's request waits at most; a request of a known device waits as long as it takes."""


class Lane:
    """A queue before one server, which lets a limited number of requests through at once: next goes whoever has least under way."""

    def __init__(self, at_once: int, of_one: int | None = None, patience: float | None = LONGEST_WAIT) -> None:
        """``of_one`` is how many of one asker go through at once, ``patience`` how many seconds a request waits (None: without limit)."""
        self._at_once, self._of_one = at_once, of_one or at_once
        self._patience = patience
        self._under_way: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """The requests that wait by who asks; first whoever was let through longest ago."""
        self._many = 0

    @asynccontextmanager
    async def taken(self, who: str) -> AsyncIterator[None]:
        """Wait until a request of ``who`` may go through, and count it as under way until the block ends.

        Raises RefusedRequestError where too many wait already, of ``who`` more than of anybody else, and where the wait is too long.
        """
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        self._many += 1
        self._let_through()
        if self._patience and self._many > MOST_WAITING:
            self._refuse_one()
        try:
            try:
                async with asyncio.timeout(self._patience):
                    await turn
            except TimeoutError:
                raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY) from None
            yield
        finally:
            self._leave(who, turn)

    def _let_through(self) -> None:
        """Let those through for whom there is room."""
        while self._waiting and self._under_way.total() < self._at_once:
            who = min(self._waiting, key=self._under_way.__getitem__)
            if self._under_way[who] >= self._of_one:
                return
            turn = self._waiting[who][0]
            self._take_out(who, turn)
            if who in self._waiting:  # to the end of those who have as little under way
                self._waiting[who] = self._waiting.pop(who)
            if not turn.done():
                self._under_way[who] += 1
                turn.set_result(None)

    def _refuse_one(self) -> None:
        """Refuse the last request of whoever has most waiting."""
        who = max(self._waiting, key=lambda each: len(self._waiting[each]))
        turn = self._waiting[who][-1]
        self._take_out(who, turn)
        if not turn.done():
            turn.set_exception(RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY))

    def _take_out(self, who: str, turn: asyncio.Future[None]) -> None:
        """Take out of the queue what waits no more, if it is still there."""
        queue = self._waiting.get(who)
        if queue and turn in queue:
            queue.remove(turn)
            self._many -= 1
            if not queue:
                del self._waiting[who]

    def _leave(self, who: str, turn: asyncio.Future[None]) -> None:
        """Give back the place of a request that is over, or has given up."""
        if turn.done() and not turn.cancelled():
            if turn.exception() is not None:
                return
            self._under_way[who] -= 1
            if not self._under_way[who]:
                del self._under_way[who]
            self._let_through()
        else:
            self._take_out(who, turn)


class Lanes:
    """The lanes to the desk's server and to the crowd's; ``key`` is the secret with which devices' marks are signed."""

    def __init__(self, desk: Backend, crowd: Backend, key: str) -> None:
        self.key = key
        self.to_desk, self.to_crowd = desk, crowd
        self._desk = Lane(OF_THE_DESK, OF_A_DEVICE, patience=None)
        self._crowd, self._forms = Lane(OF_THE_CROWD, OF_A_STRANGER), Lane(OF_THE_CROWD, OF_A_STRANGER)
        self._door, self._letting_in = Lane(AT_THE_DOOR), Lane(AT_THE_DOOR)
        self._without_role: set[str] = set()
        """The numbers of devices whose accounts, as a server has said, hold no role any more."""

    def mark_of(self, request: Asked) -> str:
        """The number of the device that sent a request, from its signed cookie; empty where it has no valid one."""
        known = read_mark(request.cookies, self.key)
        return known.device if known else ""

    def device_of(self, mark: str) -> str:
        """The number of a known device, which the desk's server serves; empty for a stranger, which the crowd's server serves.

        ``mark`` is the number in the device's cookie. A device whose accounts hold no role any more counts as a stranger.
        """
        return "" if mark in self._without_role else mark

    def hear(self, mark: str, *, holds_role: bool | None) -> None:
        """Remember whether accounts of a device hold a role, as a server's response says; None changes nothing."""
        if holds_role is not None:
            (self._without_role.discard if holds_role else self._without_role.add)(mark)

    @asynccontextmanager
    async def way(self, request: Asked, device: str, stranger: str) -> AsyncIterator[Backend]:
        """Wait for this request's turn, and give the server that is to answer it.

        ``device`` is from `device_of`, ``stranger`` from `stranger_of`. Raises RefusedRequestError as `Lane.taken`.
        """
        if device:
            lane = self._desk
        elif request.method == "POST" and request.path.startswith(DOOR):
            lane = self._door
        elif request.path.startswith(LETS_IN):
            lane = self._letting_in
        else:  # what waits for the database to be written holds up nobody who reads
            lane = self._forms if request.method == "POST" else self._crowd
        async with lane.taken(device or stranger):
            yield self.to_desk if device else self.to_crowd


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
