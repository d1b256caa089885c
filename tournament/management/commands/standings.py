"""Print the standings of an event with medals and Pentamind points."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from tournament.access.commands import EventCommand, refuse
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.vocabulary import PlayerId
from tournament.scores.explaining import Scores
from tournament.tellings.plain import standing_values
from tournament.tellings.standings import FOR_FILES, standings_listing


class Command(EventCommand):
    """``manage.py standings SLUG [--json]``: per entry rounds, total, rank, medal, Pentamind rank and points."""

    help = "Print the standings of an event."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event's slug."""
        parser.add_argument("slug", help="the event's name in its address")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute the standings of the event and print them; raises CommandError where there is no such event."""
        try:
            event = read_event(options["slug"])
        except Event.DoesNotExist:
            refuse(f"There is no event “{options['slug']}”.")
        scores = Scores(event)
        if options["json"]:
            answer = {"event": event.slug, "version": event.version, "rows": standing_values(scores)}
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
            return
        self.stdout.write(f"{event.name}, after {len(event.closed_rounds)} of {event.rounds_planned} rounds")
        for line in lines_of(scores):
            self.stdout.write(line)


def lines_of(scores: Scores) -> Iterator[str]:
    """The standings as lines of text: rank, name, each round with its mark, total, and the medal once the event is over."""
    medals = {place.player: place.medal for place in scores.medals} if scores.is_complete else {}
    listing = standings_listing(scores).without(*FOR_FILES, "wins", "medal")
    for row in listing.rows:
        rank, name, *rounds, total = (cell.text for cell in row.cells)
        scores_in_line = " ".join(f"{score or '-':>8}" for score in rounds)
        yield f"{rank:>4} {name:<30} {scores_in_line} {total:>8} {medals.get(PlayerId(row.key)) or ''}".rstrip()
