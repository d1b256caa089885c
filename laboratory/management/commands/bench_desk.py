"""Measure the loop of a round at the desk, on a database of its own."""

from __future__ import annotations

from typing import Any

from laboratory.benching import BenchCommand, line_of
from laboratory.desk import GOAL, MOST_QUERIES, measure_loop, share_of_a_row


class Command(BenchCommand):
    """``manage.py bench_desk [--times 7] [PLAYERS ...]``: queries, medians and bytes of every page of the loop."""

    help = (
        "Measure every page of a round's loop at the desk, on a fresh SQLite file that is thrown away. "
        "cpu ms is held against the goal, for a machine busy with other things does not show in it."
    )
    players = (8, 25, 250)
    each = "page is opened"

    def __init__(self, *args: Any, **options: Any) -> None:
        """Nothing is missed yet."""
        super().__init__(*args, **options)
        self.missed: list[str] = []

    def measure(self, players: int, times: int) -> None:
        """Measure the pages of an event with so many players, and note which goals they miss."""
        rows = []
        for row in measure_loop(players, times):
            rows.append(row)
            self.stdout.write(line_of(players, row))
            self.missed += [f"{row.what} at {players} players, {words}" for words in row.missed]
        together, share = share_of_a_row(rows)
        self.stdout.write(
            f"{players:>8}  a row saved and the grid together: {together:.1f} ms, "
            f"{share:.2f} of the page saved whole and shown again"
        )

    def end(self) -> None:
        """Print which goals are missed."""
        goals = f"{GOAL} ms a page and {MOST_QUERIES} queries to open it"
        told = f"Missed ({goals}): {'; '.join(self.missed)}." if self.missed else f"Every page keeps to {goals}."
        self.stdout.write(told)
