"""`python -m tests.fuzz [--seed 7] [--requests 5000] [--commands 200]` looks long, and prints every finding with what was sent."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django


def main(words: list[str]) -> int:
    """Send requests and run commands on a database in memory; the exit status is 1 where something was found."""
    reader = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    reader.add_argument("--seed", type=int, default=7, help="the number that fixes everything (7)")
    reader.add_argument("--requests", type=int, default=5_000, help="how many requests (5000)")
    reader.add_argument("--commands", type=int, default=200, help="how many commands (200)")
    asked = reader.parse_args(words)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    from tests.fuzz.asking import Fuzz
    from tests.fuzz.commanding import Commands

    fuzz = Fuzz(asked.seed)
    found = fuzz.run(asked.requests)
    with tempfile.TemporaryDirectory() as folder:
        commands = Commands(asked.seed, fuzz.event.slug, Path(folder)).run(asked.commands)
    problems = list(dict.fromkeys([*found.problems, *commands.problems]))
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(found.statuses.items()))
    sys.stdout.write("".join(f"{problem}\n" for problem in problems))
    sys.stdout.write(
        f"{found.asked} requests ({statuses}), {commands.asked} commands, seed {asked.seed}: {len(problems)} findings\n"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
