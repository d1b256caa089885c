"""Files of a round, which no walk asks for, take at most twelve queries at 8 players and at 40."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import enter_results, make_event, play_to, publish
from tests.tournament.pages.pages import desk

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("players", [8, 40])
def test_no_file_of_a_round_asks_the_database_more_than_twelve_times(
    director: Client, players: int, django_assert_max_num_queries: Any
) -> None:
    event = play_to(make_event(players), round_closed=1)
    publish(event, 2)
    enter_results(event, 2, apart_from=[1])
    for file in ("sheets/round-pack.pdf?round=2", "rounds/1/results/?_export=csv"):
        with django_assert_max_num_queries(12):
            assert director.get(desk(event, file)).status_code == 200, file
