"""Measure tables that play on devices against a real server on a database of its own."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from laboratory.database import fresh_database, fresh_on_server
from laboratory.hall.server import served
from laboratory.management.commands.bench_public import made, publish_next
from laboratory.playing.connections import EVERY
from laboratory.playing.measuring import PACE, PLAYED, SEATS, PlayedTables, measure, opened_games
from tournament.access.commands import SentenceCommand, refuse, whole_number

TABLES = 25
FEWEST_SECONDS, FEWEST_PLAYERS, SEED = 4, 24, 7
ACTS_OF_A_GAME = 240
"""How many actions a game of four has, about."""


class Command(SentenceCommand):
    """``manage.py bench_games [TABLES] [--seconds 60] [--post] [--postgresql ADDRESS] [--json]``: how fast actions reach devices."""

    help = (
        "Measure tables of four that play on devices, 0.4 acts a second each, against a server of two workers on a fresh database, "
        "beside a desk that opens pages. Ends with status 1 where something went wrong or an acknowledged act is not there."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how many tables, how long, by which way and on what."""
        parser.add_argument("tables", nargs="?", type=whole_number, default=TABLES, help=f"tables that play ({TABLES})")
        parser.add_argument("--seconds", type=whole_number, default=60, help="how long they play (60)")
        parser.add_argument(
            "--players", type=whole_number, default=100, help="entries of the event that the desk opens (100)"
        )
        parser.add_argument("--post", action="store_true", help="by POST and polling instead of sockets")
        parser.add_argument("--postgresql", metavar="ADDRESS", help="on a fresh database of this PostgreSQL server")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and print every figure."""
        tables, seconds = options["tables"], options["seconds"]
        if tables < 1 or seconds < FEWEST_SECONDS or options["players"] < FEWEST_PLAYERS:
            refuse(f"Measure at least 1 table, {FEWEST_SECONDS} seconds and {FEWEST_PLAYERS} players.")
        address = options["postgresql"]
        with _fresh(address) as database:
            director = User.objects.create_user("director")
            event = made(director, "MeasuredGame", options["players"])
            publish_next(event, director)
            games = opened_games(tables, SEED)
            with served(database, TOPTABLE_GAMES="on") as server:
                way = "post" if options["post"] else "sockets"
                played = measure(server, event, director, games, way, seconds, SEED)
        figures = played.figures() | {
            "database": "PostgreSQL" if address else "SQLite",
            "load": round(os.getloadavg()[0], 2),
            "processors": os.cpu_count(),
        }
        self.stdout.write(json.dumps(figures) if options["json"] else "\n".join(lines_of(played, figures)))
        if played.errors or played.lost or not played.acts:
            sys.exit(1)


@contextmanager
def _fresh(address: str | None) -> Iterator[Any]:
    """A temporary database: an SQLite file or, with an address, one on that PostgreSQL server; in the form that `served` takes."""
    with fresh_on_server(address) if address else fresh_database() as database:
        yield database


def lines_of(played: PlayedTables, figures: dict[str, Any]) -> list[str]:
    """The figures as lines for a terminal."""
    by = f"by polling every {EVERY:.0f} s" if played.way == "post" else "by sockets"
    lines = [
        f"{figures['tables']} tables of {SEATS} on {figures['database']}, {PACE} acts a second each for {figures['seconds']} s, "
        f"from act {PLAYED} on",
        f"acts {figures['acts']}, {figures['acts_a_second']} a second; errors {figures['errors']}, lost {figures['lost']}; "
        f"questions {figures['questions']}",
        *(f"  {count} × {words}" for words, count in figures["what_went_wrong"].items()),
        f"{'':<32}{'p50':>9}{'p95':>9}{'p99':>9}  ms",
        _row(f"act to device, {by}", figures["act_to_device_ms"]),
        _row("act sent to act acknowledged", figures["act_answered_ms"]),
        f"The server had {figures['server_busy_seconds']} s of a processor, {figures['of_it_for_the_desk']} for the desk: "
        f"{figures['server_ms_an_act']} ms an act, questions of all devices with it.",
        f"People had {figures['people_busy_seconds']} s beside it; the server's memory {figures['server_memory_bytes'] / 1e6:.0f} MB.",
        f"An act takes {figures['bytes_an_act']:.0f} bytes of the database, a game of {ACTS_OF_A_GAME} acts "
        f"{figures['bytes_an_act'] * ACTS_OF_A_GAME / 1000:.0f} kB.",
        f"{'the desk opens':<16}{'alone':>9}{'beside':>9}  ms, median{'ratio':>9}",
    ]
    lines += [
        f"{page:<16}{row['without_ms']:>9}{row['with_ms']:>9}{'':<12}{row['ratio']:>9}"
        for page, row in figures["desk"].items()
    ]
    return [
        *lines,
        f"Load of the machine over the last minute: {figures['load']}, of {figures['processors']} processors.",
    ]


def _row(what: str, centiles: dict[str, float]) -> str:
    """A line with the centiles 50, 95 and 99 in columns."""
    return f"{what:<32}" + "".join(f"{centiles[f'p{percent}']:>9}" for percent in (50, 95, 99))
