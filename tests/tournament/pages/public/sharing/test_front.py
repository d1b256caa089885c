"""The front page: events of today, to come and past, with their organisers, and what the installation says of itself."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.build import director_of, enter_results, make_event, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.public.sharing.test_sharing import facts, metas
from tests.tournament.pages.reading import html
from tests.tournament.pages.words import words
from tournament.models import Event, FrontPage
from tournament.models.queries import record_of
from tournament.services.events import change_settings
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

LISTED = re.compile(r"<h2>([^<]+)</h2>|<a href=\"/[a-z0-9-]+/\">([^<]+)</a>")


def day(event: Event, days: int) -> Event:
    """Move an event to that many days from today."""
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate() + timedelta(days=days))
    event.refresh_from_db()
    return event


def listed(page: str) -> list[str]:
    """The headings and the names of events of the front page, in order."""
    return [heading or name for heading, name in LISTED.findall(page.partition("<main")[2])]


def test_events_stand_by_today_coming_and_past(client: Client) -> None:
    first = make_event(0, name="Long past")
    for name, days in (("Now", 0), ("Next week", 7), ("Next year", 365), ("Yesterday", -1)):
        day(make_event(0, name=name, director=director_of(first)), days)
    day(first, -400)
    expected = ["Today", "Now", "Coming", "Next week", "Next year", "Past", "Yesterday", "Long past"]
    assert listed(html(client, "/")) == expected
    Event.objects.filter(name="Now").update(is_shown=False)
    assert listed(html(client, "/"))[0] == "Coming"


def test_an_event_is_not_past_while_a_round_of_it_is_being_played(client: Client) -> None:
    day(make_event(0, name="Coming Cup"), 3)
    event = day(make_event(8, name="Long Cup", director=director_of(Event.objects.get())), -2)
    assert listed(html(client, "/")) == ["Coming", "Coming Cup", "Past", "Long Cup"]
    publish(event, 1)
    assert listed(html(client, "/")) == ["Being played", "Long Cup", "Coming", "Coming Cup"]
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    assert listed(html(client, "/")) == ["Coming", "Coming Cup", "Past", "Long Cup"]


def test_past_events_stand_on_further_pages(client: Client) -> None:
    first = day(make_event(0, name="Next"), 1)
    for number in range(40):
        day(make_event(0, name=f"Past {number}", director=director_of(first)), -1 - number)
    page = html(client, "/")
    assert (len(listed(page)), listed(page)[:3]) == (32, ["Coming", "Next", "Past"])
    assert 'href="?page=2"' in page
    assert listed(html(client, "/?page=2")) == ["Past", *(f"Past {number}" for number in range(29, 40))]


def test_an_event_names_its_organiser_and_how_to_reach_them(client: Client, director: Client) -> None:
    event = make_event(4, organiser="Games Club <Leeds>", contact="club@example.org")
    assert "Games Club <Leeds>" in words(client.get("/"))
    page = html(client, f"/{event.slug}/")
    assert "Organiser: Games Club &lt;Leeds&gt;" in page
    assert 'href="mailto:club@example.org"' in page
    assert facts(page)["organizer"] == {"@type": "Organization", "name": "Games Club <Leeds>"}
    answer = press(director, director.get(f"/desk/{event.slug}/settings/"), "Save", {"organiser": "Another"})
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (record_of(event).organiser, record_of(event).contact) == ("Another", "club@example.org")
    change_settings(event, director_of(event), {"organiser": "", "contact": ""})
    assert "Organiser" not in html(client, f"/{event.slug}/")


def test_a_contact_cannot_be_a_script(client: Client) -> None:
    event = make_event(4, contact="javascript:alert(1) <b>x</b>")
    page = html(client, f"/{event.slug}/")
    assert ('href="javascript' in page, "<b>x</b>" in page) == (False, False)


def test_an_administrator_says_who_runs_the_installation(client: Client, director: Client) -> None:
    event = make_event(0)
    assert director.post("/desk/accounts/front/", {"organiser": "Nobody"}).status_code == 403
    boss = director_of(event)
    boss.is_superuser = boss.is_staff = True
    boss.save()
    typed = {"organiser": "Games Club", "words": "Guests are\nwelcome.", "contact": "https://club.example.org"}
    answer = press(director, director.get("/desk/accounts/"), "Save the front page", typed)
    assert answer["Location"] == "/desk/accounts/"
    page = html(client, "/")
    assert "<h1>Games Club</h1>" in page
    assert "Guests are<br>" in page
    assert 'href="https://club.example.org"' in page
    assert metas(page)["og:title"] == "Games Club"
    assert "Set-Cookie" not in client.get("/").headers
    too_long = director.post("/desk/accounts/front/", {"organiser": "x" * 121})
    assert too_long.status_code == 200
    assert FrontPage.objects.get().organiser == "Games Club"
    assert "Games Club" not in html(client, f"/{event.slug}/")
