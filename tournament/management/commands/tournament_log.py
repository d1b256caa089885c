"""`manage.py tournament_log SLUG`: an event as a tournament log, which other programs for pods read."""

from __future__ import annotations

from typing import Any

import msgspec
from django.core.management.base import CommandParser

from tournament.access.commands import EventCommand, refuse
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.archive import EnvelopeError
from tournament.record.tournament_log import log_of


class Command(EventCommand):
    """``manage.py tournament_log SLUG``: players, rounds, byes and winners, as JSON."""

    help = "Print an event whose tables have winners as a tournament log (JSON); the command “restore FILE” reads one."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event's slug."""
        parser.add_argument("slug", help="the event's name in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the log; raises CommandError where there is no such event, or it is not scored by wins."""
        try:
            log = log_of(read_event(options["slug"]))
        except Event.DoesNotExist:
            refuse(f"There is no event “{options['slug']}”.")
        except EnvelopeError as refusal:
            refuse(refusal)
        self.stdout.write(msgspec.json.format(msgspec.json.encode(log)).decode())
