"""How fast one token or one address may ask: far beyond what any player needs, so that only a program in a loop is held up."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

A_SECOND = 200
BURST = 400
MOST_KNOWN = 2_000
"""Tokens of which one process remembers how fast they asked."""


class Pace:
    """Buckets by key: each holds ``burst`` requests and is filled with ``a_second`` of them a second. Moments are seconds of any clock."""

    def __init__(self, a_second: float = A_SECOND, burst: int = BURST) -> None:
        self._a_second, self._burst = a_second, float(burst)
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def may_ask(self, key: Hashable, at: float) -> bool:
        """Whether a key may ask once more at a moment; if so it is counted."""
        with self._lock:
            left, before = self._left.pop(key, (self._burst, at))
            left = min(self._burst, left + (at - before) * self._a_second)
            self._left[key] = (left - 1 if left >= 1 else left, at)
            if len(self._left) > MOST_KNOWN:
                self._left.popitem(last=False)
            return left >= 1
