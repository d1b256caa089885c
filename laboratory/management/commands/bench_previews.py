"""Compare previews by doing with the pure ways, and measure how long they hold the lock of writing, on a database of its own."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from laboratory.database import fresh_database
from laboratory.previews import FEWEST, measure_previews
from tournament.access.commands import SentenceCommand, refuse, whole_number

PLAYERS = (6, 25, 250, 1_000)
HEADING = f"{'players':>7}  {'act':<24}{'equal':>9}{'lock ms':>10}{'cpu ms':>9}{'pure ms':>9}"


class Command(SentenceCommand):
    """``manage.py bench_previews [--times 7] [PLAYERS ...]``: equal previews and milliseconds of the lock, by act."""

    help = (
        "Preview each act on a fresh SQLite file that is thrown away, compare it with the pure way, and measure for how long it holds "
        "the lock of writing (medians)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the numbers of players and how often each act is previewed."""
        parser.add_argument("players", nargs="*", type=whole_number, help=f"numbers of players ({PLAYERS})")
        parser.add_argument("--times", type=whole_number, default=7, help="how often each act is previewed (7)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print a table of the figures."""
        numbers = options["players"] or PLAYERS
        if min(numbers) < FEWEST or options["times"] < 1:
            refuse(f"Measure at least {FEWEST} players and 1 time; leave the numbers out for the usual ones.")
        self.stdout.write(HEADING)
        with fresh_database():
            for players in numbers:
                for row in measure_previews(players, options["times"]):
                    equal = f"{row.equal}/{row.compared}"
                    self.stdout.write(
                        f"{players:>7}  {row.what:<24}{equal:>9}{row.held:>10.1f}{row.processor:>9.1f}{row.pure:>9.1f}"
                    )
