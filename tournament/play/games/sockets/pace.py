"""How fast the messages of one socket are read: whoever sends faster is read later, and nothing is refused."""

from __future__ import annotations

import asyncio
import time

IN_AN_EVENT = (20.0, 60)
CASUAL = (200.0, 400)
"""Messages a second, and how many may come at once: in an event as many as people send, elsewhere as by POST."""


class Pace:
    """A bucket that holds ``burst`` messages and is filled with ``a_second`` of them a second."""

    def __init__(self, a_second: float, burst: int) -> None:
        self._a_second, self._burst = a_second, float(burst)
        self._left, self._at = self._burst, time.monotonic()

    async def turn(self) -> None:
        """Wait until one more may be read."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._a_second)
        self._at = now
        self._left -= 1
        if self._left < 0:
            await asyncio.sleep(-self._left / self._a_second)
