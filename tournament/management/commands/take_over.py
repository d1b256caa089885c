"""`manage.py take_over BACKUP`: bring a whole installation up on this machine, with its accounts and the codes that are printed."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournament.access.commands import SentenceCommand, refuse
from tournament.installation.copies.taking_over import TakeOverError, take_over
from tournament.installation.folders import command_line
from tournament.installation.serve_folder import serve_folder
from tournament.installation.watching import program_version

NO_KEY = "Its key is missing: everybody must log in again, and printed codes no longer work. Reprint the slips."


class Command(SentenceCommand):
    """``manage.py take_over BACKUP``: install a backup of a whole installation where `serve` of this machine finds it."""

    help = (
        "Use a backup (or the latest snapshot on a backup drive) as the database of “serve” on this machine. "
        "This machine needs the version of Top Table that wrote it, or a later one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the backup: a file, or a folder of snapshots."""
        parser.add_argument("backup", type=Path, help="a file from the command “backup”, or a folder of snapshots")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and install the backup, and print what to type next; raises CommandError where it cannot be installed."""
        folder = serve_folder()
        try:
            taken = take_over(Path(options["backup"]).expanduser().resolve(), folder)
        except TakeOverError as refusal:
            refuse(refusal)
        self.stdout.write(f"{taken.source} has been restored to {folder}, with Top Table {program_version()}.")
        if taken.later:
            self.stdout.write(
                f"Beside it is {taken.later.name}, with a higher number or a later time. Copies are numbered as they were made; times are "
                "those of the clock, which can be wrong. If you want that one, rename the folder and name that file."
            )
        if taken.forgotten:
            self.stdout.write(
                f"{taken.forgotten} people were forgotten since this copy was made; they have pseudonyms here too."
            )
        now = f"Now: {command_line('serve')}"
        self.stdout.write(now if taken.has_key else f"{NO_KEY} {now}")
