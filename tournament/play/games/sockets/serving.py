"""The server of sockets inside a process of the web server: an event loop in a thread, over sockets that were opened before."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Sequence
from http import HTTPStatus
from threading import Event, Thread
from urllib.parse import quote
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import DatabaseError
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from games.acquire.play.devices.messages import LONGEST
from tournament.access.request_origin import stranger_of
from tournament.installation.processes import open_files
from tournament.play.games.services.sessions import subscribe_to_games
from tournament.play.games.sockets.connection import RESTARTS, WHY, SocketRefusal, Work, socket_request
from tournament.play.games.sockets.hub import OF_AN_ADDRESS, Hub, Places
from tournament.play.games.sockets.programs import PageSocket, ProgramSockets, page_of
from tournament.record.vocabulary import SEAT_COOKIE

MOST_OPEN = 2_000
"""How many sockets one process serves; further ones are refused, and their pages then poll instead."""
SPARE_FILES = 200
PINGS_EVERY, PONG_WITHIN = 20.0, 20.0
"""Seconds between pings, and until the answer: a client that is asleep or gone is dropped after both."""
MAKES_ROOM = 1013
"""The code with which the socket of an onlooker is closed for that of a player."""
MANY = "Very many sockets are open. Come again later."
LONGEST_START, LONGEST_END = 10.0, 3.0

log = logging.getLogger("tournament.play.games.sockets")


class SocketServer:
    """An event loop in a thread that serves sockets until it is ended."""

    def __init__(
        self, listening: Sequence[socket.socket], proxies: int = 0, of_an_address: int = OF_AN_ADDRESS
    ) -> None:
        """``proxies`` is the number of reverse proxies in front of these sockets, which name the client's address in a header.

        ``of_an_address`` is how many sockets one address may have.
        """
        self._listening = listening
        self._proxies = proxies
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_ending = asyncio.Event()
        self._is_ready = Event()
        self._thread = Thread(target=self._run_loop, daemon=True, name="sockets")
        self._closing: set[asyncio.Task[None]] = set()
        self._pages: WeakKeyDictionary[ServerConnection, tuple[int, list[int]]] = WeakKeyDictionary()
        self._places: Places[ServerConnection] = Places(most_open(), of_an_address)

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

    def _run_loop(self) -> None:
        """Run the event loop of the thread, and log an error that ends it."""
        try:
            asyncio.run(self._serve())
        except Exception:
            log.exception("The server of sockets has ended; pages go on asking every two seconds.")
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
                logger=_quiet_logger(),
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
            return refusal(connection, HTTPStatus(wanted.status), wanted.words)
        address = address_of(connection, request, self._proxies)
        is_full = self._places.lacks(address)
        if is_full and not wanted.token:
            return refusal(connection, HTTPStatus.SERVICE_UNAVAILABLE, MANY)
        if wanted.code:
            try:
                page = await self._work.read_in_thread(page_of, wanted.code, wanted.token)
            except DatabaseError:
                words = "The database does not answer."
                return refusal(connection, HTTPStatus.SERVICE_UNAVAILABLE, words)
            if page is None:
                return refusal(connection, HTTPStatus.NOT_FOUND, f"There is no game “{wanted.code}”.")
            if is_full and not (page[1] and self._make_room(address)):
                return refusal(connection, HTTPStatus.SERVICE_UNAVAILABLE, MANY)
            self._pages[connection] = page
        return None

    def _make_room(self, address: str) -> bool:
        """Close the socket of an onlooker for that of a player at this address; whether there was one."""
        onlooker = self._places.onlooker_for(address)
        if onlooker is None:
            return False
        self._places.leave(onlooker)
        closing = asyncio.get_running_loop().create_task(onlooker.close(MAKES_ROOM))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
        return True

    async def _serve_socket(self, connection: ServerConnection) -> None:
        """Serve one admitted socket, of a page or a program, which has a place while it is open."""
        page = self._pages.pop(connection, None)
        address = address_of(connection, connection.request, self._proxies)
        self._places.enter(connection, address, is_seat=bool(page and page[1]))
        try:
            if page is None:
                await self._programs.serve(connection, lambda: self._places.sit(connection))
            else:
                await self._serve_page(PageSocket(connection, *page))
        except ConnectionClosed:
            pass
        finally:
            self._places.leave(connection)

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
    """Return the stranger that a socket's client is. ``proxies`` is the number of reverse proxies in between."""
    forwarded = request.headers.get_all("X-Forwarded-For") if request else []
    peer = str((connection.remote_address or ("",))[0]).partition("%")[0]
    return stranger_of({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": ", ".join(forwarded)}, proxies)


def refusal(connection: ServerConnection, status: HTTPStatus, words: str) -> Response:
    """The refusal of a socket with a sentence, which stands in a field as well (see `WHY`)."""
    answer = connection.respond(status, f"{words}\n")
    answer.headers[WHY] = quote(words)
    return answer


def most_open() -> int:
    """Raise the limit of open files as far as the machine allows; return how many sockets this process may then have open."""
    return max(50, min(MOST_OPEN, open_files(MOST_OPEN + SPARE_FILES) - SPARE_FILES))


def _quiet_logger() -> logging.Logger:
    """Return the logger for the library of sockets, silent unless the log level is DEBUG, so that broken requests do not fill the log."""
    quiet = logging.getLogger("tournament.play.games.sockets.library")
    if settings.LOG_LEVEL != "DEBUG":
        quiet.setLevel(logging.CRITICAL)
    return quiet
