"""How many requests for the standings a server answers in a second: computed each time, from the cache, and unchanged (304)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from django.db import connection
from django.db.models import F

from laboratory.hall.browsers import PRESSED, Browser
from tournament.models import Event

TOGETHER = 4
"""The number of browsers that ask at the same time, each without a pause."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The figures of one kind of request: name, requests a second, how many there were, how many had a wrong status, bytes of an answer."""

    what: str
    a_second: float
    many: int
    wrong: int
    size: int


def rates_of(address: str, events: Sequence[Event], seconds: float) -> list[Rate]:
    """Measure the standings in three ways, each for ``seconds``: computed each time (after a new version), cached, and unchanged."""
    page = f"/{events[0].slug}/standings/"
    fresh = _rate("fresh", [(address, f"/{event.slug}/standings/", event.pk, "") for event in events], 200, seconds)
    mark = Browser(address).get(page, headers=PRESSED).headers.get("etag", "")
    return [
        fresh,
        _rate("kept", [(address, page, 0, "")] * TOGETHER, 200, seconds),
        _rate("304", [(address, page, 0, mark)] * TOGETHER, 304, seconds),
    ]


def _rate(what: str, browsers: Sequence[tuple[str, str, int, str]], right: int, seconds: float) -> Rate:
    """Let the browsers ask until the time is over, and return the figures.

    A browser is (address, page, event, ETag): with the ID of an event its version is raised before each request, which does not count.
    """
    taken: list[tuple[float, int, int]] = []

    def ask(address: str, page: str, event: int, mark: str) -> None:
        browser = Browser(address)
        headers = {**PRESSED, **({"If-None-Match": mark} if mark else {})}
        last = time.perf_counter() + seconds
        while time.perf_counter() < last:
            if event:
                Event.objects.filter(pk=event).update(public_version=F("public_version") + 1, version=F("version") + 1)
            answer = browser.get(page, headers=headers)
            taken.append((answer.took, answer.status, answer.size))
        browser.close()
        connection.close()

    together([partial(ask, *each) for each in browsers])
    busy = sum(took for took, _, _ in taken) / 1000 / len(browsers)
    wrong = sum(status != right for _, status, _ in taken)
    return Rate(what, len(taken) / busy, len(taken), wrong, max(size for _, _, size in taken))


def together(acts: Sequence[Callable[[], None]]) -> None:
    """Call all functions at the same time, each in a thread of its own, and wait for the last; an exception in one is raised."""
    with ThreadPoolExecutor(len(acts)) as threads:
        for done in [threads.submit(act) for act in acts]:
            done.result()
