"""Print the standings of an event with medals and Pentamind points."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from tournament.management.sentences import EventCommand, refuse
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.event import EventRecord
from tournament.record.vocabulary import format_thousandths
from tournament.scores import medals, pentamind, standings


class Command(EventCommand):
    """``manage.py standings SLUG [--json]``: per entry rounds, total, rank, medal, Pentamind rank and points."""

    help = "Print the standings of an event."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event's slug."""
        parser.add_argument("slug", help="the event's name in its address")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the event, compute and print."""
        try:
            event = read_event(options["slug"])
        except Event.DoesNotExist:
            refuse(f"There is no event “{options['slug']}”.")
        rows = rows_of(event)
        if options["json"]:
            self.stdout.write(
                json.dumps({"event": event.slug, "version": event.version, "rows": rows}, ensure_ascii=False)
            )
            return
        self.stdout.write(f"{event.name}, after {len(event.closed_rounds)} of {event.rounds_planned} rounds")
        for row in rows:
            rounds = " ".join(f"{cell or '-':>7}" for cell in row["rounds"])
            rank = row["rank"] or "-"
            self.stdout.write(f"{rank:>4} {row['name']:<30} {rounds} {row['total']:>8} {row['medal'] or ''}".rstrip())


def rows_of(record: EventRecord) -> list[dict[str, Any]]:
    """List the standings' rows as plain values; scores are texts with three decimals, None while a round is pending.

    Medals and Pentamind points are there once every planned round is closed.
    """
    is_over = len(record.closed_rounds) >= record.rounds_planned
    medal_of = {place.player: place.medal for place in medals(record)} if is_over else {}
    places = {place.player: place for place in pentamind(record)} if is_over else {}
    rows = []
    for row in standings(record):
        medal, place = medal_of.get(row.player), places.get(row.player)
        rows.append(
            {
                "player": row.player,
                "name": record.entry(row.player).name,
                "rounds": [None if cell.score is None else format_thousandths(cell.score) for cell in row.cells],
                "total": format_thousandths(row.total),
                "rank": row.rank,
                "medal": medal.value if medal else None,
                "pentamind_rank": place.rank if place else None,
                "pentamind_points": format_thousandths(place.points) if place else None,
            }
        )
    return rows
