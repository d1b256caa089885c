"""Players who register: their own page, its bounds and who reads what is typed; and the desk's page of them."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, logged_in, make_event, publish
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import every_page, light
from tests.tournament.pages.words import told, undo_of, words
from tournament.access.links import link_of
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Event, Registration
from tournament.record.acts import Role
from tournament.record.pace import REGISTRATIONS_OF_AN_ADDRESS, REGISTRATIONS_OF_AN_EVENT, Rate, RateLimit
from tournament.record.vocabulary import NameShown
from tournament.services.attendance import check_in
from tournament.services.coming_in import come_in
from tournament.services.events import change_settings
from tournament.slices.helping import invite_helper
from tournament.slices.registration import public as form
from tournament.slices.registration import public as page
from tournament.slices.registration.acts import (
    Registrant,
    accept,
    cancel_registration,
    register,
    renew_link,
    set_registration,
)
from tournament.slices.registration.line import registering_of, registration_with

pytestmark = pytest.mark.django_db


LIST = "entries/registrations/"


def opened(*names: str, players: int = 2, places: int | None = 4) -> Event:
    """An event with open registration, for which these people have registered; the secret of a link is the surname."""
    event = make_event(players)
    set_registration(event, director_of(event), RegistrationSettings(True, None, places))
    for at, name in enumerate(names):
        given, _blank, family = name.partition(" ")
        token = f"{name} again" if name in names[:at] else family
        register(event, Registrant(given, family, "NL", email=f"{family}{at}@example.org"), token, NameShown.FULL)
    return event


def test_the_entries_lead_to_it_only_where_the_extra_is_on(director: Client) -> None:
    event = make_event(2)
    link = f'href="/desk/{event.slug}/{LIST}"'
    assert link in director.get(desk(event, "entries/")).content.decode()
    Event.objects.filter(pk=event.pk).update(extras="", version=event.version + 1)
    assert link not in director.get(desk(event, "entries/")).content.decode()
    assert "No registrations yet" in words(director.get(desk(event, LIST)))


def test_all_who_have_a_place_are_accepted_by_one_press_and_undone_by_another(director: Client) -> None:
    event = opened("New Ash", "New Birch", "New Cedar")
    overview = words(director.get(desk(event)))
    assert "2 players have registered and are waiting for the desk. Registrations" in overview
    page = director.get(desk(event, LIST))
    assert "2 of 4 places are taken." in words(page)
    assert "Waiting for the desk: 2" in words(page)
    assert "Waiting list: 1" in words(page)
    done = press(director, page, "Accept all")
    assert told(done) == ["New Ash and New Birch entered."]
    assert [entry.name for entry in event.entries.filter(number__gt=2)] == ["New Ash", "New Birch"]
    after = words(director.get(desk(event, LIST)))
    assert "Entered: 2" in after
    assert "Accept" not in after, "no place is free for the third"
    assert "wait for the desk" not in words(director.get(desk(event)))
    director.post(undo_of(done))
    assert event.entries.count() == 2
    assert "Waiting for the desk: 2" in words(director.get(desk(event, LIST)))


def test_selected_ones_are_declined_together_entered_or_waiting_and_only_as_the_page_showed_them(
    director: Client,
) -> None:
    event = opened("New Ash", "New Birch", "New Cedar")
    accept(event, director_of(event), [1])
    shown = director.get(desk(event, LIST))
    boxes = re.findall(r'name="selected" value="(\d+ \w+)" aria-label="([^"]+)"', shown.content.decode())
    assert sorted(name for _value, name in boxes) == ["New Ash", "New Birch", "New Cedar"]
    of = {name: value for value, name in boxes}
    form = {"decline": "selected", "selected": [of["New Ash"], of["New Cedar"]]}
    answer = director.post(desk(event, LIST), form)
    assert told(answer) == ["Registrations 1 and 3 declined."]
    assert [row.state for row in event.registrations.all()] == ["declined", "open", "declined"]
    assert event.entries.count() == 2
    director.post(undo_of(answer))
    assert [row.state for row in event.registrations.all()] == ["accepted", "open", "open"]
    Registration.objects.filter(number=3).update(family_name="Sequoia")
    assert "has changed since you opened it" in told(director.post(desk(event, LIST), form))[-1]
    assert told(director.post(desk(event, LIST), {"decline": "selected"}))[-1].startswith("Nothing is selected")


def test_what_came_from_one_network_in_numbers_is_declined_by_one_press(director: Client) -> None:
    event = opened(places=None)
    for number in range(7):
        sent = Registrant("Made", f"Up{number * 'x'}{number}")
        register(event, sent, f"made {number}", NameShown.FULL, "a stranger" if number < 6 else "a hall")
    page = words(director.get(desk(event, LIST)))
    assert "Decline the 6 from one network since" in page
    answer = press(director, director.get(desk(event, LIST)), "Decline the 6 from one network")
    assert told(answer) == ["Registrations 1, 2, 3, 4, 5 and 6 declined."]
    assert [row.state for row in event.registrations.all()] == ["declined"] * 6 + ["open"]
    assert "from one network" not in words(director.get(desk(event, LIST)))


def test_two_desks_with_the_same_page_open_enter_nobody_twice(director: Client) -> None:
    event = opened("New Ash", "New Birch")
    pages = [director.get(desk(event, LIST)) for _ in range(2)]
    press(director, pages[0], "Accept New Ash")
    second = press(director, pages[1], "Accept New Ash")
    changed = "This has changed since you opened it. Check it, then try again."
    assert told(second)[-1] == changed
    cancel_registration(event, registration_with(event, "Ash"))
    third = press(director, director.get(desk(event, LIST)), "Accept all")
    assert told(third)[-1] == "New Birch entered."
    assert [entry.name for entry in event.entries.filter(number__gt=2)] == ["New Birch"]


def test_possible_duplicates_are_pointed_out(director: Client) -> None:
    event = opened("Ada Demo", "Ben Demos", "New Ash", "New Asch", "New Ash", places=None)
    register(event, Registrant("Other", "Name", email="DEMOS1@example.org"), "other", NameShown.FULL)
    page = words(director.get(desk(event, LIST)))
    for sentence in (
        "Ada Demo has already been entered, with number 1.",
        "Possible duplicate of Ben Demo (number 2).",
        "Possible duplicate of New Ash (registration 3).",
        "Registration 3 has the same name.",
        "Registration 2 has the same e-mail address.",
    ):
        assert sentence in page, sentence


def test_it_is_opened_and_closed_by_one_press(director: Client, client: Client) -> None:
    event = make_event(2)
    assert client.get(reverse("register", args=[event.slug])).status_code == 404
    done = press(director, director.get(desk(event, LIST)), "Open now")
    assert told(done) == ["Registration opened."]
    assert client.get(reverse("register", args=[event.slug])).status_code == 200
    page = director.get(desk(event, LIST))
    assert f"http://testserver/{event.slug}/register/" in words(page) or f"/{event.slug}/register/" in words(page)
    assert told(press(director, page, "Close now")) == ["Registration closed."]
    assert "Registration is closed." in words(client.get(reverse("register", args=[event.slug])))
    director.post(undo_of(done))
    assert told(press(director, director.get(desk(event, LIST)), "Open now")) == ["Registration opened."]


def test_the_settings_are_saved_undone_and_compared_with_another_desk(director: Client) -> None:
    event = opened("New Ash")
    pages = [director.get(desk(event, f"{LIST}settings/")) for _ in range(3)]
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=1)
    typed = {
        "places": "30",
        "acceptance": "moving up",
        "email_asked": "required",
        "asks_junior": "on",
        "closes_at": noon.strftime("%Y-%m-%dT%H:%M"),
    }
    assert told(press(director, pages[0], "Save", typed)) == ["Registration settings changed."]
    assert registering_of(event).settings == RegistrationSettings(True, noon, 30, "moving up", "required", True)
    assert press(director, pages[1], "Save", {"places": "20"}).status_code == 409
    press(director, pages[2], "Save", {"email_asked": "optional", "places": "4"})
    assert registering_of(event).settings == RegistrationSettings(True, noon, 30, "moving up", "required", True)
    shown = form_with(director.get(desk(event, f"{LIST}settings/")), "places").values
    assert (shown["places"], shown["closes_at"]) == (["30"], [noon.strftime("%Y-%m-%dT%H:%M")])


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"places": "0"}, "enter a whole number from 1 to 2,500."),
        ({"closes_at": "tomorrow"}, "Enter a date and time such as 2026-08-19 18:00."),
    ],
)
def test_wrong_settings_are_said(director: Client, typed: dict[str, str], sentence: str) -> None:
    event = opened()
    answer = press(director, director.get(desk(event, f"{LIST}settings/")), "Save", typed)
    assert sentence in words(answer)


def test_a_new_link_is_shown_once(director: Client) -> None:
    event = opened("New Ash")
    ask = director.get(desk(event, f"{LIST}1/link/"))
    assert "The old link will stop working." in words(ask)
    made = press(director, ask, "New private link")
    assert "Shown only now." in words(made)
    token = made.content.decode().split(f"/{event.slug}/r/")[1].split("/")[0]
    assert registration_with(event, token).family_name == "Ash"
    assert token not in director.get(desk(event, f"{LIST}1/link/")).content.decode()
    assert "New private link for registration 1" in words(director.get(desk(event, "changes/")))
    assert "No registration has that number." in words(director.get(desk(event, f"{LIST}9/link/")))


def test_a_long_line_costs_no_more_queries_and_shows_the_first(
    director: Client, django_assert_max_num_queries: object
) -> None:
    event = opened(places=10)
    rows = [
        Registration(event=event, number=number, given_name="New", family_name=f"Name{number}", token_hash=f"{number}")
        for number in range(1, 1_001)
    ]
    Registration.objects.bulk_create(rows)
    with django_assert_max_num_queries(12):  # type: ignore[operator]  # a fixture of pytest-django
        page = words(director.get(desk(event, LIST)))
    assert "Waiting for the desk: 8" in page
    assert "800 more registrations will appear once you have answered these." in page
    assert told(press(director, director.get(desk(event, LIST)), "Decline all waiting registrations")) == [
        "Registrations 1, 2, 3, 4, 5, 6 and 994 more declined."
    ]


def test_only_directors_read_what_players_wrote_to_the_desk(director: Client) -> None:
    event = opened("New Ash")
    for role in (Role.DESK, Role.CHECKER, Role.ARBITER, Role.SCREEN):
        user = come_in(
            link_of(invite_helper(event, director_of(event), frozenset({role})).token), name=f"the {role.value}"
        )
        helper = logged_in(user)
        for place in (LIST, f"{LIST}settings/", f"{LIST}1/link/"):
            assert helper.get(desk(event, place)).status_code == 403, (role, place)
            assert helper.post(desk(event, place), {"accept": "1"}).status_code == 403
        if role is not Role.SCREEN:
            assert "have registered" not in words(helper.get(desk(event)))


# Players register themselves on a page of the event: what it asks, when it is closed, its bounds, and who reads what is typed


TYPED = {"given_name": "Ana", "family_name": "Nova", "country": "Netherlands", "agrees": "on"}
SECRET_WORDS = ("ana@example.org", "I come by train")


@pytest.fixture(autouse=True)
def at_leisure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms may be sent as fast as tests send them, and nobody has registered from here before."""
    monkeypatch.setattr(form, "FASTEST", -1)
    monkeypatch.setattr(page, "of_addresses", RateLimit(REGISTRATIONS_OF_AN_ADDRESS))
    monkeypatch.setattr(page, "of_events", RateLimit(REGISTRATIONS_OF_AN_EVENT))


def opened_event(players: int = 2, **settings: Any) -> Event:
    """An event whose page takes registrations."""
    event = make_event(players)
    set_registration(event, director_of(event), RegistrationSettings(**{"is_open": True, "places": 4, **settings}))
    return event


def address(event: Event) -> str:
    return reverse("register", args=[event.slug])


def registered(client: Client, event: Event, **typed: str) -> Any:
    """What the page answers to a filled-in form."""
    return press(client, client.get(address(event)), "Register", {**TYPED, **typed})


def link_in(answer: Any) -> str:
    """The address of the private link to which a registration leads."""
    assert answer.status_code == 302, words(answer)
    return str(answer["Location"])


# From the page of the event to the private link


def test_from_the_event_to_the_form_to_the_private_link_that_changes_and_cancels(client: Client) -> None:
    event = opened_event(email_asked="optional", asks_junior=True)
    front = client.get(f"/{event.slug}/")
    assert f'href="{address(event)}?language=en"' in front.content.decode()
    asked = client.get(address(event))
    assert "2 places are free." in words(asked)
    assert set(form_with(asked, "family_name").values) >= {"given_name", "country", "email", "word"}
    link = link_in(registered(client, event, email="ana@example.org", word="I come by train", is_junior="on"))
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
    claimed = press(client, client.get(link, follow=True), "I am Ana Nova")
    own = client.get(claimed["Location"])
    assert claimed["Location"] == f"/{event.slug}/p/3/"
    assert press(client, own, "Save the changes", {"country": "Dutch"}).status_code == 302
    assert event.entries.get(number=3).country == "NL"
    assert "You cancelled this registration." in words(
        press(client, client.get(own.request["PATH_INFO"]), "Cancel my registration")
    )
    gone = client.get(link)
    assert "You cancelled this registration." in words(gone)
    assert "Save the changes" not in words(gone)
    assert not event.entries.filter(number=3).exists()


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return opened_event()


def test_what_is_not_asked_is_neither_shown_nor_taken(event: Event, client: Client) -> None:
    asked = client.get(address(event))
    assert {"email", "is_junior"}.isdisjoint(form_with(asked, "family_name").values)
    link_in(registered(client, event, email="ana@example.org", is_junior="on"))
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
    event = opened_event(email_asked="required")
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
    link_in(registered(client, event))
    event = Event.objects.get(pk=event.pk)
    accept(event, director_of(event), [1])
    change_settings(event, director_of(event), {"names_shown": "full"})
    assert "Nova" not in client.get(f"/{event.slug}/players/3/").content.decode()


# Open, closed, hidden, stale


def test_an_event_that_never_offered_it_and_a_hidden_one_have_no_such_page(client: Client, director: Client) -> None:
    event = make_event(2)
    assert client.get(address(event)).status_code == 404
    assert "data-register" not in client.get(f"/{event.slug}/").content.decode()
    hidden = opened_event()
    link = link_in(registered(client, hidden))
    Event.objects.filter(pk=hidden.pk).update(is_shown=False)
    for method in (client.get, client.post):
        assert [method(place).status_code for place in (address(hidden), link)] == [404, 404]
    assert director.get(address(hidden)).status_code == 200


def test_a_closed_page_says_why_takes_nothing_and_no_page_leads_to_it(client: Client) -> None:
    event = opened_event(8, places=None)
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
    link = link_in(registered(client, event))
    new = renew_link(event, director_of(event), 1)
    for place in (link, link[:-5] + "/", reverse("registration", args=[event.slug, "x"])):
        for answer in (client.get(place), client.post(place, {"cancel": "yes"})):
            assert answer.status_code == 410
            assert "This private link is not valid." in words(answer)
    assert client.get(reverse("registration", args=[event.slug, new])).status_code == 200
    assert Registration.objects.get().state == "open"


# Bounds


def test_a_form_sent_twice_registers_once_and_leads_to_the_same_link(client: Client) -> None:
    event = opened_event(acceptance="moving up")
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
    hall = [of_one.let_ask("192.0.2.1", at=second) for second in range(3_600)]
    assert all(hall[:300])
    assert sum(hall) == 300 + 359  # what an hour refills while one asks each second
    of_all = RateLimit(REGISTRATIONS_OF_AN_EVENT)
    assert sum(of_all.let_ask("cup", at=0) for _ in range(5_000)) == 600
    monkeypatch.setattr(page, "of_addresses", RateLimit(Rate(10, 2)))
    event = opened_event(places=None)
    answers = [registered(client, event, given_name=name).status_code for name in ("Ana", "Ben", "Cai")]
    assert answers == [302, 302, 429]
    assert registered(Client(REMOTE_ADDR="192.0.2.7"), event, given_name="Cai").status_code == 302
    far = [Client(REMOTE_ADDR=f"2001:db8::{n}") for n in range(3)]  # one machine has all of its network
    assert [registered(each, event, given_name="Dot").status_code for each in far] == [302, 302, 429]
    assert Registration.objects.count() == 5


# Who reads it


def test_what_is_for_the_desk_is_on_no_public_page_file_or_feed(client: Client, director: Client) -> None:
    event = opened_event(7, places=None, email_asked="required", acceptance="moving up")
    link_in(registered(client, event, email=SECRET_WORDS[0], word=SECRET_WORDS[1]))
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
    link = link_in(client.post(address(event), {**form_with(asked, "ticket").values, **TYPED}))
    for place in (address(event), link):
        answer = client.get(place)
        assert 'lang="de"' in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]
