"""Load the demo events; those that are there stay as they are."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from tournament.access.commands import EventCommand, refuse
from tournament.installation.folders import command_line
from tournament.services.practice.demo import load_events


class Command(EventCommand):
    """``manage.py load_demo``: every event of the demo, directed by the named user."""

    help = "Load the demo events that are still missing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the director who is to own the events."""
        parser.add_argument("--director", default="director", help="user name of the events' director")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load and say what was loaded."""
        director = User.objects.filter(username=options["director"]).first()
        if director is None:
            refuse(f"There is no user “{options['director']}”; create one with: {command_line('createsuperuser')}")
        made = load_events(director)
        for event in made:
            self.stdout.write(f"Loaded {event.name}.")
        if not made:
            self.stdout.write("The demo events are already loaded.")
