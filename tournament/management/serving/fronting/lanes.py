"""Which server answers a request: the desk's for devices of accounts that hold a role, the crowd's for everybody else.

A lane forwards a limited number of requests at once, and the others queue. Whoever has least under way goes next, so nobody who asks much
makes others wait: at the desk that is a device, among strangers an address (see `stranger_of`), which a whole venue may share.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from tournament.installation.device_mark import read_mark
from tournament.management.serving.backends import Backend
from tournament.management.serving.fronting.limits import DOOR, LETS_IN, TOO_MANY, Asked, RefusedRequestError

OF_THE_DESK, OF_THE_CROWD = 12, 8
"""How many requests the desk's server and the crowd's answer at once; others wait."""
AT_THE_DOOR = 2
"""How many log-ins of devices that are not known are answered at once, and as many log-ins by link or code."""
MOST_WAITING = 500
"""How many requests of strangers may wait in one lane; for one more, the last of the stranger who has most waiting is refused."""
OF_A_DEVICE = 6
"""How many requests of one device are forwarded at once: as many as a browser sends."""
OF_A_STRANGER = 2
"""How many requests of one stranger the crowd's server answers at once: they share one processor, with everybody else's."""
LONGEST_WAIT = 30.0
"""Seconds that a stranger's request waits at most; a request of a known device waits as long as it takes."""


class Lane:
    """A queue before one server, which lets a limited number of requests through at once: next goes whoever has least under way."""

    def __init__(self, at_once: int, of_one: int | None = None, patience: float | None = LONGEST_WAIT) -> None:
        """``of_one`` is how many of one asker go through at once, ``patience`` how many seconds a request waits (None: without limit)."""
        self._at_once, self._of_one = at_once, of_one or at_once
        self._patience = patience
        self._under_way: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """The requests that wait by who asks; first whoever was let through longest ago."""
        self._many = 0

    @asynccontextmanager
    async def taken(self, who: str) -> AsyncIterator[None]:
        """Wait until a request of ``who`` may go through, and count it as under way until the block ends.

        Raises RefusedRequestError where too many wait already, of ``who`` more than of anybody else, and where the wait is too long.
        """
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        self._many += 1
        self._let_through()
        if self._patience and self._many > MOST_WAITING:
            self._refuse_one()
        try:
            try:
                async with asyncio.timeout(self._patience):
                    await turn
            except TimeoutError:
                raise RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY) from None
            yield
        finally:
            self._leave(who, turn)

    def _let_through(self) -> None:
        """Let those through for whom there is room."""
        while self._waiting and self._under_way.total() < self._at_once:
            who = min(self._waiting, key=self._under_way.__getitem__)
            if self._under_way[who] >= self._of_one:
                return
            turn = self._waiting[who][0]
            self._take_out(who, turn)
            if who in self._waiting:  # to the end of those who have as little under way
                self._waiting[who] = self._waiting.pop(who)
            if not turn.done():
                self._under_way[who] += 1
                turn.set_result(None)

    def _refuse_one(self) -> None:
        """Refuse the last request of whoever has most waiting."""
        who = max(self._waiting, key=lambda each: len(self._waiting[each]))
        turn = self._waiting[who][-1]
        self._take_out(who, turn)
        if not turn.done():
            turn.set_exception(RefusedRequestError(HTTPStatus.SERVICE_UNAVAILABLE, TOO_MANY))

    def _take_out(self, who: str, turn: asyncio.Future[None]) -> None:
        """Take out of the queue what waits no more, if it is still there."""
        queue = self._waiting.get(who)
        if queue and turn in queue:
            queue.remove(turn)
            self._many -= 1
            if not queue:
                del self._waiting[who]

    def _leave(self, who: str, turn: asyncio.Future[None]) -> None:
        """Give back the place of a request that is over, or has given up."""
        if turn.done() and not turn.cancelled():
            if turn.exception() is not None:
                return
            self._under_way[who] -= 1
            if not self._under_way[who]:
                del self._under_way[who]
            self._let_through()
        else:
            self._take_out(who, turn)


class Lanes:
    """The lanes to the desk's server and to the crowd's; ``key`` is the secret with which devices' marks are signed."""

    def __init__(self, desk: Backend, crowd: Backend, key: str) -> None:
        self.key = key
        self.to_desk, self.to_crowd = desk, crowd
        self._desk = Lane(OF_THE_DESK, OF_A_DEVICE, patience=None)
        self._crowd, self._forms = Lane(OF_THE_CROWD, OF_A_STRANGER), Lane(OF_THE_CROWD, OF_A_STRANGER)
        self._door, self._letting_in = Lane(AT_THE_DOOR), Lane(AT_THE_DOOR)
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
    async def way(self, request: Asked, device: str, stranger: str) -> AsyncIterator[Backend]:
        """Wait for this request's turn, and give the server that is to answer it.

        ``device`` is from `device_of`, ``stranger`` from `stranger_of`. Raises RefusedRequestError as `Lane.taken`.
        """
        if device:
            lane = self._desk
        elif request.method == "POST" and request.path.startswith(DOOR):
            lane = self._door
        elif request.path.startswith(LETS_IN):
            lane = self._letting_in
        else:  # what waits for the database to be written holds up nobody who reads
            lane = self._forms if request.method == "POST" else self._crowd
        async with lane.taken(device or stranger):
            yield self.to_desk if device else self.to_crowd
