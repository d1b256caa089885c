"""The desk's lists that are sorted and paged by their heads: entries, events, penalties."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client

from tests.build import director_of, make_director, make_event
from tests.tournament.pages.reading import tables_of
from tournament.models import Event
from tournament.record.vocabulary import PenaltyKind, PlayerId
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db


def column(client: Client, address: str, head: str) -> list[str]:
    """What a column of the page's last list says, row by row."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return [row[head] for row in tables_of(answer.content.decode())[-1].records()]


def test_entries_are_sorted_by_plain_letters(director: Client) -> None:
    event = make_event(names=["Zoe Demo", "łukasz Demo", "Eve Demo", "Élan Demo", "Bjørn Demo", "Mia Demo"])
    address = f"/desk/{event.slug}/entries/"
    in_order = ["Bjørn Demo", "Élan Demo", "Eve Demo", "łukasz Demo", "Mia Demo", "Zoe Demo"]
    assert column(director, f"{address}?sort=name", "Name") == in_order
    assert column(director, f"{address}?sort=-name", "Name") == in_order[::-1]
    assert column(director, f"{address}?sort=-player", "No.") == ["6", "5", "4", "3", "2", "1"]
    page = director.get(f"{address}?sort=name").content.decode()
    assert 'aria-sort="ascending"><a href="?sort=-name">Name</a>' in re.sub(r"\s*(?=<a)", "", page)


def test_events_are_sorted_by_date(director: Client) -> None:
    for name, day in (("Later Cup", date(2026, 9, 1)), ("Sooner Cup", date(2026, 7, 1))):
        Event.objects.filter(pk=make_event(0, director=make_director(), name=name).pk).update(date=day)
    assert column(director, "/desk/?sort=date", "Event") == ["Sooner Cup", "Later Cup"]
    assert column(director, "/desk/?sort=-date", "Event") == ["Later Cup", "Sooner Cup"]


def test_the_offence_book_is_sorted_and_comes_in_pages(event: Event, director: Client) -> None:
    for number in (*range(8, 0, -1), *range(1, 9)) * 4:
        give_penalty(event, director_of(event), PenaltyOrder(PlayerId(number), 1, PenaltyKind.WARNING, "misread"))
    address = f"/desk/{event.slug}/penalties/"
    names = column(director, f"{address}?sort=name", "Player")
    assert (len(names), names) == (50, sorted(names))
    assert len(column(director, f"{address}?sort=name&page=2", "Player")) == 14
    assert column(director, f"{address}?sort=-count", "No.")[:8] == ["8"] * 8
    assert len(director.get(f"{address}?_export=csv").content.decode().splitlines()) == 65
