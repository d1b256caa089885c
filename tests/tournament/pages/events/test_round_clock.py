"""The clock of a round pauses and goes on for all its tables at once, on every page that shows it; starting it again is asked first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_event, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import Pause, RoundRecord
from tournament.services.changes import RefusedError
from tournament.services.tables import let_clock_go_on, pause_clock, start_clock
from tournament.tellings.diary import sentence_of
from tournament.tellings.times import end_of

pytestmark = pytest.mark.django_db

START = datetime(2026, 8, 20, 13, 15, tzinfo=UTC)  # 14:15 in the hall


@pytest.fixture
def event() -> Event:
    """Eight players at two tables; the clock of round 1 started at 14:15 and had run for ten minutes when it was paused."""
    event = make_event(8, rounds_planned=2)
    with time_machine.travel(START, tick=False):
        publish(event)
        start_clock(event, director_of(event), 1)
    with at(10):
        pause_clock(event, director_of(event), 1)
    return event


def at(minutes: int) -> Any:
    return time_machine.travel(START + timedelta(minutes=minutes), tick=False)


def played(event: Event) -> RoundRecord:
    return record_of(Event.objects.get(pk=event.pk)).round(1)


def last_line(event: Event) -> str:
    return sentence_of(event.changes.latest("version"), record_of(Event.objects.get(pk=event.pk)))


def test_every_page_that_shows_the_clock_shows_its_pause(director: Client, event: Event) -> None:
    with at(30):
        for page in (director.get(desk(event)), director.get(desk(event, "rounds/1/"))):
            assert "100 minutes paused at 14:25" in words(page)
            assert 'data-paused-at="2026-08-20T14:25:00+01:00"' in page.content.decode()
        screen = director.get(desk(event, "screen/"), {"show": "clock"})
        assert "paused 14:25 The director paused the clock at 14:25." in words(screen)
        assert 'data-paused="2026-08-20T14:25:00+01:00"' in screen.content.decode()
        assert "All clocks for this round have been paused since 14:25." in words(
            director.get(desk(event, "rounds/1/clocks/"))
        )
        phone = phone_of(event)
        assert "The director paused all clocks at 14:25." in words(
            phone.get(reverse("device_table", args=[event.slug, 1, 1]))
        )
        clock = phone.get(reverse("device_clock", args=[event.slug, 1, 1]))
        assert "The director has paused all clocks." in words(clock)
        assert "clock paused at 14:25" in words(Client().get(reverse("event", args=[event.slug])))
        rounds = Client().get(reverse("json_event", args=[event.slug])).json()["rounds"]
        assert [row["paused_at"] for row in rounds] == ["2026-08-20T13:25:00+00:00", None]


def test_it_goes_on_where_it_stood_and_the_round_ends_as_much_later(director: Client, event: Event) -> None:
    with at(30):
        answer = press(director, director.get(desk(event)), "Go on")
    assert told(answer) == ["Round 1: clock resumed."]
    assert end_of(record_of(event), played(event)) == START + timedelta(minutes=110 + 20)
    assert last_line(event) == "Round 1: clock resumed"
    with at(40):
        page = words(director.get(desk(event)))
        assert "90 minutes left; ends at 16:25" in page
        answer = press(director, director.get(desk(event, "rounds/1/clocks/")), "Pause")
    assert (answer["Location"], last_line(event)) == (desk(event, "rounds/1/clocks/"), "Round 1: clock paused")
    with at(45):
        let_clock_go_on(event, director_of(event), 1)
    assert end_of(record_of(event), played(event)) == START + timedelta(minutes=110 + 20 + 5)


def test_a_pause_and_its_end_are_undone_beside_the_message(director: Client, event: Event) -> None:
    paused = played(event).pauses
    with at(30):
        answer = press(director, director.get(desk(event)), "Go on")
        press_undo(director, answer)
    assert played(event).pauses == paused == (Pause(START + timedelta(minutes=10)),)
    with at(31):
        press(director, director.get(desk(event)), "Go on")
        answer = press(director, director.get(desk(event)), "Pause")
        press_undo(director, answer)
    assert played(event).pauses == (Pause(START + timedelta(minutes=10), START + timedelta(minutes=31)),)
    assert played(event).starts_at == START


def test_starting_it_again_is_asked_first_and_ends_a_pause(director: Client, event: Event) -> None:
    with at(30):
        answer = press(director, director.get(desk(event, "rounds/1/")), "Start again")
        assert "Start the clock again?" in words(answer)
        assert (played(event).starts_at, played(event).paused_at) == (START, START + timedelta(minutes=10))
        answer = press(director, answer, "Start the clock again")
        assert (played(event).starts_at, played(event).pauses) == (START + timedelta(minutes=30), ())
        press_undo(director, answer)
    assert (played(event).starts_at, played(event).paused_at) == (START, START + timedelta(minutes=10))


def test_it_pauses_once_and_goes_on_once(event: Event) -> None:
    with pytest.raises(RefusedError, match="This has already been done"):
        pause_clock(event, director_of(event), 1)
    let_clock_go_on(event, director_of(event), 1)
    with pytest.raises(RefusedError, match="This has already been done"):
        let_clock_go_on(event, director_of(event), 1)
