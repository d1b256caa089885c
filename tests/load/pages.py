"""How long pages take, how often they ask the database and how large they are, at each number of players given.

By hand: ``python -m tests.load.pages`` (25 and 250 players) or ``python -m tests.load.pages 8 40 1000``. It builds the events in a
database in memory, asks for each page as a browser would, and prints a table. "ms" is the median of the processor's time in this one
process, so that a busy machine does not show in it; "clock" is the median of what passed meanwhile; "kept" is the processor's time
for a public page answered from the cache.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import django


def main(arguments: Sequence[str]) -> None:
    """Measure at the numbers of players given, or at 25 and 250."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    from tests.load.measuring import measure

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    write(f"{'page':<28}{'players':>8}{'ms':>8}{'clock':>8}{'kept':>8}{'queries':>8}{'bytes':>10}")
    for players in map(int, arguments or ("25", "250")):
        for row in measure(players):
            kept = "" if row.kept is None else f"{row.kept:.1f}"
            figures = f"{players:>8}{row.cpu:>8.1f}{row.clock:>8.1f}{kept:>8}{row.queries:>8}{row.size:>10,}"
            write(f"{row.page:<28}{figures}  {row.remarks(players)}".rstrip())


def write(line: str) -> None:
    """Print at once, for a measurement takes its time."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
