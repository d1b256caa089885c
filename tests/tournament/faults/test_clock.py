"""A clock that jumps: nothing is lost, the order of changes stays, and whoever opens the desk is told."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from tests.build import logged_in, make_director, make_event, plausible_cash, publish
from tests.tournament.pages.forms import forms_of
from tests.tournament.pages.pages import desk, grid_of, words
from tournament.models import Event
from tournament.models.queries import record_of

pytestmark = pytest.mark.django_db
PASSWORD = "seven hotels on a board"


@pytest.fixture
def event() -> Event:
    """Round 1 is being played at two tables; the director has a password."""
    director = make_director()
    director.set_password(PASSWORD)
    director.save()
    made = make_event(8, director=director)
    publish(made, 1)
    return made


@pytest.fixture
def client(event: Event) -> Client:
    """A browser in which the director is logged in, and has looked at the desk."""
    made = logged_in(make_director())
    made.get(desk(event))
    return made


def test_a_clock_that_goes_back_keeps_every_result_and_their_order_and_is_told_once(
    client: Client, event: Event, caplog: pytest.LogCaptureFixture
) -> None:
    first = grid_of(client, event, 1, {1: plausible_cash(4, 1)})
    client.post(desk(event, "rounds/1/results/"), first)
    with (
        caplog.at_level(logging.WARNING, "tournament.faults"),
        time_machine.travel(timezone.now() - timedelta(hours=3)),
    ):
        pages = [words(client.get(desk(event, rest))) for rest in ("", "rounds/1/", "changes/", "calls/")]
        second = grid_of(client, event, 1, {2: plausible_cash(4, 2)})
        answer = client.post(desk(event, "rounds/1/results/"), second)
        public = Client().get(f"/{event.slug}/rounds/1/")
    assert (answer.status_code, public.status_code) == (302, 200)
    assert all(table.has_result for table in record_of(event).round(1).tables)
    changes = list(event.changes.order_by("version"))
    assert changes[-1].made_at < changes[-2].made_at, "told by the clock, kept in order by the version"
    sentence = "The clock of this machine jumped back by 3 hours. Check that it is right"
    assert [sentence in page for page in pages] == [True, False, False, False]
    assert [record.levelname for record in caplog.records if sentence in record.message] == ["WARNING"]


def test_a_clock_that_goes_forward_ends_the_log_in_and_carries_what_was_sent(client: Client, event: Event) -> None:
    typed = grid_of(client, event, 1, {1: plausible_cash(4, 1)})
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        asked = client.post(desk(event, "rounds/1/results/"), typed)
        assert (asked.status_code, "carried" in forms_of(asked)[0].values) == (403, True)
        form = forms_of(asked)[0].filled({"username": make_director().username, "password": PASSWORD})
        (offered,) = [form for form in forms_of(client.post("/login/", form)) if "key" in form.values]
        assert client.post(offered.action, offered.filled()).status_code == 302
        page = words(client.get(desk(event)))
    assert record_of(event).round(1).tables[0].has_result
    assert "The clock of this machine jumped forward by 400 days." in page


def first_pages(event: Event, at: datetime) -> list[str]:
    """What the desk of a program that starts at that moment says on its first two pages."""
    with time_machine.travel(at):
        started = logged_in(make_director())
        return [words(started.get(desk(event, rest))) for rest in ("", "changes/")]


def test_a_clock_that_is_behind_what_is_stored_is_told_when_the_program_starts(
    event: Event, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SERVE_FOLDER, now = str(tmp_path), timezone.now()
    with caplog.at_level(logging.WARNING, "tournament.faults"):
        right = first_pages(event, now + timedelta(minutes=5))
        assert not caplog.records
        behind = first_pages(event, now - timedelta(days=365, hours=2))
    sentence = "The clock of this machine is 365 days 2 hours behind what is stored here. Set it right"
    assert [sentence in page for page in behind] == [True, False]
    assert [sentence in record.message for record in caplog.records] == [True]
    assert not [page for page in right if "The clock of this machine" in page]
    later = f"n0000001-{now + timedelta(hours=3):%Y%m%d-%H%M%S-%f}-before-rounds.draw.sqlite3"
    (tmp_path / later).touch()
    settings.SNAPSHOT_FOLDER = tmp_path
    assert "The clock of this machine is 3 hours behind what is stored here." in first_pages(event, now)[0]
    settings.SERVE_FOLDER = ""
    assert "behind what is stored" not in first_pages(event, now)[0], "a server's clock comes from the network"


def test_the_clock_costs_one_query_where_serve_starts_and_none_elsewhere(
    event: Event, settings: Settings, tmp_path: Path
) -> None:
    counts: dict[str, list[int]] = {}
    for folder in ("", str(tmp_path)):
        settings.SERVE_FOLDER, visitor, counts[folder] = folder, Client(), []
        for _page in range(2):
            with CaptureQueriesContext(connection) as asked:
                visitor.get("/login/")
            counts[folder].append(
                len([query for query in asked if 'MAX("tournament_change"."made_at")' in query["sql"]])
            )
    assert counts == {"": [0, 0], str(tmp_path): [1, 0]}
