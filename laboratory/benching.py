"""The frame of a command that measures events of several sizes, on a database of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandParser

from laboratory.database import fresh_database
from laboratory.desk import PageFigures
from tournament.access.commands import SentenceCommand, refuse, whole_number

FEWEST = 6
"""The fewest players of an event that is measured."""


class BenchCommand(SentenceCommand):
    """A command with numbers of players and ``--times``; a subclass measures one event and prints its rows in `measure`."""

    players: Sequence[int] = (25, 250)
    """The numbers of players where none are given."""
    times = 7
    each = "request is sent"
    """What is done so many times, for the help."""
    heading = f"{'players':>8}  {'page':<24} {'queries':>8} {'cpu ms':>8} {'wall ms':>8} {'kB':>8} {'gzip kB':>8}"

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the numbers of players and how often each thing is done."""
        parser.add_argument("players", nargs="*", type=whole_number, help=f"numbers of players ({self.players})")
        text = f"how often each {self.each} ({self.times})"
        parser.add_argument("--times", type=whole_number, default=self.times, help=text)

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, and print a table of the figures."""
        numbers = options["players"] or self.players
        if min(numbers) < FEWEST or options["times"] < 1:
            refuse(f"Measure at least {FEWEST} players and 1 time; leave the numbers out for the usual ones.")
        self.stdout.write(self.heading)
        with fresh_database():
            for players in numbers:
                self.measure(players, options["times"])
        self.end()

    def measure(self, players: int, times: int) -> None:
        """Measure an event with so many players, and print its rows."""
        raise NotImplementedError

    def end(self) -> None:
        """Print what stands below the table: nothing, unless a command has goals."""


def line_of(players: int, row: PageFigures) -> str:
    """The figures of a page as a row of the table."""
    figures = f"{row.processor:>8.1f} {row.wall:>8.1f} {row.size / 1000:>8.1f} {row.compressed / 1000:>8.1f}"
    return f"{players:>8}  {row.what:<24} {row.queries:>8} {figures}  {', '.join(row.missed)}".rstrip()
