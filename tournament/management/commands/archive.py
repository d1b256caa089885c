"""`manage.py archive SLUG FILE`: everything of an event as one file, read again before it counts as written."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournament.access.commands import EventCommand, event_named, refuse
from tournament.installation.copies.replacing import put_in_place
from tournament.installation.copies.second_place import GivenKind, note_given
from tournament.record.archive import LARGE, EnvelopeError, unpack
from tournament.services.archives.writing import archive_of


class Command(EventCommand):
    """``manage.py archive SLUG FILE``: write an event into one file, and read it again to check it."""

    help = "Write a whole event to FILE; the command “restore FILE” restores it, here or on another machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the event's slug and the file."""
        parser.add_argument("slug", help="the event's name in its address")
        parser.add_argument("file", type=Path, help="the archive; an existing file is never overwritten")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the archive, check it, and print what it holds; raises CommandError where the file exists or cannot be written."""
        event = event_named(options["slug"])
        target = Path(options["file"]).expanduser().resolve()
        if target.is_dir():
            refuse(f"{target} is a folder; name a file in it, such as {target / (event.slug + '.toptable')}")
        if target.exists():
            refuse(f"{target} already exists; name another file.")
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            draft.touch(mode=0o600)
            draft.write_bytes(archive_of(event))
            opened = unpack(draft.read_bytes(), LARGE)
            put_in_place(draft, target)
        except (OSError, EnvelopeError) as failure:
            draft.unlink(missing_ok=True)
            refuse(f"{target} could not be written: {getattr(failure, 'strerror', None) or failure}.")
        note_given(GivenKind.ARCHIVE, f"{event.slug}: {target}")
        rows = sum(len(each) for each in opened.document["rows"].values())
        name, version = opened.header["name"], opened.header["version"]
        self.stdout.write(
            f"{target}: {name} at version {version}, {rows:,} rows, {target.stat().st_size:,} bytes, checked."
        )
