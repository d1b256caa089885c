"""Withdrawing, disqualifying and reinstating, with the consequences shown first."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round
from tests.tournament.pages.words import words
from tournament.services.departures import withdraw

pytestmark = pytest.mark.django_db


def test_nobody_is_asked_why_a_player_leaves_or_a_setting_changes_and_earlier_reasons_stay(director: Client) -> None:
    event = make_event(6, extras="take_overs")
    play_round(event)
    withdraw(event, director_of(event), 6, "has to catch a train")
    for page in ("entries/1/withdraw/", "entries/1/take-over/", "entries/6/reinstate/", "settings/"):
        shown = director.get(f"/desk/{event.slug}/{page}").content.decode()
        assert '<form method="post"' in shown or 'class="settings" method="post"' in shown
        assert not re.findall(r'name="(?:reason|release)"', shown), page
    assert "has to catch a train" in words(director.get(f"/desk/{event.slug}/changes/"))
