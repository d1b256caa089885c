"""At most twelve queries a page, at 8 players and at 40."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.build import draw_round, enter_results, make_event, play_to, publish
from tests.tournament.pages.pages import desk
from tournament.models import Event

pytestmark = pytest.mark.django_db

MOST = 12


def waiting(players: int) -> Event:
    """Round 1 is closed, round 2 to be drawn."""
    return play_to(make_event(players), round_closed=1)


def draft(players: int) -> Event:
    """Round 2 is a draft."""
    event = waiting(players)
    draw_round(event, 2)
    return event


def playing(players: int) -> Event:
    """Round 2 is being played, table 1 has not reported."""
    event = waiting(players)
    publish(event, 2)
    enter_results(event, 2, apart_from=[1])
    return event


PAGES: dict[Callable[[int], Event], tuple[str, ...]] = {
    waiting: ("rounds/2/arrangement/", "standings/", "final/", "draws/"),
    draft: ("rounds/2/", "meetings/", "rounds/2/discard/", "rounds/2/arrangement/"),
    playing: (
        "rounds/2/",
        "rounds/2/tiles/",
        "rounds/2/results/",
        "rounds/2/tables/2/",
        "rounds/1/tables/1/correct/",
        "rounds/1/results/",
        "sheets/",
        "sheets/round-pack.pdf?round=2",
        "rounds/1/results/?_export=csv",
    ),
}


@pytest.mark.parametrize("players", [8, 40])
@pytest.mark.parametrize("stage", PAGES)
def test_no_page_of_the_rounds_asks_the_database_more_than_twelve_times(
    director: Client, stage: Callable[[int], Event], players: int, django_assert_max_num_queries: Any
) -> None:
    event = stage(players)
    for page in PAGES[stage]:
        with django_assert_max_num_queries(MOST):
            assert director.get(desk(event, page)).status_code == 200, page
