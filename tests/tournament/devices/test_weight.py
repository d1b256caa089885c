"""What the pages of calls and clocks cost: queries and bytes, at a small and at a large event."""

from __future__ import annotations

import gzip

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.build import director_of, make_event, publish
from tests.tournament.devices.phones import device_at, phone_of
from tournament.day.calls import CallKind
from tournament.day.tableclock import PressKind
from tournament.services.at_table.calls import call_director
from tournament.services.at_table.clocks import SentPress, press

pytestmark = pytest.mark.django_db

MOST_QUERIES, MOST_BYTES = 12, 15_000


@pytest.mark.parametrize("players", [8, 120])
def test_pages_of_calls_and_clocks_stay_small(players: int) -> None:
    event = make_event(players)
    publish(event)
    device = device_at(event)
    press(device, [SentPress("a-1", 0, PressKind.STOP)])
    call_director(device, CallKind.RULE, "x")
    desk, phone = Client(), phone_of(event)
    desk.force_login(director_of(event))
    slug = event.slug
    pages = [
        *((phone, reverse(name, args=[slug, 1, 1])) for name in ("device_table", "device_call", "device_clock")),
        *((desk, reverse(name, args=[slug])) for name in ("desk_calls", "desk_calls_waiting", "desk_event")),
        *((desk, reverse(name, args=[slug, 1])) for name in ("desk_clocks", "desk_results")),
        (desk, reverse("desk_give_time", args=[slug, 1, 1])),
    ]
    heavy = {}
    for client, page in pages:
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(page)
        assert answer.status_code == 200, page
        weight = len(asked), len(gzip.compress(answer.content))
        if weight[0] > MOST_QUERIES or weight[1] > MOST_BYTES:
            heavy[page] = weight
    assert heavy == {}
