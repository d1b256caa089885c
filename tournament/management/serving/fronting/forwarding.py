"""How the front passes a request on to a server behind it, and its answer back: both whole, so that nobody slow holds a server."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import ClientError, ClientRequest, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector, web
from aiohttp.client_exceptions import ClientConnectorError
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

from tournament.installation.this_machine import FIELD as THIS_MACHINE
from tournament.management.serving.backends import Backend, Behind
from tournament.management.serving.fronting.limits import RefusedRequestError, takes_long

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


def passed_on(request: web.BaseRequest, peer: str, *, is_marked: bool = False, here: str = "") -> CIMultiDict[str]:
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
                return await _asked(session, server, request, fields, body)
            except ClientConnectorError:
                pass  # it has just ended
            except (ClientError, OSError, TimeoutError):
                break
        await asyncio.sleep(TRIES_EVERY)
    words = "The server did not answer. Go back and check whether your entry was saved; if it was not, send it again."
    raise RefusedRequestError(HTTPStatus.BAD_GATEWAY, words)


async def _asked(
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
                return Answer(response.status, response.reason or "", _sent_back(response.headers), kept, holds_role)
    except BaseException:
        kept.close()
        raise


def _sent_back(fields: CIMultiDictProxy[str]) -> CIMultiDict[str]:
    """The fields of a server's answer as the browser gets them."""
    ours = _OF_ONE_CONNECTION | {KNOWN_FIELD.lower()}
    kept = CIMultiDict((name, value) for name, value in fields.items() if name.lower() not in ours)
    kept.setdefault("Server", SERVER)  # else the library tells its version
    return kept
