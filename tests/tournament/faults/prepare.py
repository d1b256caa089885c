"""Run as a program on a database with empty tables: a round being played at ten tables, and what a desk needs to save there, as JSON."""

from __future__ import annotations

import json
import sys

import django


def prepare() -> dict[str, object]:
    """Make the event and tell its address, a director's session, and for each table its fields of cash."""
    from django.conf import settings
    from django.test import Client

    from tests.build import director_of, make_event, publish
    from tests.tournament.pages.pages import grid_of

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
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={TOKEN}"
    return {"slug": event.slug, "cookies": cookies, "cash": cash}


PASSWORD = "seven hotels on a board"
TOKEN = "a" * 32
"""What guards the desk's forms, in their field and in the cookie."""

if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(prepare()))
