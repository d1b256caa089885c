"""How often something may happen: one token bucket for phones, programs, sockets and new games.

Moments are seconds of any one clock. Where a rate counts is its user's matter: a phone's bucket is a row of the database, for it must
hold in every process; the others live in one process.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock

MOST_KNOWN = 2_000
"""The most keys of which a `RateLimit` remembers how fast they came."""


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` times at once, and once more for every ``refill`` seconds that have passed."""

    refill: float
    burst: int


WRITES_OF_A_PHONE = Rate(refill=4, burst=30)
"""Reports, calls and clocks of one phone: nobody types results faster, but a script in a loop would."""
MESSAGES_OF_A_PROGRAM = Rate(refill=1 / 200, burst=400)
"""Messages of one seat in a game at home, by POST and by a socket alike."""
MESSAGES_IN_AN_EVENT = Rate(refill=1 / 20, burst=60)
"""Messages of one socket in an event: as many as people send."""
GAMES_OF_AN_ADDRESS = Rate(refill=60, burst=10)
"""Games that one address may open."""
REQUESTS_OF_A_TOKEN = Rate(refill=0.5, burst=120)
"""Requests of one token of an event: 120 at once, then two a second."""
REGISTRATIONS_OF_AN_ADDRESS = Rate(refill=10, burst=300)
"""Registrations for an event from one address, which a whole hall may share: 300 at once, then six a minute."""
REGISTRATIONS_OF_AN_EVENT = Rate(refill=2, burst=600)
"""Registrations for one event from all addresses together: 600 at once, then thirty a minute."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """How many times are left, as counted at the moment ``counted_at``."""

    left: int
    counted_at: float

    def at(self, now: float, rate: Rate) -> Bucket:
        """The bucket at the moment ``now``, refilled for the time that has passed; a clock that was set back refills nothing."""
        passed = max(0, int((now - self.counted_at) // rate.refill))
        if self.left + passed >= rate.burst:
            return Bucket(rate.burst, now)
        return Bucket(self.left + passed, self.counted_at + passed * rate.refill)

    def spent(self, now: float, rate: Rate) -> Bucket | None:
        """The bucket after one time more at the moment ``now``; None where none is left."""
        then = self.at(now, rate)
        return Bucket(then.left - 1, then.counted_at) if then.left else None

    def wait(self, now: float, rate: Rate) -> float:
        """The seconds from the moment ``now`` until one is left; 0 where one is."""
        then = self.at(now, rate)
        return 0.0 if then.left else then.counted_at + rate.refill - now


class RateLimit:
    """A bucket for each key, in this process."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()
        self._lock = Lock()

    def let_ask(self, key: Hashable, at: float) -> bool:
        """Let a key ask once more at a moment, which is counted; return whether it may."""
        with self._lock:
            bucket = self._buckets.pop(key, None) or Bucket(self._rate.burst, at)
            spent = bucket.spent(at, self._rate)
            self._buckets[key] = spent or bucket
            if len(self._buckets) > MOST_KNOWN:
                self._buckets.popitem(last=False)
            return spent is not None


class Pace:
    """The bucket of one socket, whose messages are not refused but read later."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self.bucket = Bucket(rate.burst, time.monotonic())

    async def turn(self) -> None:
        """Wait until one more message may be read."""
        while (spent := self.bucket.spent(time.monotonic(), self._rate)) is None:
            await asyncio.sleep(self.bucket.wait(time.monotonic(), self._rate))
        self.bucket = spent
