"""Events of any size, and their pages measured one by one in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.build import director_of, enter_result, enter_results, make_event, plausible_cash, play_to, publish
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round

LIMITS = {25: 50, 250: 150}
"""Milliseconds that a public page may take at most, by players."""

LARGEST_PAGE = 15_000
"""Bytes of HTML that a public page may have at 25 players."""

MOST_QUERIES = 12
REPEATS = 11

PUBLIC = ("", "?me=1", "rounds/3/", "rounds/2/results/", "rounds/2/tables/1/", "standings/", "players/1/")
PUBLIC_AT_THE_END = ("", "standings/", "medals/", "players/1/")
DESK = (
    "",
    "entries/",
    "entries/check-in/",
    "rounds/3/",
    "rounds/3/results/",
    "rounds/3/tiles/",
    "rounds/2/tables/1/",
    "standings/",
    "final/",
    "meetings/",
    "draws/",
    "penalties/",
    "changes/",
    "sheets/",
    "settings/",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One page: medians in milliseconds, queries, bytes; ``kept`` is None for a page that is never kept."""

    page: str
    cpu: float
    clock: float
    kept: float | None
    queries: int
    size: int

    def remarks(self, players: int) -> str:
        """Which of the product's figures it misses."""
        limit = LIMITS.get(players, 0)
        is_public = self.kept is not None
        missed = {
            f"over {limit} ms": is_public and limit and self.cpu > limit,
            f"over {LARGEST_PAGE:,} bytes": is_public and players == 25 and self.size > LARGEST_PAGE,
            f"over {MOST_QUERIES} queries": self.queries > MOST_QUERIES,
        }
        return ", ".join(words for words, is_missed in missed.items() if is_missed)


def measure(players: int) -> Iterator[Measured]:
    """The pages of an event in its third round, then of the same event when it is over."""
    event = play_to(make_event(players, name=f"Load {players}"), round_closed=2)
    publish(event, 3)
    enter_results(event, 3, apart_from={1})
    visitor, director = Client(), Client()
    director.force_login(director_of(event))
    site, desk = f"/{event.slug}/", f"/desk/{event.slug}/"
    yield from (public_page(visitor, site, page) for page in PUBLIC)
    yield from (desk_page(director, desk, page) for page in DESK)

    table = record_of(event).round(3).tables[0]
    enter_result(event, 3, table, plausible_cash(table.size, players))
    close_round(event, director_of(event), 3)
    yield desk_page(director, desk, "rounds/4/arrangement/")

    event = play_to(Event.objects.get(pk=event.pk), round_closed=4)
    publish_final_list(event, director_of(event))
    yield from (public_page(visitor, site, page, "over: ") for page in PUBLIC_AT_THE_END)
    yield desk_page(director, desk, "final/", "over: ")


def public_page(client: Client, site: str, page: str, when: str = "") -> Measured:
    """A page measured twice: with an empty cache each time, and from the cache."""
    fresh = looks(client, site + page, cache.clear)
    kept = median(cpu for cpu, _ in looks(client, site + page, lambda: None))
    return measured(client, site + page, f"{when}{page or 'event'}", fresh, kept)


def desk_page(client: Client, desk: str, page: str, when: str = "") -> Measured:
    """A page that is made anew for every look at it."""
    return measured(client, desk + page, f"{when}desk {page or 'event'}", looks(client, desk + page, lambda: None))


def looks(client: Client, address: str, before: Callable[[], None]) -> list[tuple[float, float]]:
    """The processor's and the clock's milliseconds of each look; the first one, which loads templates, does not count."""
    found = []
    for _ in range(REPEATS + 1):
        before()
        cpu, clock = time.process_time(), time.perf_counter()
        answer = client.get(address)
        found.append((1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - clock)))
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
    return found[1:]


def measured(
    client: Client, address: str, name: str, taken: list[tuple[float, float]], kept: float | None = None
) -> Measured:
    """Medians, with the queries and the bytes of one more look at an empty cache."""
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    cpu, clock = (median(column) for column in zip(*taken, strict=True))
    return Measured(name, cpu, clock, kept, len(queries), len(answer.content))
