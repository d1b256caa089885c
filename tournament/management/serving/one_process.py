"""The trial of one process in place of the front and the servers behind it: an application for any ASGI server.

Devices with a role have a pool of threads of their own, strangers another one; lanes decide who goes next, as in the front. The pages are
asked as WSGI, because Django's own ASGI gives every request a thread and a database connection of its own. The sockets of games are in the
same event loop. Set by the environment: ``TRIAL_DESK`` and ``TRIAL_CROWD`` threads, ``TRIAL_STEPS_BACK=1`` to begin no stranger's request
while one of the desk is under way.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Any, cast
from urllib.parse import quote

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedOK
from websockets.frames import Close
from websockets.http11 import Request, Response

from tournament.installation.device_mark import COOKIE
from tournament.installation.processes import let_go_of_what_is_loaded, open_files
from tournament.management.serving.forking import application_read_beforehand

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
_application = application_read_beforehand()

from django.conf import settings  # noqa: E402  settings can be read only once the application is loaded

from tournament.access.request_origin import ASKED, stranger_of  # noqa: E402
from tournament.management.serving.fronting.lanes import (  # noqa: E402
    TOO_MANY,
    Asked,
    Lanes,
    RefusedRequestError,
    check_size,
)
from tournament.play.games.sockets import serving as sockets_serving  # noqa: E402

Message = MutableMapping[str, Any]
Receive, Send = Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]
IDLE, SLOWEST, MOST_OF_STRANGERS = 30.0, 4_096, 64_000_000


class Given:
    """A body that is on its way: its length, and whether it is given up for others."""

    def __init__(self, length: int) -> None:
        self.length, self.given_up = length, asyncio.Event()


class OneProcess:
    """Answers pages in two pools, and sockets in the loop."""

    def __init__(self) -> None:
        self._desk = ThreadPoolExecutor(int(os.environ.get("TRIAL_DESK", "4")), thread_name_prefix="desk")
        self._crowd = ThreadPoolExecutor(int(os.environ.get("TRIAL_CROWD", "2")), thread_name_prefix="crowd")
        self._steps_back = os.environ.get("TRIAL_STEPS_BACK", "") == "1"
        self._at_desk, self._is_quiet = 0, asyncio.Event()
        self._is_quiet.set()
        self._lanes = Lanes(cast(Any, None), cast(Any, None), str(settings.SECRET_KEY))
        self._bringing: dict[Given, None] = {}
        self._sockets: Sockets | None = None
        open_files(6_200)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if self._sockets is None:
            let_go_of_what_is_loaded()
            self._sockets = Sockets([], settings.TRUSTED_PROXIES)
            await self._sockets.open()
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "websocket":
            await self._sockets.serve_asgi(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            status, fields, body = await self._answered(scope, receive)
        except RefusedRequestError as refused:
            status, body = int(refused.status), f"{refused}\n".encode()
            fields = [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"connection", b"close"),
                (b"retry-after", b"5"),
            ]
            fields.append((b"content-length", str(len(body)).encode()))
        except ConnectionResetError:
            return
        async with asyncio.timeout(IDLE + len(body) / SLOWEST):
            await send({"type": "http.response.start", "status": status, "headers": fields})
            await send({"type": "http.response.body", "body": body})

    async def _answered(self, scope: Message, receive: Receive) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        heads: dict[str, str] = {}
        for name, value in scope["headers"]:
            key = name.decode("latin-1").lower()
            if "_" not in key:
                heads[key] = f"{heads[key]}, {value.decode('latin-1')}" if key in heads else value.decode("latin-1")
        if "transfer-encoding" in heads:
            raise RefusedRequestError(HTTPStatus.LENGTH_REQUIRED, "State the length of the request in Content-Length.")
        length = int(heads.get("content-length", "0") or 0)
        cookies: dict[str, str] = {}
        try:
            cookies = {name: each.value for name, each in SimpleCookie(heads.get("cookie", "")).items()}
        except CookieError:
            pass
        asked = Asked(scope["method"], scope["path"], length, heads.get("content-type", "").partition(";")[0], cookies)
        mark = self._lanes.mark_of(asked) if COOKIE in cookies else ""
        device = self._lanes.device_of(mark)
        check_size(asked, device)
        body = await self._body(receive, length, is_stranger=not device) if length else io.BytesIO()
        peer = (scope.get("client") or ("", 0))[0]
        told = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": heads.get("x-forwarded-for", "")}
        environ = environ_of(scope, heads, peer, body, is_marked=bool(mark))
        loop = asyncio.get_running_loop()
        async with self._lanes.way(asked, device, stranger_of(told, settings.TRUSTED_PROXIES)):
            if device:
                self._at_desk += 1
                self._is_quiet.clear()
                try:
                    status, fields, whole = await loop.run_in_executor(self._desk, answer_of, environ)
                finally:
                    self._at_desk -= 1
                    if not self._at_desk:
                        self._is_quiet.set()
            else:
                if self._steps_back:
                    await self._is_quiet.wait()
                status, fields, whole = await loop.run_in_executor(self._crowd, answer_of, environ)
        said = [value for name, value in fields if name.lower() == ASKED.lower()]
        self._lanes.hear(mark, holds_role=said[0] == "yes" if said else None)
        kept = [(n.lower().encode(), v.encode("latin-1")) for n, v in fields if n.lower() != ASKED.lower()]
        if all(name != b"content-length" for name, _ in kept) and asked.method != "HEAD" and status not in (204, 304):
            kept.append((b"content-length", str(len(whole)).encode()))
        return status, kept, whole

    async def _body(self, receive: Receive, length: int, *, is_stranger: bool) -> io.BytesIO:
        given = Given(length)
        if is_stranger:
            while sum(each.length for each in self._bringing) + length > MOST_OF_STRANGERS:
                largest = max(self._bringing, key=lambda each: each.length)
                if largest.length.bit_length() < length.bit_length():
                    raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY)
                del self._bringing[largest]
                largest.given_up.set()
            self._bringing[given] = None
        reading = asyncio.ensure_future(_read(receive, length))
        giving_up = asyncio.ensure_future(given.given_up.wait())
        try:
            await asyncio.wait(
                [reading, giving_up], timeout=IDLE + length / SLOWEST, return_when=asyncio.FIRST_COMPLETED
            )
            if not reading.done():
                raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY)
            return reading.result()
        finally:
            reading.cancel()
            giving_up.cancel()
            self._bringing.pop(given, None)


async def _read(receive: Receive, length: int) -> io.BytesIO:
    body = io.BytesIO()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError
        body.write(message.get("body", b""))
        if not message.get("more_body"):
            break
    if body.tell() != length:
        raise ConnectionResetError
    body.seek(0)
    return body


def environ_of(
    scope: Message, heads: dict[str, str], peer: str, body: io.BytesIO, *, is_marked: bool
) -> dict[str, Any]:
    """The request as WSGI has it."""
    path = scope["path"].encode().decode("latin-1")
    server = scope.get("server") or ("127.0.0.1", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": peer,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in heads.items():
        key = name.upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    if is_marked:
        environ[f"HTTP_{ASKED.upper().replace('-', '_')}"] = "asked"
    return environ


def answer_of(environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes]:
    """The whole answer, made in a thread of a pool."""
    told: list[Any] = []
    body = _application(environ, lambda *answer: told.extend(answer))
    try:
        whole = b"".join(body)
    finally:
        getattr(body, "close", lambda: None)()
    return int(told[0].split()[0]), told[1], whole


class AsgiSocket:
    """What the hub needs of a socket, over the messages of ASGI; how long a ping takes is not told there."""

    latency = 0.0

    def __init__(self, scope: Message, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        heads = Headers()
        for name, value in scope["headers"]:
            heads[name.decode("latin-1")] = value.decode("latin-1")
        query = scope["query_string"].decode("latin-1")
        self.request = Request(quote(scope["path"]) + (f"?{query}" if query else ""), heads)
        self.remote_address = scope.get("client")
        self._is_closed = False

    def respond(self, status: HTTPStatus, text: str) -> Response:
        """A refusal."""
        return Response(status.value, status.phrase, Headers(), text.encode())

    async def recv(self) -> str | bytes:
        """The next message; raises ConnectionClosed at the end."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            self._is_closed = True
            raise ConnectionClosedOK(Close(1000, ""), None)
        return cast("str | bytes", message.get("text") or message.get("bytes") or "")

    async def __aiter__(self) -> Any:
        try:
            while True:
                yield await self.recv()
        except ConnectionClosedOK:
            return

    async def send(self, frame: str) -> None:
        """Send a message."""
        if self._is_closed:
            raise ConnectionClosedOK(Close(1000, ""), None)
        await self._send({"type": "websocket.send", "text": frame})

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close it."""
        if not self._is_closed:
            self._is_closed = True
            await self._send({"type": "websocket.close", "code": code, "reason": reason})


class Sockets(sockets_serving.SocketServer):
    """The hub in the loop of the ASGI server."""

    async def open(self) -> None:
        """Start the hub."""
        self._loop = asyncio.get_running_loop()
        self._work = sockets_serving.Work()
        self._hub = sockets_serving.Hub(self._work)
        self._programs = sockets_serving.ProgramSockets(self._hub, self._work)
        sockets_serving.subscribe_to_games(self._hub.changed_here)
        self._hub.watch.start()
        self._sweeping = asyncio.create_task(self._hub.sweep())

    async def serve_asgi(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        await receive()
        socket = cast(Any, AsgiSocket(scope, receive, send))
        refused = await self._admit(socket, socket.request)
        if refused is not None:
            if "websocket.http.response" in (scope.get("extensions") or {}):
                heads = [(n.lower().encode(), v.encode("latin-1")) for n, v in refused.headers.raw_items()]
                await send({"type": "websocket.http.response.start", "status": refused.status_code, "headers": heads})
                await send({"type": "websocket.http.response.body", "body": refused.body or b""})
            else:
                await send({"type": "websocket.close", "code": 1013})
            return
        await send({"type": "websocket.accept"})
        await self._serve_socket(socket)


application = OneProcess()
