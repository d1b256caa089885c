"""`manage.py backup FILE`: copy the running database whole, check the copy, and say what it holds."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings

from tournament.access.commands import EventCommand, refuse, whole_number
from tournament.installation.copies.backups import backup_name, write_backup
from tournament.installation.copies.forgotten import ForgottenListError, carry_list
from tournament.installation.copies.second_place import GivenKind, note_given
from tournament.installation.copies.snapshots import SnapshotError, carry_key
from tournament.installation.folders import command_line

STAMPED = re.compile(r"^top-table-\d{8}-\d{6}\.(sqlite3|dump)$")


class Command(EventCommand):
    """``manage.py backup``: copy the whole database while it is in use, with the installation's secret key beside it."""

    help = "Copy the running database to FILE, check the copy and list its events."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, or the folder and how many copies it keeps."""
        parser.add_argument(
            "file", type=Path, nargs="?", metavar="FILE", help="the copy; an existing file is never overwritten"
        )
        parser.add_argument(
            "--into", type=Path, metavar="FOLDER", help="write the copy into this folder, named by date and time"
        )
        parser.add_argument("--keep", type=whole_number, metavar="N", help="with --into: how many copies to keep (all)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy the database and the key, check the copy, and print what it holds; raises CommandError where that fails."""
        target = target_of(options["file"], options["into"], options["keep"])
        if target.is_dir():
            refuse(f"{target} is a folder; name a file in it, such as {target / 'top-table.sqlite3'}")
        if target.exists():
            refuse(f"{target} already exists; name another file.")
        if not target.parent.is_dir():
            refuse(f"There is no folder {target.parent}; create it, or plug in the stick.")
        try:
            held = write_backup(target)
        except SnapshotError as failure:
            refuse(failure)
        key = target.with_name(f"{target.name}.key")
        try:
            carry_key(settings.SECRET_KEY, key)
            carry_list(target.parent)
        except (SnapshotError, ForgottenListError) as failure:
            target.unlink(missing_ok=True)
            refuse(failure)
        note_given(GivenKind.EVERYTHING, str(target))
        self.stdout.write(f"{target}: {target.stat().st_size:,} bytes, checked.")
        self.stdout.write(
            f"{key}: the key that printed codes and log-ins need on another machine; guard both files like the laptop itself."
        )
        for each in held:
            self.stdout.write(
                f"{each.name}, {each.date}: {each.entries} entries, {each.closed} of {each.planned} rounds closed, version {each.version}"
            )
        if not held:
            self.stdout.write("It contains no event.")
        if options["keep"]:
            keep_latest(target.parent, options["keep"])


def target_of(file: Path | None, folder: Path | None, keep: int | None) -> Path:
    """The file to write: the one that is named, or one in the folder whose name contains the present moment.

    Raises CommandError unless exactly one of ``file`` and ``folder`` is named, and where ``keep`` is given without a folder.
    """
    if (file is None) == (folder is None):
        refuse(
            f"Name a file, or name a folder with --into: {command_line('backup FILE')}, or backup --into FOLDER --keep 30."
        )
    if keep is not None and (folder is None or keep < 1):
        refuse("Use --keep only with --into, and keep at least 1 copy.")
    if folder is None:
        assert file is not None  # noqa: S101  one of both was named
        return file.expanduser().resolve()
    return folder.expanduser().resolve() / backup_name()


def keep_latest(folder: Path, number: int) -> None:
    """Delete all but the ``number`` latest backups in the folder, with their keys; only files that this command has named."""
    for old in sorted(path for path in folder.iterdir() if STAMPED.match(path.name))[:-number]:
        for path in (old, old.with_name(f"{old.name}.key")):
            path.unlink(missing_ok=True)
