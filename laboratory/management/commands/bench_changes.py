"""Measure what a change of an event costs afterwards, on a database of its own."""

from __future__ import annotations

from laboratory.benching import BenchCommand, line_of
from laboratory.changes import measure_changes


class Command(BenchCommand):
    """``manage.py bench_changes [--times 7] [PLAYERS ...]``: queries, medians and bytes of what follows a change."""

    help = (
        "Measure the next row, public pages and acts after a change that is committed, on a fresh SQLite file that is thrown away. "
        "cpu ms does not show a machine busy with other things."
    )

    def measure(self, players: int, times: int) -> None:
        """Measure what follows a change of an event with so many players."""
        for row in measure_changes(players, times):
            self.stdout.write(line_of(players, row))
