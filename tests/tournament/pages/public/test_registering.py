"""Players register themselves on a page of the event: what it asks, when it is closed, its bounds, and who reads what is typed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, make_event, publish
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.reading import every_page, light
from tests.tournament.pages.words import words
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Event, Registration
from tournament.public import registering as form
from tournament.public import registering as page
from tournament.record.pace import REGISTRATIONS_OF_AN_ADDRESS, REGISTRATIONS_OF_AN_EVENT, Rate, RateLimit
from tournament.services.attendance import check_in
from tournament.services.events import change_settings
from tournament.services.registrations import accept, renew_link, set_registration

pytestmark = pytest.mark.django_db

TYPED = {"given_name": "Ana", "family_name": "Nova", "country": "Netherlands", "agrees": "on"}
SECRET_WORDS = ("ana@example.org", "I come by train")


@pytest.fixture(autouse=True)
def at_leisure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms may be sent as fast as tests send them, and nobody has registered from here before."""
    monkeypatch.setattr(form, "FASTEST", -1)
    monkeypatch.setattr(page, "of_addresses", RateLimit(REGISTRATIONS_OF_AN_ADDRESS))
    monkeypatch.setattr(page, "of_events", RateLimit(REGISTRATIONS_OF_AN_EVENT))


def opened(players: int = 2, **settings: Any) -> Event:
    """An event whose page takes registrations."""
    event = make_event(players)
    set_registration(event, director_of(event), RegistrationSettings(**{"is_open": True, "places": 4, **settings}))
    return event


def address(event: Event) -> str:
    return reverse("register", args=[event.slug])


def registered(client: Client, event: Event, **typed: str) -> Any:
    """What the page answers to a filled-in form."""
    return press(client, client.get(address(event)), "Register", {**TYPED, **typed})


def link_of(answer: Any) -> str:
    """The address of the private link to which a registration leads."""
    assert answer.status_code == 302, words(answer)
    return str(answer["Location"])


# From the page of the event to the private link


def test_from_the_event_to_the_form_to_the_private_link_that_changes_and_cancels(client: Client) -> None:
    event = opened(email_asked="optional", asks_junior=True)
    front = client.get(f"/{event.slug}/")
    assert f'href="{address(event)}?language=en"' in front.content.decode()
    asked = client.get(address(event))
    assert "2 places are free." in words(asked)
    assert set(form_with(asked, "family_name").values) >= {"given_name", "country", "email", "word"}
    link = link_of(registered(client, event, email="ana@example.org", word="I come by train", is_junior="on"))
    row = Registration.objects.get()
    assert (row.name, row.country, row.is_junior, row.email, row.word, row.state) == (
        "Ana Nova",
        "NL",
        True,
        "ana@example.org",
        "I come by train",
        "open",
    )
    mine = client.get(link)
    assert "There is a place for you. The desk still has to accept your registration." in words(mine)
    assert f"http://testserver{link}" in words(mine)
    assert link.rsplit("/", 2)[1] not in str(list(Registration.objects.values())), "only the hash is stored"
    assert press(client, mine, "Save the changes", {"country": "Belgian", "word": ""}).status_code == 302
    row.refresh_from_db()
    assert (row.country, row.word, row.email) == ("BE", "", "ana@example.org")
    accept(event, director_of(event), [1])
    assert "You have been entered as number 3." in words(client.get(link))
    assert press(client, client.get(link), "Cancel my registration").status_code == 302
    gone = client.get(link)
    assert "You cancelled this registration." in words(gone)
    assert "Keep this link" not in words(gone)
    assert not event.entries.filter(number=3).exists()


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return opened()


def test_what_is_not_asked_is_neither_shown_nor_taken(event: Event, client: Client) -> None:
    asked = client.get(address(event))
    assert {"email", "is_junior"}.isdisjoint(form_with(asked, "family_name").values)
    link_of(registered(client, event, email="ana@example.org", is_junior="on"))
    row = Registration.objects.get()
    assert (row.email, row.is_junior) == ("", False)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"family_name": "Nova nova@example.org"}, "Leave e-mail addresses and telephone numbers out of the name."),
        ({"country": "Atlantis"}, "“Atlantis” is not a country we recognise."),
        ({"email": "nobody"}, "“nobody” is not an e-mail address; it should look like ada@example.com."),
        (
            {"given_name": "x" * 100, "family_name": "y" * 100},
            "“Name” has 201 characters; it can have at most 120 characters.",
        ),
        ({"agrees": ""}, "Select the box, or ask the desk to enter you without it."),
        ({"website": "http://example.org"}, "leave the field “Website” empty"),
        ({"ticket": "forged"}, "This form has been open for a long time. Check it, then send it again."),
        ({"ticket": ""}, "This form has been open for a long time."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_stored(client: Client, typed: dict[str, str], sentence: str) -> None:
    event = opened(email_asked="required")
    answer = registered(client, event, **{"email": "ana@example.org", **typed})
    assert answer.status_code == 200
    assert sentence in words(answer)
    assert not Registration.objects.exists()


def test_one_agrees_to_as_much_of_a_name_as_the_event_shows(event: Event, client: Client) -> None:
    for shown, sentence in (
        ("full", "I agree that my full name, country"),
        ("initial", "I agree that my first name and initial, country"),
        ("number", "I agree that my number, country"),
    ):
        Event.objects.filter(pk=event.pk).update(names_shown=shown)
        assert sentence in words(client.get(address(event)))
    link_of(registered(client, event))
    event = Event.objects.get(pk=event.pk)
    accept(event, director_of(event), [1])
    change_settings(event, director_of(event), {"names_shown": "full"})
    assert "Nova" not in client.get(f"/{event.slug}/players/3/").content.decode()


# Open, closed, hidden, stale


def test_an_event_that_never_offered_it_and_a_hidden_one_have_no_such_page(client: Client, director: Client) -> None:
    event = make_event(2)
    assert client.get(address(event)).status_code == 404
    assert "data-register" not in client.get(f"/{event.slug}/").content.decode()
    hidden = opened()
    link = link_of(registered(client, hidden))
    Event.objects.filter(pk=hidden.pk).update(is_shown=False)
    for method in (client.get, client.post):
        assert [method(place).status_code for place in (address(hidden), link)] == [404, 404]
    assert director.get(address(hidden)).status_code == 200


def test_a_closed_page_says_why_takes_nothing_and_no_page_leads_to_it(client: Client) -> None:
    event = opened(8, places=None)
    sent = {**TYPED, **form_with(client.get(address(event)), "ticket").values}
    closed = [
        (RegistrationSettings(False), "Registration is closed."),
        (RegistrationSettings(True, timezone.now()), "Registration is closed."),
    ]
    for settings, sentence in closed:
        set_registration(event, director_of(event), settings)
        assert sentence in words(client.get(address(event)))
        assert sentence in words(client.post(address(event), sent))
        assert "data-register" not in client.get(f"/{event.slug}/").content.decode()
    set_registration(event, director_of(event), RegistrationSettings(True, timezone.now() + timedelta(hours=1)))
    assert "Registration is open until" in words(client.get(address(event)))
    assert "data-register" in client.get(f"/{event.slug}/").content.decode()
    publish(event)
    assert "Registration is closed" in words(client.post(address(event), sent))
    assert not Registration.objects.exists()


def test_a_link_that_was_replaced_or_cut_off_says_so(event: Event, client: Client) -> None:
    link = link_of(registered(client, event))
    new = renew_link(event, director_of(event), 1)
    for place in (link, link[:-5] + "/", reverse("registration", args=[event.slug, "x"])):
        for answer in (client.get(place), client.post(place, {"cancel": "yes"})):
            assert answer.status_code == 410
            assert "This private link is not valid." in words(answer)
    assert client.get(reverse("registration", args=[event.slug, new])).status_code == 200
    assert Registration.objects.get().state == "open"


# Bounds


def test_a_form_sent_twice_registers_once_and_leads_to_the_same_link(client: Client) -> None:
    event = opened(acceptance="moving up")
    sent = {**form_with(client.get(address(event)), "ticket").values, **TYPED}
    links = [client.post(address(event), sent)["Location"] for _ in range(2)]
    assert links[0] == links[1]
    assert (Registration.objects.count(), event.entries.count()) == (1, 3)
    assert len(links[0].split("/r/")[1]) == form.LETTERS + 1


def test_a_ticket_is_of_one_event_and_a_program_is_too_fast(
    event: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = form.new_ticket(event.pk)
    assert form.read_ticket(ticket, event.pk + 1) is None
    found = form.read_ticket(ticket, event.pk)
    assert found is not None
    assert 0 <= found[1] < form.OLDEST
    monkeypatch.setattr(form, "FASTEST", 3)
    fast = registered(client, event)
    assert "Wait a few seconds" in words(fast)
    assert not Registration.objects.exists()
    monkeypatch.setattr(form, "FASTEST", -1)  # time passes
    assert press(client, fast, "Register").status_code == 302, "what was typed is sent again by one press"


def test_a_whole_hall_registers_from_one_address_and_a_program_does_not_go_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """300 at once from one address, then one each ten seconds; 600 at once for an event, then one each two seconds."""
    of_one = RateLimit(REGISTRATIONS_OF_AN_ADDRESS)
    hall = [of_one.may_ask("192.0.2.1", at=second) for second in range(3_600)]
    assert all(hall[:300])
    assert sum(hall) == 300 + 359  # what an hour refills while one asks each second
    of_all = RateLimit(REGISTRATIONS_OF_AN_EVENT)
    assert sum(of_all.may_ask("cup", at=0) for _ in range(5_000)) == 600
    monkeypatch.setattr(page, "of_addresses", RateLimit(Rate(10, 2)))
    event = opened(places=None)
    answers = [registered(client, event, given_name=name).status_code for name in ("Ana", "Ben", "Cai")]
    assert answers == [302, 302, 429]
    assert registered(Client(REMOTE_ADDR="192.0.2.7"), event, given_name="Cai").status_code == 302
    far = [Client(REMOTE_ADDR=f"2001:db8::{n}") for n in range(3)]  # one machine has all of its network
    assert [registered(each, event, given_name="Dot").status_code for each in far] == [302, 302, 429]
    assert Registration.objects.count() == 5


# Who reads it


def test_what_is_for_the_desk_is_on_no_public_page_file_or_feed(client: Client, director: Client) -> None:
    event = opened(7, places=None, email_asked="required", acceptance="moving up")
    link_of(registered(client, event, email=SECRET_WORDS[0], word=SECRET_WORDS[1]))
    desk = light(director.get(f"/desk/{event.slug}/entries/registrations/").content.decode())
    assert all(word in desk for word in SECRET_WORDS)
    stranger = Client()
    feeds = ("now.json", "event.json", "standings.json", "everybody/", "find/", "chart/", "prices/", "register/")
    places = [f"/{event.slug}/", f"/{event.slug}/players/8/", *(f"/{event.slug}/{each}" for each in feeds)]
    places += [f"/{event.slug}/?me=nova", f"/{event.slug}/standings/?_export=csv", "/"]
    told = {place: light(stranger.get(place).content.decode()) for place in places}
    check_in(event, director_of(event), [8])
    publish(event)
    told |= {place: light(stranger.get(place).content.decode()) for place in [*every_page(event), *places]}
    told |= {f"desk {each}": light(director.get(f"/desk/{event.slug}/{each}").content.decode()) for each in OF_ALL}
    assert [place for place, text in told.items() if any(word in text for word in SECRET_WORDS)] == []
    assert "Nova" in told[f"/{event.slug}/"]


OF_ALL = ("changes/", "screen/", "entries/")
"""What of the desk helpers and a projector show."""


def test_plain_files_do_not_lead_to_the_page_which_needs_a_server(event: Event, tmp_path: Path) -> None:
    call_command("publish_static", event.slug, str(tmp_path), verbosity=0)
    pages = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")]
    assert len(pages) > 3
    assert [text for text in pages if "data-register" in text or "/register/" in text] == []


def test_both_pages_are_never_kept_and_speak_the_language_of_the_browser(event: Event, client: Client) -> None:
    assert client.get(f"{address(event)}?language=de").status_code == 302
    asked = client.get(address(event))
    assert 'lang="de"' in asked.content.decode()
    link = link_of(client.post(address(event), {**form_with(asked, "ticket").values, **TYPED}))
    for place in (address(event), link):
        answer = client.get(place)
        assert 'lang="de"' in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]
