"""How the front passes a request on to a server behind it, and its answer back: both whole, so that nobody slow holds a server.

How the front passes the socket of a game on to the server of sockets: message by message, in both directions.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import unquote

from aiohttp import (
    ClientError,
    ClientRequest,
    ClientSession,
    ClientTimeout,
    ClientWebSocketResponse,
    ClientWSTimeout,
    DummyCookieJar,
    TCPConnector,
    WSCloseCode,
    WSMsgType,
    WSServerHandshakeError,
    web,
)
from aiohttp.client_exceptions import ClientConnectorError
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

from games.acquire.play.devices.messages import LONGEST
from tournament.installation.addresses import FIELD as THIS_MACHINE
from tournament.management.serving.backends import Backend, Behind
from tournament.management.serving.fronting.lanes import RefusedRequestError, takes_long
from tournament.play.games.sockets.connection import RESTARTS, WHY

KNOWN_FIELD = "X-Known-Device"
"""The field by which the front asks a server whether an account of a known device holds a role, and by which the server answers.

It is removed from what browsers send and get.
"""
HOLDS_ROLE = "yes"
"""What a server answers there if one does."""
SERVER = "top-table"
"""What answers call the program that served them."""
IN_MEMORY = 262_144
"""Bytes of a request or an answer that are kept in memory; a longer one is kept in a temporary file."""
AT_ONCE = 65_536
LONGEST_ANSWER = 600.0
"""Seconds for an answer of a server."""
LONGEST_START, TRIES_EVERY = 30.0, 0.05
"""Seconds for which a request waits for a server that is just starting, and between two tries."""
KEPT = 15.0
"""Seconds for which a connection to a server is kept; much less than the servers keep theirs."""

_OF_ONE_CONNECTION = frozenset(
    {"connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"}
)
_WRITTEN_BY_THE_FRONT = frozenset({KNOWN_FIELD.lower(), THIS_MACHINE, "x-forwarded-for", "content-length"})


class IdleConnections(TCPConnector):
    """Connections to the servers, of which one is used again only if nothing is left in it of what came before."""

    async def connect(self, req: ClientRequest, traces: list[Trace], timeout: ClientTimeout) -> Connection:
        """A connection that is new, or idle and empty; that of HEAD is not kept, as what a server wrongly adds may come late."""
        while True:
            found = await super().connect(req, traces, timeout)
            if found.protocol is None or not found.protocol.should_close:
                break
            found.close()
        if req.method == "HEAD" and found.protocol:
            found.protocol.force_close()
        return found


def kept_connections() -> ClientSession:
    """What the front's requests to the servers go through; to be closed at the end."""
    return ClientSession(
        connector=IdleConnections(limit=0, keepalive_timeout=KEPT),
        timeout=ClientTimeout(total=LONGEST_ANSWER, connect=None),
        cookie_jar=DummyCookieJar(),
        auto_decompress=False,
        skip_auto_headers=("User-Agent", "Accept", "Accept-Encoding", "Content-Type"),
        max_line_size=65_536,
        max_field_size=65_536,
    )


def request_fields(request: web.BaseRequest, peer: str, *, is_marked: bool = False, here: str = "") -> CIMultiDict[str]:
    """The fields of a request as a server gets them, with the client's address ``peer`` added.

    With ``is_marked`` the server is asked whether an account of the device holds a role; ``here`` is the secret that says that a browser on
    this machine asks, empty for any other. Names with "_" are left out: WSGI servers read it as "-", so such a field could be taken for
    another one.
    """
    came_by = ", ".join([*request.headers.getall("X-Forwarded-For", ()), peer])
    kept = CIMultiDict(
        (name, value)
        for name, value in request.headers.items()
        if name.lower() not in _OF_ONE_CONNECTION | _WRITTEN_BY_THE_FRONT and "_" not in name
    )
    kept["X-Forwarded-For"] = came_by
    if is_marked:
        kept[KNOWN_FIELD] = "asked"
    if here:
        kept[THIS_MACHINE] = here
    return kept


class Spool:
    """Bytes of a request or an answer: in memory, beyond `IN_MEMORY` in a temporary file that is gone when it is closed."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  closed by `close`
        self.length = 0

    def write(self, part: bytes) -> None:
        """Add bytes."""
        self._file.write(part)
        self.length += len(part)

    def parts(self) -> Iterator[bytes]:
        """All the bytes, in pieces."""
        self._file.seek(0)
        while part := self._file.read(AT_ONCE):
            yield part

    async def slowly(self) -> AsyncIterator[bytes]:
        """All the bytes, in pieces, each of which may wait until it is wanted."""
        for part in self.parts():
            yield part

    def close(self) -> None:
        """Forget the bytes."""
        self._file.close()


@dataclass(frozen=True, slots=True)
class Answer:
    """The whole answer of a server; its body is to be closed."""

    status: int
    reason: str
    fields: CIMultiDict[str]
    body: Spool
    holds_role: bool | None
    """Whether an account of the device that sent the request holds a role; None where the server does not say."""


async def ask(
    session: ClientSession, to: Backend, request: web.BaseRequest, fields: CIMultiDict[str], body: Spool | None
) -> Answer:
    """Send a request to a server, and return its whole answer; raises RefusedRequestError where the server does not answer.

    A server that is just starting is waited for: then nothing has been sent yet.
    """
    loop = asyncio.get_running_loop()
    last = loop.time() + LONGEST_START
    while loop.time() < last:
        server = to.free()
        if server is not None:
            try:
                return await _ask_process(session, server, request, fields, body)
            except ClientConnectorError:
                pass  # it has just ended
            except (ClientError, OSError, TimeoutError):
                break
        await asyncio.sleep(TRIES_EVERY)
    words = "The server did not answer. Go back and check whether your entry was saved; if it was not, send it again."
    raise RefusedRequestError(HTTPStatus.BAD_GATEWAY, words)


async def _ask_process(
    session: ClientSession, server: Behind, request: web.BaseRequest, fields: CIMultiDict[str], body: Spool | None
) -> Answer:
    """The answer of one process of a server; raises ClientError, OSError or TimeoutError."""
    url = URL(f"http://127.0.0.1:{server.pages}{request.raw_path}", encoded=True)
    if body is not None:
        fields["Content-Length"] = str(body.length)
    sent = None if body is None else b"".join(body.parts()) if body.length <= IN_MEMORY else body.slowly()
    kept = Spool()
    try:
        with server.answering(is_long=takes_long(request.path)):
            async with session.request(
                request.method, url, headers=fields, data=sent, allow_redirects=False
            ) as response:
                while part := await response.content.readany():
                    kept.write(part)
                said = response.headers.get(KNOWN_FIELD)
                holds_role = None if said is None else said == HOLDS_ROLE
                return Answer(
                    response.status, response.reason or "", _answer_fields(response.headers), kept, holds_role
                )
    except BaseException:
        kept.close()
        raise


def _answer_fields(fields: CIMultiDictProxy[str]) -> CIMultiDict[str]:
    """The fields of a server's answer as the browser gets them."""
    ours = _OF_ONE_CONNECTION | {KNOWN_FIELD.lower()}
    kept = CIMultiDict((name, value) for name, value in fields.items() if name.lower() not in ours)
    kept.setdefault("Server", SERVER)  # else the library tells its version
    return kept


LONGEST_CLOSE = 2.0
NOT_PASSED = b"a message could not be passed on"
"""The reason of the close, with the code of an error of the server (1011)."""
NO_SOCKETS = "No sockets can be opened now. Come again later."

Side = web.WebSocketResponse | ClientWebSocketResponse

log = logging.getLogger("tournament.serving.front")


def wants_socket(request: web.BaseRequest) -> bool:
    """Whether a request asks for a socket."""
    return request.method == "GET" and request.headers.get("Upgrade", "").lower() == "websocket"


async def pass_socket(
    session: ClientSession, to: Backend, request: web.Request, peer: str, ending: asyncio.Event
) -> web.StreamResponse:
    """Open a socket at the server of sockets, then the browser's, and pass messages on until either closes, or until ``ending``.

    Raises RefusedRequestError with the status and sentence of the server of sockets where that refuses.
    """
    server = to.free(has_sockets=True)
    if server is None:
        raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, NO_SOCKETS)
    url = URL(f"ws://127.0.0.1:{server.sockets}{request.raw_path}", encoded=True)
    fields = request_fields(request, peer)
    for name in [name for name in fields if name.lower().startswith("sec-websocket-")]:
        fields.popall(name, None)
    try:
        inner = await session.ws_connect(
            url,
            headers=fields,
            max_msg_size=0,  # what goes out has no bound: it is our own
            autoping=False,
            timeout=ClientWSTimeout(ws_close=LONGEST_CLOSE),
        )
    except WSServerHandshakeError as error:
        words = unquote(error.headers.get(WHY, "") if error.headers else "") or NO_SOCKETS
        raise RefusedRequestError(HTTPStatus(error.status), words) from None
    except (ClientError, OSError, TimeoutError):
        raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, NO_SOCKETS) from None
    server.sockets_held += 1
    outer = web.WebSocketResponse(autoping=False, max_msg_size=2 * LONGEST, compress=False, timeout=LONGEST_CLOSE)
    try:
        await outer.prepare(request)
        ways = [_pass_on(outer, inner), _pass_on(inner, outer), _close_at(ending, outer)]
        tasks = [asyncio.create_task(each) for each in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        server.sockets_held -= 1
        await inner.close()
    return outer


async def _pass_on(one: Side, other: Side) -> None:
    """Pass on what comes from one side to the other until it closes; then close the other with the same code and reason."""
    code, reason = WSCloseCode.GOING_AWAY.value, b""
    while True:
        message = await one.receive()
        if message.type is WSMsgType.TEXT:
            await other.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await other.send_bytes(message.data)
        elif message.type is WSMsgType.PING:  # passed on, so that the server of sockets measures the way to the browser
            await other.ping(message.data)
        elif message.type is WSMsgType.PONG:
            await other.pong(message.data)
        else:
            if message.type is WSMsgType.CLOSE:
                code, reason = int(message.data or WSCloseCode.OK), str(message.extra or "").encode()
            elif message.type is WSMsgType.ERROR:
                code, reason = WSCloseCode.INTERNAL_ERROR.value, NOT_PASSED
                if isinstance(one, ClientWebSocketResponse):
                    log.error("A message of the server of sockets could not be passed on: %s", message.data)
            break
    await other.close(code=code, message=reason)


async def _close_at(ending: asyncio.Event, outer: web.WebSocketResponse) -> None:
    """Close the browser's socket when the front ends, so that it comes again at once."""
    await ending.wait()
    await outer.close(code=RESTARTS)
