"""How many functions each page of the desk calls: nearly the same number at each run, so that a page that has become dearer is seen."""

from __future__ import annotations

import gc
import sys
from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_to, publish
from tests.conftest import ROOT
from tests.tournament.pages.crawl import name_of, pages_of
from tests.tournament.pages.pages import desk
from tournament.models import Event
from tournament.public.lists import MANY
from tournament.public.polled_parts import current_draw, event_part
from tournament.public.results import public_draw

pytestmark = pytest.mark.django_db

WRITTEN = ROOT / "fixtures" / "desk" / "calls.txt"
"""A line for each page: its name in the site map, its address in the event, and its calls at each of `PLAYERS`."""
PLAYERS = (25, 250)
MORE = 1.1
"""By how much a page may call more functions than is written down."""
ANEW = (
    "Make the page do less. Where it has to do more, write the numbers anew by "
    "“python3 manage.py test -m release tests/laboratory/speed --write-calls” and commit the difference."
)


def event_in_play(players: int) -> Event:
    """An event in its third round, with results of all tables but the first."""
    event = play_to(make_event(players), round_closed=2)
    publish(event, 3)
    enter_results(event, 3, apart_from={1})
    return event


def calls_of(client: Client, address: str) -> int:
    """The number of functions, in whole hundreds, that are called for a page that was opened before."""
    found = 0

    def look(_frame: Any, what: str, _of: Any) -> None:
        nonlocal found
        found += what in {"call", "c_call"}

    client.get(address)
    gc.disable()  # what is collected may call a function at any time
    sys.setprofile(look)
    try:
        answer = client.get(address)
    finally:
        sys.setprofile(None)
        gc.enable()
    assert answer.status_code == 200, address
    return round(found, -2)


def test_the_first_page_of_a_large_event_writes_no_draw_that_it_does_not_show() -> None:
    event = event_in_play(MANY + 1)
    called = set()
    sys.setprofile(lambda frame, _what, _of: called.add(frame.f_code))
    try:
        Client().get(f"/{event.slug}/")
    finally:
        sys.setprofile(None)
    assert current_draw.__code__ not in called
    assert public_draw.__code__ not in called
    assert event_part.__code__ in called


@pytest.mark.release
def test_no_page_of_the_desk_calls_a_tenth_more_functions_than_is_written_down(*, writes_calls: bool) -> None:
    counted: dict[tuple[str, str], list[int]] = {}
    pages: dict[str, str] = {}
    for players in PLAYERS:
        event = event_in_play(players)
        client = Client()
        client.force_login(director_of(event))
        if not pages:
            for address in pages_of(client, event.slug):
                pages.setdefault(name_of(address), address.removeprefix(desk(event)))
        for name, address in pages.items():
            counted.setdefault((name, address), []).append(calls_of(client, desk(event, address)))
    if writes_calls:
        lines = [
            " ".join([name, address or "-", *map(str, calls)]) for (name, address), calls in sorted(counted.items())
        ]
        WRITTEN.write_text("\n".join([*lines, ""]), encoding="utf-8")
    written = {
        line.split()[0]: [*map(int, line.split()[2:])] for line in WRITTEN.read_text(encoding="utf-8").splitlines()
    }
    assert written.keys() == {name for name, _address in counted}, ANEW
    dearer = {
        f"{name} at {players} players": f"{now} calls, {was} are written down"
        for (name, _address), calls in counted.items()
        for players, now, was in zip(PLAYERS, calls, written[name], strict=True)
        if now > was * MORE
    }
    assert dearer == {}, ANEW
