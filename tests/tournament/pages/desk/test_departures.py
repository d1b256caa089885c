"""Withdrawing, disqualifying and reinstating, with the consequences shown first."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.people.departures import withdraw

pytestmark = pytest.mark.django_db


def status_of(event: Event, number: int) -> Status:
    return record_of(event).entry(PlayerId(number)).status


def test_a_withdrawal_shows_what_follows_before_it_is_done(director: Client) -> None:
    event = make_event(17)
    play_round(event)
    page = words(director.get(f"/desk/{event.slug}/entries/17/withdraw/"))
    assert "Withdraw Quy Demo?" in page
    assert "Rounds 2, 3 and 4 are missed and score 0.000 each (R54)." in page
    assert (
        "The next round has 16 players instead of 17: 4 tables of 4 instead of 2 tables of 4 and 3 tables of 3." in page
    )
    assert status_of(event, 17) is Status.PRESENT


def test_a_withdrawal_can_be_undone_with_one_press(director: Client) -> None:
    event = make_event(6)
    answer = director.post(f"/desk/{event.slug}/entries/1/withdraw/", {"confirmed": "yes"})
    assert told(answer) == ["Ada Demo is withdrawn."]
    assert status_of(event, 1) is Status.WITHDRAWN
    press_undo(director, answer)
    assert status_of(event, 1) is Status.PRESENT


def test_a_reinstatement_says_what_was_missed(director: Client) -> None:
    event = make_event(7)
    play_round(event)
    withdraw(event, director_of(event), 7)
    play_round(event, 2)
    address = f"/desk/{event.slug}/entries/7/reinstate/"
    assert "Round 2 is missed and scores 0.000 (R54)." in words(director.get(address))
    answer = director.post(address, {"confirmed": "yes"})
    assert told(answer) == ["Gil Demo is reinstated as present."]


def test_nobody_is_asked_why_a_player_leaves_or_a_setting_changes_and_earlier_reasons_stay(director: Client) -> None:
    event = make_event(6, extras="take_overs")
    play_round(event)
    withdraw(event, director_of(event), 6, "has to catch a train")
    for page in ("entries/1/withdraw/", "entries/1/take-over/", "entries/6/reinstate/", "settings/"):
        shown = director.get(f"/desk/{event.slug}/{page}").content.decode()
        assert '<form method="post"' in shown or 'class="settings" method="post"' in shown
        assert not re.findall(r'name="(?:reason|release)"', shown), page
    assert "has to catch a train" in words(director.get(f"/desk/{event.slug}/changes/"))
