"""A simulated hall for some seconds: phones that poll, desks that save rows of results, tables that report by phone; and a check of all.

1. Phones ask every ten seconds, half of them for news of the standings (204), half for the page that they have (304).
2. Three desks save the tables that are not reported by phone, one row after another, again and again with other figures.
3. At ten tables one phone reports, twice under one key as on a flapping network, and the others agree; all of them ask how it stands.
4. Nothing of that is public, so no phone gets a body. Then the round is closed, and every phone gets one.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from statistics import quantiles

from django.contrib.auth.models import User
from django.test import Client

from laboratory.desk import report_tables, undoubted_cash
from laboratory.hall.browsers import PRESSED, Answer, Browser, form_with
from laboratory.hall.rates import together
from laboratory.hall.server import Served
from tournament.access.devices import claim, codes_of
from tournament.models import Event, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.record.devices import table_subject
from tournament.record.event import TableRecord
from tournament.record.vocabulary import Dollars
from tournament.services.results.confirming import confirm_results
from tournament.services.rounds import close_round

EVERY = 10.0
"""Seconds between two requests of a phone."""
DESKS, TABLES_BY_PHONE = 3, 10
LOOKS, SAVES, NEWS = 5.0, 2.0, 8.0
"""Seconds between two requests of a table's phone, between two saved rows of a desk, and between its requests for others' rows."""
LET_IN = 3.0
"""Seconds in which the desks open their pages."""
AT_ONCE = 25
"""The number of threads that the phones share."""
REPORTED = re.compile(r'name="report" value="(\d+)"')
VERSION = re.compile(r'data-version="(\d+)"')
SHOWN = re.compile(r'data-version="(\d+)" data-stamp="(\w+)"')


def centile(took: Sequence[float], percent: int) -> float:
    """The milliseconds within which ``percent`` of a hundred answers came; 0 where there are none."""
    if len(took) < 2:
        return took[0] if took else 0.0
    return quantiles(took, n=100, method="inclusive")[percent - 1]


@dataclass(slots=True)
class BrowserFigures:
    """The figures of one kind of browser: ms of every answer, how often each status came, and what was wrong, in words.

    ``by`` has the same milliseconds by what was asked for.
    """

    took: list[float] = field(default_factory=list)
    by: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def note(self, answer: Answer, *right: int, what: str = "") -> Answer:
        """Count an answer and return it; a status other than ``right`` is an error. ``what`` is what was asked for."""
        self.took.append(answer.took)
        self.by.setdefault(what.rstrip(" 0123456789"), []).append(answer.took)
        self.statuses[answer.status] += 1
        if answer.status not in right:
            self.wrong.append(f"{what} {answer.status} {answer.text[:80]}".strip())
        return answer

    def centile(self, percent: int) -> float:
        """The milliseconds within which ``percent`` of a hundred answers came."""
        return centile(self.took, percent)


@dataclass(slots=True)
class HallResult:
    """The figures of all browsers, and how the hall ended: ``lost`` describes tables that have not the figures accepted last.

    - ``saved``, ``reported``, ``accepted``: rows saved by desks, tables reported by phone, and reports accepted at the end.
    - ``woken``: phones that got a new page after the round was closed.
    - ``busy``: the processor's seconds of the server during ``lasted`` seconds; ``asking``: those of the browsers themselves.
    """

    phones: BrowserFigures = field(default_factory=BrowserFigures)
    desks: BrowserFigures = field(default_factory=BrowserFigures)
    tables: BrowserFigures = field(default_factory=BrowserFigures)
    lost: list[str] = field(default_factory=list)
    saved: int = 0
    reported: int = 0
    accepted: int = 0
    woken: int = 0
    lasted: float = 0.0
    busy: float = 0.0
    asking: float = 0.0

    @property
    def figures(self) -> dict[str, BrowserFigures]:
        """The figures by kind of browser."""
        return {"phones": self.phones, "desks": self.desks, "tables": self.tables}

    @property
    def ms_an_answer(self) -> float:
        """The server's milliseconds of a processor for one answer, on average."""
        return 1000 * self.busy / max(1, sum(len(figures.took) for figures in self.figures.values()))


class Crowd:
    """The browsers of a hall at one event, whose last round is being played; ``seconds`` is how long they run."""

    def __init__(self, served: Served, event: Event, director: User, phones: int, seconds: float) -> None:
        self.served, self.event, self.director, self.seconds = served, event, director, seconds
        self.address = served.address
        self.hall, self.many = HallResult(), phones
        record = record_of(event)
        self.number = record.rounds[-1].number
        tables = record.round(self.number).tables
        self.by_phone = tables[: min(TABLES_BY_PHONE, len(tables) // 2)]
        self.by_desk = tables[len(self.by_phone) :]
        self.taken: dict[int, tuple[Dollars, ...]] = {}
        self.agreed: dict[int, set[int]] = {}
        self.page, self.live = f"/{event.slug}/standings/", f"/{event.slug}/live/"
        self.begin = 0.0

    def run(self) -> HallResult:
        """Log all browsers in, run them for the time, check the results, close the round, and let every phone ask once more."""
        phones = [Browser(self.address) for _ in range(self.many)]
        first = phones[0].get(self.page, headers=PRESSED)
        etag, version = first.headers.get("etag", ""), str(self.event.public_version)
        tables = [list(self._claimed(table)) for table in self.by_phone]
        desks = [self._logged_in() for _ in range(DESKS)]
        self.begin, busy, asking = time.perf_counter() + LET_IN, self.served.busy(), time.process_time()
        together(
            [
                *(lambda at=at: self._poll(phones, at, etag, version) for at in range(min(AT_ONCE, self.many))),
                *(lambda at=at: self._save(desks[at], self.by_desk[at::DESKS], at / DESKS) for at in range(DESKS)),
                *(lambda at=at: self._report(tables[at], self.by_phone[at]) for at in range(len(tables))),
            ]
        )
        self.hall.lasted, self.hall.busy = time.perf_counter() - self.begin, self.served.busy() - busy
        self.hall.asking = time.process_time() - asking
        self._compare()
        self._close()
        for at, phone in enumerate(phones):
            answer = self._look(phone, at, etag, version, None)
            self.hall.woken += answer.status == 200
            phone.close()
        return self.hall

    def _until(self, wanted: float) -> bool:
        """Wait until ``wanted`` and return true; false at once where that is after the end."""
        if wanted > self.begin + self.seconds:
            return False
        time.sleep(max(0.0, wanted - time.perf_counter()))
        return True

    # Phones that read the public pages

    def _poll(self, phones: Sequence[Browser], at: int, etag: str, version: str) -> None:
        """Let every AT_ONCE-th phone, from index ``at`` on, ask every ten seconds until the end."""
        step = EVERY / len(phones)
        for turn in count():
            for place in range(at, len(phones), AT_ONCE):
                due = self.begin + EVERY * turn + step * place
                if not self._until(due):
                    return
                answer = self._look(phones[place], place, etag, version, due)
                # A body would not be wrong for the phone, but it must not come: it is counted as a status.
                self.hall.phones.note(answer, 200, 204, 304, what="a phone")

    def _look(self, phone: Browser, place: int, etag: str, version: str, due: float | None) -> Answer:
        """One request of a phone: by its index ``place`` for the page if changed, or for news since the version."""
        if place % 2:
            return phone.get(self.page, due, {**PRESSED, "If-None-Match": etag})
        return phone.get(f"{self.live}?v={version}&on=standings", due, {**PRESSED, "HX-Request": "true"})

    # Desks

    def _logged_in(self) -> Browser:
        """A browser that is logged in as the director."""
        client = Client(SERVER_NAME="127.0.0.1")
        client.force_login(self.director)
        return Browser(self.address, {name: morsel.value for name, morsel in client.cookies.items()})

    def _save(self, desk: Browser, tables: Sequence[TableRecord], phase: float) -> None:
        """Let a desk save a row every two seconds; ``phase`` (0 to 1) shifts it, so that the desks do not all save at the same moment."""
        grid = f"/desk/{self.event.slug}/rounds/{self.number}/results/"
        figures = self.hall.desks
        page = figures.note(desk.get(grid), 200, what="the grid").text
        values = form_with(page, f"t{tables[0].number}-cash-")
        common = {name: values[name] for name in ("csrfmiddlewaretoken", "key", "seen")}
        version, news = values["seen"], self.begin + NEWS
        for turn, table in enumerate(cycle(tables)):
            due = self.begin + SAVES * (turn + phase)
            if not self._until(due):
                return
            prefix = f"t{table.number}-"
            cash = _cash(table, turn)
            typed = {f"{prefix}cash-{seat.player}": str(each) for seat, each in zip(table.seats, cash, strict=True)}
            own = {name: value for name, value in values.items() if name.startswith(prefix)} | typed
            sent = {**common, **own, "row": str(table.number), "key": f"{common['key']}-{turn}"}
            answer = figures.note(desk.post(grid, sent, due), 200, what=f"row of table {table.number}")
            if answer.status == 200:
                self.taken[table.number] = cash
                self.hall.saved += 1
                values |= form_with(answer.text, f"{prefix}seen")  # the row as it stands now
            if time.perf_counter() > news:
                news += NEWS
                changes = figures.note(
                    desk.get(f"{grid}since/?v={version}"), 200, 204, what="what other desks saved"
                ).text
                newer = VERSION.search(changes)
                version = newer[1] if newer else version

    # Tables

    def _claimed(self, table: TableRecord) -> Iterator[Browser]:
        """A phone for each seat of the table, logged in by the table's code."""
        subject = table_subject(self.number, table.number)
        code = codes_of(self.event, [subject])[subject]
        for seat in table.seats:
            yield Browser(self.address, {"device": claim(self.event, subject, code, seat.player)})

    def _report(self, phones: Sequence[Browser], table: TableRecord) -> None:
        """Let the phones of a table ask every five seconds, each at its own moment. In the first third of the time the first phone reports.

        Each of the others agrees at its next request after the report.
        """
        here = f"/{self.event.slug}/t/{self.number}/{table.number}/"
        chance = random.Random(table.number)
        start = self.begin + self.seconds * chance.uniform(0.05, 0.35)
        shown: dict[int, Sequence[str]] = {}
        phases = sorted(chance.uniform(0, LOOKS) for _ in phones)
        agreed = self.agreed[table.number] = set[int]()
        for turn in count():
            for place, phone in enumerate(phones):
                due = self.begin + LOOKS * turn + phases[place]
                if not self._until(due):
                    return
                if place == 0 and not agreed and due >= start and self._reported(phone, here, table):
                    agreed.add(0)
                elif place and agreed and place not in agreed and self._answered(phone, here):
                    agreed.add(place)
                else:
                    shown[place] = self._asked(phone, here, due, shown.get(place, ()))

    def _reported(self, phone: Browser, here: str, table: TableRecord) -> bool:
        """Send a report twice, as on a bad network, and return whether both were accepted; ``here`` is the table's address."""
        figures = self.hall.tables
        page = figures.note(phone.get(f"{here}report/"), 200, what="the form").text
        cash = _cash(table, table.number)
        typed = {f"cash-{seat.player}": str(each) for seat, each in zip(table.seats, cash, strict=True)}
        sent = form_with(page, "cash-") | typed
        answers = [figures.note(phone.post(f"{here}report/", sent), 302, what="a report") for _ in range(2)]
        if any(answer.status != 302 for answer in answers):
            return False
        self.taken[table.number] = cash
        self.hall.reported += 1
        return True

    def _answered(self, phone: Browser, here: str) -> bool:
        """Agree to the table's report if there is one, and return whether that was accepted."""
        figures = self.hall.tables
        page = figures.note(phone.get(here), 200, what="a table's page").text
        if not REPORTED.search(page):
            return False
        sent = form_with(page, "report") | {"agrees": "yes"}
        return figures.note(phone.post(f"{here}answer/", sent), 302, what="an answer").status == 302

    def _asked(self, phone: Browser, here: str, due: float, shown: Sequence[str]) -> Sequence[str]:
        """Ask for the state of the table as its page does: the whole page at first, then what has changed since ``shown``.

        Returns the version and stamp that the page shows now, which are ``shown`` at the next request.
        """
        if not shown:
            page = self.hall.tables.note(phone.get(here, due), 200, what="a table's page").text
        else:
            answer = phone.get(f"{here}now/?v={shown[0]}&s={shown[1]}", due)
            page = self.hall.tables.note(answer, 200, 204, what="how it stands").text
        found = SHOWN.search(page)
        return found.groups() if found else shown

    # The checks at the end

    def _compare(self) -> None:
        """Check that every table has the figures accepted last: official ones from a desk, or one report with all agreements by phone."""
        played = record_of(self.event).round(self.number)
        for table in self.by_desk:
            if table.number in self.taken:
                cash = tuple(seat.cash for seat in played.table(table.number).seats)
                self._check(table.number, cash == self.taken[table.number], f"has {cash}")
        for table in self.by_phone:
            if table.number in self.taken:
                reports = TableReport.objects.filter(
                    table__round__event=self.event, table__round__number=self.number, table__number=table.number
                )
                said = [
                    {row.entry.number: row.cash for row in report.figures.select_related("entry")} for report in reports
                ]
                wanted = {seat.player: cash for seat, cash in zip(table.seats, self.taken[table.number], strict=True)}
                answers = ReportAnswer.objects.filter(report__in=reports, agrees=True).count()
                is_kept = said == [wanted] and answers == len(self.agreed[table.number])
                self._check(table.number, is_kept, f"has {said} with {answers} yes")

    def _check(self, table: int, is_kept: bool, what: str) -> None:
        """Unless ``is_kept``, note the table as lost; ``what`` says what it has instead."""
        if not is_kept:
            self.hall.lost.append(f"table {table} {what}, taken was {self.taken[table]}")

    def _close(self) -> None:
        """Accept the reports on which tables agree, record results for the others, and close the round, which makes it public."""
        event = Event.objects.get(pk=self.event.pk)
        agreed = TableReport.objects.filter(
            table__round__event=event, table__round__number=self.number, official_at=None, agreed_at__isnull=False
        )
        if keys := list(agreed.values_list("pk", flat=True)):
            confirm_results(event, self.director, self.number, keys)
        self.hall.accepted = len(keys)
        silent = [table for table in record_of(event).round(self.number).tables if not table.has_cash]
        report_tables(event, self.director, self.number, silent)
        close_round(Event.objects.get(pk=event.pk), self.director, self.number)


def _cash(table: TableRecord, turn: int) -> tuple[Dollars, ...]:
    """Final cash for the table that the desk takes without asking back, in another order at each turn."""
    cash = undoubted_cash(table.size)
    turned = turn % table.size
    return cash[turned:] + cash[:turned]
