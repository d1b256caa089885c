"""A thousand players: no page asks more than twelve queries, players' pages stay small on the wire, the desk's grow with what they list."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from laboratory.desk import undoubted_cash
from tests.build import director_of, make_event, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.stages import kept
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round
from tournament.slices.practice.playing import fill_tiles

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.release]

PLAYERS = 1_000
MOST_QUERIES = 12
ON_THE_WIRE = 15_000
"""Bytes of any page of players, compressed."""
AT_THE_DESK = {"rounds/2/": 60_000, "results/": 60_000}
"""Bytes of pages that show all tables or all players at once, compressed; 50,000 where nothing is said."""

PUBLIC = (
    *("", "rounds/1/", "rounds/2/", "rounds/1/results/", "rounds/1/results/?page=2", "rounds/1/tables/250/"),
    *("standings/", "standings/?page=4", "players/1000/", "find/", "live/?v=0&on=standings", "?me=Demo"),
)
DESK = (
    *("", "entries/", "entries/check-in/", "rounds/1/", "rounds/2/", "rounds/2/results/", "rounds/2/clocks/"),
    *("rounds/1/tables/250/", "standings/", "meetings/", "draws/", "penalties/", "changes/", "sheets/", "settings/"),
    *("calls/", "find/?q=Ada", "screen/", "helpers/", "times/"),
)


def the_event() -> Event:
    """Round 1 is closed, round 2 is being played at 250 tables, the tiles of everybody typed at once."""
    event = make_event(PLAYERS, name="A Thousand", players_report=True)
    publish(event, 1)
    figures = [
        TableRecord(
            table.number,
            tuple(
                SeatRecord(seat.player, cash=cash + 100 * (table.number % 40))
                for seat, cash in zip(table.seats, undoubted_cash(table.size), strict=True)
            ),
        )
        for table in record_of(event).round(1).tables
    ]
    assert record_results(event, director_of(event), 1, figures) == {}
    close_round(event, director_of(event), 1)
    fill_tiles(event, director_of(event), publish(event, 2).number, Random(7))
    return Event.objects.get(pk=event.pk)


@pytest.fixture(scope="module")
def event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    """The event, made once."""
    with kept(django_db_blocker, the_event) as made:
        yield made


def test_pages_of_a_thousand_players_keep_to_their_queries_and_bytes(event: Event) -> None:
    visitor, director, phone = Client(), Client(), phone_of(event, 1, 2)
    director.force_login(director_of(event))
    looks = [
        *((visitor, f"/{event.slug}/{page}", ON_THE_WIRE) for page in PUBLIC),
        *((phone, f"/{event.slug}/t/2/1/{page}", ON_THE_WIRE) for page in ("", "now/", "report/", "call/", "clock/")),
        *((director, f"/desk/{event.slug}/{page}", at_the_desk(page)) for page in DESK),
    ]
    wrong = {}
    for client, address, most in looks:
        cache.clear()
        answer = asked(client, address)
        size = len(gzip.compress(answer.content, 6))
        if answer.status_code not in (200, 204) or answer.queries > MOST_QUERIES or size > most:
            wrong[address.split("/", 2)[-1]] = (answer.status_code, answer.queries, size)
    assert wrong == {}


def at_the_desk(page: str) -> int:
    """How many bytes a page of the desk may have."""
    return next((most for ending, most in AT_THE_DESK.items() if page.endswith(ending)), 50_000)
