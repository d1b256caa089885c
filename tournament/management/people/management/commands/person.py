"""`manage.py person NAME`: everything that is stored about a person, over all events."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from tournament.access.commands import EventCommand, refuse
from tournament.installation.copies.second_place import GivenKind, note_given
from tournament.management.people.reach import EXAMPLE, people_meant
from tournament.services.forgetting.replacing import as_text, export


class Command(EventCommand):
    """``manage.py person NAME [--zip FILE]``: what is stored about a person."""

    help = "Print what is stored about a person in all events as JSON, or write it to a ZIP file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the person, and how to answer."""
        parser.add_argument("person", metavar="NAME", help=EXAMPLE)
        parser.add_argument("--json", action="store_true", help="print JSON, which is done in any case without --zip")
        parser.add_argument("--zip", type=Path, metavar="FILE", help="write it into a new file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print or write what is stored; raises CommandError where nobody has that name, or the file exists."""
        text = as_text(export(people_meant(options["person"])))
        if options["zip"]:
            target = options["zip"].expanduser().resolve()
            if target.exists():
                refuse(f"{target} already exists; name another file.")
            try:
                target.touch(mode=0o600)
                with ZipFile(target, "w", ZIP_DEFLATED) as archive:
                    archive.writestr("person.json", text)
            except OSError as failure:
                refuse(f"{target} could not be written: {failure.strerror}.")
            note_given(GivenKind.PERSON, str(target))
        if options["json"] or not options["zip"]:
            self.stdout.write(text, ending="")
