"""A hand that somebody holds is taken over by the holder's leave, by the desk, or with that player's own code."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.build import make_event, publish
from tests.tournament.devices.phones import code_of_table
from tests.tournament.games.at_tables.hall import ended, game_of, hands_of
from tests.tournament.pages.forms import press
from tournament.access.devices import player_codes
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.public.devices.holding import COOKIE
from tournament.record.vocabulary import PlayerId

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """One table of three on devices."""
    made = make_event(3, name="Held Cup 2026", rounds_planned=1, on_devices=True)
    publish(made)
    return made


def claim_as(browser: Client, event: Event, player: int) -> str:
    """Scan the slip and press a name; where it leads."""
    browser.cookies.pop(COOKIE, None)
    return str(browser.post(slip(event), {"holder": str(player)})["Location"])


def slip(event: Event) -> str:
    return reverse("claim_table", args=[event.slug, 1, 1, code_of_table(event)])


def take(browser: Client, event: Event) -> int:
    """Press "My hand"; the status of the answer."""
    return browser.post(reverse("device_game", args=[event.slug, 1, 1])).status_code


def hand(game: Game) -> str:
    return f"/game/{game.code}/hand/"


def test_a_stranger_does_not_take_the_hand_that_somebody_holds(event: Event) -> None:
    player, phone = next(iter(hands_of(event).items()))
    thief = Client()
    assert claim_as(thief, event, player) == reverse("device_table", args=[event.slug, 1, 1])
    assert take(thief, event) == 409
    assert phone.get(hand(game_of(event))).status_code == 200
    told = escape(f"2 phones claim to be {record_of(event).name_of(PlayerId(player))}'s.")
    assert told in phone.get(reverse("device_table", args=[event.slug, 1, 1])).content.decode()


def test_the_own_place_card_takes_the_hand_over(event: Event) -> None:
    player, phone = next(iter(hands_of(event).items()))
    new = Client()
    new.post(reverse("claim_player", args=[event.slug, player, player_codes(event)[player]]))
    assert claim_as(new, event, player) == hand(game_of(event))
    assert new.get(hand(game_of(event))).status_code == 200
    assert phone.get(hand(game_of(event)))["Location"] == f"/game/{game_of(event).code}/", (
        "the other phone looks at the board"
    )


def test_the_place_card_of_another_player_takes_nothing_over(event: Event) -> None:
    (player, _), (other, _), *_ = hands_of(event).items()
    new = Client()
    new.post(reverse("claim_player", args=[event.slug, other, player_codes(event)[other]]))
    claim_as(new, event, player)
    assert take(new, event) == 409


def test_who_holds_a_hand_may_leave_it_to_another_phone(event: Event) -> None:
    player, phone = next(iter(hands_of(event).items()))
    new = Client()
    claim_as(new, event, player)
    assert take(new, event) == 409
    assert phone.post(reverse("device_leave", args=[event.slug, 1, 1])).status_code == 302
    assert take(new, event) == 302
    assert new.get(hand(game_of(event))).status_code == 200


def test_a_mistaken_tap_is_taken_back_on_the_phone_itself(event: Event) -> None:
    first, second, *_ = (seat.player for seat in record_of(event).table(1, 1).seats)
    mistaken, right = Client(), Client()
    claim_as(mistaken, event, second)
    mistaken.cookies.pop(COOKIE)
    page = mistaken.get(slip(event)).content.decode()
    name = record_of(event).name_of(second)
    assert f"This is {name}’s phone" in page
    assert "Another phone has" not in page
    assert claim_as(mistaken, event, first) == hand(game_of(event))
    assert claim_as(right, event, second) == hand(game_of(event)), "the hand of the wrong name is free again"


def test_a_browser_agrees_to_the_end_of_a_game_under_one_name_alone(event: Event) -> None:
    phones = hands_of(event)
    game = ended(game_of(event))
    (first, browser), (second, other), *_ = phones.items()
    press(browser, browser.get(hand(game)), "I agree")
    assert game.seats.exclude(agreed_at=None).count() == 1
    other.post(reverse("device_leave", args=[event.slug, 1, 1]))
    assert claim_as(browser, event, second) == hand(game)
    assert game.seats.exclude(agreed_at=None).count() == 0
    press(browser, browser.get(hand(game)), "I agree")
    assert {seat.entry.number for seat in game.seats.exclude(agreed_at=None) if seat.entry} == {second} != {first}
