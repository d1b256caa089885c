"""`manage.py restore FILE`: bring an archived event into this installation, overwriting nothing."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from tournament.access.commands import EventCommand, refuse
from tournament.record.archive import LARGE, USUAL, EnvelopeError
from tournament.services.archives.restoring import restore


class Command(EventCommand):
    """``manage.py restore FILE``: make an event from its archive."""

    help = "Restore an archived event to this installation; existing events are not changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the archive, and the account that directs the event."""
        parser.add_argument("file", type=Path, help="the archive, from the command “archive” or the desk")
        parser.add_argument("--director", metavar="NAME", help="the account that will direct it (none yet)")
        parser.add_argument(
            "--large",
            action="store_true",
            help="accept an archive with hundreds of games on devices, which takes much memory",
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the event and print what was restored; raises CommandError where the archive cannot be read or is refused."""
        name = options["director"]
        director = User.objects.filter(username=name, is_active=True).first() if name else None
        if name and director is None:
            refuse(f"There is no account “{name}”.")
        bounds = LARGE if options["large"] else USUAL
        source = Path(options["file"]).expanduser()
        try:
            with source.open("rb") as opened:
                restored = restore(opened.read(bounds.unpacked + 1), director, bounds=bounds)
        except OSError as failure:
            refuse(f"{source} cannot be read: {failure.strerror}.")
        except EnvelopeError as refusal:
            refuse(refusal)
        if options["json"]:
            event = restored.event
            told = {
                "event": event.slug,
                "version": event.version,
                "shown": event.is_shown,
                "lacks": [],
                "forgotten": restored.forgotten,
            }
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        else:
            self.stdout.write(restored.sentence)
