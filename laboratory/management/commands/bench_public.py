"""Measure what players and desks ask of the server at the same time, on a database of its own."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from laboratory.database import fresh_database
from laboratory.hall.crowd import BrowserFigures, Crowd, HallResult, centile
from laboratory.hall.rates import Rate, rates_of
from laboratory.hall.server import served
from tournament.access.commands import SentenceCommand, refuse, whole_number
from tournament.models import Event
from tournament.services.attendance import check_in
from tournament.services.rounds import publish_round
from tournament.slices.practice.playing import draft_next, make_practice_event, play_round

BAR = 300
"""Milliseconds within which 95 of 100 answers have to come."""
FEWEST_PLAYERS, FEWEST_SECONDS = 24, 5
ROUNDS, PLAYED = 4, 2
RATE_SECONDS = 5
SEED = 7


class Command(SentenceCommand):
    """``manage.py bench_public [--players 250] [--phones 500] [--seconds 60] [--json]``: rates, a hall full of phones, and the bars."""

    help = (
        "Measure the standings (fresh, kept, 304) and a hall: phones that poll every ten seconds beside three desks that save and ten "
        "tables that report by phone. It starts a server of two workers on a fresh SQLite file. Ends with status 1 where a bar is missed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the size of the hall and how long it is watched."""
        parser.add_argument("--players", type=whole_number, default=250, help="entries of the event (250)")
        parser.add_argument("--phones", type=whole_number, default=500, help="phones that poll (500)")
        parser.add_argument("--seconds", type=whole_number, default=60, help="how long the hall is watched (60)")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, print every figure, and say which bars were missed."""
        players, phones, seconds = options["players"], options["phones"], options["seconds"]
        if players < FEWEST_PLAYERS or phones < 2 or seconds < FEWEST_SECONDS:
            refuse(f"Measure at least {FEWEST_PLAYERS} players, 2 phones and {FEWEST_SECONDS} seconds.")
        with fresh_database() as database:
            director = User.objects.create_user("director")
            events = [made(director, f"Measured {number}", players) for number in (1, 2)]
            publish_next(events[0], director)
            with served(database) as server:
                rates = rates_of(server.address, events, min(RATE_SECONDS, seconds))
                event = Event.objects.get(pk=events[0].pk)
                hall = Crowd(server, event, director, phones, seconds).run()
        missed = missed_bars(rates, hall, phones)
        load = os.getloadavg()[0]
        result = figures(rates, hall, phones) | {"players": players, "seconds": seconds, "load": round(load, 2)}
        if options["json"]:
            self.stdout.write(json.dumps(result | {"missed": missed}))
        else:
            self.stdout.write("\n".join(lines_of(rates, hall, phones, seconds)))
            self.stdout.write(f"Load of the machine over the last minute: {load:.1f}, of {os.cpu_count()} processors.")
            self.stdout.write(f"Missed: {'; '.join(missed)}." if missed else "Every bar is kept.")
        if missed:
            sys.exit(1)


def made(director: User, name: str, players: int) -> Event:
    """A practice event that players see and at which they report, with two rounds closed."""
    chance = random.Random(SEED)
    event = make_practice_event(director, name, players, ROUNDS)
    check_in(event, director, range(1, players + 1))
    for _ in range(PLAYED):
        play_round(event, director, chance)
    Event.objects.filter(pk=event.pk).update(is_shown=True, players_report=True)
    event.refresh_from_db()
    return event


def publish_next(event: Event, director: User) -> None:
    """Draw the next round and publish it."""
    draft_next(event, director, random.Random(SEED))
    publish_round(event, director, PLAYED + 1)


def missed_bars(rates: list[Rate], hall: HallResult, phones: int) -> list[str]:
    """The requirements that were not met, in words."""
    bodies = hall.phones.statuses[200]
    slow = {kind: browser.centile(95) for kind, browser in hall.figures.items() if browser.centile(95) > BAR}
    errors = [words for browser in hall.figures.values() for words in browser.wrong]
    errors += [f"{rate.what}: {rate.wrong} other answers" for rate in rates if rate.wrong]
    return [
        *([f"{len(errors)} errors, the first: {errors[0]}"] if errors else []),
        *([f"{len(hall.lost)} lost, the first: {hall.lost[0]}"] if hall.lost else []),
        *(f"p95 of {kind} {ms:.0f} ms, over {BAR}" for kind, ms in slow.items()),
        *([f"{bodies} phones woken by what they may not see"] if bodies else []),
        *([f"{hall.woken} of {phones} phones told of the closing"] if hall.woken != phones else []),
    ]


def lines_of(rates: list[Rate], hall: HallResult, phones: int, seconds: int) -> list[str]:
    """The figures as lines for a terminal."""
    lines = [f"{'standings':<12} {'a second':>9} {'answers':>8} {'bytes':>8}"]
    lines += [f"{rate.what:<12} {rate.a_second:>9.0f} {rate.many:>8} {rate.size:>8}" for rate in rates]
    lines.append(f"\n{phones} phones, 3 desks, {seconds} s")
    lines.append(f"{'':<12} {'answers':>8} {'errors':>7} {'p50 ms':>8} {'p95 ms':>8} {'p99 ms':>8}")
    for kind, browser in hall.figures.items():
        lines.append(f"{kind:<12} {len(browser.took):>8} {len(browser.wrong):>7} {_ms(browser.took)}")
    lines.append("\nThe same by what was asked for")
    for browser in hall.figures.values():
        lines += [f"  {what:<22} {len(took):>4} {_ms(took)}" for what, took in browser.by.items()]
    unchanged = hall.phones.statuses[204] + hall.phones.statuses[304]
    lines.append(
        f"Rows saved: {hall.saved}, tables reported by phone: {hall.reported}, agreed and accepted: {hall.accepted}."
    )
    lines.append(f"Lost updates: {len(hall.lost)}.")
    lines.append(
        f"Phones asked {unchanged} times and got nothing (204 or 304), {hall.phones.statuses[200]} times a body."
    )
    lines.append(
        f"The server had {hall.busy:.1f} s of a processor in {hall.lasted:.1f} s, {hall.ms_an_answer:.1f} ms an answer; "
        f"these browsers {hall.asking:.1f} s beside it."
    )
    lines.append(f"Told of the closing afterwards: {hall.woken} of {phones}.")
    return lines


def _ms(took: Sequence[float]) -> str:
    """The centiles 50, 95 and 99 of these milliseconds in columns."""
    return " ".join(f"{centile(took, percent):>8.1f}" for percent in (50, 95, 99))


def figures(rates: list[Rate], hall: HallResult, phones: int) -> dict[str, Any]:
    """The figures as plain values for JSON."""
    return {
        "standings": {rate.what: {"per_second": round(rate.a_second), "bytes": rate.size} for rate in rates},
        **{kind: browser_figures(browser) for kind, browser in hall.figures.items()},
        "rows_saved": hall.saved,
        "tables_reported": hall.reported,
        "tables_accepted": hall.accepted,
        "lost": len(hall.lost),
        "bodies": hall.phones.statuses[200],
        "unchanged": hall.phones.statuses[204] + hall.phones.statuses[304],
        "woken_by_closing": hall.woken,
        "polling_phones": phones,
        "lasted": round(hall.lasted, 1),
        "server_busy": round(hall.busy, 1),
        "server_ms_an_answer": round(hall.ms_an_answer, 1),
        "browsers_busy": round(hall.asking, 1),
        "by_what": {
            kind: {
                what: {"answers": len(took), "p95": round(centile(took, 95), 1)} for what, took in browser.by.items()
            }
            for kind, browser in hall.figures.items()
        },
    }


def browser_figures(browser: BrowserFigures) -> dict[str, Any]:
    """Answers, errors and centiles in ms of one kind of browser."""
    centiles = {f"p{percent}": round(browser.centile(percent), 1) for percent in (50, 95, 99)}
    return {"answers": len(browser.took), "errors": len(browser.wrong), **centiles}
