"""Compare previews by doing with the pure ways, and measure how long they hold the lock of writing, on a database of its own."""

from __future__ import annotations

from laboratory.benching import BenchCommand
from laboratory.previews import measure_previews


class Command(BenchCommand):
    """``manage.py bench_previews [--times 7] [PLAYERS ...]``: equal previews and milliseconds of the lock, by act."""

    help = (
        "Preview each act on a fresh SQLite file that is thrown away, compare it with the pure way, and measure for how long it holds "
        "the lock of writing (medians)."
    )
    players = (6, 25, 250, 1_000)
    each = "act is previewed"
    heading = f"{'players':>7}  {'act':<24}{'equal':>9}{'lock ms':>10}{'cpu ms':>9}{'pure ms':>9}"

    def measure(self, players: int, times: int) -> None:
        """Preview the acts of an event with so many players."""
        for row in measure_previews(players, times):
            equal = f"{row.equal}/{row.compared}"
            figures = f"{row.held:>10.1f}{row.processor:>9.1f}{row.pure:>9.1f}"
            self.stdout.write(f"{players:>7}  {row.what:<24}{equal:>9}{figures}")
