"""A whole day of a tournament, compressed: `python -m tests.load.day --players 250 --phones 500 --desks 4 --rounds 4 --seconds 150`.

Draw, publication, results and closing go by the pages of the desk; two tables of three report by the phone that they share and are
accepted, the others are typed by the desks, a row at a time; every phone of the hall asks what is new, and at times opens a page. With
``--games`` so many tables play on devices meanwhile, by POST, at the pace of people. At the end each result that was answered “saved” is
compared with what counts, and each act that was acknowledged is looked for. Printed are answers a second, p50, p95 and p99, errors and
lost updates (both must be 0), the size of the database, memory and the processor's time, and all of it as the column of laboratory/load.md;
exit status 1 where a bar fails.

Days of any size are compared at the same ``--seconds``: then each is its own real day, all made shorter by one factor. In a hall the
results of a round come in over some twenty minutes; with ``--seconds 180`` and four rounds they come in over 31 s, 38 times as fast.

Load and server share this machine, and so does whatever else runs on it: its load is printed too. Not for .ci/run.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Condition, Thread
from typing import Any

from tests.load.column import to_paste
from tests.load.hall import Hall, hall

PAUSE_OF_A_DESK = 8.0
THREADS = 24
SHARE_OF_REPORTING = 0.7
"""Of a round's time, in which its results come in."""


def main(arguments: Sequence[str]) -> int:
    """Play the day and print it; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=250)
    parser.add_argument("--phones", type=int, default=500, help="phones in the hall that look (500)")
    parser.add_argument("--desks", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=150, help="how long the results of all rounds come in (150)")
    parser.add_argument("--every", type=float, default=20, help="seconds between two questions of a phone (20)")
    parser.add_argument("--games", type=int, default=0, help="tables that play on devices meanwhile (0)")
    parser.add_argument("--workers", type=int, default=2, help="processes of the server (2)")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL instead of SQLite")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # whoever ends this ends its server too
    before = os.getloadavg()
    with hall(asked.players, asked.desks, asked.rounds, on_postgresql=asked.postgresql, workers=asked.workers) as place:
        told = Day(place, asked).play()
    told |= {"load_before": [round(each, 1) for each in before], "cores": os.cpu_count()}
    told |= {"seconds_of_results": asked.seconds}
    sys.stdout.write(json.dumps(told, indent=1) + "\n" if asked.json else in_words(told))
    return 1 if told["errors"] or told["lost"] or told["acts_lost"] else 0


@dataclass(order=True)
class Due:
    """Something that somebody does at a moment, and again after a pause unless it is 0."""

    at: float
    number: int
    act: Callable[[], object] = field(compare=False)
    pause: float = field(compare=False, default=0)


class Crowd:
    """Threads that do what is due, the earliest first; what is late is done as soon as one is free."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._due: list[Due] = []
        self._changed = Condition()
        self._is_over, self._number, self._note, self._busy = False, 0, note, 0
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(THREADS)]
        for thread in self._threads:
            thread.start()

    def add(self, at: float, act: Callable[[], object], pause: float = 0) -> None:
        """Let something be done at a moment (of time.monotonic)."""
        with self._changed:
            self._number += 1
            heapq.heappush(self._due, Due(at, self._number, act, pause))
            self._changed.notify()

    def end(self) -> None:
        """Do no more."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(90)

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._is_over and (not self._due or self._due[0].at > time.monotonic()):
                    self._changed.wait(max(self._due[0].at - time.monotonic(), 0.001) if self._due else None)
                if self._is_over:
                    return
                due = heapq.heappop(self._due)
            try:
                due.act()
            except Exception as failure:  # noqa: BLE001  whatever goes wrong is told with the figures
                self._note(f"{type(failure).__name__}: {failure}"[:200])
            if due.pause:
                self.add(max(due.at + due.pause, time.monotonic()), due.act, due.pause)


class Day:
    """The day as it goes on."""

    def __init__(self, place: Hall, asked: argparse.Namespace) -> None:
        from tests.build import PASSWORD
        from tests.load.browsing import Browser
        from tests.load.people import Desk, Watcher
        from tests.load.tally import Tally
        from tournament.models import Event

        self.place, self.asked, self.tally, self.chance = place, asked, Tally(), Random(7)
        self.event = Event.objects.get(slug=place.slug)
        self.sent: dict[tuple[int, int], dict[int, int]] = {}
        self.browse: Callable[[], Browser] = partial(Browser, "127.0.0.1", place.port, "http://load.example")
        self.desks = [Desk(self.browse(), place.slug, self.tally) for _ in range(asked.desks)]
        for number, desk in enumerate(self.desks, 1):
            self.tally.add("log-in", desk.browser.log_in(f"desk{number}", PASSWORD), 302)
        self.watchers = [
            Watcher(self.browse(), place.slug, self.tally, Random(number), asked.players)
            for number in range(asked.phones)
        ]

    def play(self) -> dict[str, Any]:
        """Play all rounds; the figures."""
        began, processor = time.monotonic(), self.place.processor()
        crowd = Crowd(self.tally.note)
        for watcher in self.watchers:
            crowd.add(began + self.asked.every * self.chance.random(), watcher.look, self.asked.every)
        try:
            with self._tables_on_devices() as acts:
                for number in range(1, self.asked.rounds + 1):
                    self._round(number, crowd)
        finally:
            crowd.end()
        took = time.monotonic() - began
        return {
            "players": self.asked.players,
            "phones": self.asked.phones,
            "desks": self.asked.desks,
            "rounds": self.asked.rounds,
            "database": self.place.database,
            "seconds": round(took, 1),
            "requests": self.tally.requests,
            "per_second": round(self.tally.requests / took, 1),
            "megabytes_out": round(self.tally.bytes / 1e6, 1),
            "errors": sum(self.tally.wrong.values()),
            "what_went_wrong": dict(self.tally.wrong.most_common(20)),
            "refused": self.tally.refused,
            "saved": len(self.sent),
            **acts,
            "lost": self._lost(),
            "database_bytes": self.place.size(),
            "memory_bytes": self.place.memory(),
            "processor_seconds": round(self.place.processor() - processor, 1),
            "load_after": [round(each, 1) for each in os.getloadavg()],
            "kinds": self.tally.rows(),
        }

    @contextmanager
    def _tables_on_devices(self) -> Iterator[dict[str, Any]]:
        """Let tables play on devices, by programs of their own; what came of their acts is there afterwards."""
        from laboratory.playing.measuring import line_of, lost_of, opened_games, people_at, tell

        told: dict[str, Any] = {"games": self.asked.games, "acts": 0, "acts_lost": 0}
        if not self.asked.games:
            yield told
            return
        games = opened_games(self.asked.games, 7)
        address = f"http://127.0.0.1:{self.place.port}/game/protocol/"
        with people_at(games, "post", address, self.asked.seconds, 7, "load.example") as people:
            tell(people, "begin")
            yield told
            heard = json.loads(line_of(people))
        acknowledged = [(code, seat, name) for code, seat, name in heard["acknowledged"]]
        told |= {"acts": len(acknowledged), "acts_lost": lost_of(acknowledged)}
        for words, count in heard["wrong"].items():
            for _ in range(count):
                self.tally.note(f"a table on devices: {words}")
        for took in heard["answered"]:
            self.tally.took("table act", took)

    def _round(self, number: int, crowd: Crowd) -> None:
        """One round: drawn, published, reported while everybody looks, accepted, closed."""
        from tests.load.people import TablePhone
        from tournament.access.devices import codes_of
        from tournament.models.queries import record_of
        from tournament.record.devices import table_subject
        from tournament.record.vocabulary import SeatSource
        from tournament.slices.practice.playing import fill_tiles

        first = self.desks[0]
        first.draw(number)
        first.act("desk publish", number, "publish/")
        self.event.refresh_from_db()
        played = record_of(self.event).round(number)
        if played.seat_source is SeatSource.TILES:
            fill_tiles(self.event, self.event.created_by, number, self.chance)
        codes = codes_of(self.event, [table_subject(number, table.number) for table in played.tables])
        for desk in self.desks:
            desk.open_grid(number)
        began, lasts = time.monotonic(), self.asked.seconds / self.asked.rounds
        is_over: list[bool] = []
        left = [len(played.tables)]
        for table in played.tables:
            at = began + lasts * SHARE_OF_REPORTING * self.chance.random()
            cash = {
                int(seat.player): dollars for seat, dollars in zip(table.seats, self._cash(table.size), strict=True)
            }
            if table.number % 3:
                phone = TablePhone(self.browse(), self.place.slug, number, table.number, self.tally)
                act = partial(self._by_phone, phone, codes[table_subject(number, table.number)], cash)
            else:
                desk = self.desks[table.number // 3 % len(self.desks)]
                act = partial(self._by_desk, desk, number, table.number, cash)
            crowd.add(at, partial(_once, left, act))
        for place, desk in enumerate(self.desks):
            crowd.add(began + place, partial(_look_while, is_over, desk, number), PAUSE_OF_A_DESK)
        while left[0] or time.monotonic() < began + lasts:
            time.sleep(0.2)
            if time.monotonic() > began + 20 * lasts + 120:
                self.tally.note("a round did not come to its end")
                break
        is_over.append(True)
        first.accept(number)
        first.act("desk close", number, "close/")

    def _by_phone(self, phone: Any, code: str, cash: dict[int, int]) -> None:
        phone.claim(code)
        if phone.report(cash):
            self.sent[phone.number, phone.table] = cash
        else:
            self.tally.note("a report of a phone was not taken")
        phone.browser.close()

    def _by_desk(self, desk: Any, number: int, table: int, cash: dict[int, int]) -> None:
        if desk.save(number, table, cash):
            self.sent[number, table] = cash
        else:
            self.tally.note("a row of a desk was not saved")

    def _cash(self, size: int) -> list[int]:
        """Cash of a table about which nobody has a doubt: near 150,000 in all, nobody equal."""
        highest = 150_000 // size + 2_500 * (size - 1) + 100 * self.chance.randrange(-20, 20)
        amounts = [(highest - 5_000 * place) // 100 * 100 for place in range(size)]
        self.chance.shuffle(amounts)
        return amounts

    def _lost(self) -> int:
        """How many results that were answered as saved do not count in the end as they were sent."""
        from tournament.models.queries import record_of

        self.event.refresh_from_db()
        record = record_of(self.event)
        return sum(
            {int(seat.player): seat.cash for seat in record.table(number, table).seats} != cash
            for (number, table), cash in self.sent.items()
        )


def _once(left: list[int], act: Callable[[], None]) -> None:
    """Act, and count down what is left of the round."""
    try:
        act()
    finally:
        left[0] -= 1


def _look_while(is_over: list[bool], desk: Any, number: int) -> None:
    """Ask what other desks saved, as long as the round is being played."""
    if not is_over:
        desk.look(number)


def in_words(told: dict[str, Any]) -> str:
    """The figures for a reader."""
    head = (
        f"{told['players']} players, {told['phones']} phones, {told['desks']} desks, {told['rounds']} rounds on {told['database']}: "
        f"{told['seconds']} s\n{told['requests']} answers, {told['per_second']} a second, {told['megabytes_out']} MB; "
        f"errors {told['errors']}, refused {told['refused']}; saved {told['saved']}, lost {told['lost']}\n"
        f"{told['games']} tables on devices: {told['acts']} acts, lost {told['acts_lost']}\n"
        f"database {told['database_bytes'] / 1e6:.1f} MB, memory {told['memory_bytes'] / 1e6:.0f} MB, processor "
        f"{told['processor_seconds']} s; {told['cores']} cores, load before {told['load_before']}, after {told['load_after']}\n"
    )
    wrong = "".join(f"  {count} × {words}\n" for words, count in told["what_went_wrong"].items())
    rows = [f"{'':<14}{'requests':>10}{'p50':>10}{'p95':>10}{'p99':>10}  ms"]
    for kind, row in told["kinds"].items():
        rows.append(f"{kind:<14}{row['requests']:>10}{row['p50']:>10}{row['p95']:>10}{row['p99']:>10}")
    return f"{head}{wrong}{chr(10).join(rows)}\n\n{to_paste(told)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
