"""`manage.py person NAME`: everything that is stored about a person, over all events."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournament.access.commands import EventCommand, refuse
from tournament.installation.copies.given import GivenKind, note_given
from tournament.management.people.named import EXAMPLE, called, people_meant
from tournament.services.people.forgetting.exporting import as_text, export, files_of, zipped


class Command(EventCommand):
    """``manage.py person NAME [--json] [--zip FILE]``: what is stored about a person."""

    help = "Print what is stored about a person in all events, or write it to a ZIP file with the game logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the person, and how to answer."""
        parser.add_argument("person", metavar="NAME", help=EXAMPLE)
        parser.add_argument("--json", action="store_true", help="print everything as JSON")
        parser.add_argument("--zip", type=Path, metavar="FILE", help="write JSON and game logs into a new file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print or write what is stored; raises CommandError where nobody has that name, or the file exists."""
        people = people_meant(options["person"])
        document = export(people)
        if options["zip"]:
            target = options["zip"].expanduser().resolve()
            if target.exists():
                refuse(f"{target} already exists; name another file.")
            try:
                target.touch(mode=0o600)
                target.write_bytes(zipped(document, files_of(people)))
            except OSError as failure:
                refuse(f"{target} could not be written: {failure.strerror}.")
            note_given(GivenKind.PERSON, str(target))
        if options["json"]:
            self.stdout.write(as_text(document), ending="")
            return
        for person, told in zip(people, document["events"], strict=True):
            rows = sum(len(each) for each in told["rows"].values())
            self.stdout.write(
                f"{called(person)}: {rows} rows, {len(told['changes'])} changes, {len(told['mentions'])} other texts, "
                f"{len(told['files'])} game logs"
            )
        if options["zip"]:
            self.stdout.write(f"{target}: {target.stat().st_size:,} bytes.")
