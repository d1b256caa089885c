"""Measure the small requests of a round, on a database of its own."""

from __future__ import annotations

from django.test import override_settings

from laboratory.benching import BenchCommand, line_of
from laboratory.small import QUICK, measure_small


class Command(BenchCommand):
    """``manage.py bench_small [--times 15] [PLAYERS ...]``: queries, medians and bytes of the smallest requests."""

    help = (
        "Measure what phones, devices and a log-in ask, on a fresh SQLite file that is thrown away. "
        "cpu ms does not show a machine busy with other things."
    )
    times = 15

    def measure(self, players: int, times: int) -> None:
        """Measure the small requests of an event with so many players."""
        with override_settings(PASSWORD_HASHERS=QUICK):
            for row in measure_small(players, times):
                self.stdout.write(line_of(players, row))
