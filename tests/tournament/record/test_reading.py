"""What a record is read from: the queries in SQL bring what the ORM brings, for every event and with its types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from tests.build import make_event
from tests.tournament.pages.stages import charted, decided, logged, playing, published
from tests.tournament.record import by_orm
from tournament.models.plain_sql import SqlRows
from tournament.models.queries import reading, record_of, union_rows

pytestmark = pytest.mark.django_db

QUERIES: Mapping[str, tuple[SqlRows, int, Callable[[int], QuerySet[Any, Any]]]] = {
    "entries": (reading.ENTRIES, 1, by_orm.entries),
    "rounds": (reading.ROUNDS, 1, by_orm.rounds),
    "seats": (reading.SEATS, 1, by_orm.seats),
    "tables": (reading.TABLES, 1, by_orm.tables),
    "members": (union_rows.MEMBERS, 3, by_orm.members),
    "papers": (union_rows.UNION, 9, by_orm.union),
}
"""The queries of a record: in SQL, with how often that takes the event's primary key, and by the ORM."""


@pytest.mark.parametrize("name", QUERIES)
def test_rows_are_those_that_the_orm_reads(name: str) -> None:
    rows, times, orm = QUERIES[name]
    is_ordered = name not in ("members", "papers")
    events = [playing(), logged(), charted(), decided(), published()]
    for event in events:
        read, expected = rows.of(*[event.pk] * times), list(orm(event.pk))
        assert read == expected if is_ordered else sorted(read, key=repr) == sorted(expected, key=repr)
    types = [{tuple(map(type, row)) for row in rows.of(*[event.pk] * times)} for event in events]
    assert types == [{tuple(map(type, row)) for row in orm(event.pk)} for event in events]
    assert sum(map(len, types))


def test_an_event_without_anything_brings_no_row() -> None:
    event = make_event(0)
    assert [rows.of(*[event.pk] * times) for rows, times, _ in QUERIES.values()] == [[]] * len(QUERIES)


def test_a_record_takes_a_query_for_each_kind_of_row_at_any_size() -> None:
    events = [make_event(0, name="Nobody's Cup 2026"), playing(), logged()]
    for event in events:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            record_of(event)
        assert len(asked) == len(QUERIES)
