"""Measure what a change of an event costs afterwards, on a database of its own."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from laboratory.changes import measure_changes
from laboratory.database import fresh_database
from laboratory.management.commands.bench_desk import HEADING, line_of
from tournament.access.commands import SentenceCommand, refuse, whole_number

PLAYERS = (25, 250)
FEWEST = 6


class Command(SentenceCommand):
    """``manage.py bench_changes [--times 7] [PLAYERS ...]``: queries, medians and bytes of what follows a change."""

    help = (
        "Measure the next row, public pages and acts after a change that is committed, on a fresh SQLite file that is thrown away. "
        "cpu ms does not show a machine busy with other things."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the numbers of players and how often each request is sent."""
        parser.add_argument("players", nargs="*", type=whole_number, help=f"numbers of players ({PLAYERS})")
        parser.add_argument("--times", type=whole_number, default=7, help="how often each request is sent (7)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print a table of the figures."""
        numbers = options["players"] or PLAYERS
        if min(numbers) < FEWEST or options["times"] < 1:
            refuse(f"Measure at least {FEWEST} players and 1 time; leave the numbers out for the usual ones.")
        self.stdout.write(HEADING)
        with fresh_database():
            for players in numbers:
                for row in measure_changes(players, options["times"]):
                    self.stdout.write(line_of(players, row))
