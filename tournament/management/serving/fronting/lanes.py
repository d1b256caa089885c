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

from tournament.installation.device_mark import read_mark
from tournament.management.serving.backends import Backend
from tournament.management.serving.fronting.limits import DOORS, LETS_IN, TOO_MANY, Asked, RefusedRequestError

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
LONGEST_WAIT = 30.0
"""Seconds that a stranger's request waits at most; a request of a known device waits as long as it takes."""


class Lane:
    """A queue before one server, which lets a limited number of requests through at once."""

    def __init__(self, at_once: int, patience: float | None = LONGEST_WAIT, of_an_address: int | None = None) -> None:
        """``patience`` is how many seconds a request waits (None: without limit); ``of_an_address`` how many one address may have."""
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
    """The lanes to the desk's server and to the crowd's; ``key`` is the secret with which devices' marks are signed."""

    def __init__(self, desk: Backend, crowd: Backend, key: str) -> None:
        self.key = key
        self.to_desk, self.to_crowd = desk, crowd
        self._desk = Lane(OF_THE_DESK, None)
        self._crowd = Lane(OF_THE_CROWD)
        self._door = Lane(AT_THE_DOOR, of_an_address=OF_AN_ADDRESS)
        self._letting_in = Lane(AT_THE_DOOR)
        self._devices: dict[str, Lane] = {}
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
    async def way(self, request: Asked, device: str, peer: str) -> AsyncIterator[Backend]:
        """Wait for this request's turn, and give the server that is to answer it.

        ``device`` is from `device_of`, ``peer`` the client's address. Raises RefusedRequestError as `Lane.taken`.
        """
        if device:
            # A lane for each device, so that no device takes the whole of the desk's lane.
            own = self._devices.setdefault(device, Lane(OF_A_DEVICE, None))
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
            yield self.to_desk if device else self.to_crowd
