"""How many bytes each page of players has on the wire, compressed and plain, at each number of players given.

By hand: ``python -m tests.load.wire`` (25, 250 and 1000 players) or ``python -m tests.load.wire 60``. It builds an event of two rounds in a
database in memory and fetches every kind of page while the last round is played, and again when the event is over.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from django.test import Client

    from tournament.models import Event


@dataclass(frozen=True, slots=True)
class Weight:
    """A page of players: its address below the event's, when it was fetched, and its bytes as they go out compressed and plain."""

    page: str
    when: str
    wire: int
    plain: int


def weights(client: Client, players: int) -> Iterator[Weight]:
    """Every kind of page of an event in its last round, then of the same event when it is over."""
    from tests.build import director_of, make_event, publish
    from tournament.services.events import publish_final_list
    from tournament.services.rounds import close_round

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
    from laboratory.desk import undoubted_cash
    from tests.build import director_of
    from tournament.models.queries import record_of
    from tournament.record.event import SeatRecord, TableRecord
    from tournament.services.results.reports import record_results

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
    from tests.tournament.pages.reading import every_page

    home = f"/{event.slug}/"
    further = (f"{home}?me=ada", f"{home}find/", f"{home}standings/?page=2", f"{home}medals/?page=2")
    for address in (*every_page(event), *further):
        pressed = client.get(address, headers={"accept-encoding": "gzip"})
        plain = client.get(address)
        assert pressed.status_code in (200, 286), address  # 286 tells a page that is over to stop asking
        yield Weight(address.removeprefix(home) or "event", when, len(pressed.content), len(plain.content))


def main(arguments: Sequence[str]) -> None:
    """Print a row a page: its bytes on the wire at each number of players, the plain ones in brackets."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection
    from django.test import Client
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    numbers = [int(word) for word in arguments or ("25", "250", "1000")]
    found = {number: {(each.when, each.page): each for each in weights(Client(), number)} for number in numbers}
    lines = [f"{'when':<12}{'page':<24}{''.join(f'{number:>18,}' for number in numbers)}"]
    for when, page in next(iter(found.values())):
        cells = (found[number][when, page] for number in numbers)
        lines.append(f"{when:<12}{page:<24}{''.join(f'{each.wire:>9,} ({each.plain:,})'.rjust(18) for each in cells)}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
