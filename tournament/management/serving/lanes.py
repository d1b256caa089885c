"""Which server answers a request: the desk's for devices of accounts that hold a role, the crowd's for everybody else.

A lane forwards a limited number of requests at once, and the others queue. It goes by the device and not by the address, which a whole
venue may share; only log-ins, each of which costs as much as a hundred pages, are limited for each address too.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus

from django.conf import settings

from tournament.installation.device_mark import read_mark
from tournament.management.serving.heads import RefusedRequestError, RequestHead

OF_THE_DESK, OF_THE_CROWD = 12, 8
"""How many requests the desk's server and the crowd's answer at once; others wait."""
AT_THE_DOOR = 2
"""How many log-ins of devices that are not known are answered at once, and as many log-ins by link or code."""
OF_AN_ADDRESS = 4
"""How many log-ins from one address may be answered or wait at once."""
MOST_WAITING = 500
"""How many requests of strangers may wait in one lane; further ones are refused at once."""
OF_A_DEVICE = 6
"""How many requests of one device are forwarded at once: as many as a browser sends."""
DOORS = ("/login/", "/admin/login/")
LETS_IN, TRIES = "/let-in/", "/try/"
BRINGS_COPY = "/let-in/copy/"
LARGEST_COPY = 2_000_000_000
"""The address to which the browser on this machine brings the copy of an installation, and the most bytes of it."""
LONGEST_WAIT = 30.0
"""Seconds that a stranger's request waits at most; a request of a known device waits as long as it takes."""
LARGEST = 10_000_000
LARGEST_OF_STRANGERS = 3_000_000
"""The most bytes of one request of a known device and of a stranger. An archive has at most eight million; a log-in page repeats the form
that led to it, which may have a million characters."""
TOO_MANY = "Too many requests at once. Wait a moment, then open the page again."


class Lane:
    """A queue before one server, which lets a limited number of requests through at once."""

    def __init__(
        self, port: int, at_once: int, patience: float | None = LONGEST_WAIT, of_an_address: int | None = None
    ) -> None:
        """``patience`` is how many seconds a request waits (None: without limit); ``of_an_address`` how many one address may have."""
        self.port = port
        self._free = asyncio.Semaphore(at_once)
        self._patience = patience
        self._most = at_once + MOST_WAITING if patience else None
        self._of_an_address = of_an_address
        self._here: Counter[str] = Counter()

    @asynccontextmanager
    async def taken(self, peer: str) -> AsyncIterator[None]:
        """Wait until a request from the address ``peer`` may go through, and count it as under way until the block ends.

        Raises RefusedRequestError where too many wait already, in all or from this address, and where the wait is too long.
        """
        if (self._most and self._here.total() >= self._most) or (
            self._of_an_address and self._here[peer] >= self._of_an_address and not is_of_a_proxy(peer)
        ):
            raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY)
        self._here[peer] += 1
        try:
            try:
                async with asyncio.timeout(self._patience):
                    await self._free.acquire()
            except TimeoutError:
                raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY) from None
            try:
                yield
            finally:
                self._free.release()
        finally:
            self._here[peer] -= 1
            if not self._here[peer]:
                del self._here[peer]


def is_of_a_proxy(peer: str) -> bool:
    """Whether an address is this machine's own: then a proxy on it forwards everybody's requests, so it is no one client's."""
    try:
        return ipaddress.ip_address(peer).is_loopback
    except ValueError:
        return False


class Lanes:
    """The lanes to the desk's server and to the crowd's; ``desk`` and ``crowd`` are their ports on this machine."""

    def __init__(self, desk: int, crowd: int) -> None:
        self._desk = Lane(desk, OF_THE_DESK, None)
        self._crowd = Lane(crowd, OF_THE_CROWD)
        self._door = Lane(crowd, AT_THE_DOOR, of_an_address=OF_AN_ADDRESS)
        self._letting_in = Lane(crowd, AT_THE_DOOR)
        self._devices: dict[str, Lane] = {}
        self._without_role: set[str] = set()
        """The numbers of devices whose accounts, as a server has said, hold no role any more."""

    def mark_of(self, request: RequestHead) -> str:
        """The number of the device that sent a request, from its signed cookie; empty where it has no valid one."""
        known = read_mark(request.cookies)
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
    async def way(self, request: RequestHead, device: str, peer: str) -> AsyncIterator[int]:
        """Wait for this request's turn, and give the port of the server that is to answer it.

        ``device`` is from `device_of`, ``peer`` the client's address. Raises RefusedRequestError as `Lane.taken`.
        """
        if device:
            # A lane for each device, so that no device takes the whole of the desk's lane.
            own = self._devices.setdefault(device, Lane(0, OF_A_DEVICE, None))
            lanes = [own, self._desk]
        elif request.method == "POST" and request.path.startswith(DOORS):
            lanes = [self._door]
        elif request.path.startswith(LETS_IN):
            lanes = [self._letting_in]
        else:
            lanes = [self._crowd]
        async with AsyncExitStack() as held:
            for lane in lanes:
                await held.enter_async_context(lane.taken(peer))
            yield lanes[-1].port


def may_be_here(path: str) -> bool:
    """Whether a page at this address differs for the browser on this machine itself; of others nobody need ask."""
    return path.startswith((LETS_IN, TRIES)) or path in {
        "/",
        *DOORS,
        *(f"/{code}/" for code, _name in settings.LANGUAGES),
    }


def check_size(request: RequestHead, device: str, *, brings_copy: bool = False) -> None:
    """Raise RefusedRequestError for too large a body, before it is read; ``device`` is from `Lanes.device_of`.

    With ``brings_copy`` the browser on this machine itself brings the copy of an installation.
    """
    most = LARGEST_COPY if brings_copy else LARGEST if device else LARGEST_OF_STRANGERS
    has_file = request.field("content-type").lower().startswith("multipart/")
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
