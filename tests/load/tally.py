"""What a load counts: every answer by its kind, with its milliseconds; errors and refusals by name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from tests.load.browsing import Page

REFUSED = (409, 422, 429)
"""Answers that refuse in a sentence; everything from 500 on, and no answer, is an error."""


@dataclass
class Tally:
    """Counts of one run, added to by every thread."""

    times: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    bytes: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    _lock: Lock = field(default_factory=Lock)

    def add(self, kind: str, page: Page, *fit: int) -> Page:
        """Count an answer; a status that is neither ``fit`` nor a refusal is an error."""
        with self._lock:
            self.times.setdefault(kind, []).append(page.ms)
            self.statuses[kind, page.status] += 1
            self.bytes += page.size
            if page.status not in (fit or (200, 204, 302, 304)) and page.status not in REFUSED:
                self.wrong[f"{kind}: {page.status or 'no answer'}"] += 1
        return page

    def note(self, words: str) -> None:
        """Count something that went wrong beside answers."""
        with self._lock:
            self.wrong[words] += 1

    def took(self, kind: str, ms: float) -> None:
        """Count an answer that somebody else has heard, and found right."""
        with self._lock:
            self.times.setdefault(kind, []).append(ms)
            self.statuses[kind, 200] += 1

    @property
    def requests(self) -> int:
        """How many answers there were."""
        return sum(self.statuses.values())

    @property
    def refused(self) -> int:
        """How many answers refused in a sentence."""
        return sum(count for (_, status), count in self.statuses.items() if status in REFUSED)

    def rows(self) -> dict[str, dict[str, Any]]:
        """The figures of each kind of request, and of all."""
        told = {kind: {"requests": len(times), **quantiles(times)} for kind, times in sorted(self.times.items())}
        every = [time for times in self.times.values() for time in times]
        return {**told, "all": {"requests": len(every), **quantiles(every)}}


def quantiles(times: list[float]) -> dict[str, float]:
    """The median, and what 95 and 99 of a hundred stay below, in milliseconds."""
    ordered = sorted(times)
    return {
        name: round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1)
        for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
    }
