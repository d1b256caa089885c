"""How the public pages follow an event by themselves, how they are kept, and what they cost."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from laboratory.desk import undoubted_cash
from tests.build import director_of, enter_results, make_event, play_to, publish
from tests.tournament.pages.reading import every_page, give_tiles, html, light
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.events import publish_final_list
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round
from tournament.slices.leaving import withdraw

pytestmark = pytest.mark.django_db


def test_a_page_that_is_current_is_answered_with_nothing(event: Event, client: Client) -> None:
    event.refresh_from_db()
    answer = client.get(f"/{event.slug}/live/?v={event.version}&on=event")
    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.parametrize("part", ["event", "standings"])
def test_a_page_that_is_behind_gets_its_part_anew_and_asks_on_with_the_new_version(client: Client, part: str) -> None:
    event = play_to(make_event(8), round_closed=1)
    answer = client.get(f"/{event.slug}/live/?v={event.version - 1}&on={part}")
    page = light(answer.content.decode())
    assert answer.status_code == 200
    assert page.startswith('<div id="live"')
    assert f"?v={event.version}&amp;on={part}" in page
    assert "<html" not in page
    full = html(client, f"/{event.slug}/{'' if part == 'event' else 'standings/'}")
    assert page.split("<table")[1].split("</table>")[0] in full


def test_when_the_event_is_over_a_page_is_told_to_stop_asking(client: Client) -> None:
    event = play_to(make_event(8, rounds_planned=1), round_closed=1)
    publish_final_list(event, director_of(event))
    event.refresh_from_db()
    for version in (event.version - 1, event.version):
        answer = client.get(f"/{event.slug}/live/?v={version}")
        assert answer.status_code == 286
        assert "hx-get" not in answer.content.decode()
    assert "hx-get" not in html(client, f"/{event.slug}/")
    assert "htmx" not in html(client, f"/{event.slug}/").replace("htmx-config", "")


UNKEPT = ["?me=demo", "standings/?_export=csv", "rounds/1/results/?_export=csv"]


@pytest.mark.parametrize("players", [8, 40])
def test_a_page_takes_at_most_ten_queries_and_kept_one(
    client: Client, django_assert_max_num_queries: Callable[..., object], players: int
) -> None:
    event = play_to(make_event(players, rounds_planned=2), round_closed=1)
    publish(event, 2)
    for final in ("", "published"):
        if final:
            enter_results(event, 2)
            close_round(event, director_of(event), 2)
            publish_final_list(event, director_of(event))
        for address in every_page(event):
            cache.clear()
            with django_assert_max_num_queries(10):  # type: ignore[attr-defined]
                first = html(client, address)
            with django_assert_max_num_queries(1):  # type: ignore[attr-defined]
                assert html(client, address) == first
        for address in UNKEPT:
            with django_assert_max_num_queries(12):  # type: ignore[attr-defined]
                html(client, f"/{event.slug}/{address}")
        for address in ("?me=demo", "?me=nobody", *UNKEPT[1:]):
            with django_assert_max_num_queries(2):  # type: ignore[attr-defined]
                html(client, f"/{event.slug}/{address}")
    with django_assert_max_num_queries(12):  # type: ignore[attr-defined]
        html(client, "/")


def test_a_page_of_25_players_is_at_most_15_kilobytes(client: Client) -> None:
    event = play_to(make_event(25), round_closed=3)
    publish(event, 4)
    give_tiles(event, 4)
    sizes = {address: len(html(client, address).encode()) for address in every_page(event)}
    enter_results(event, 4)
    close_round(event, director_of(event), 4)
    publish_final_list(event, director_of(event))
    sizes |= {f"{address} at the end": len(html(client, address).encode()) for address in every_page(event)}
    assert {address: size for address, size in sizes.items() if size > 15_000} == {}


def test_a_change_makes_every_kept_page_new(client: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    address = f"/{event.slug}/standings/"
    before = html(client, address)
    withdraw(event, director_of(event), 1)
    withdrawn = '<span class="tag loss">withdrawn</span>'
    assert withdrawn in html(client, address)
    assert withdrawn not in before


def test_a_browser_that_has_the_page_is_told_so(client: Client) -> None:
    event = make_event(8)
    address = f"/{event.slug}/"
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "public, max-age=0, s-maxage=3, stale-while-revalidate=1"
    publish(event, 1)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_what_is_kept_is_the_same_for_everybody(client: Client, director: Client) -> None:
    event = make_event(8)
    seen_by_director = html(director, f"/{event.slug}/")
    assert html(client, f"/{event.slug}/?unknown=1") == seen_by_director == html(client, f"/{event.slug}/")
    assert "csrf" not in seen_by_director
    assert "Set-Cookie" not in client.get(f"/{event.slug}/").headers


def test_numbers_spelt_with_zeros_are_the_same_page(event: Event, client: Client) -> None:
    assert html(client, f"/{event.slug}/rounds/001/") == html(client, f"/{event.slug}/rounds/1/")


ON_THE_WIRE = 15_000

"""Bytes of a page of players, compressed."""
WHOLE_SCREEN = 60_000
"""Bytes of a screen, compressed: it turns its pages by itself, so it has everybody in every view, and is fetched once a public change."""


@pytest.mark.parametrize("taken", ["gzip, deflate, br", "br;q=1.0, GZIP;q=0.8"])
def test_a_page_goes_out_compressed_to_whoever_takes_it(client: Client, taken: str) -> None:
    event = play_to(make_event(8), round_closed=1)
    plain = client.get(f"/{event.slug}/standings/")
    pressed = client.get(f"/{event.slug}/standings/", headers={"accept-encoding": taken})
    assert (plain.headers.get("Content-Encoding"), pressed.headers["Content-Encoding"]) == (None, "gzip")
    assert gzip.decompress(pressed.content) == plain.content
    assert len(pressed.content) < len(plain.content) / 2
    assert plain.headers["Vary"] == pressed.headers["Vary"] == "Accept-Encoding"
    assert plain["ETag"] != pressed["ETag"]
    again = client.get(
        f"/{event.slug}/standings/", headers={"accept-encoding": taken, "if-none-match": pressed["ETag"]}
    )
    assert again.status_code == 304


@pytest.mark.parametrize("taken", ["", "br", "gzip;q=0", "gzip; q=0.000, br"])
def test_a_page_goes_out_plain_to_whoever_takes_nothing_compressed(client: Client, taken: str) -> None:
    event = make_event(8)
    for address in (f"/{event.slug}/", f"/{event.slug}/?me=demo", f"/{event.slug}/live/?v=0&on=event"):
        answer = client.get(address, headers={"accept-encoding": taken})
        assert ("Content-Encoding" in answer.headers, b"Demo" in answer.content) == (False, True)


def weights(client: Client, players: int) -> Iterator[tuple[tuple[str, str], int]]:
    """The bytes on the wire of every kind of page of an event in its last round, then of the same event when it is over."""
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


def _weighed(client: Client, event: Event, when: str) -> Iterator[tuple[tuple[str, str], int]]:
    home = f"/{event.slug}/"
    further = (f"{home}?me=demo", f"{home}find/", f"{home}standings/?page=2", f"{home}medals/?page=2")
    for address in (*every_page(event), *further):
        pressed = client.get(address, headers={"accept-encoding": "gzip"})
        assert pressed.status_code in (200, 286), address  # 286 tells a page that is over to stop asking
        yield (when, address.removeprefix(home) or "event"), len(pressed.content)


@pytest.mark.alike
@pytest.mark.release
def test_every_page_stays_under_15_kilobytes_on_the_wire_at_a_thousand_players(client: Client) -> None:
    sizes = dict(weights(client, 1_000))
    assert len(sizes) == 2 * 15
    screens = [sizes.pop((when, "screen/")) for when in ("last round", "over")]
    assert {page: size for page, size in sizes.items() if size > ON_THE_WIRE} == {}
    assert max(screens) <= WHOLE_SCREEN


def test_with_many_players_the_events_page_leads_to_the_lists_and_to_the_page_of_who_asks(client: Client) -> None:
    event = play_to(make_event(64, rounds_planned=3), round_closed=1)
    home = f"/{event.slug}/"
    between = html(client, home)
    assert (between.count("<tr"), ">Standings</a></p>" in between) == (1 + 20, True)
    publish(event, 2)
    page = html(client, home)
    assert ("data-table" in page, "All tables" in page) == (False, True)
    assert client.get(f"{home}?me=33")["Location"] == f"{home}p/33/"
    assert html(client, f"{home}rounds/2/").count("data-table") == 16


def test_a_long_list_stands_on_pages_and_no_address_fills_the_cache(client: Client) -> None:
    event = play_to(make_event(160, rounds_planned=2), round_closed=1)
    address = f"/{event.slug}/standings/"
    first, second = html(client, address), html(client, f"{address}?page=2")
    assert (first.count("<tr"), second.count("<tr")) == (1 + 150, 1 + 10)
    assert "Page 2 of 2" in second
    assert f'hx-get="/{event.slug}/live/?v={event.public_version}&amp;on=standings&amp;page=2"' in second
    assert html(client, f"{address}?page=99") == second
    assert html(client, f"{address}?page=x") == first
