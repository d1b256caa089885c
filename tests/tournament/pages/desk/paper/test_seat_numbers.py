"""Before seats are decided no page of desk or players and no file has a seat number; with the last tile all of them do (R4-R6)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.pages.crawl import pages_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.services.seats import set_starting_tiles

SEAT_NUMBER = re.compile(
    r"""\bseat \d|class="who"><small|>\s*Seat\s*<|data-seat=|<ol class="seats"|<th scope="col">[1-6]</th>"""
)


def pages(director: Client, event: Event) -> dict[str, str]:
    """Every kind of page of the desk, what players see, and the results as a file."""
    told = {address: answer.content.decode() for address, answer in pages_of(director, event.slug).items()}
    home = f"/{event.slug}/"
    for part in ("", "p/1/", "rounds/2/", "rounds/2/tables/1/", "rounds/1/results/", "standings/", "players/1/"):
        answer = Client().get(home + part)
        assert answer.status_code == 200, part
        told[home + part] = answer.content.decode()
    return told


@pytest.mark.alike
def test_no_page_has_a_seat_number_before_the_tiles_and_all_have_it_with_the_last(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    publish(event, 2)
    told = pages(director, event)
    assert {page: SEAT_NUMBER.findall(text) for page, text in told.items() if SEAT_NUMBER.search(text)} == {}
    assert len(told) > 25

    tables = record_of(event).round(2).tables
    drawn = {
        table.number: {seat.player: tile for seat, tile in zip(table.seats, ("9A", "3C", "2H", "10B"), strict=True)}
        for table in tables
    }
    set_starting_tiles(event, director_of(event), 2, drawn)
    now = pages(director, event)
    assert SEAT_NUMBER.search(now[f"/{event.slug}/"])
    assert SEAT_NUMBER.search(now[f"/desk/{event.slug}/rounds/2/"])
    found = Client().get(f"/{event.slug}/p/{tables[0].seats[2].player}/").content.decode()
    assert "Table 1, seat 1" in found  # whoever drew 2H begins
