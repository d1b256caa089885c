"""The loop of a round at the desk, measured page by page: what a director opens and sends from the check-in to the final list.

Each act is sent as often as each page is opened: what it did is taken back by rolling back its transaction, so that it is sent every time
from the same stand. A commit to the disk is therefore no part of its figure.
"""

from __future__ import annotations

import gzip
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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
from tournament.services.people.attendance import check_in
from tournament.services.practice import make_practice_event, play_round, play_to_end
from tournament.services.practice.rounds import draft_next
from tournament.services.results.reports import record_results
from tournament.services.rounds import publish_round

GOAL = 200
"""Milliseconds that a page of the loop may take."""

MOST_QUERIES = 12
"""Queries that opening a page may ask."""

ROUNDS = 4
MEASURED = 3
"""The round whose loop is measured: two are closed before it, and one is left for the final."""

SEED = 7

GRID, ROW_SAVED, PAGE_SAVED = "grid", "one row saved", "saved by the page"
"""The page of results; one table typed and saved as its row, and by the button of the page, as a browser without script does."""


@dataclass(frozen=True, slots=True)
class PageFigures:
    """One page or act of the loop: queries, medians in milliseconds of the processor and on the wall, bytes of the answer."""

    what: str
    is_act: bool
    queries: int
    processor: float
    wall: float
    size: int
    compressed: int

    @property
    def missed(self) -> tuple[str, ...]:
        """Which of the goals it misses."""
        missed = {
            f"over {GOAL} ms": self.processor > GOAL,
            f"over {MOST_QUERIES} queries": not self.is_act and self.queries > MOST_QUERIES,
        }
        return tuple(words for words, is_missed in missed.items() if is_missed)


def share_of_a_row(rows: Sequence[PageFigures]) -> tuple[float, float]:
    """A saved row and the page together in milliseconds of the processor, and as a share of the page saved whole and shown again."""
    took = {row.what: row.processor for row in rows}
    together = took[ROW_SAVED] + took[GRID]
    return together, together / (took[PAGE_SAVED] + took[GRID])


def measure_loop(players: int, times: int) -> Iterator[PageFigures]:
    """Make a practice event in the database at hand, play it to its third round, and measure each step from there on."""
    chance = random.Random(SEED)
    director = User.objects.create_user(f"director-{players}")
    event = make_practice_event(director, f"Measured with {players} players", players, ROUNDS)
    check_in(event, director, range(1, players + 1))
    for _ in range(MEASURED - 1):
        play_round(event, director, chance)
    desk = _Desk(event, director, times)
    here = f"rounds/{MEASURED}/"

    yield desk.opened("entries", "entries/")
    yield desk.opened("check-in", "entries/check-in/")
    yield desk.opened("arrangement", f"{here}arrangement/")
    draft_next(event, director, chance)
    yield desk.opened("draft", here)
    yield desk.sent("publish", f"{here}publish/", {})
    publish_round(event, director, MEASURED)
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
        """A page, opened."""
        return self._measured(what, lambda: self.browser.get(self.address + page))

    def sent(self, what: str, page: str, values: Values) -> PageFigures:
        """A form, sent and taken back."""

        def send() -> Any:
            with transaction.atomic():
                answer = self.browser.post(self.address + page, values)
                is_done = Event.objects.values_list("version", flat=True).get(pk=self.event.pk) > self.version
                transaction.set_rollback(True)
            if not is_done:
                raise RuntimeError(f"{what}: the desk refused it, so it was not measured")
            return answer

        self.version = Event.objects.values_list("version", flat=True).get(pk=self.event.pk)
        return self._measured(what, send, is_act=True)

    def grid(self, tables: Sequence[TableRecord]) -> Values:
        """The form of the results grid with cash typed at these tables."""
        page = self.browser.get(f"{self.address}rounds/{MEASURED}/results/").content.decode()
        typed = {
            f"t{table.number}-cash-{seat.player}": str(cash)
            for table in tables
            for seat, cash in zip(table.seats, undoubted_cash(table.size), strict=True)
        }
        values = form_with(page, "t1-cash-")
        unknown = typed.keys() - values.keys()
        if unknown:
            raise LookupError(f"the grid has no field {', '.join(sorted(unknown))}")
        return values | typed

    def _measured(self, what: str, act: Callable[[], Any], *, is_act: bool = False) -> PageFigures:
        looks = [_look(act) for _ in range(self.times + 1)][1:]  # the first one loads templates
        processor, wall = (median(column) for column in zip(*looks, strict=True))
        with CaptureQueriesContext(connection) as queries:
            answer = act()
        if answer.status_code not in (200, 302):
            raise RuntimeError(f"{what}: the desk answered {answer.status_code}")
        queried = [
            query for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN"))
        ]
        content = answer.content
        return PageFigures(what, is_act, len(queried), processor, wall, len(content), len(gzip.compress(content, 6)))


def undoubted_cash(size: int) -> tuple[Dollars, ...]:
    """Cash of a table about which the desk asks nothing: 150,000 in all, nobody equal."""
    highest = 150_000 // size + 2_500 * (size - 1)
    return tuple(highest - 5_000 * place for place in range(size))


def _look(act: Callable[[], Any]) -> tuple[float, float]:
    """Milliseconds of the processor and on the wall that it takes once."""
    processor, wall = time.process_time(), time.perf_counter()
    act()
    return 1000 * (time.process_time() - processor), 1000 * (time.perf_counter() - wall)


def report_tables(event: Event, director: User, number: int, tables: Sequence[TableRecord]) -> None:
    """Report these tables of a round at the desk."""
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
