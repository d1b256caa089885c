"""Measure the loop of a round at the desk, on a database of its own."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from laboratory.database import fresh_database
from laboratory.desk import GOAL, MOST_QUERIES, PageFigures, measure_loop, share_of_a_row
from tournament.access.commands import SentenceCommand, refuse, whole_number

PLAYERS = (8, 25, 250)
FEWEST = 6
HEADING = f"{'players':>8}  {'page':<24} {'queries':>8} {'cpu ms':>8} {'wall ms':>8} {'kB':>8} {'gzip kB':>8}"


class Command(SentenceCommand):
    """``manage.py bench_desk [--times 7] [PLAYERS ...]``: queries, medians and bytes of every page of the loop."""

    help = (
        "Measure every page of a round's loop at the desk, on a fresh SQLite file that is thrown away. "
        "cpu ms is held against the goal, for a machine busy with other things does not show in it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the numbers of players and how often each page is opened."""
        parser.add_argument("players", nargs="*", type=whole_number, help=f"numbers of players ({PLAYERS})")
        parser.add_argument("--times", type=whole_number, default=7, help="how often each page is opened (7)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print a table of the figures and which goals are missed."""
        numbers = options["players"] or PLAYERS
        if min(numbers) < FEWEST or options["times"] < 1:
            refuse(f"Measure at least {FEWEST} players and 1 time; leave the numbers out for the usual ones.")
        self.stdout.write(HEADING)
        missed = []
        with fresh_database():
            for players in numbers:
                rows = []
                for row in measure_loop(players, options["times"]):
                    rows.append(row)
                    self.stdout.write(line_of(players, row))
                    missed += [f"{row.what} at {players} players, {words}" for words in row.missed]
                together, share = share_of_a_row(rows)
                self.stdout.write(
                    f"{players:>8}  a row saved and the grid together: {together:.1f} ms, "
                    f"{share:.2f} of the page saved whole and shown again"
                )
        goals = f"{GOAL} ms a page and {MOST_QUERIES} queries to open it"
        self.stdout.write(f"Missed ({goals}): {'; '.join(missed)}." if missed else f"Every page keeps to {goals}.")


def line_of(players: int, row: PageFigures) -> str:
    """The figures of a page as a line of the table."""
    figures = f"{row.processor:>8.1f} {row.wall:>8.1f} {row.size / 1000:>8.1f} {row.compressed / 1000:>8.1f}"
    return f"{players:>8}  {row.what:<24} {row.queries:>8} {figures}  {', '.join(row.missed)}".rstrip()
