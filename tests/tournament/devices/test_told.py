"""What a phone is told: who starts, what a missed round scores, and a code is called invalid only where one was shown."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_event, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.reading import html
from tournament.access.devices import codes_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.devices import player_subject
from tournament.services.seats import set_starting_tiles

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Eight players at two tables of a published round; they report by phone."""
    made = make_event(8, rounds_planned=3, players_report=True)
    publish(made, 1)
    return made


def test_a_tables_phone_says_who_starts_and_who_follows_once_it_is_known(event: Event) -> None:
    phone, address = phone_of(event), reverse("device_table", args=[event.slug, 1, 1])
    opened = html(phone, address)
    assert " starts, followed by " not in opened
    stamp = opened.partition('data-stamp="')[2].partition('"')[0]
    seen = Event.objects.get(pk=event.pk).version
    seats = record_of(event).table(1, 1).seats
    tiles = dict(zip((seat.player for seat in seats), ("4C", "2C", "1C", "3C"), strict=True))
    set_starting_tiles(event, director_of(event), 1, {1: tiles})
    names = [record_of(event).name_of(seats[at].player) for at in (2, 1, 3, 0)]
    told = html(phone, f"{address}now/?v={seen}&s={stamp}")
    for page in (told, html(Client(), reverse("table", args=[event.slug, 1, 1]))):
        assert f"{names[0]} starts, followed by {names[1]}, {names[2]} and {names[3]}." in page
        assert "numbered in the order of play" not in page


def test_who_may_ask_to_miss_a_round_reads_what_it_scores(event: Event) -> None:
    card, phone = player_subject(3), Client()
    phone.post(reverse("claim_player", args=[event.slug, 3, codes_of(event, [card])[card]]))
    assert "A round that you miss scores 0.000." in html(phone, reverse("device_player", args=[event.slug, 3]))


def test_a_code_is_called_invalid_only_where_one_was_shown(event: Event) -> None:
    card, phone, invalid = player_subject(3), Client(), "This code is no longer valid"
    phone.post(reverse("claim_player", args=[event.slug, 3, codes_of(event, [card])[card]]))
    for end in ("", "report/", "call/", "clock/"):
        refused = phone.get(reverse("device_table", args=[event.slug, 1, 1]) + end)
        page = refused.content.decode()
        assert (refused.status_code, invalid in page) == (410, False)
        assert "This phone is not registered here. Scan the code on your newest slip" in page
    shown = phone.get(reverse("claim_table", args=[event.slug, 1, 1, "abcdefghjkmnpq"]))
    assert (shown.status_code, invalid in shown.content.decode()) == (410, True)
