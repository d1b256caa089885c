"""The loop of a round at the desk, measured page by page: what a director opens and sends from the check-in to the final list.

Each form is sent as often as each page is opened, and what it wrote is taken back each time, so that it is always sent from the same state.
"""

from __future__ import annotations

import gzip
import random
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laboratory.hall.browsers import Values, form_with
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars
from tournament.services.attendance import check_in
from tournament.services.results.reports import record_results
from tournament.services.rounds import publish_round
from tournament.slices.practice.playing import draft_next, make_practice_event, play_round, play_to_end

GOAL = 200
"""The most milliseconds of the processor that a page of the loop may take."""

MOST_QUERIES = 12
"""The most database queries that opening a page may make."""

ROUNDS = 4
MEASURED = 3
"""The round whose loop is measured: two are closed before it, and one is left for the final."""

SEED = 7

NO_QUERIES = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT", "PRAGMA")
"""How statements begin that are counted as no queries."""

GRID, ROW_SAVED, PAGE_SAVED = "grid", "one row saved", "saved by the page"
"""The page of results; one table typed and saved as its row, and by the button of the page, as a browser without script does."""


@dataclass(frozen=True, slots=True)
class PageFigures:
    """The figures of one page or sent form (``is_act``): queries, median milliseconds of processor and wall clock, bytes of the answer."""

    what: str
    is_act: bool
    queries: int
    processor: float
    wall: float
    size: int
    compressed: int

    @property
    def missed(self) -> tuple[str, ...]:
        """The goals that it misses, in words."""
        missed = {
            f"over {GOAL} ms": self.processor > GOAL,
            f"over {MOST_QUERIES} queries": not self.is_act and self.queries > MOST_QUERIES,
        }
        return tuple(words for words, is_missed in missed.items() if is_missed)


def share_of_a_row(rows: Sequence[PageFigures]) -> tuple[float, float]:
    """Milliseconds of the processor for saving one row and opening the grid, and their share of those for saving by the page's button.

    The second figure is compared with saving by the button and opening the grid again.
    """
    took = {row.what: row.processor for row in rows}
    together = took[ROW_SAVED] + took[GRID]
    return together, together / (took[PAGE_SAVED] + took[GRID])


def measure_loop(players: int, times: int) -> Iterator[PageFigures]:
    """Make a practice event in the current database, play it up to its third round, and measure each page and form from there on.

    ``times`` is how often each is measured.
    """
    chance = random.Random(SEED)
    director = User.objects.create_user(f"director-{players}")
    event = make_practice_event(director, f"Measured with {players} players", players, ROUNDS)
    desk = _Desk(event, director, times)
    here = f"rounds/{MEASURED}/"

    yield desk.sent(
        "all checked in", "entries/check-in/", desk.form("entries/check-in/", "expected") | {"to": "everybody"}
    )
    check_in(event, director, range(1, players + 1))
    yield desk.drawn("first draw", 1)
    for _ in range(MEASURED - 1):
        play_round(event, director, chance)
    yield desk.opened("entries", "entries/")
    yield desk.opened("check-in", "entries/check-in/")
    yield desk.opened("arrangement", f"{here}arrangement/")
    yield desk.drawn("later draw", MEASURED)
    draft_next(event, director, chance)
    yield desk.opened("draft", here)
    yield desk.sent("publish", f"{here}publish/", {})
    publish_round(event, director, MEASURED)
    yield desk.opened("overview", "")
    yield desk.opened("check-in, round open", "entries/check-in/")
    yield desk.opened("round", here)
    yield desk.opened(GRID, f"{here}results/")
    tables = record_of(event).round(MEASURED).tables
    yield desk.sent(ROW_SAVED, f"{here}results/", desk.grid(tables[:1]) | {"row": str(tables[0].number)})
    yield desk.sent(PAGE_SAVED, f"{here}results/", desk.grid(tables[:1]))
    five = tables[:5]
    yield desk.sent(f"{len(five)} rows saved", f"{here}results/", desk.grid(five))
    report_tables(event, director, MEASURED, tables)
    yield desk.opened("grid, all reported", f"{here}results/")
    yield desk.sent("close", f"{here}close/", {})
    play_round(event, director, chance)  # nothing is left of it but to close it
    yield desk.opened("standings", "standings/")
    yield desk.opened("changes", "changes/")
    yield desk.drawn("last round drawn or cut", ROUNDS)
    play_to_end(event, director, chance)
    yield desk.opened("final list", "final/")


class _Desk:
    """A director's browser at the desk of one event."""

    def __init__(self, event: Event, director: User, times: int) -> None:
        self.event, self.times = event, times
        self.version = event.version
        self.address = f"/desk/{event.slug}/"
        self.browser = Client(SERVER_NAME="127.0.0.1")
        self.browser.force_login(director)

    def opened(self, what: str, page: str) -> PageFigures:
        """Open a page several times and return its figures; ``what`` names it in the table."""
        return measured(what, partial(self.browser.get, self.address + page), self.times)

    def sent(self, what: str, page: str, values: Values) -> PageFigures:
        """Send a form several times, taking its changes back, and return its figures; RuntimeError where the desk refuses it."""

        def send() -> Any:
            answer = self.browser.post(self.address + page, values)
            if Event.objects.values_list("version", flat=True).get(pk=self.event.pk) <= self.version:
                raise RuntimeError(f"{what}: the desk refused it, so it was not measured")
            return answer

        self.version = Event.objects.values_list("version", flat=True).get(pk=self.event.pk)
        return measured(what, send, self.times, taken_back, lambda: self.browser.get(self.address))

    def form(self, page: str, beginning: str) -> Values:
        """The values of the first form of a page with a field whose name starts with ``beginning``."""
        return form_with(self.browser.get(self.address + page).content.decode(), beginning)

    def drawn(self, what: str, number: int) -> PageFigures:
        """Draw round ``number`` several times by the page's first button, taking it back, and return its figures."""
        page = self.browser.get(f"{self.address}rounds/{number}/arrangement/").content.decode()
        use = re.findall(r'name="use" value="([^"]+)"', page)[0]
        return self.sent(what, f"rounds/{number}/draw/", {**form_with(page, "token"), "use": use})

    def grid(self, tables: Sequence[TableRecord]) -> Values:
        """The values of the results form with cash typed in for these tables."""
        typed = {
            f"t{table.number}-cash-{seat.player}": str(cash)
            for table in tables
            for seat, cash in zip(table.seats, undoubted_cash(table.size), strict=True)
        }
        values = self.form(f"rounds/{MEASURED}/results/", "t1-cash-")
        unknown = typed.keys() - values.keys()
        if unknown:
            raise LookupError(f"the grid has no field {', '.join(sorted(unknown))}")
        return values | typed


@contextmanager
def taken_back() -> Iterator[None]:
    """Put the database (SQLite) back as it was before the block; inside of a transaction, as tests are, roll back."""
    if not transaction.get_autocommit():
        with rolled_back():
            yield
        return
    connection.ensure_connection()
    with closing(sqlite3.connect(":memory:")) as before:
        connection.connection.backup(before)
        try:
            yield
        finally:
            before.backup(connection.connection)


@contextmanager
def rolled_back() -> Iterator[None]:
    """Run the block in a transaction that is rolled back, so that a commit is no part of what it takes."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def measured(
    what: str,
    act: Callable[[], Any],
    times: int,
    around: Callable[[], AbstractContextManager[None]] | None = None,
    before: Callable[[], Any] = lambda: None,
    *,
    is_act: bool = False,
) -> PageFigures:
    """Send the same request several times, and return its figures; RuntimeError where the answer is no success and no redirect.

    ``around`` takes back what an act wrote; None for a page that writes nothing, and for an act (``is_act``) that stays. ``before`` is
    called before each, unmeasured: it opens what stands open then, or makes the change that the request follows.
    """
    takes_back = around or nullcontext
    looks = []
    for _ in range(times + 1):
        with takes_back():
            before()
            looks.append(_look(act))
    processor, wall = (median(column) for column in zip(*looks[1:], strict=True))  # the first one loads templates
    with takes_back():
        before()
        with CaptureQueriesContext(connection) as queries:
            answer = act()
    if answer.status_code not in (200, 204, 302):
        raise RuntimeError(f"{what}: it was answered {answer.status_code}")
    queried = [query for query in queries if not query["sql"].startswith(NO_QUERIES)]
    content = answer.content
    size, compressed = len(content), len(gzip.compress(content, 6))
    return PageFigures(what, is_act or around is not None, len(queried), processor, wall, size, compressed)


def undoubted_cash(size: int) -> tuple[Dollars, ...]:
    """Final cash for a table of this size that the desk takes without asking back: 150,000 in all, and no two amounts equal."""
    highest = 150_000 // size + 2_500 * (size - 1)
    return tuple(highest - 5_000 * place for place in range(size))


def _look(act: Callable[[], Any]) -> tuple[float, float]:
    """Call a function once, and return the milliseconds of the processor and of the wall clock that it took."""
    processor, wall = time.process_time(), time.perf_counter()
    act()
    return 1000 * (time.process_time() - processor), 1000 * (time.perf_counter() - wall)


def report_tables(event: Event, director: User, number: int, tables: Sequence[TableRecord]) -> None:
    """Record results for these tables of the round with this number, as the desk does; raises the first refusal."""
    figures = [
        TableRecord(
            table.number,
            tuple(
                SeatRecord(seat.player, cash=cash)
                for seat, cash in zip(table.seats, undoubted_cash(table.size), strict=True)
            ),
        )
        for table in tables
    ]
    for refusal in record_results(event, director, number, figures).values():
        raise refusal
