"""One socket: who may open it, its queue of frames, and database work in threads beside the event loop."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from threading import local
from time import monotonic
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, close_old_connections, connection
from django.http import HttpRequest
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import SecurityError

from tournament.installation.addresses import without_port
from tournament.record.devices import LETTERS
from tournament.record.vocabulary import CODE_LENGTH

PROGRAMS = "/live/"
_PAGE = re.compile(rf"/game/([{LETTERS}]{{{CODE_LENGTH}}})/live/")
LONGEST_COOKIE = 4_096
WHY = "X-Why"
"""The field of a refusal with its sentence, percent-encoded: by it the front of `serve` hears it."""
RESTARTS = 1012
"""The code with which sockets are closed when the server restarts."""
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class SocketRefusal:
    """A refusal to open a socket: HTTP status and sentence."""

    status: int
    words: str


@dataclass(frozen=True, slots=True)
class SocketRequest:
    """A request for a socket: the game's code for a page, empty for a program; and the token in the page's cookie."""

    code: str = ""
    token: str = ""


def socket_request(path: str, headers: Headers, cookie: str) -> SocketRequest | SocketRefusal:
    """Read a request for a socket from its path and headers; ``cookie`` is the name of the cookie with a seat's token."""
    path = path.partition("?")[0]
    page = _PAGE.fullmatch(path)
    if page is None and path != PROGRAMS:
        return SocketRefusal(
            404,
            f"There is no socket here. Programs open {PROGRAMS}, pages the one of their game.",
        )
    try:
        host, origin = headers.get("Host", ""), headers.get("Origin")
        cookies = headers.get("Cookie", "") or ""
    except (LookupError, SecurityError):
        return SocketRefusal(400, "A head stands here twice; send each once.")
    name = _host_asked_for(host or "")
    if not name:
        return SocketRefusal(
            400,
            "This installation does not answer to that name; use the address that it shows.",
        )
    if not _is_own(origin, name):
        return SocketRefusal(
            403,
            "A page of another site cannot play here; open the game at its own address.",
        )
    return SocketRequest(page[1] if page else "", _token(cookies, cookie) if page else "")


def _host_asked_for(host: str) -> str:
    """The name in a header `Host`, in small letters; empty where this installation does not answer to it."""
    request = HttpRequest()
    request.META["HTTP_HOST"] = host
    try:
        return without_port(request.get_host()) if host else ""
    except DisallowedHost:
        return ""


def _is_own(origin: str | None, name: str) -> bool:
    """Whether a header `Origin` names a page of this installation (same host, port of the pages), or is missing (None)."""
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        page, own = urlsplit(origin), urlsplit(settings.OWN_ADDRESS)
        ports = [part.port or PORTS.get(part.scheme) for part in (page, own)]
    except ValueError:  # no address at all
        return False
    host = f"[{page.hostname}]" if page.hostname and ":" in page.hostname else page.hostname
    return page.scheme in PORTS and host == name.lower() and ports[0] == ports[1]


def _token(cookies: str, name: str) -> str:
    """The value of a cookie in a header `Cookie`; empty where there is none or the header cannot be read."""
    try:
        found = SimpleCookie(cookies[:LONGEST_COOKIE]).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


MOST_ANSWERS = 8
"""How many answers may wait to be sent; until some are sent, no further message of the socket is read."""


class Outbox:
    """The queue of frames to one socket: answers in order, and at most one frame of news, as newer news replaces older."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self._answers: deque[str] = deque()
        self._newest: str | None = None
        self._is_closed = False
        self._filled, self._taken = asyncio.Event(), asyncio.Event()

    async def answer(self, *frames: str) -> None:
        """Queue answers, after waiting until there is room."""
        while len(self._answers) >= MOST_ANSWERS and not self._is_closed:
            self._taken.clear()
            await self._taken.wait()
        self._answers.extend(frames)
        self._filled.set()

    def offer(self, frame: str) -> None:
        """Queue news in place of news that was not sent yet."""
        self._newest = frame
        self._filled.set()

    def forget_news(self) -> None:
        """Drop news that is not sent yet, because an answer tells the same."""
        self._newest = None

    async def send(self) -> None:
        """Send what is queued, until the socket is closed, which raises ConnectionClosed."""
        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._answers or self._newest is not None:
                    await self._socket.send(self._next())
        finally:
            self._is_closed = True
            self._taken.set()  # whoever waits for room may stop waiting

    def _next(self) -> str:
        """The frame to be sent next: answers go before news."""
        if self._answers:
            self._taken.set()
            return self._answers.popleft()
        frame, self._newest = self._newest or "", None
        return frame


CHECKS_EVERY = 1.0
"""Seconds after which a thread checks again, by one more query, that its connection still works."""
READERS = 3
WRITERS = 2
"""How many threads write, where the database allows several at once. For SQLite there is only one, because it locks all others out."""

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class Work:
    """Threads for database work; each keeps its own connection, as threads of the web server do."""

    def __init__(self) -> None:
        writers = 1 if connection.vendor == "sqlite" else WRITERS
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="sockets")
        self._writers = ThreadPoolExecutor(writers, thread_name_prefix="acts")

    async def read_in_thread(
        self, what: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs
    ) -> _Result:
        """Run a function that reads in a thread; returns its result or raises its error."""
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, lambda: _with_checked_connection(what, *given, **named)
        )

    async def write(self, what: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
        """Run a function that writes in a thread; returns its result or raises its error."""
        return await asyncio.get_running_loop().run_in_executor(
            self._writers, lambda: _with_checked_connection(what, *given, **named)
        )

    def end(self) -> None:
        """Start nothing more; functions that run are finished."""
        for threads in (self._readers, self._writers):
            threads.shutdown(wait=False, cancel_futures=True)


class _LastCheck(local):
    """The moment at which the connection of this thread was last checked."""

    at = -CHECKS_EVERY


_last_check = _LastCheck()
_broke = -CHECKS_EVERY


def _with_checked_connection(what: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
    """Call a function after checking this thread's connection, unless it was checked lately and no connection has failed since."""
    global _broke
    now = monotonic()
    if now - _last_check.at >= CHECKS_EVERY or _last_check.at <= _broke:
        close_old_connections()
        _last_check.at = now
    try:
        return what(*given, **named)
    except DatabaseError:
        close_old_connections()
        _broke = monotonic()
        raise
