"""How fast one token may ask: far beyond what any player needs, so that only a program in a loop is held up."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

A_SECOND = 200
BURST = 400
MOST_KNOWN = 2_000
"""Tokens of which one process remembers how fast they asked."""


class Pace:
    """Buckets by key: each holds `BURST` requests and is filled with `A_SECOND` of them a second. Moments are seconds of any clock."""

    def __init__(self) -> None:
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def may_ask(self, key: int, at: float) -> bool:
        """Whether a key may ask once more at a moment; if so it is counted."""
        with self._lock:
            left, before = self._left.pop(key, (float(BURST), at))
            left = min(float(BURST), left + (at - before) * A_SECOND)
            self._left[key] = (left - 1 if left >= 1 else left, at)
            if len(self._left) > MOST_KNOWN:
                self._left.popitem(last=False)
            return left >= 1
