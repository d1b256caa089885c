"""What a record is read from: the queries that are written once bring what Django brings, for every event and with its types."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.build import make_event
from tests.tournament.pages.stages import charted, decided, logged, playing, published
from tournament.models import papers, queries
from tournament.models.prepared import PreparedRows
from tournament.models.queries import record_of

pytestmark = pytest.mark.django_db

PREPARED = {
    "entries": queries.ENTRIES,
    "rounds": queries.ROUNDS,
    "sit-outs": queries.SIT_OUTS,
    "seats": queries.SEATS,
    "tables": queries.TABLES,
    "members": queries.MEMBERS,
    "papers": papers.PAPERS,
}


@pytest.mark.parametrize("name", PREPARED)
def test_rows_are_those_that_django_reads_for_one_event_after_another(name: str) -> None:
    rows: PreparedRows = PREPARED[name]
    events = [playing(), logged(), charted(), decided(), published()]
    brought = [rows.of(event.pk) for event in events]
    assert brought == [list(rows.queryset(event.pk)) for event in events]
    types = [[[type(value) for value in row] for row in of_event] for of_event in brought]
    assert types == [[[type(value) for value in row] for row in rows.queryset(event.pk)] for event in events]
    assert sum(map(len, brought))


def test_an_event_without_anything_brings_no_row() -> None:
    event = make_event(0)
    assert [rows.of(event.pk) for rows in PREPARED.values()] == [[]] * len(PREPARED)


def test_a_record_takes_a_query_for_each_kind_of_row_at_any_size() -> None:
    events = [make_event(0, name="Nobody's Cup 2026"), playing(), logged()]
    for event in events:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            record_of(event)
        assert len(asked) == len(PREPARED)
