"""How many bytes each page of players has on the wire, compressed, in the last round and when the event is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.test import Client

from laboratory.desk import undoubted_cash
from tests.build import director_of, make_event, publish
from tests.tournament.pages.reading import every_page
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.events import publish_final_list
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round


@dataclass(frozen=True, slots=True)
class Weight:
    """A page of players: its address below the event's, when it was fetched, and its bytes as they go out compressed."""

    page: str
    when: str
    wire: int


def weights(client: Client, players: int) -> Iterator[Weight]:
    """Every kind of page of an event in its last round, then of the same event when it is over."""
    event = make_event(players, rounds_planned=2, name=f"Wire {players}")
    tables = _tables(players)
    client.get(f"/{event.slug}/")
    publish(event, 1, sizes=tables)
    _report_all(event, 1)
    close_round(event, director_of(event), 1)
    publish(event, 2, sizes=tables)
    yield from _weighed(client, event, "last round")
    _report_all(event, 2)
    close_round(event, director_of(event), 2)
    publish_final_list(event, director_of(event))
    yield from _weighed(client, event, "over")


def _report_all(event: Event, number: int) -> None:
    """Report every table of a round in one act."""
    tables = [
        TableRecord(
            table.number,
            tuple(
                SeatRecord(seat.player, cash=cash + 100 * (table.number % 40))
                for seat, cash in zip(table.seats, undoubted_cash(table.size), strict=True)
            ),
        )
        for table in record_of(event).round(number).tables
    ]
    assert record_results(event, director_of(event), number, tables) == {}


def _tables(players: int) -> tuple[int, ...]:
    threes = -players % 4
    return (4,) * ((players - 3 * threes) // 4) + (3,) * threes


def _weighed(client: Client, event: Event, when: str) -> Iterator[Weight]:
    home = f"/{event.slug}/"
    further = (f"{home}?me=ada", f"{home}find/", f"{home}standings/?page=2", f"{home}medals/?page=2")
    for address in (*every_page(event), *further):
        pressed = client.get(address, headers={"accept-encoding": "gzip"})
        assert pressed.status_code in (200, 286), address  # 286 tells a page that is over to stop asking
        yield Weight(address.removeprefix(home) or "event", when, len(pressed.content))
