"""The desk's page of registrations: who waits, possible duplicates, accept and decline with Undo, open and close, new links."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, logged_in, make_event
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, undo_of, words
from tournament.access.links import link_of
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Event, Registration
from tournament.record.acts import Role
from tournament.record.vocabulary import NameShown
from tournament.services.coming_in import come_in
from tournament.services.registering import Registrant, cancel_registration, register, registering_of, registration_with
from tournament.services.registrations import accept, set_registration
from tournament.slices.helping import invite_helper

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
    cancel_registration(event, "Ash")
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
