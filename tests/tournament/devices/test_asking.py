"""A player's own phone asks the director: to be withdrawn, to be kept in mind as late; the director answers with one press."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import (
    asked_by_phone,
    director_of,
    draw_round,
    enter_results,
    logged_in,
    make_event,
    phone_of,
    play_round,
    publish,
)
from tests.tournament.pages.reading import html
from tournament.access.devices import codes_of
from tournament.models import Event, PlayerRequest
from tournament.record.acts import Act
from tournament.record.devices import RequestKind, RequestState, player_subject
from tournament.record.vocabulary import Status
from tournament.services.asking import ask, take_back
from tournament.services.changes.refusals import RefusedError
from tournament.services.rounds import close_round, publish_round
from tournament.slices.leaving import withdraw
from tournament.slices.requests import confirm_request, decline_request

pytestmark = pytest.mark.django_db

ME = player_subject(3)


def claimed(event: Event) -> Client:
    """A browser that holds the phone of player 3."""
    phone = Client()
    phone.post(reverse("claim_player", args=[event.slug, 3, codes_of(event, [ME])[ME]]))
    return phone


def mine(event: Event) -> str:
    return reverse("mine", args=[event.slug, 3])


def director_page(event: Event, player: int = 3) -> str:
    """Where a player's phone asks the director."""
    return reverse("device_call", args=[event.slug, player])


def status_of(event: Event, number: int = 3) -> str:
    return event.entries.get(number=number).status


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(8)


def test_a_phone_asks_to_be_withdrawn_and_nothing_changes_until_the_director_confirms(event: Event) -> None:
    publish(event)
    before = Event.objects.get(pk=event.pk)
    phone = claimed(event)
    assert phone.post(director_page(event), {"ask": "withdraw", "words": " my  train "}).status_code == 302
    asked = PlayerRequest.objects.get()
    after = Event.objects.get(pk=event.pk)
    assert (asked.kind, asked.words, asked.state) == ("withdraw", "my train", "open")
    assert (after.version, after.public_version, status_of(event)) == (before.version, before.public_version, "present")
    assert "<strong>waiting for the director</strong>" in html(phone, mine(event))

    desk = logged_in(director_of(event))
    assert "1 player's request is waiting for an answer." in html(desk, reverse("desk_check_in", args=[event.slug]))
    assert "has asked to withdraw from the next round onwards (R54). “my train”" in html(
        desk, reverse("desk_event", args=[event.slug])
    ).replace('<a href="/floor/rules/#R54">R54</a>', "R54")
    desk.post(reverse("desk_answer_request", args=[event.slug, asked.pk]), {"answer": "confirm"})
    change = event.changes.all()[0]
    assert (status_of(event), change.act, change.reason) == ("withdrawn", Act.WITHDRAW.value, "my train")
    assert "<strong>confirmed</strong>" in html(phone, mine(event))
    assert "Withdraw me" not in html(phone, director_page(event))


def test_a_declined_request_carries_the_directors_word_to_the_phone(event: Event) -> None:
    phone = claimed(event)
    phone.post(director_page(event), {"ask": "withdraw"})
    asked = PlayerRequest.objects.get()
    with pytest.raises(RefusedError, match="Write a message"):
        decline_request(event, director_of(event), asked.pk, "  ")
    decline_request(event, director_of(event), asked.pk, "We need you for one round.")
    change = event.changes.all()[0]
    assert (change.act, change.reason) == (Act.ANSWER_REQUEST.value, "We need you for one round.")
    assert "<strong>declined</strong>, “We need you for one round.”" in html(phone, mine(event))
    assert status_of(event) == "present"


def test_who_has_not_come_yet_is_marked_late_and_who_has_played_is_only_answered() -> None:
    event = make_event(8, status=Status.REGISTERED)
    confirm_request(event, director_of(event), asked_by_phone(event, 3, RequestKind.LATE).pk)
    assert (status_of(event), event.changes.all()[0].act) == ("late", Act.MARK.value)
    played = make_event(8, name="Other Cup 2026")
    play_round(played, 1)
    confirm_request(played, director_of(played), asked_by_phone(played, 3, RequestKind.LATE).pk)
    assert (status_of(played), played.changes.all()[0].act) == ("present", Act.ANSWER_REQUEST.value)


def test_a_request_is_answered_once_and_the_phone_may_take_it_back_before(event: Event) -> None:
    device = phone_of(event, 3)
    asked = ask(device, RequestKind.WITHDRAW)
    assert ask(device, RequestKind.WITHDRAW, "now").pk == asked.pk
    take_back(device, asked.pk)
    for again in (lambda: confirm_request(event, director_of(event), asked.pk), lambda: take_back(device, asked.pk)):
        with pytest.raises(RefusedError, match="reload the page"):
            again()
    assert PlayerRequest.objects.get().state == RequestState.TAKEN_BACK.value
    someone_else = ask(phone_of(event, 4), RequestKind.WITHDRAW)
    with pytest.raises(RefusedError):
        take_back(device, someone_else.pk)


def test_who_has_left_asks_nothing_more(event: Event) -> None:
    phone = claimed(event)
    withdraw(event, director_of(event), 3)
    answer = phone.post(director_page(event), {"ask": "late", "words": "ten minutes"})
    assert "speak to the director" in answer.content.decode()
    assert not PlayerRequest.objects.exists()


def test_nobody_asks_without_the_phone_of_that_player(event: Event) -> None:
    answer = Client().post(director_page(event), {"ask": "withdraw"})
    assert (answer.status_code, PlayerRequest.objects.exists()) == (410, False)
    phone = claimed(event)
    phone.post(director_page(event, 4), {"ask": "withdraw"})
    assert not PlayerRequest.objects.exists()


def test_a_draw_answers_who_asked_to_miss_its_round_and_keeps_what_is_asked_of_later_ones() -> None:
    event = make_event(8, rounds_planned=4)
    phone = claimed(event)
    draw_round(event, 1)
    asked_by_phone(event, 3, RequestKind.MISS, rounds=(1, 2))
    publish_round(event, director_of(event), 1)
    shown = html(phone, mine(event))
    assert "You asked to miss round 1: <strong>declined</strong>, “not answered in time”" in shown
    assert "You asked to miss round 2: <strong>waiting for the director</strong>." in shown


def test_closing_a_round_answers_who_was_late_for_it_and_the_last_one_who_asks_to_leave() -> None:
    event = make_event(8, rounds_planned=2)
    publish(event, 1)
    phone = claimed(event)
    asked_by_phone(event, 3, RequestKind.LATE)
    asked_by_phone(event, 3, RequestKind.WITHDRAW)
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    shown = html(phone, mine(event))
    assert "You said that you would be late: <strong>declined</strong>, “not answered in time”" in shown
    assert "You asked to be withdrawn: <strong>waiting for the director</strong>." in shown
    publish(event, 2)
    enter_results(event, 2)
    close_round(event, director_of(event), 2)
    assert "You asked to be withdrawn: <strong>declined</strong>, “not answered in time”" in html(phone, mine(event))
