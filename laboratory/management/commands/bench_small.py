"""Measure the small requests of a round, on a database of its own."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.test import override_settings

from laboratory.database import fresh_database
from laboratory.management.commands.bench_desk import HEADING, line_of
from laboratory.small import QUICK, measure_small
from tournament.access.commands import SentenceCommand, refuse, whole_number

PLAYERS = (25, 250)
FEWEST = 6


class Command(SentenceCommand):
    """``manage.py bench_small [--times 15] [PLAYERS ...]``: queries, medians and bytes of the smallest requests."""

    help = (
        "Measure what phones, devices and a log-in ask, on a fresh SQLite file that is thrown away. "
        "cpu ms does not show a machine busy with other things."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the numbers of players and how often each request is sent."""
        parser.add_argument("players", nargs="*", type=whole_number, help=f"numbers of players ({PLAYERS})")
        parser.add_argument("--times", type=whole_number, default=15, help="how often each request is sent (15)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print a table of the figures."""
        numbers = options["players"] or PLAYERS
        if min(numbers) < FEWEST or options["times"] < 1:
            refuse(f"Measure at least {FEWEST} players and 1 time; leave the numbers out for the usual ones.")
        self.stdout.write(HEADING)
        with fresh_database(), override_settings(PASSWORD_HASHERS=QUICK):
            for players in numbers:
                for row in measure_small(players, options["times"]):
                    self.stdout.write(line_of(players, row))
