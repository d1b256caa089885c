"""Every address that answers a reader, of desk, public site and phones, asks the database at most twelve times at 250 players.

Every run walks small events in `test_every_page`, and holds their cost against that of forty; 250 and a thousand (`test_a_thousand`) are
for a release. What phones and screens load is besides at most 15 kB on the wire.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.build import asked_by_phone, director_of, draw_round, logged_in, make_director, make_event, publish
from tests.test_access import DESK, DEVICES, OPEN, addresses_in, make_busy_event
from tests.tournament.devices.phones import code_of_table, device_at
from tests.tournament.devices.test_reporting import figures
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.stages import kept
from tournament.access.devices import claim, codes_of
from tournament.day.at_table import CallKind, PressKind
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.devices.holding import COOKIE
from tournament.record.devices import RequestKind, player_subject, table_subject
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import ResultCheck
from tournament.services.calls import call_director
from tournament.services.changes import Actor
from tournament.services.results.confirming import hand_in
from tournament.services.results.phones import report_by_phone
from tournament.slices.clocks import SentPress, press

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.release]

MOST = 12
ARCHIVED = 37
PLAYERS = 250
LARGEST = 15_000
"""Bytes on the wire of what a phone or a screen loads."""
LIGHT = ("calls/", "clocks/", "clocks/<int:table>/", "screen/", "screen/since/", "prizes/", "prizes/since/")
ASKING = (
    *("sheets/round-pack.pdf?round=2", "rounds/1/results/?_export=csv", "entries/1/merge/?with=2"),
    "screen/?show=names,tables,clock,missing,standings,medals",
)
"""Pages and files of the desk that an address alone does not ask for."""
ON_PHONES = (
    *DEVICES,
    *(route for route in OPEN if route.endswith((".json", "/find/")) and not route.startswith("game/")),
)
"""A game's log is a file that somebody fetches once, when the game is over."""


def waiting(players: int) -> Event:
    """Round 1 is being played, and every table was typed twice, by two people, with figures that differ; phones report, call and ask."""
    event = make_event(players, name=f"Waiting at {players}", result_check=ResultCheck.REKEY.value, players_report=True)
    publish(event)
    tables = record_of(event).round(1).tables
    for more, person in enumerate((director_of(event), make_director("second", is_staff=True))):
        slips = [
            TableRecord(
                table.number,
                tuple(SeatRecord(seat.player, cash=30_000 + 100 * (seat.player + more)) for seat in table.seats),
            )
            for table in tables
        ]
        assert hand_in(event, person, 1, slips) == {}
    for more in (0, 100):
        device = device_at(event)
        cash = [40_000 + more, *range(20_000, 20_000 + 100 * (tables[0].size - 1), 100)]
        report_by_phone(event, Actor(None, device=device), figures(event, cash))
    call_director(device, CallKind.RULE, "x")
    for table in tables[:20]:
        press(device_at(event, table.number), [SentPress("a-1", 0, PressKind.TURN, table.seats[0].player)])
    asked_by_phone(event, 3, RequestKind.WITHDRAW)
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
    asking = [f"/desk/{event.slug}/{rest}" for rest in ASKING]
    return sorted({*reading, *played, *others, *news, *asking, "/desk/find/?q=ada"})


@pytest.fixture(scope="module")
def walk(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[str]]:
    """The addresses, made once."""
    with kept(django_db_blocker, lambda: addresses(PLAYERS)) as found:
        yield found


def test_no_page_asks_more_than_twelve_queries(walk: list[str]) -> None:
    client = logged_in(director_of(Event.objects.order_by("pk")[0]))
    costs, news = {}, 0
    for address in walk:
        cache.clear()
        answer = asked(client, address)
        news += "/since/?v=" in address and answer.status_code == 200
        costs[address] = answer.queries
    assert (len(costs) > 200, news) == (True, 7)
    # The archive is a file of everything: it reads each kind of row once, whatever the size.
    assert {queries for address, queries in costs.items() if address.endswith("/archive/")} == {ARCHIVED}
    dear = {address: queries for address, queries in costs.items() if queries > MOST}
    assert {address.split("/", 3)[-1]: queries for address, queries in dear.items() if queries != ARCHIVED} == {}


def phones_of(event: Event) -> dict[str, Client]:
    """A phone of table 1, and one of player 3, by the letter of their addresses; and one that holds nothing."""
    tokens = {
        "t": claim(event, table_subject(1, 1), code_of_table(event)),
        "p": claim(event, player_subject(3), codes_of(event, [player_subject(3)])[player_subject(3)]),
    }
    held = {letter: Client() for letter in "ctpr"}
    for letter, token in tokens.items():
        held[letter].cookies[COOKIE] = token
    return held


def test_what_phones_and_screens_load_asks_little_and_is_light(walk: list[str]) -> None:
    event = Event.objects.get(name__startswith="Waiting")
    busy = Event.objects.order_by("pk")[0]
    found, phones, desk = addresses_in(busy), phones_of(event), Client()
    desk.force_login(director_of(event))
    code, mine = code_of_table(event), codes_of(event, [player_subject(3)])[player_subject(3)]
    pages = []
    for route in DEVICES:
        letter = route.split("/")[1]
        address = found[route].replace(busy.slug, event.slug).replace("/p/1/", "/p/3/").replace("/c/1/abc", "/c/3/abc")
        address = address.replace("abcdefghjkmnpq", code if "/c/1/1/" in address else mine)
        address = f"/{busy.slug}/r/Ash/" if letter == "r" else address
        pages.append((phones[letter], f"{address}?v=0&s=x" if address.endswith("/now/") else address))
    pages += [(Client(), found[route]) for route in ON_PHONES if route not in DEVICES]
    rounds = "desk/<slug:slug>/rounds/<int:number>/"
    routes = [f"{rounds}{end}" if "clocks" in end else f"desk/<slug:slug>/{end}" for end in LIGHT]
    pages += [(desk, found[route].replace(busy.slug, event.slug)) for route in routes]
    dear = {}
    for client, address in pages:
        cache.clear()
        answer = asked(client, address)
        assert answer.status_code in (200, 204, 405), (address, answer.status_code)
        weight = answer.queries, len(gzip.compress(answer.content))
        if weight[0] > MOST or weight[1] > LARGEST:
            dear[address] = weight
    assert len(pages) > 20
    assert dear == {}
