"""Play the next round, or the rest, of an event with plausible results."""

from __future__ import annotations

import json
import random
from typing import Any

from django.core.management.base import CommandParser

from tournament.access.commands import EventCommand, event_named, refuse
from tournament.draw.allocation import AllocationError
from tournament.draw.lines import line
from tournament.draw.pairings.request import PairingError
from tournament.services.changes import Actor
from tournament.services.changes.refusals import RefusedError
from tournament.slices.practice.playing import is_of_the_demo, play_round, play_to_end

SIMULATED = line("practice.simulated")


class Command(EventCommand):
    """``manage.py play SLUG [--to-end] [--seed N]``: through the same services that the pages use, in nobody's name."""

    help = "Simulate the next round of a practice event or a demo event, or all its rounds, with plausible results from a seed."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event's slug, how far to play and the seed."""
        parser.add_argument("slug", help="the event's name in its address")
        parser.add_argument("--to-end", action="store_true", help="simulate all remaining rounds")
        parser.add_argument("--seed", type=int, default=1, help="the seed of draws, tiles and results (1)")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play one round or all that are left, and print how many are closed; raises CommandError where that is refused."""
        event = event_named(options["slug"])
        if not (event.is_practice or is_of_the_demo(event)):
            refuse(
                f"Real people play {event.name}; the command play makes up results for practice events and the demo's alone."
            )
        rng, by = random.Random(options["seed"]), Actor(None, reason=SIMULATED)
        try:
            if options["to_end"]:
                play_to_end(event, by, rng)
            elif event.rounds.filter(state="closed").count() >= event.rounds_planned:
                raise RefusedError(f"All {event.rounds_planned} rounds of {event.name} are already closed.")
            else:
                play_round(event, by, rng)
        except (RefusedError, PairingError, AllocationError) as refusal:
            refuse(str(refusal))
        closed = event.rounds.filter(state="closed").count()
        if options["json"]:
            self.stdout.write(json.dumps({"event": event.slug, "closed": closed, "planned": event.rounds_planned}))
        else:
            self.stdout.write(f"{event.name}: {closed} of {event.rounds_planned} rounds are closed.")
