"""Who is served where: devices that logged in before by the desk's own server, everybody else by the crowd's.

A lane takes so many requests at once, and the others wait in their order. It goes by the device and never by the address: a whole hall
may share one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus

from tournament.installation.known import read
from tournament.management.serving.heads import Asked, RefusedRequestError

OF_THE_DESK, OF_THE_CROWD = 12, 8
"""Requests at once."""
AT_THE_DOOR = 2
"""Log-ins at once of devices that are not known: each costs as much as a hundred pages."""
OF_A_DEVICE = 6
"""As many as one browser sends at once."""
DOORS = ("/login/", "/let-in/", "/admin/login/")
LONGEST_WAIT = 30.0
"""Seconds in a lane of strangers; the desk's wait as long as it takes."""
LARGEST = 100_000_000
LARGEST_OF_STRANGERS = 3_000_000
"""Bytes that one request may bring; a log-in page carries an act of a million characters."""


class Lane:
    """A way to one server, for so many requests at once."""

    def __init__(self, port: int, at_once: int, patience: float | None = LONGEST_WAIT) -> None:
        self.port = port
        self._free = asyncio.Semaphore(at_once)
        self._patience = patience

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Wait for a place, and have it; raises RefusedRequestError where patience ends."""
        try:
            async with asyncio.timeout(self._patience):
                await self._free.acquire()
        except TimeoutError:
            raise RefusedRequestError(
                HTTPStatus.SERVICE_UNAVAILABLE, "Very many ask at once. Wait a moment, then open the page again."
            ) from None
        try:
            yield
        finally:
            self._free.release()


class Lanes:
    """The lanes to the desk's server and to the crowd's."""

    def __init__(self, desk: int, crowd: int) -> None:
        self._desk = Lane(desk, OF_THE_DESK, None)
        self._crowd = Lane(crowd, OF_THE_CROWD)
        self._door = Lane(crowd, AT_THE_DOOR)
        self._devices: dict[str, Lane] = {}

    def device_of(self, asked: Asked) -> str:
        """The number of a device that logged in before; empty for everybody else."""
        known = read(asked.cookies)
        return known.device if known else ""

    @asynccontextmanager
    async def way(self, asked: Asked, device: str) -> AsyncIterator[int]:
        """The port of the server that is to answer, once it is this request's turn."""
        if device:
            # One device alone, whoever holds it now, does not fill the desk's lane.
            own = self._devices.setdefault(device, Lane(0, OF_A_DEVICE, None))
            lanes = [own, self._desk]
        elif asked.method == "POST" and asked.path.startswith(DOORS):
            lanes = [self._door]
        else:
            lanes = [self._crowd]
        async with AsyncExitStack() as held:
            for lane in lanes:
                await held.enter_async_context(lane.taken())
            yield lanes[-1].port


def check_size(asked: Asked, device: str) -> None:
    """Refuse what is too large before any of it is read; raises RefusedRequestError with the sizes."""
    most = LARGEST if device else LARGEST_OF_STRANGERS
    if asked.length > most:
        raise RefusedRequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"This brings {asked.length:,} bytes; {most:,} are taken at most. Choose a smaller file.",
        )
