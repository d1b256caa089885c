"""A round is missed by arrangement through the pages: entry, check-in, entries, phone; each way of being missing leads to its act (R69)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, draw_round, logged_in, make_event, play_round, publish
from tests.tournament.pages.reading import html
from tournament.access.devices import codes_of
from tournament.models import Event, PlayerRequest
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.devices import player_subject
from tournament.record.vocabulary import PlayerId, SitOutKind
from tournament.services.absences import plan_absence, planned_of

pytestmark = pytest.mark.django_db

MISSED = SitOutKind.MISSED


def phone_of_player(event: Event, number: int) -> Client:
    """A browser that holds a player's own phone."""
    phone, subject = Client(), player_subject(number)
    phone.post(reverse("claim_player", args=[event.slug, number, codes_of(event, [subject])[subject]]))
    return phone


def planned(event: Event, number: int = 3) -> dict[int, SitOutKind]:
    return planned_of(record_of(event), PlayerId(number))


def url(event: Event, page: str, *values: int) -> str:
    return reverse(page, args=[event.slug, *values])


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(9)


def test_the_entrys_page_plans_a_round_and_takes_it_back_with_undo(event: Event) -> None:
    play_round(event, 1)
    desk, page = logged_in(director_of(event)), url(event, "desk_entry", 3)
    shown = html(desk, page)
    assert 'name="round-2"' in shown
    assert 'name="round-3"' in shown
    assert 'name="round-4"' not in shown, "nobody comes back after the last round"
    assert "30.000" not in shown, "a pairing problem is for who is there (R52)"
    desk.post(url(event, "desk_absence", 3), {"round-3": "pairing-problem"})
    assert planned(event) == {}
    answer = desk.post(url(event, "desk_absence", 3), {"round-2": "missed", "round-3": "plays"}, follow=True)
    said = answer.content.decode()
    assert "Cai Demo stays in the event but will not be drawn in round 2. The round scores 0.000" in said
    assert "The next round will have 8 players instead of 9: 2 tables of 4 instead of 3 tables of 3." in said
    assert "away in round 2" in said
    assert planned(event) == {2: MISSED}
    desk.post(url(event, "desk_undo") + f"?versions={Event.objects.get(pk=event.pk).version}")
    assert planned(event) == {}


def test_check_in_has_it_in_the_menu_and_takes_it_back(event: Event) -> None:
    desk, page = logged_in(director_of(event)), url(event, "desk_check_in")
    assert "Missing round 1" in html(desk, page)
    desk.post(page, {"away": "3:1"})
    shown = html(desk, page)
    assert planned(event) == {1: MISSED}
    assert '<span class="state">away in round 1</span>' in shown
    assert "9 of 9 here: 2 tables of 4. 1 player will miss the next round." in shown
    assert "Playing in round 1 after all" in shown
    desk.post(page, {"plays": "3:1"})
    assert planned(event) == {}
    said = desk.post(page, {"away": "3:4"}).content.decode()
    assert "Round 4 is the last round; withdraw any player who will not play in it" in said
    assert "There is no entry 77" in desk.post(page, {"away": "77:1"}).content.decode()


def test_the_pages_of_the_draw_show_who_is_away(event: Event) -> None:
    plan_absence(event, director_of(event), 3, {1: MISSED})
    desk = logged_in(director_of(event))
    shown = html(desk, url(event, "desk_arrangement", 1))
    assert "Round 1: 8 players" in shown
    assert "Away in round 1:" in shown
    draw_round(event, 1, sizes=(4, 4))
    assert "Away in round 1:" in html(desk, url(event, "desk_round", 1))


def test_a_phone_asks_and_the_desk_accepts_or_declines(event: Event) -> None:
    phone, mine = phone_of_player(event, 3), url(event, "device_player", 3)
    assert "I will miss these rounds and come back" in html(phone, mine)
    phone.post(mine, {"ask": "miss", "round": ["2", "3"], "words": "exam"})
    asked = PlayerRequest.objects.get()
    assert (asked.kind, asked.rounds, asked.words, planned(event)) == ("miss", "2 3", "exam", {})
    assert "You asked to miss rounds 2 and 3: <strong>waiting for the director</strong>." in html(phone, mine)
    desk = logged_in(director_of(event))
    shown = html(desk, url(event, "desk_event"))
    assert "has asked to miss rounds 2 and 3 but stay in the event" in shown
    assert "Plan an absence for Cai Demo" in shown
    desk.post(url(event, "desk_answer_request", asked.pk), {"answer": "confirm"})
    assert planned(event) == {2: MISSED, 3: MISSED}
    assert (event.changes.all()[0].act, event.changes.all()[0].reason) == (Act.PLAN_ABSENCE.value, "exam")
    told = html(phone, mine)
    assert "You are not playing in rounds 2 and 3; you will be back for the round after that." in told
    assert "<strong>confirmed</strong>" in told

    phone.post(mine, {"ask": "miss", "round": "1"})
    asked = PlayerRequest.objects.latest("pk")
    desk.post(url(event, "desk_answer_request", asked.pk), {"answer": "decline", "word": "We need you."})
    assert "declined</strong>, “We need you.”" in html(phone, mine)
    assert planned(event) == {2: MISSED, 3: MISSED}


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([], "Choose the round that you will miss."),
        (["4"], "Anyone who misses the last round leaves the event: ask to be withdrawn instead."),
        (["1"], "You cannot ask for this here; speak to the director."),
        (["99"], "You cannot ask for this here; speak to the director."),
        (["x"], "You cannot ask for this here; speak to the director."),
    ],
)
def test_what_a_phone_cannot_ask_is_refused_in_a_sentence(event: Event, rounds: list[str], said: str) -> None:
    publish(event, 1)
    phone = phone_of_player(event, 3)
    answer = phone.post(url(event, "device_player", 3), {"ask": "miss", "round": rounds})
    assert said in answer.content.decode()
    assert not PlayerRequest.objects.exists()
