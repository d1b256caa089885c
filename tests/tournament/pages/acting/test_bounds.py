"""What pages and saves cost: at most twelve questions to the database a page at any size, and one price for any number of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.build import make_event, plausible_cash, publish
from tests.tournament.pages.crawl import name_of, pages_of
from tests.tournament.pages.forms import Answer
from tests.tournament.pages.pages import desk, grid_of, said
from tests.tournament.pages.stages import drafted, kept, logged, playing, published
from tournament.models import Event
from tournament.models.queries import read_event, record_of

pytestmark = pytest.mark.django_db

MOST = 12
READS = 6
"""How often the database is asked for an event whole."""

SAVES = 25
"""How often it is asked when results are saved, whatever the number of tables."""

STAGES: Mapping[str, Callable[[], Event]] = {
    "playing, 8": lambda: playing(8),
    "playing, 40": lambda: playing(40),
    "drafted, 8": lambda: drafted(8),
    "drafted, 40": lambda: drafted(40),
    "logged": logged,
    "published": published,
}


@pytest.fixture(scope="module")
def stages(django_db_setup: None, django_db_blocker: Any) -> Iterator[Mapping[str, str]]:
    """The slugs of the events by the names of their stages."""
    with kept(django_db_blocker, lambda: {name: build().slug for name, build in STAGES.items()}) as slugs:
        yield slugs


@pytest.mark.parametrize("stage", STAGES)
def test_no_page_of_the_desk_asks_the_database_more_than_twelve_times(
    director: Client, stages: Mapping[str, str], stage: str
) -> None:
    pages = pages_of(director, stages[stage])
    assert len(pages) > 20
    assert {address: answer.queries for address, answer in pages.items() if answer.queries > MOST} == {}


def test_a_page_costs_the_same_at_forty_players_as_at_eight(director: Client, stages: Mapping[str, str]) -> None:
    few, many = (dearest(pages_of(director, stages[stage])) for stage in ("playing, 8", "playing, 40"))
    assert {name: (few[name], many[name]) for name in few.keys() & many if few[name] != many[name]} == {}


def dearest(pages: Mapping[str, Answer]) -> dict[str, int]:
    """What the dearest page of each kind cost."""
    costs: dict[str, int] = {}
    for address, answer in pages.items():
        costs[name_of(address)] = max(costs.get(name_of(address), 0), answer.queries)
    return costs


@pytest.mark.parametrize("stage", ["playing, 8", "playing, 40"])
def test_an_event_is_read_whole_in_six_questions(stages: Mapping[str, str], stage: str) -> None:
    event = Event.objects.get(slug=stages[stage])
    with CaptureQueriesContext(connection) as asked:
        record_of(event)
    assert len(asked) == READS


@pytest.mark.parametrize(("players", "tables"), [(20, 1), (20, 5), (40, 10)])
def test_saving_one_table_or_five_or_ten_asks_the_same(director: Client, players: int, tables: int) -> None:
    event = make_event(players)
    publish(event)
    cash = {number: plausible_cash(4, number) for number in range(1, tables + 1)}
    sent = grid_of(director, event, 1, cash)
    before = read_event(event.slug).version
    with CaptureQueriesContext(connection) as asked:
        answer = director.post(desk(event, "rounds/1/results/"), sent)
    assert said(answer)[0].startswith("Saved table")
    record = read_event(event.slug)
    assert sum(table.has_result for table in record.round(1).tables) == tables
    assert record.version == before + 1
    assert len(asked) == SAVES
