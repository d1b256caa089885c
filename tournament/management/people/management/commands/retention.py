"""`manage.py retention --before DATE`: forget the people of earlier events, or delete their private data alone."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from typing import Any

from django.utils import timezone

from tournament.access.commands import EventCommand, refuse
from tournament.management.people.management.commands.forget import counted, in_a_line
from tournament.services.changes import RefusedError
from tournament.services.people.forgetting.acting import sweep
from tournament.services.people.forgetting.retaining import Level, retain


def day(text: str) -> date:
    """Return the day that was typed; raises ArgumentTypeError with a sentence."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f'"{text}" is not a date; write it like 2026-08-31') from None  # not said


class Command(EventCommand):
    """``manage.py retention --before DATE [--level names|private] [--dry-run] [--json]``: retention by a date."""

    help = "Forget the people of events before a date, or delete only their private data; results stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the date, what to delete, and whether to try it only."""
        parser.add_argument(
            "--before", type=day, required=True, metavar="DATE", help="events before it, like 2026-08-31"
        )
        parser.add_argument(
            "--level",
            choices=[level.value for level in Level],
            default=Level.NAMES.value,
            help="names: names and private data (usual); private: notes, contacts, clubs and registrations alone",
        )
        parser.add_argument("--dry-run", action="store_true", help="print what would be deleted, and change nothing")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, and print what was deleted; raises CommandError for a date in the future."""
        before, level, is_dry = options["before"], Level(options["level"]), options["dry_run"]
        if before > timezone.localdate():
            refuse(f"{before.isoformat()} is in the future; events that are still to come keep their people.")
        try:
            done = retain(before, level, is_dry=is_dry)
        except RefusedError as refusal:
            refuse(refusal)
        if done and not is_dry:
            sweep()
        if options["json"]:
            told = {
                "before": before.isoformat(),
                "level": level.value,
                "dry_run": is_dry,
                "events": [
                    {
                        "event": each.event.slug,
                        "date": each.event.date.isoformat(),
                        "people": each.people,
                        **counted(each.done),
                    }
                    for each in done
                ],
            }
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        for each in done:
            self.stdout.write(
                f"{each.event.name}, {each.event.date}: {each.people} people. {in_a_line(each.done, is_dry=is_dry)}"
            )
        if not done:
            self.stdout.write(f"No event before {before.isoformat()} has anything left to delete.")
