"""What a player's page does with their data: what is stored to download, and forgetting."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from tests.build import PASSWORD, director_of, make_director, make_event, play_round
from tests.tournament.pages.forms import press
from tests.tournament.pages.reading import words_of
from tournament.models import Change, Entry, Event
from tournament.models.queries import record_of
from tournament.services.gamelogs import attach_log
from tournament.slices.apart import keep_apart

pytestmark = pytest.mark.django_db

LOG = "edition: mso\nplayers: Ann = Zoe Anfang, Ben, Cai\n\n1 Ann: 1A\n"


@pytest.fixture
def event() -> Event:
    made = make_event(names=["Zoe Anfang", "Ben Demo", "Cai Demo", "Dot Demo"])
    play_round(made, 1)
    keep_apart(made, director_of(made), [[1, 2]], reason="Zoe and Ben are married")
    return made


def html(answer: HttpResponseBase) -> str:
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def follow(client: Client, answer: HttpResponseBase) -> HttpResponseBase:
    """The page to which an answer leads."""
    return client.get(answer["Location"])


def address(event: Event, name: str = "desk_forget", number: int = 1) -> str:
    return reverse(name, args=[event.slug, number])


def test_what_is_stored_is_downloaded_with_the_game_logs(event: Event) -> None:
    desk = browser(director_of(event))
    told = json.loads(desk.post(address(event, "desk_stored")).content)
    (here,) = told["events"]
    assert (here["number"], here["entry"]["name"]) == (1, "Zoe Anfang")
    assert {"Seat", "ReportedSeat"} <= set(here["rows"])
    assert here["kept_apart"] == [{"from": [1, 2], "is_hard": True, "reason": "Zoe and Ben are married"}]
    assert [change["act"] for change in here["changes"]][:2] == ["entries.enter", "entries.check-in"]
    assert all("token" not in key for rows in here["rows"].values() for row in rows for key in row)
    attach_log(event, director_of(event), 1, 1, LOG)
    (here,) = json.loads(desk.post(address(event, "desk_stored")).content)["events"]
    assert {"in": "GameLog.text", "text": LOG} in here["mentions"]


def test_forgetting_is_asked_first_and_done_by_one_press_in_this_event_alone(event: Event) -> None:
    other = make_event(names=["Ben Demo", "Zoe Anfang"], name="Autumn Cup 2026")
    desk = browser(director_of(event))
    page = desk.get(address(event))
    assert "Forget Zoe Anfang in this event?" in words_of(html(page))
    assert "This cannot be undone." in words_of(html(page))
    assert desk.post(address(event)).status_code == 200, "a press that confirms nothing asks"
    assert Change.objects.filter(act="entries.forget").count() == 0, "asking changes nothing"
    told = words_of(html(follow(desk, press(desk, page, "Forget this person"))))
    assert "N.N.1 forgotten: name replaced everywhere." in told
    assert "The name is still stored elsewhere." in told  # in the other event
    assert "Forget this player" not in told
    assert Entry.objects.get(event=other, number=2).name == "Zoe Anfang"
    log = words_of(html(desk.get(reverse("desk_changes", args=[event.slug]))))
    assert "N.N.1 forgotten: name replaced everywhere" in log
    assert record_of(event).entries[0].name == "N.N.1"
    again = desk.post(address(event), {"confirmed": "yes"}, follow=True)
    assert "This has already been done; reload the page." in words_of(html(again))


def test_only_the_maker_of_the_event_and_administrators_forget(event: Event) -> None:
    invited = make_director("invited")
    event.helpers.create(account=invited, roles="director")
    assert browser(invited).get(address(event)).status_code == 403
    assert "Forget this player" not in browser(invited).get(address(event, "desk_entry")).content.decode()
    chief = User.objects.create_superuser("chief", password=PASSWORD)
    assert browser(chief).get(address(event)).status_code == 200
