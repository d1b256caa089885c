"""What reading an event and saving results cost: one price for any number of players and tables."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.build import make_event, plausible_cash, publish
from tests.tournament.pages.pages import desk, grid_of, said
from tournament.models.queries import read_event

pytestmark = pytest.mark.django_db


SAVES = 26
"""How often it is asked when results are saved, whatever the number of tables; one question is for the change that Undo takes back."""


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
