"""What `/metrics` says: names, labels, help texts and types as dashboards know them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.build import make_event, publish
from tournament.installation.copies.snapshots import make_snapshot

SCRAPED = Path(__file__).with_name("metrics.txt")
"""What version 3.0 answered to the requests of the test below, before it counted by Prometheus' own library."""


@pytest.mark.django_db
def test_every_line_is_named_and_labelled_as_dashboards_know_it(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    database = tmp_path / "some.sqlite3"
    with closing(sqlite3.connect(database)) as made:
        made.execute("CREATE TABLE seats (number INTEGER)")
    settings.SNAPSHOT_FOLDER = str(tmp_path)
    make_snapshot(database, tmp_path, "start", timezone.now())
    event = make_event(8)
    publish(event)
    client.get(f"/{event.slug}/")
    client.get("/desk/")
    told = client.get("/metrics")
    assert told["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert families(told.content.decode()) == families(SCRAPED.read_text(encoding="utf-8"))


def families(text: str) -> dict[str, set[str]]:
    """The lines of each metric by its help line; figures without their value, and the program without its version."""
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        if line.startswith("# HELP"):
            lines = found.setdefault(line, set())
        elif line.startswith("# TYPE"):
            lines.add(line)
        else:
            name, _, value = line.rpartition(" ")
            float(value)
            assert name not in lines, f"{name} is told twice"
            lines.add("toptable_info" if name.startswith("toptable_info{version=") else name)
    return found
