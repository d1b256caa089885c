"""The front of `serve`: the library reads each request whole, a server behind it answers, and the answer is taken whole as well.

So a slow client holds some memory here and no thread. Beyond the limit of connections, the one that has been idle or incomplete for
longest is closed; beyond the limit of strangers' bytes, the one that sends most. No number of them shuts anybody out.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from threading import Event, Thread

from aiohttp import ClientSession, web
from django.conf import settings

from tournament.access.request_origin import stranger_of
from tournament.installation.addresses import PASSED_ON, is_known, is_of_loopback
from tournament.installation.processes import let_go_of_what_is_loaded, open_files
from tournament.management.serving.fronting.forwarding import (
    IN_MEMORY,
    SERVER,
    Answer,
    Spool,
    ask,
    kept_connections,
    pass_socket,
    request_fields,
    wants_socket,
)
from tournament.management.serving.fronting.lanes import (
    BRINGS_COPY,
    Asked,
    Connection,
    Connections,
    Lanes,
    RefusedRequestError,
    check_size,
    may_be_here,
)
from tournament.public.answers import FORMAT, is_for_programs

MOST_CONNECTIONS = 4_000
MOST_SOCKETS = 2_000
SPARE_FILES = 200
"""The number of open files reserved for anything but connections."""
WAITING = 512
"""Connections that wait until they are accepted."""
IDLE = 30.0
"""Seconds in which the whole head of a request has to arrive, also that of a later request on the same connection."""
SLOWEST = 4_096
"""Bytes a second: a body that arrives more slowly, after the first IDLE seconds, is given up."""
MOST_OF_STRANGERS = 64_000_000
"""The largest sum of bytes in unanswered requests of strangers: devices that are not known (see `Lanes.device_of`)."""
LONGEST_FIELD, MOST_FIELDS = 32_768, 100
"""The most bytes of a line of a request's head, and the most fields."""
ACCEPTED_AT_ONCE = 16
"""New connections that are accepted before those that are there get their turn."""
LONGEST_START, LONGEST_END = 10.0, 10.0

log = logging.getLogger("tournament.serving.front")


class Front:
    """Forwards the requests of browsers to the desk's server or the crowd's.

    A stranger below is the connection of a device that is not known (see `Lanes.device_of`).
    """

    def __init__(
        self, lanes: Lanes, this_machine: str, most: int = MOST_CONNECTIONS, most_brought: int = MOST_OF_STRANGERS
    ) -> None:
        """``this_machine`` is the secret that says that a browser on this machine asks (see `this_machine`)."""
        self._lanes, self._this_machine = lanes, this_machine
        self.connections = Connections(most, most_brought)
        self._session: ClientSession | None = None
        self._runner: web.AppRunner | None = None
        self._listening: list[asyncio.Server] = []
        self._ending = asyncio.Event()
        self._busy = 0

    async def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Accept connections at these sockets."""
        self._session = kept_connections()
        application = web.Application()
        application.router.add_route("*", r"/{path:[\s\S]*}", self._answer, expect_handler=self._expect)
        runner = web.AppRunner(
            application,
            access_log=None,
            logger=_quiet_logger(),
            handle_signals=False,
            shutdown_timeout=1.0,
            keepalive_timeout=IDLE,
            max_line_size=LONGEST_FIELD,
            max_field_size=LONGEST_FIELD,
            max_headers=MOST_FIELDS,
            auto_decompress=False,
        )
        await runner.setup()
        self._runner = runner
        library = runner.server
        assert library is not None  # noqa: S101  it is there after `setup`
        loop = asyncio.get_running_loop()
        for each in sockets:
            accepting = self.connections.accepting(library)
            self._listening.append(await loop.create_server(accepting, sock=each, backlog=ACCEPTED_AT_ONCE))
            each.listen(WAITING)  # asyncio has just set a shorter queue of waiting connections

    async def end(self) -> None:
        """Accept nothing more, finish requests under way for `LONGEST_END` seconds at most, and close everything."""
        self._ending.set()
        for each in self._listening:
            each.close()
        loop = asyncio.get_running_loop()
        last = loop.time() + LONGEST_END
        while self._busy and loop.time() < last:
            await asyncio.sleep(0.05)
        if self._runner is not None:
            await self._runner.shutdown()
            await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()

    async def _expect(self, request: web.Request) -> web.StreamResponse | None:
        """Let a browser that waits for it send its body, unless the body is too large."""
        try:
            self._device_of(request)
        except RefusedRequestError as refused:
            return refusal(refused, request.path)
        if request.version >= (1, 1) and request.transport is not None:
            request.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        return None

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        """Answer one request, or refuse it with a sentence."""
        connection = self.connections.of(request.transport)
        if connection is None or self._session is None:
            raise ConnectionResetError
        if wants_socket(request):
            return await self._pass_socket_on(request, connection, self._session)
        self._busy += 1
        try:
            return await self._forward(request, connection, self._session)
        except RefusedRequestError as refused:
            self.connections.let_go(connection)
            return refusal(refused, request.path)
        except ConnectionError:
            raise  # the browser has gone
        except Exception:
            log.exception("The front could not answer a request.")
            raise
        finally:
            self._busy -= 1
            self.connections.answered(connection)
            connection.await_head()

    async def _pass_socket_on(
        self, request: web.Request, connection: Connection, session: ClientSession
    ) -> web.StreamResponse:
        """Pass on the socket of a game until it is closed."""
        self.connections.hold(connection)
        try:
            return await pass_socket(session, self._lanes.to_crowd, request, peer_of(request), self._ending)
        except RefusedRequestError as refused:
            self.connections.let_go(connection)
            return refusal(refused, request.path)

    def _device_of(self, request: web.Request) -> tuple[Asked, str, str, str]:
        """What decides a request's way, its device's mark, the device by `Lanes.device_of`, and the secret of `_here_by`.

        Raises RefusedRequestError where it cannot be taken.
        """
        if "Transfer-Encoding" in request.headers:
            raise RefusedRequestError(HTTPStatus.LENGTH_REQUIRED, "State the length of the request in Content-Length.")
        asked = Asked(request.method, request.path, request.content_length or 0, request.content_type, request.cookies)
        mark = self._lanes.mark_of(asked)
        device, here = self._lanes.device_of(mark), self._here_by(request)
        check_size(asked, device, brings_copy=self._brings_copy(asked, here))
        return asked, mark, device, here

    def _brings_copy(self, asked: Asked, here: str) -> bool:
        """Whether this machine's own browser brings the copy of an installation."""
        return bool(here) and asked.path == BRINGS_COPY and is_known(asked.cookies, self._this_machine)

    async def _forward(
        self, request: web.Request, connection: Connection, session: ClientSession
    ) -> web.StreamResponse:
        """Forward a request to its server and the answer to the browser; raises RefusedRequestError."""
        asked, mark, device, here = self._device_of(request)
        if device or self._brings_copy(asked, here):
            self.connections.hold(connection)
        elif asked.length:
            self.connections.bring(connection, asked.length)
        body = await _body_of(request, asked.length)
        self.connections.hold(connection)
        try:
            peer = peer_of(request)
            async with self._lanes.way(asked, device, stranger_in(request)) as to:
                if request.transport is None or request.transport.is_closing():
                    raise ConnectionResetError  # nobody waits for the answer, and nothing was done
                fields = request_fields(request, peer, is_marked=bool(mark), here=here)
                answer = await ask(session, to, request, fields, body)
        finally:
            if body:
                body.close()
        self._lanes.hear(mark, holds_role=answer.holds_role)
        if not self._lanes.device_of(mark):
            self.connections.let_go(connection)
        return await self._send(request, answer)

    async def _send(self, request: web.Request, answer: Answer) -> web.StreamResponse:
        """Send an answer to the browser; one that reads nothing for `IDLE` seconds has gone."""
        try:
            response: web.StreamResponse
            if answer.body.length <= IN_MEMORY:
                response = web.Response(
                    status=answer.status,
                    reason=answer.reason,
                    headers=answer.fields,
                    body=b"".join(answer.body.parts()),
                )
            else:
                response = web.StreamResponse(status=answer.status, reason=answer.reason, headers=answer.fields)
            if self._ending.is_set():
                response.force_close()
            await response.prepare(request)
            if not isinstance(response, web.Response):
                for part in answer.body.parts():
                    async with asyncio.timeout(IDLE):
                        await response.write(part)
            async with asyncio.timeout(IDLE):
                await response.write_eof()
            return response
        except TimeoutError:
            if request.transport is not None:
                request.transport.abort()
            raise ConnectionResetError from None
        finally:
            answer.body.close()

    def _here_by(self, request: web.Request) -> str:
        """The secret that says that a program on this machine asks; empty for others, and for pages that are alike for them."""
        transport = request.transport
        if transport is None or not may_be_here(request.path):
            return ""
        peer = transport.get_extra_info("peername") or ("", 0)
        if not is_of_loopback(str(peer[0])) or any(name in request.headers for name in PASSED_ON):
            return ""
        return self._this_machine


def peer_of(request: web.BaseRequest) -> str:
    """The address of the browser's end of a connection, without the name of a network card."""
    return str(request.remote or "").partition("%")[0]


def stranger_in(request: web.BaseRequest) -> str:
    """Who asks, as strangers are counted everywhere (see `stranger_of`)."""
    told = ", ".join(request.headers.getall("X-Forwarded-For", ()))
    return stranger_of({"REMOTE_ADDR": peer_of(request), "HTTP_X_FORWARDED_FOR": told}, settings.TRUSTED_PROXIES)


async def _body_of(request: web.Request, length: int) -> Spool | None:
    """Read the complete body of a request; None where it has none. Raises ConnectionResetError where it comes too slowly or ends early."""
    if not length:
        return None
    body = Spool()
    try:
        async with asyncio.timeout(IDLE + length / SLOWEST):
            while part := await request.content.readany():
                body.write(part)
        if body.length != length:
            raise ConnectionResetError
    except (TimeoutError, web.RequestPayloadError):
        body.close()
        if request.transport is not None:
            request.transport.abort()
        raise ConnectionResetError from None
    except BaseException:
        body.close()
        raise
    return body


def _quiet_logger() -> logging.Logger:
    """The logger for the library, which would tell of every broken request; what fails here is logged by `Front`."""
    quiet = log.getChild("library")
    quiet.setLevel(logging.CRITICAL)
    return quiet


def refusal(refused: RefusedRequestError, path: str) -> web.Response:
    """The complete response to a request that is not forwarded, JSON for programs; it closes the connection."""
    again = {"Retry-After": "5"} if refused.status is HTTPStatus.SERVICE_UNAVAILABLE else {}
    fields = {"Cache-Control": "no-store", "Server": SERVER, **again}
    if is_for_programs(path):
        values = {"format": FORMAT, "problem": str(refused)}
        answer = web.json_response(values, status=refused.status, headers=fields)
    else:
        answer = web.Response(status=refused.status, text=f"{refused}\n", headers=fields)
    answer.force_close()
    return answer


def most_connections() -> int:
    """How many connections the front may hold, after raising the limit of open files as far as the system allows."""
    files = open_files(MOST_CONNECTIONS + MOST_SOCKETS + SPARE_FILES)
    return max(50, min(MOST_CONNECTIONS, files - MOST_SOCKETS - SPARE_FILES, files // 2))


class FrontThread:
    """The front in a thread of `serve`."""

    def __init__(self, lanes: Lanes, this_machine: str) -> None:
        self._front = Front(lanes, this_machine, most_connections())
        self._is_up, self._failure = Event(), ""
        self._thread: Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Event | None = None

    def start(self, sockets: Sequence[socket.socket]) -> None:
        """Accept connections at these sockets from now on."""
        let_go_of_what_is_loaded()
        self._thread = Thread(target=lambda: asyncio.run(self._run(sockets)), daemon=True, name="front")
        self._thread.start()
        self._is_up.wait(LONGEST_START)

    async def _run(self, sockets: Sequence[socket.socket]) -> None:
        """Run the front until it is to end."""
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
        try:
            await self._front.listen(sockets)
        finally:
            self._is_up.set()
        await self._ending.wait()
        await self._front.end()

    def is_running(self) -> bool:
        """Whether it still accepts connections."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Accept nothing more, and return once requests under way are answered, or `LONGEST_END` seconds later."""
        if self._loop is not None and self._ending is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._ending.set)
        if self._thread is not None:
            self._thread.join(2 * LONGEST_END)
