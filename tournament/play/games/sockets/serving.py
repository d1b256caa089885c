"""The server of sockets inside a process of the web server: an event loop in a thread, over sockets that were opened before."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import socket
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from threading import Event, Thread
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import DatabaseError
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from games.acquire.play.devices.messages import LONGEST
from tournament.access.request_origin import network_of, real_address
from tournament.play.games.services.changes import subscribe_to_games
from tournament.play.games.sockets.connection import SocketRefusal, Work, socket_request
from tournament.play.games.sockets.hub import Hub
from tournament.play.games.sockets.pages import PageSocket, page_of
from tournament.play.games.sockets.programs import ProgramSockets
from tournament.record.gaming import SEAT_COOKIE

MOST_OPEN = 2_000
"""How many sockets one process serves; further ones are refused, and their pages then poll instead."""
OF_AN_ADDRESS = 500
"""How many sockets one address may have; it may be that of a whole hall: 250 players with phone and board."""
SPARE_FILES = 200
PINGS_EVERY, PONG_WITHIN = 20.0, 20.0
"""Seconds between pings, and until the answer: a client that is asleep or gone is dropped after both."""
RESTARTS = 1012
"""The code with which sockets are closed when the server restarts."""
LONGEST_START, LONGEST_END = 10.0, 3.0

log = logging.getLogger("tournament.play.games.sockets")


class SocketServer:
    """An event loop in a thread that serves sockets until it is ended."""

    def __init__(self, listening: Sequence[socket.socket], proxies: int = 0) -> None:
        """``proxies`` is the number of reverse proxies in front of these sockets, which name the client's address in a header."""
        self._listening = listening
        self._proxies = proxies
        self._of_address: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_ending = asyncio.Event()
        self._is_ready = Event()
        self._thread = Thread(target=self._run, daemon=True, name="sockets")
        self._open = 0
        self._pages: WeakKeyDictionary[ServerConnection, tuple[int, list[int]]] = WeakKeyDictionary()
        self._most = most_open()

    def start(self) -> None:
        """Start serving; return once the server is ready, or after a few seconds."""
        self._thread.start()
        self._is_ready.wait(LONGEST_START)

    def end(self) -> None:
        """Close every socket, so that clients reconnect to the next server, and end the thread."""
        if self._loop is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                self._loop.call_soon_threadsafe(self._is_ending.set)
        self._thread.join(LONGEST_END)

    def _run(self) -> None:
        """Run the event loop of the thread, and log an error that ends it."""
        try:
            asyncio.run(self._serve())
        except Exception:
            log.exception("The server of sockets has ended; pages go on asking every two seconds.")  # not said
        finally:
            self._is_ready.set()

    async def _serve(self) -> None:
        """Serve all listening sockets until `end` is called."""
        self._loop = asyncio.get_running_loop()
        self._work = Work()
        self._hub = Hub(self._work)
        self._programs = ProgramSockets(self._hub, self._work)
        unsubscribe = subscribe_to_games(self._hub.changed_here)
        self._hub.watch.start()
        sweeping = asyncio.create_task(self._hub.sweep())
        servers = [
            await serve(
                self._serve_socket,
                sock=each,
                process_request=self._admit,
                compression=None,
                max_size=LONGEST,
                max_queue=4,
                ping_interval=PINGS_EVERY,
                ping_timeout=PONG_WITHIN,
                close_timeout=2,
                server_header=None,
                logger=_quiet(),
            )
            for each in self._listening
        ]
        self._is_ready.set()
        await self._is_ending.wait()
        unsubscribe()
        sweeping.cancel()
        for server in servers:
            server.close(code=RESTARTS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_END - 1):
                await asyncio.gather(*(server.wait_closed() for server in servers))
        self._hub.watch.end()
        self._work.end()

    async def _admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse a request for a socket with a status and a sentence, or let it in (None)."""
        wanted = socket_request(request.path, request.headers, SEAT_COOKIE)
        if isinstance(wanted, SocketRefusal):
            return connection.respond(HTTPStatus(wanted.status), f"{wanted.words}\n")
        if self._open >= self._most:
            return connection.respond(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "Very many sockets are open. Come again later.\n",  # not said
            )
        if self._of_address[address_of(connection, request, self._proxies)] >= OF_AN_ADDRESS:
            return connection.respond(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "Very many sockets of this address are open. Come again later.\n",  # not said
            )
        if wanted.code:
            try:
                page = await self._work.read(page_of, wanted.code, wanted.token)
            except DatabaseError:
                return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "The database does not answer.\n")  # not said
            if page is None:
                return connection.respond(HTTPStatus.NOT_FOUND, f"There is no game “{wanted.code}”.\n")  # not said
            self._pages[connection] = page
        return None

    async def _serve_socket(self, connection: ServerConnection) -> None:
        """Serve one admitted socket, of a page or a program, and count it while it is open."""
        self._open += 1
        address = address_of(connection, connection.request, self._proxies)
        self._of_address[address] += 1
        try:
            page = self._pages.pop(connection, None)
            if page is None:
                await self._programs.serve(connection)
            else:
                await self._serve_page(PageSocket(connection, *page))
        except ConnectionClosed:
            pass
        finally:
            self._open -= 1
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    async def _serve_page(self, page: PageSocket) -> None:
        """Serve the socket of a page until it ends."""
        sending = asyncio.create_task(page.outbox.send())
        self._hub.add(page.game, page)
        try:
            await page.listen()
        finally:
            self._hub.remove(page.game, page)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)


def address_of(connection: ServerConnection, request: Request | None, proxies: int) -> str:
    """Return the address of a socket's client, for IPv6 its network. ``proxies`` is the number of reverse proxies in between."""
    forwarded = request.headers.get_all("X-Forwarded-For") if request else []
    peer = str((connection.remote_address or ("",))[0]).partition("%")[0]
    found = real_address({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": ", ".join(forwarded)}, proxies)
    return network_of(found)


def most_open() -> int:
    """Raise the limit of open files as far as the machine allows; return how many sockets this process may then have open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_OPEN + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST_OPEN if soft == resource.RLIM_INFINITY else max(50, min(MOST_OPEN, soft - SPARE_FILES))


def _quiet() -> logging.Logger:
    """Return the logger for the library of sockets, silent unless the log level is DEBUG, so that broken requests do not fill the log."""
    quiet = logging.getLogger("tournament.play.games.sockets.library")
    if settings.LOG_LEVEL != "DEBUG":
        quiet.setLevel(logging.CRITICAL)
    return quiet
