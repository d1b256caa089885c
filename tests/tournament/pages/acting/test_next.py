"""The next thing on pages of the desk: what it says, where it leads, and which button stands beside it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, enter_results, make_event, publish
from tests.tournament.pages.pages import desk, words
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import ReportSource, Status
from tournament.services.results.reports import report_result

pytestmark = pytest.mark.django_db

_PRIMARY = re.compile(r'<(?:button|a)[^>]*class="[^"]*\bprimary\b[^"]*"')
_NEXT = re.compile(r'(?s)<div class="next">(.*?)</div>')


def test_the_page_of_the_next_thing_says_it_without_a_button(director: Client) -> None:
    event = make_event(6)
    publish(event)
    director.get(desk(event, "sheets/due.pdf"))
    for page in ("rounds/1/", "rounds/1/results/"):
        (told,) = _NEXT.findall(director.get(desk(event, page)).content.decode())
        assert ("not reported" in told, "<a" in told) == (True, False), page


def test_everybody_is_checked_in_by_a_link_and_by_no_blue_button(director: Client) -> None:
    page = director.get(desk(make_event(5, status=Status.REGISTERED), "entries/check-in/")).content.decode()
    assert _PRIMARY.findall(page) == []
    assert '<button class="link" name="to" value="everybody">' in page


def test_a_report_that_waits_leads_to_the_grid_and_the_close_stands_beside(director: Client) -> None:
    event = make_event(6)
    publish(event)
    enter_results(event)
    seats = tuple(SeatRecord(seat.player, cash=30_000) for seat in record_of(event).table(1, 2).seats)
    report_result(event, director_of(event), 1, TableRecord(2, seats), ReportSource.PLAYER)
    page = words(director.get(desk(event)))
    assert "Table 2 reported by phone, but not everybody there has confirmed." in page
    assert f'<a class="button primary" href="{desk(event, "rounds/1/")}">Check table 2</a>' in page
    assert "<button>Close round 1…</button>" in page
