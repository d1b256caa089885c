"""Write an event as plain files for any web space."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import connection

from tournament.access.commands import EventCommand, event_named, refuse
from tournament.management.publishing import LAST, FolderError, files_of, version_in, write_folder
from tournament.models import Event

LOOKS_EVERY = 2.0
"""Seconds between two checks whether the event has a new public version."""


class Command(EventCommand):
    """``manage.py publish_static SLUG DIR [--watch]``: the public pages and figures of an event as files that need no server."""

    help = "Write the public pages of an event as plain files, for any web space."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event, the folder, and whether to write again at each new version."""
        parser.add_argument("slug", help="the event's name in its address")
        parser.add_argument("folder", type=Path, help="a new or empty folder, or one that this command wrote earlier")
        parser.add_argument(
            "--watch", action="store_true", help="write again whenever a public page changes, until Ctrl+C"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files and print how many changed; with --watch do so again at each new version, until Ctrl+C."""
        event = event_named(options["slug"])
        if not (event.is_shown or options["watch"] or options["folder"].exists()):
            refuse(f"{event.name} is hidden from players; show it first, on the desk.")
        try:
            self.write(event, options["folder"])
            while options["watch"]:
                self.wait(event)
                self.write(event, options["folder"])
        except FolderError as refusal:
            refuse(refusal)
        except KeyboardInterrupt:
            self.stdout.write("Stopped; the files already written are kept.")

    def write(self, event: Event, folder: Path) -> None:
        """Write the event's public pages as they are now into the folder, and print how many files changed."""
        files = files_of(event)
        done = write_folder(folder, files, LAST)
        what = f"version {version_in(files)}" if files else "hidden from players, so nothing is published"
        sentence = f"{event.name}, {what}: {done.written} files written, {done.same} unchanged, {done.removed} removed."
        self.stdout.write(sentence)
        self.stdout.flush()

    def wait(self, event: Event) -> None:
        """Wait until the event has a new public version."""
        written = event.public_version, event.is_shown, event.lets_robots_in
        while (event.public_version, event.is_shown, event.lets_robots_in) == written:
            connection.close()
            time.sleep(LOOKS_EVERY)
            event.refresh_from_db(fields=["public_version", "is_shown", "lets_robots_in"])
