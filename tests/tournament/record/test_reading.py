"""What a record is read from: a query for each kind of row, whatever the size of the event."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.build import make_event
from tests.tournament.pages.stages import logged, playing
from tournament.models.plain_sql import SqlRows
from tournament.models.queries import reading, record_of, union_rows

pytestmark = pytest.mark.django_db

QUERIES: Mapping[SqlRows, int] = {
    reading.ENTRIES: 1,
    reading.ROUNDS: 1,
    reading.SEATS: 1,
    reading.TABLES: 1,
    union_rows.MEMBERS: 3,
    union_rows.UNION: 10,
}
"""The queries of a record, with how often each takes the event's primary key."""


def test_an_event_without_anything_brings_no_row() -> None:
    event = make_event(0)
    assert [rows.of(*[event.pk] * times) for rows, times in QUERIES.items()] == [[]] * len(QUERIES)


def test_a_record_takes_a_query_for_each_kind_of_row_at_any_size() -> None:
    events = [make_event(0, name="Nobody's Cup 2026"), playing(), logged()]
    for event in events:
        with CaptureQueriesContext(connection) as asked:
            record_of(event)
        assert len(asked) == len(QUERIES)
