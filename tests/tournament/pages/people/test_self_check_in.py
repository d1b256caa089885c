"""Players check in themselves by the code on their place card, inside the window that the director sets."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.build import director_of, make_event, play_round
from tests.tournament.pages.forms import press
from tests.tournament.pages.words import words
from tournament.access.devices import codes_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.devices import player_subject, spelled
from tournament.record.vocabulary import Status
from tournament.services.attendance import set_status
from tournament.services.departures import withdraw
from tournament.services.selfcheck import open_now, set_window
from tournament.services.showing import put_away
from tournament.services.tables import withdraw_code_of_player
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def with_door(players: int = 4, **settings: Any) -> Event:
    """An event of players of whom nobody is here yet, and who check in themselves."""
    event = make_event(players, status=Status.REGISTERED, **settings)
    open_now(event, director_of(event))
    return event


def here(event: Event) -> str:
    return reverse("self_check_in", args=[event.slug])


def code(event: Event, player: int) -> str:
    subject = player_subject(player)
    return codes_of(event, [subject])[subject]


def status_of(event: Event, player: int) -> str:
    return event.entries.get(number=player).status


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return with_door()


@pytest.mark.parametrize("written", [str, str.upper, spelled], ids=["as it is", "capitals", "in groups"])
def test_a_code_checks_its_player_in_and_the_log_says_by_whom(event: Event, client: Client, written: Any) -> None:
    answer = client.post(here(event), {"code": written(code(event, 3))})
    assert "Cai Demo You are checked in. Your number is 3." in words(answer)
    assert [status_of(event, player) for player in (1, 2, 3, 4)] == [
        "registered",
        "registered",
        "present",
        "registered",
    ]
    event.refresh_from_db()
    change = event.changes.get(version=event.version)
    assert sentence_of(change, record_of(event)) == "Cai Demo checked in with their own code"
    assert change.made_by is None


def test_the_desk_sees_it_and_takes_it_back_with_one_press(event: Event, client: Client, director: Client) -> None:
    version = Event.objects.get(pk=event.pk).version
    client.post(here(event), {"code": code(event, 3)})
    since = director.get(f"/desk/{event.slug}/entries/check-in/since/?v={version}").content.decode()
    assert 'data-entry="3" data-status="present"' in since
    director.post(f"/desk/{event.slug}/entries/check-in/", {"back": "3"})
    assert status_of(event, 3) == "registered"


def test_nothing_of_the_player_stays_for_the_next_person(event: Event, client: Client) -> None:
    answer = client.post(here(event), {"code": code(event, 3)})
    assert answer["Refresh"] == f"10; url={here(event)}"
    assert code(event, 3) not in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert set(client.cookies) <= {settings.CSRF_COOKIE_NAME}
    start = client.get(here(event))
    assert ("Cai" in start.content.decode(), "Refresh" in start.headers) == (False, False)


def test_outside_the_window_a_sentence_says_when(event: Event, client: Client) -> None:
    director, now = director_of(event), timezone.localtime()
    later = now + timedelta(days=2)
    set_window(event, director, later, later + timedelta(hours=1))
    page = client.get(here(event))
    assert f"You can check in here from {later:%H:%M} on " in words(page)
    assert ('name="code"' in page.content.decode(), page["Refresh"]) == (False, f"60; url={here(event)}")
    client.post(here(event), {"code": code(event, 3)})
    assert status_of(event, 3) == "registered"
    earlier = now - timedelta(days=2)
    set_window(event, director, earlier, earlier + timedelta(hours=1))
    assert f"Check-in here ended at {earlier + timedelta(hours=1):%H:%M} on " in words(client.get(here(event)))
    set_window(event, director, None, None)
    assert "You cannot check in here. Go to the desk." in words(client.get(here(event)))


def test_what_is_so_is_said_to_those_who_are_not_checked_in_here(client: Client) -> None:
    event = with_door(6)
    director = director_of(event)
    set_status(event, director, [1], Status.EXCLUDED)
    withdraw(event, director, 2)
    set_status(event, director, [3], Status.ABSENT)
    told = {player: words(client.post(here(event), {"code": code(event, player)})) for player in (1, 2, 3)}
    assert "You are not in the next round. Ask at the desk." in told[1]
    assert "You are not in the next round. Ask at the desk." in told[2]
    assert "You are checked in." in told[3]
    assert "You are checked in." in words(client.post(here(event), {"code": code(event, 3)}))
    assert [status_of(event, player) for player in (1, 2, 3)] == ["excluded", "withdrawn", "present"]


def test_after_the_first_round_has_begun_the_desk_finds_a_place(client: Client) -> None:
    event = make_event(8)
    set_status(event, director_of(event), [8], Status.LATE)
    play_round(event, 1)
    open_now(event, director_of(event))
    answer = words(client.post(here(event), {"code": code(event, 8)}))
    assert "The first round has begun. Ask the desk to find you a seat." in answer
    assert status_of(event, 8) == "late"


def test_a_wrong_code_and_one_that_was_withdrawn_check_nobody_in(event: Event, client: Client) -> None:
    old = code(event, 3)
    withdraw_code_of_player(event, director_of(event), 3)
    for wrong in (old, "abcdefghjkmnpq", "3", "Cai Demo", "ﬀ" * 200):
        assert "not valid" in words(client.post(here(event), {"code": wrong})), wrong
    assert "This code is not valid." in words(client.post(here(event), {"code": " "}))
    assert status_of(event, 3) == "registered"
    client.post(here(event), {"code": code(event, 3)})
    assert status_of(event, 3) == "present"


def test_wrong_codes_are_bounded_and_a_hall_that_mistypes_is_not_locked_out(event: Event, client: Client) -> None:
    for _try in range(99):
        client.post(here(event), {"code": "abcdefghjkmnpq"})
    assert "You are checked in." in words(client.post(here(event), {"code": code(event, 1)}))
    client.post(here(event), {"code": "abcdefghjkmnpq"})
    refused = client.post(here(event), {"code": code(event, 2)})
    assert (refused.status_code, status_of(event, 2)) == (429, "registered")
    assert "Too many wrong links or codes have come from here. Wait ten minutes, then try again." in words(refused)


def test_the_scanned_card_and_the_players_own_phone_offer_it_while_it_is_open(event: Event, client: Client) -> None:
    card = reverse("claim_player", args=[event.slug, 3, code(event, 3)])
    answer = press(client, client.get(card), "Check in")
    assert ("You are checked in." in words(answer), status_of(event, 3)) == (True, "present")
    assert "Check in" not in words(client.get(card))
    phone = Client()
    phone.post(reverse("claim_player", args=[event.slug, 4, code(event, 4)]))
    own = reverse("device_player", args=[event.slug, 4])
    press(phone, phone.get(own), "Check in")
    assert status_of(event, 4) == "present"
    assert "Check in" not in words(phone.get(own))


def test_the_desk_sets_the_times_of_the_events_day(director: Client, client: Client) -> None:
    event = make_event(4, status=Status.REGISTERED)
    page = f"/desk/{event.slug}/entries/check-in/self/"
    assert "You cannot check in here" in words(director.get(page))
    director.post(page, {"opens": "09:00", "closes": "10:15"})
    event.refresh_from_db()
    local = [timezone.localtime(moment) for moment in (event.check_in_from, event.check_in_until) if moment]
    assert [f"{moment:%Y-%m-%d %H:%M}" for moment in local] == ["2026-08-20 09:00", "2026-08-20 10:15"]
    change = event.changes.get(version=event.version)
    assert sentence_of(change, record_of(event)) == "Self check-in times set"
    assert "09:00" in repr(differences(change, record_of(event)))
    wrong = words(director.post(page, {"opens": "10:00", "closes": "09:00"}))
    assert "The end must be after the start. Enter a later end." in wrong
    assert "Enter a time such as 14:00." in words(director.post(page, {"opens": "soon"}))


def test_one_press_at_the_check_in_page_opens_and_closes_it_and_an_undo_takes_it_back(director: Client) -> None:
    event = make_event(4, status=Status.REGISTERED)
    desk, page = f"/desk/{event.slug}/entries/check-in/", f"/desk/{event.slug}/entries/check-in/self/"
    assert "Self check-in : closed" in words(director.get(desk))
    opened = director.post(page, {"now": "open"}, follow=True)
    assert opened.redirect_chain[-1][0] == desk
    assert "Players can now check themselves in." in words(opened)
    assert "Self check-in : open" in words(opened)
    director.post(f"/desk/{event.slug}/changes/undo/?versions={Event.objects.get(pk=event.pk).version}")
    assert Event.objects.get(pk=event.pk).check_in_from is None
    director.post(page, {"now": "open"})
    closed = director.post(page, {"now": "close"}, follow=True)
    assert "Players can no longer check themselves in." in words(closed)


def test_the_events_page_leads_there_once_it_was_opened_and_without_the_extra_there_is_no_such_page(
    client: Client, director: Client
) -> None:
    event = make_event(4, status=Status.REGISTERED)
    assert here(event) not in client.get(f"/{event.slug}/").content.decode()
    open_now(event, director_of(event))
    assert here(event) in client.get(f"/{event.slug}/").content.decode()
    plain = make_event(4, name="Plain Cup", status=Status.REGISTERED, extras="")
    open_now(plain, director_of(plain))
    assert client.get(here(plain)).status_code == 404
    assert here(plain) not in client.get(f"/{plain.slug}/").content.decode()
    assert "Self check-in" not in words(director.get(f"/desk/{plain.slug}/entries/check-in/"))


def test_a_hidden_event_and_one_that_is_archived_have_no_such_page(client: Client) -> None:
    assert client.get(here(with_door(is_shown=False))).status_code == 404
    old = with_door(name="Old Cup")
    put_away(old, director_of(old))
    assert client.post(here(old), {"code": code(old, 1)}).status_code == 404
    assert "Check in" not in words(client.get(reverse("claim_player", args=[old.slug, 1, code(old, 1)])))
