"""Every address that answers a reader, of desk and public site, asks the database at most twelve times: at 8 players and at 250."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.build import director_of, draw_round, make_director, make_event, publish
from tests.test_access import DESK, OPEN, addresses_in, make_busy_event
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.stages import kept
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import ResultCheck
from tournament.services.results.confirming import Slip, hand_in
from tournament.services.results.reports import SeatFigures, TableFigures

pytestmark = pytest.mark.django_db

MOST = 12
ARCHIVED = 31
SIZES = (8, 250)


def waiting(players: int) -> Event:
    """Round 1 is being played, and every table was typed twice, by two people, with figures that differ."""
    event = make_event(players, name=f"Waiting at {players}", result_check=ResultCheck.REKEY.value)
    publish(event)
    tables = record_of(event).round(1).tables
    for more, person in enumerate((director_of(event), make_director("second", is_staff=True))):
        slips = [
            Slip(
                TableFigures(
                    table.number,
                    tuple(SeatFigures(seat.player, 30_000 + 100 * (seat.player + more)) for seat in table.seats),
                )
            )
            for table in tables
        ]
        assert hand_in(event, person, 1, slips) == {}
    return event


def addresses(players: int) -> list[str]:
    """Every address of a busy event, of its closed round and of the one being played; of a draft; of reports that wait."""
    event = make_busy_event(players)
    drafted = make_event(players, name=f"Drafted at {players}")
    draw_round(drafted)
    found = addresses_in(event)
    reading = [found[route] for route in (*DESK, *OPEN)]
    played = [address.replace("rounds/1/", "rounds/2/") for address in reading if "rounds/1/" in address]
    of_desk = [found[route] for route in DESK if "<slug:slug>" in route and "<str:name>" not in route]
    others = [address.replace(event.slug, each.slug) for each in (drafted, waiting(players)) for address in of_desk]
    news = [f"{address}?v=1" for address in (*played, *others) if address.endswith("/since/")]
    return sorted({*reading, *played, *others, *news})


@pytest.fixture(scope="module", params=SIZES)
def walk(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[list[str]]:
    """The addresses at one size, made once."""
    with kept(django_db_blocker, lambda: addresses(request.param)) as found:
        yield found


def test_no_page_asks_more_than_twelve_queries(walk: list[str]) -> None:
    client = Client()
    client.force_login(director_of(Event.objects.order_by("pk")[0]))
    costs, news = {}, 0
    for address in walk:
        cache.clear()
        answer = asked(client, address)
        news += "/since/?v=" in address and answer.status_code == 200
        costs[address] = answer.queries
    assert (len(costs) > 200, news) == (True, 5)
    # The archive is a file of everything: it reads each kind of row once, whatever the size.
    assert {queries for address, queries in costs.items() if address.endswith("/archive/")} == {ARCHIVED}
    dear = {address: queries for address, queries in costs.items() if queries > MOST}
    assert {address.split("/", 3)[-1]: queries for address, queries in dear.items() if queries != ARCHIVED} == {}
