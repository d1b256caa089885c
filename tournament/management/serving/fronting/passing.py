"""How the front passes the socket of a game on to the server of sockets: message by message, in both directions."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from urllib.parse import unquote

from aiohttp import (
    ClientError,
    ClientSession,
    ClientWebSocketResponse,
    ClientWSTimeout,
    WSCloseCode,
    WSMsgType,
    WSServerHandshakeError,
    web,
)
from yarl import URL

from games.acquire.play.devices.messages import LONGEST
from tournament.management.serving.backends import Backend
from tournament.management.serving.fronting.forwarding import passed_on
from tournament.management.serving.fronting.limits import RefusedRequestError
from tournament.play.games.sockets.connection import RESTARTS, WHY

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
    fields = passed_on(request, peer)
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
