"""The whole loop of an event through its pages: arrangement, draft, publish, tiles, results, close, standings, final list."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import make_event, plausible_cash
from tests.tournament.pages.pages import grid_of
from tournament.models.queries import record_of
from tournament.record.vocabulary import RoundState


@pytest.mark.django_db
def test_an_event_is_played_from_the_first_draw_to_the_final_list(director: Client) -> None:
    event = make_event(17)
    desk = f"/desk/{event.slug}/"
    for number in (1, 2, 3, 4):
        here = f"{desk}rounds/{number}/"
        assert director.get(f"{here}arrangement/").status_code == 200
        drawn = director.post(f"{here}draw/", {"use": "4 4 3 3 3", "seed": "5", "seat_source": "tiles"})
        assert drawn.status_code == 302, drawn.content.decode()
        assert director.get(here).status_code == 200
        director.post(f"{here}publish/")
        assert director.get(here).status_code == 200
        played = record_of(event).round(number)
        assert played.state is RoundState.PUBLISHED
        tiles = {
            f"tile-{seat.player}": f"{place}{'ABCDEFGHI'[number]}"
            for table in played.tables
            for place, seat in enumerate(table.seats, 1)
        }
        director.post(f"{here}tiles/", tiles)
        cash = {
            table.number: [f"{amount:,}" for amount in plausible_cash(table.size, number * 100 + table.number)]
            for table in played.tables
        }
        saved = director.post(f"{here}results/", grid_of(director, event, number, cash))
        assert saved.status_code == 302, saved.content.decode()
        assert director.get(f"{here}results/").status_code == 200
        director.post(f"{here}close/")
        assert director.get(f"{desk}standings/").status_code == 200
        assert director.get(f"{here}tables/1/").status_code == 200
    record = record_of(event)
    assert [played.state for played in record.rounds] == [RoundState.CLOSED] * 4
    assert record.round(4).top_table_wins
    assert all(seat.starting_tile for table in record.round(4).tables for seat in table.seats)
    for page in ("final/", "meetings/", "draws/", "sheets/", "rounds/1/tables/1/correct/"):
        assert director.get(f"{desk}{page}").status_code == 200
    director.post(f"{desk}final/publish/")
    event.refresh_from_db()
    assert event.is_final_published
