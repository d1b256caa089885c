"""What a new installation and the demo let one try by one press: a running round, a player's phone, a dispute with its log."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import logged_in, make_director, make_event
from tournament.models import Event
from tournament.models.queries import record_of

pytestmark = pytest.mark.django_db

BUTTONS = ("Direct a round", "Use a player's phone", "Settle a dispute using a log")


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def at_the_machine(monkeypatch: pytest.MonkeyPatch, is_there: bool) -> None:
    monkeypatch.setattr("tournament.access.accounts.comes_from_this_machine", lambda request: is_there)


def test_a_director_without_events_is_greeted_by_what_can_be_tried(director: Client) -> None:
    shown = page(director, "/desk/")
    assert all(words in shown for words in BUTTONS)
    assert "Create an event" in shown
    make_event(3, director=make_director())
    assert not any(words in page(director, "/desk/") for words in BUTTONS)


def test_to_direct_a_round_leads_to_one_in_which_two_tables_are_missing(director: Client) -> None:
    answer = director.post("/desk/try/direct/", follow=True)
    event = Event.objects.get()
    assert answer.redirect_chain[-1][0] == f"/desk/{event.slug}/"
    assert event.is_practice
    assert not event.is_shown
    played = record_of(event).round(2)
    assert [table.number for table in played.tables if not table.has_result] == [5, 6]
    assert "Tables 5 and 6 have not reported." in answer.content.decode()


def test_a_player_on_a_phone_holds_a_seat_at_a_table_that_is_still_playing(director: Client) -> None:
    shown = director.post("/desk/try/play/", follow=True).content.decode()
    event = Event.objects.get()
    seats = record_of(event).round(2).table(5).seats
    assert f"This is {record_of(event).name_of(seats[0].player)}’s phone." in shown
    assert "Enter the result" in shown
    again = logged_in(make_director()).post("/desk/try/play/", follow=True).content.decode()
    assert f"This is {record_of(event).name_of(seats[1].player)}’s phone." in again
    assert "claim to be" not in again


def test_a_dispute_is_opened_on_the_replay_of_its_log(director: Client) -> None:
    shown = director.post("/desk/try/rule/", follow=True).content.decode()
    assert "1,000 more for" in shown
    assert "Rule on the cash" in shown


def test_an_event_that_stands_there_already_is_opened_again(director: Client) -> None:
    for trial in ("direct", "play", "rule", "direct", "rule"):
        director.post(f"/desk/try/{trial}/")
    assert Event.objects.count() == 2


def test_a_round_that_was_closed_is_not_offered_again(director: Client) -> None:
    director.post("/desk/try/direct/")
    event = Event.objects.get()
    event.rounds.update(state="closed")
    director.post("/desk/try/direct/")
    assert Event.objects.count() == 2


@pytest.mark.parametrize("trial", ["direct", "play", "rule"])
def test_in_the_demo_its_own_machine_needs_no_password(
    trial: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_director()
    settings.DEMO = True
    at_the_machine(monkeypatch, True)
    visitor = Client()
    shown = page(visitor, "/")
    assert all(words in shown for words in BUTTONS)
    assert visitor.post(f"/try/{trial}/", follow=True).status_code == 200
    assert Event.objects.count() == 1
    assert page(visitor, "/desk/").count("Practice: ")


def test_from_another_machine_the_demo_asks_for_the_password(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    make_director()
    settings.DEMO = True
    at_the_machine(monkeypatch, False)
    visitor = Client()
    shown = page(visitor, "/")
    assert "Top Table: the director’s desk for tournaments" in shown
    assert not any(words in shown for words in BUTTONS)
    assert visitor.post("/try/direct/")["Location"] == "/"
    assert Event.objects.count() == 0


def test_outside_the_demo_nobody_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    make_director()
    at_the_machine(monkeypatch, True)
    visitor = Client()
    assert not any(words in page(visitor, "/") for words in BUTTONS)
    assert visitor.post("/try/direct/")["Location"] == "/"


def test_who_makes_no_events_tries_nothing() -> None:
    helper = Client()
    account = User(username="helper")
    account.set_unusable_password()
    account.save()
    helper.force_login(account)
    assert helper.post("/desk/try/direct/").status_code == 403
    assert Event.objects.count() == 0


def test_an_address_opened_by_hand_leads_to_the_buttons(director: Client) -> None:
    assert director.get("/desk/try/direct/")["Location"] == "/desk/"
    assert director.post("/desk/try/nothing/").status_code == 404
