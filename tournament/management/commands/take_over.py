"""`manage.py take_over BACKUP`: bring a whole installation up on this machine, with its accounts and the codes that are printed."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournament.access.commands import SentenceCommand, refuse
from tournament.installation.serve_folder import serve_folder
from tournament.installation.taking_over import TakeOverError, take_over
from tournament.installation.watching.program import program_version

NO_KEY = (
    "Its key is not beside it: everybody logs in anew, and codes that are printed lead nowhere; print the slips anew."
)


class Command(SentenceCommand):
    """``manage.py take_over BACKUP``: install a backup of a whole installation where `serve` of this machine finds it."""

    help = (
        "Put a backup (or the latest snapshot in the folder of a second place) where “serve” of this machine finds it. "
        "This machine needs the version of Top Table that wrote it, or a later one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the backup: a file, or a folder of snapshots."""
        parser.add_argument("backup", type=Path, help="what “manage.py backup” wrote, or a folder of snapshots")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and install the backup, and print what to type next; raises CommandError where it cannot be installed."""
        folder = serve_folder()
        try:
            taken = take_over(Path(options["backup"]).expanduser().resolve(), folder)
        except TakeOverError as refusal:
            refuse(refusal)
        self.stdout.write(f"{taken.source} is brought up in {folder}, by Top Table {program_version()}.")
        self.stdout.write("Now: python3 manage.py serve" if taken.has_key else f"{NO_KEY} Now: python3 manage.py serve")
