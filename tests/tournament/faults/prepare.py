"""Run as a program on an empty database: a round being played at ten tables, with what a desk needs to save there, told as JSON."""

from __future__ import annotations

import json
import sys

import django


def prepare() -> dict[str, object]:
    """Make the event and tell its address, a director's session, and for each table its fields of cash."""
    from django.core.management import call_command
    from django.test import Client

    from tests.build import director_of, make_event, publish
    from tests.tournament.pages.pages import grid_of

    call_command("migrate", verbosity=0)
    event = make_event(40, name="Fault Cup 2026")
    director_of(event).set_password(PASSWORD)
    director_of(event).save()
    played = publish(event, 1)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(director_of(event))
    grid = grid_of(client, event, 1, {})
    cash = {
        table.number: [name for name in grid if name.startswith(f"t{table.number}-cash-")] for table in played.tables
    }
    return {"slug": event.slug, "session": client.cookies["sessionid"].value, "cash": cash}


PASSWORD = "seven hotels on a board"

if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(prepare()))
