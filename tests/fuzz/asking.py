"""Requests made up from the site map and from the pages' own forms, and what must hold of every answer."""

from __future__ import annotations

import json
import re
import signal
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from types import FrameType
from typing import Any
from urllib.parse import quote, urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client, override_settings

from games.acquire.logs.json import document
from games.acquire.logs.reading import read_log
from tests.build import director_of
from tests.conftest import ROOT
from tests.fuzz.files import logs, made_up
from tests.fuzz.values import Chance
from tests.test_access import ROUTES, addresses_in, make_busy_event
from tests.tournament.pages.crawl import acting_forms, pages_of
from tests.tournament.pages.forms import Form
from tournament.access.devices import claim, codes_of
from tournament.models import Change, Device, Event, TableReport
from tournament.models.queries import record_of
from tournament.play.games.services.opening import GameOrder, open_game
from tournament.play.games.services.seats import say_hello, seat_with
from tournament.public.devices.holding import COOKIE
from tournament.record.acts import SCOPES
from tournament.record.devices import table_subject
from tournament.scores.explaining import Scores
from tournament.slices.helping import make_token
from tournament.tellings.standings import standings_listing

LARGEST_ANSWER = 5_000_000
LONGEST = 10.0
"""Seconds of the processor that one request may take before it counts as hanging; they take a tenth of one."""

FILE_FIELDS = {"desk_paste": "file", "desk_attach_log": "file", "desk_restore": "file"}
JSON_PAGES = ("scribe", "clock")
PARTS = re.compile(r"<(int|slug|str):(\w+)>")


class HangsError(Exception):
    """A request that has not ended."""


@contextmanager
def bounded(seconds: float = LONGEST) -> Iterator[None]:
    """Raise HangsError in what takes more seconds of the processor than that, however busy the machine is."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise HangsError(f"more than {seconds} s of the processor")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass
class Found:
    """What was asked and what came of it."""

    asked: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def names_read() -> list[str]:
    """Every name that some page reads from the query string."""
    found: set[str] = {"per_page", "sort", "utm_source"}
    for path in (ROOT / "tournament").rglob("*.py"):
        found |= set(re.findall(r'GET(?:\.get|\.getlist)?[(\[]\s*"(\w+)"', path.read_text(encoding="utf-8")))
    return sorted(found)


@cache
def played_events() -> list[object]:
    """The events of a game as a device sends them."""
    return list(document(read_log(logs()[0].decode()))["events"])


BROKEN_JSON = (
    *("", "NaN", '"', "\x00", "[" * 50_000, '{"presses": [' + '{"a":' * 20_000),
    *('{"after": 1e999, "entries": []}', '{"after": NaN}'),
)


class Fuzz:
    """A busy event, somebody of every kind, and requests that nobody would send."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)
        self.found = Found()
        self.event: Event = make_busy_event(8)
        self.addresses = addresses_in(self.event)
        self.queries = names_read()
        self.director, self.nobody, self.phone = Client(), Client(), Client()
        self.director.force_login(director_of(self.event))
        subject = table_subject(2, 1)
        self.seat = self.come_to_a_game()
        self.token = make_token(self.event, director_of(self.event), "Shop", frozenset(SCOPES))
        self.phone.cookies[COOKIE] = claim(self.event, subject, codes_of(self.event, [subject])[subject])
        answers = pages_of(self.director, self.event.slug, "/desk/new/", "/desk/restore/", "/desk/practice/", most=1)
        self.forms = [found.form for page, answer in answers.items() for found in acting_forms(page, answer)]
        table = f"/{self.event.slug}/t/2/1"
        self.device_pages = [f"{table}/{rest}" for rest in ("", "report/", "answer/", "call/", "clock/", "scribe/")]
        assert len(self.forms) > 60

    def come_to_a_game(self) -> str:
        """The token of a seat of a game that has begun."""
        with override_settings(GAMES=True):
            opened = open_game(GameOrder("mso", ["Ann", "Ben", "Cai"], minutes=20))
        for token in opened.tokens.values():
            seat = seat_with(token)
            assert seat is not None
            say_hello(seat)
        return opened.tokens["P1"]

    def run(self, requests: int) -> Found:
        """Send so many requests; what is wrong with an answer is kept as a line with what was sent."""
        ways = [
            self.game,
            self.read,
            self.read,
            self.form,
            self.form,
            self.form,
            self.any_post,
            self.file,
            self.device,
            self.script,
            self.program,
        ]
        for _ in range(requests):
            self.chance.random.choice(ways)()
        return self.found

    # What is sent

    def read(self) -> None:
        """Open an address with something wrong in it."""
        client = self.chance.random.choice([self.director, self.director, self.nobody, self.phone])
        self.ask(client, "get", self.address() + self.query(), {})

    def form(self) -> None:
        """Send a form of a page with one or more fields bent, left out or added."""
        form: Form = self.chance.random.choice(self.forms)
        button = self.chance.random.choice(form.buttons) if form.buttons else None
        typed = dict(form.filled(None, button))
        for _ in range(self.chance.random.randrange(1, 5)):
            self._bend(typed)
        self.ask(self.director, "post", form.action, typed)

    def _bend(self, typed: dict[str, Any]) -> None:
        name = self.chance.random.choice([*typed, *typed, "extra", "key", "seen", "row", self.chance.text()[:30]])
        if self.chance.is_so(0.1):
            typed.pop(name, None)
            return
        now = typed.get(name, "")
        first = str(now[0] if isinstance(now, list) and now else now)
        many = [self.chance.bent(first) for _ in range(self.chance.random.choice([1, 1, 1, 2, 30]))]
        typed[name] = many if len(many) > 1 else many[0]

    def any_post(self) -> None:
        """Send a form's fields to another address."""
        form: Form = self.chance.random.choice(self.forms)
        client = self.chance.random.choice([self.director, self.director, self.nobody, self.phone])
        self.ask(client, "post", self.address() + self.query(), form.filled())

    def file(self) -> None:
        """Send a file."""
        name, kind = self.chance.random.choice(sorted(FILE_FIELDS.items()))
        route = next(route for route, address in self.addresses.items() if self._is_called(address, name))
        called = re.sub(r"[/\\\x00]", "", self.chance.text()[:60]).strip(". ") or "list"
        content = SimpleUploadedFile(called, made_up(self.chance))
        typed = {kind: content, "text": self.chance.text(), "title": self.chance.text(), "key": self.chance.text()[:40]}
        self.ask(self.director, "post", self.addresses[route], typed)

    def _is_called(self, address: str, name: str) -> bool:
        from django.urls import resolve

        return resolve(address).url_name == name

    def device(self) -> None:
        """Send something to a page of a table's phone."""
        address = self.chance.random.choice(self.device_pages)
        if self.chance.is_so(0.4):
            self.ask(self.phone, "get", address + self.query(), {})
            return
        typed: dict[str, Any] = {"key": self.chance.text()[:50]}
        names = [
            "report",
            "agrees",
            "player",
            "kind",
            "words",
            "press",
            "line",
            "cash-1",
            "cash-2",
            "ended_by",
            "reason",
        ]
        for name in self.chance.random.sample(names, 5):
            typed[name] = self.chance.text()
        self.ask(self.phone, "post", address, typed)

    def script(self) -> None:
        """Send JSON as a device does, bent."""
        whole = {
            "after": self.chance.random.choice([0, 0, 1, 2]),
            "entries": [
                {"key": f"k{place}", "events": [event], "forced": self.chance.is_so(0.2)}
                for place, event in enumerate(played_events()[: self.chance.random.randrange(1, 6)])
            ],
            "presses": [{"key": "k1", "ago": 0, "kind": "pass", "player": 1}],
            "beside": self.chance.is_so(0.2),
        }
        sent = self.chance.bent_document(self.chance.bent_document(whole))
        body = json.dumps(sent) if self.chance.is_so(0.85) else self.chance.random.choice(BROKEN_JSON)
        client, base = self.chance.random.choice(
            [(self.phone, f"/{self.event.slug}/t/2/1/"), (self.director, f"/desk/{self.event.slug}/rounds/2/tables/1/")]
        )
        address = base + self.chance.random.choice(JSON_PAGES) + "/"
        self.ask(client, "post", address, body.encode("utf-8", "replace"), content_type="application/json")

    def game(self) -> None:
        """Send a message of a game on devices, bent, with the token of a seat or without."""
        acts: list[dict[str, object]] = [
            {"act": "start"},
            {"act": "play", "tile": "6E"},
            {"act": "draw"},
            {"act": "buy", "chains": {"Luxor": 2}},
        ]
        messages: list[dict[str, object]] = [
            {"t": "hello", "v": 1, "token": self.seat, "n": 0},
            {"t": "act", "id": "a", "n": self.chance.random.choice([1, 2, 9]), **self.chance.random.choice(acts)},
            {"t": "act", "id": "b", "n": 1, "acts": acts},
            {"t": "ping", "at": 1},
            {"t": "agree"},
        ]
        message = self.chance.random.choice(messages)
        sent = self.chance.bent_document(message) if self.chance.is_so(0.8) else message
        body = json.dumps(sent) if self.chance.is_so(0.85) else self.chance.random.choice(BROKEN_JSON)
        token = self.seat if self.chance.is_so(0.9) else quote(self.chance.text()[:60])
        how = {"headers": {"Authorization": f"Bearer {token}"}, "content_type": "application/json"}
        self.ask(self.nobody, "post", "/game/protocol/" + self.query(), body.encode("utf-8", "replace"), **how)

    def program(self) -> None:
        """Send what a program writes, bent, with a token or without."""
        table = record_of(self.event).round(2).tables[0]
        bodies: dict[str, dict[str, object]] = {
            "entries/": {"entries": [{"name": "Nina Muster", "country": "NL", "is_junior": True, "fee": "7"}]},
            "entries/3/": {"club": "Chess", "fixed_table": 2, "fee_paid": "7.50", "seen": 3, "confirmed": True},
            "check-ins/": {"players": [3, 4], "status": "late", "missed": "missed", "seen": 3},
            f"results/2/{table.number}/": {
                "players": [{"player": seat.player, "cash": 30_100, "is_out_of_time": False} for seat in table.seats],
                "ended_by": "all safe",
                "confirmed": True,
                "report": 1,
            },
        }
        part, whole = self.chance.random.choice(sorted(bodies.items()))
        sent = self.chance.bent_document(whole) if self.chance.is_so(0.8) else whole
        body = json.dumps(sent) if self.chance.is_so(0.85) else self.chance.random.choice(BROKEN_JSON)
        token = self.token if self.chance.is_so(0.9) else quote(self.chance.text()[:60])
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": quote(self.chance.text()[:60])}
        method = "patch" if part == "entries/3/" else "post"
        address = f"/api/v1/{self.event.slug}/{part}" + self.query()
        how = {"headers": headers, "content_type": "application/json"}
        self.ask(self.nobody, method, address, body.encode("utf-8", "replace"), **how)

    def address(self) -> str:
        """An address of the site map, as it is or with a part of it bent."""
        route = self.chance.random.choice(ROUTES)
        if self.chance.is_so(0.5):
            return self.addresses[route]

        def part(found: re.Match[str]) -> str:
            if found[1] == "int":
                return str(self.chance.number())
            if found[2] == "slug" and self.chance.is_so(0.7):
                return self.event.slug
            return quote(self.chance.text()[:60], safe="") or "x"

        return "/" + PARTS.sub(part, route)

    def query(self) -> str:
        """A query string of names that pages read, with any values."""
        names = [self.chance.random.choice(self.queries) for _ in range(self.chance.random.randrange(4))]
        return "?" + urlencode([(name, self.chance.text()) for name in names], errors="replace") if names else ""

    # What must hold

    def ask(self, client: Client, method: str, address: str, sent: Any, **how: Any) -> None:
        """Send a request and look at the answer; what it did is undone."""
        self.found.asked += 1
        try:
            with transaction.atomic(), bounded():
                before = (Change.objects.count(), TableReport.objects.count())
                answer = getattr(client, method)(address, sent, **how)
                self.look(address, sent, answer, before)
                transaction.set_rollback(True)
        except Exception as error:  # noqa: BLE001  every one of them is a finding
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.wrong(address, sent, f"{type(error).__name__}: {str(error)[:200]} ({where.filename}:{where.lineno})")
        self.phone.cookies = self.phone.cookies  # a refused phone keeps its secret
        if method == "post":  # what a request did to its phone is undone too
            Device.objects.filter(kind="table").update(left=1_000)

    def look(self, address: str, sent: Any, answer: Any, before: tuple[int, int]) -> None:
        """Note an answer that no request may get, and an event that cannot be read after an act."""
        self.found.statuses[answer.status_code] += 1
        content = b"" if answer.streaming else answer.content
        if answer.status_code >= 500 and "sent too much at once" not in content.decode(errors="replace"):
            self.wrong(address, sent, f"status {answer.status_code}")
        if b"Traceback (most recent" in content:
            self.wrong(address, sent, "a trace of the program")
        if len(content) > LARGEST_ANSWER:
            self.wrong(address, sent, f"{len(content):,} bytes")
        after = (Change.objects.count(), TableReport.objects.count())
        if Event.objects.filter(pk=self.event.pk).exists() and (after[0] < before[0] or after[1] < before[1]):
            self.wrong(address, sent, f"changes and reports went from {before} to {after}")
        if after[0] > before[0] and (event := Event.objects.filter(pk=self.event.pk).first()) is not None:
            standings_listing(Scores(record_of(event)))

    def wrong(self, address: str, sent: Any, problem: str) -> None:
        """Keep a finding, with what was sent."""
        self.found.problems.append(f"{problem}\n    {address[:300]}\n    {str(sent)[:600]!r}")
