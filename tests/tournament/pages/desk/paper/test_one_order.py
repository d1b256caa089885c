"""A table is named in one order on every form, page and sheet, and starting tiles neither change it nor make paper out of date (R4-R6)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, enter_result, make_event, player_name, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.pages import desk, words
from tests.tournament.pdf.reading import text_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, SeatSource
from tournament.services.rounds import close_round
from tournament.services.seats import set_seat_source, set_starting_tiles

pytestmark = pytest.mark.django_db
CASH = (41200, 38200, 30100, 12000)


@pytest.fixture
def event(db: None) -> Event:
    """Eight players in round 1, who may report by phone."""
    made = make_event(8, players_report=True)
    publish(made, 1)
    return Event.objects.get(pk=made.pk)


def seats(event: Event) -> list[PlayerId]:
    return [seat.player for seat in record_of(event).round(1).tables[0].seats]


def type_tiles(event: Event) -> None:
    """The last of every table begins, and so on back to the first."""
    tiles = ("10B", "7A", "4C", "1D")
    typed = {
        table.number: {seat.player: tile for seat, tile in zip(table.seats, tiles, strict=True)}
        for table in record_of(event).round(1).tables
    }
    set_starting_tiles(event, director_of(event), 1, typed)


def order_in(text: str, names: list[str]) -> list[str]:
    """The names in the order in which a text first has them; KeyError where one is missing."""
    at = {name: text.find(name) for name in names}
    assert -1 not in at.values(), at
    return sorted(names, key=at.__getitem__)


def told(event: Event, director: Client) -> dict[str, str]:
    """Everything that names the players of table 1."""
    phone, home = phone_of(event), f"/{event.slug}/t/1/1/"
    pages = {
        "grid": director.get(desk(event, "rounds/1/results/")),
        "table": director.get(desk(event, "rounds/1/tables/1/")),
        "round": director.get(desk(event, "rounds/1/")),
        "tiles": director.get(desk(event, "rounds/1/tiles/")),
        "draw": Client().get(f"/{event.slug}/rounds/1/"),
        "public": Client().get(f"/{event.slug}/rounds/1/tables/1/"),
        "phone": phone.get(home),
        "form": phone.get(f"{home}report/"),
    }
    sheets = ("result-slips", "record-sheet", "pairings-by-table", "handover")
    printed = {name: director.get(desk(event, f"sheets/{name}.pdf?round=1")).content for name in sheets}
    return {name: words(page) for name, page in pages.items()} | {
        name: text_of(content) for name, content in printed.items()
    }


def test_every_page_form_and_sheet_names_a_table_in_the_order_of_its_first_slip(event: Event, director: Client) -> None:
    names = [player_name(player) for player in seats(event)]
    type_tiles(event)
    for name, text in told(event, director).items():
        begin = text.index("Open rounds") if "Open rounds" in text else 0
        listed = re.sub(
            r"[^.]* starts, followed by [^.]*\.", "", text[begin:]
        )  # a sentence in the order of play, and no list
        assert (name, order_in(listed, names)) == (name, names)


def test_the_page_on_which_a_result_is_corrected_has_the_order_of_the_slip(event: Event, director: Client) -> None:
    names = [player_name(player) for player in seats(event)]
    type_tiles(event)
    for table in record_of(event).round(1).tables:
        enter_result(event, 1, table, CASH)
    close_round(event, director_of(event), 1)
    page = words(director.get(desk(event, "rounds/1/tables/1/correct/")))
    assert order_in(page, names) == names


def test_who_begins_stands_as_a_number_where_it_is_known(event: Event, director: Client) -> None:
    first, *_, last = names = [player_name(player) for player in seats(event)]
    before = text_of(director.get(desk(event, "sheets/record-sheet.pdf?round=1")).content)
    assert (before.count("Order"), order_in(before, names)) == (2, names), (
        "a box for the order of play beside each name"
    )
    type_tiles(event)
    record = text_of(director.get(desk(event, "sheets/record-sheet.pdf?round=1")).content)
    lines = [line.strip() for line in record.splitlines() if first in line or last in line]
    assert any(line.startswith("4") for line in lines) or f"4\n{first}" in record
    assert f'data-seat="1" value="1"><a href="/{event.slug}/players/{seats(event)[-1]}/"' in (
        Client().get(f"/{event.slug}/rounds/1/").content.decode()
    )


def test_typing_starting_tiles_makes_no_slip_and_no_pairing_out_of_date(event: Event, director: Client) -> None:
    director.get(desk(event, "sheets/round-pack.pdf?round=1"))
    type_tiles(event)
    for place in ("", "rounds/1/", "sheets/"):
        assert "changed since: " not in words(director.get(desk(event, place))), place


def test_to_seat_by_the_chart_after_all_does_make_them_out_of_date(event: Event, director: Client) -> None:
    director.get(desk(event, "sheets/round-pack.pdf?round=1"))
    set_seat_source(event, director_of(event), 1, SeatSource.CHART)
    assert words(director.get(desk(event))).count("changed since: ") == 3
