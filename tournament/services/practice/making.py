"""Makes a practice event with invented players."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournament.day.lists.rosters import RosterLine
from tournament.models import Event
from tournament.services.changes import By, actor_of
from tournament.services.entries import add_entries
from tournament.services.events import create_event
from wording import gettext as _


@transaction.atomic
def make_practice_event(by: By, name: str, players: int, rounds_planned: int, **more: bool) -> Event:
    """Make a hidden practice event with today's date and that many players entered, none of them checked in.

    ``more`` are further settings of the event, by the names of their columns.
    """
    settings = {
        "name": name,
        "date": timezone.localdate(),
        "rounds_planned": rounds_planned,
        "is_practice": True,
        **more,
    }
    event = create_event(by, settings)
    width = len(str(players))
    lines = [RosterLine(line, _("Player {number}", number=f"{line:0{width}}")) for line in range(1, players + 1)]
    add_entries(event, actor_of(by).user, lines)
    return event
