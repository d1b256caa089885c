"""What is asked in plain SQL is what the ORM finds, and reading an event asks few queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model, OuterRef, Subquery
from django.test.utils import CaptureQueriesContext

from tests.build import director_of, enter_result, make_event, publish
from tests.tournament.pages.stages import logged, playing
from tournament.models import Change, Event, Round
from tournament.models.event import BY_SLUG, event_at
from tournament.models.plain_sql import SqlModels, SqlRows
from tournament.models.queries import reading, record_of, union_rows
from tournament.models.round import BY_NUMBER, round_at
from tournament.record.acts import Act
from tournament.services.changes import DONE_BY, RESTORED_SINCE, Actor, act_on

pytestmark = pytest.mark.django_db

NOTHING: Mapping[str, Any] = MappingProxyType({})


def stored(instance: Model) -> dict[str, Any]:
    """Everything of a row, what was read with it too."""
    values = {name: value for name, value in vars(instance).items() if name != "_state"}
    return values | {
        name: stored(related) if isinstance(related, Model) else related
        for name, related in instance._state.fields_cache.items()
    }


def is_same(query: SqlModels[Any], by_orm: Iterable[Model], *values: Any, beside: Mapping[str, Any] = NOTHING) -> int:
    """How many rows there are for these values, once they are found to be those of the ORM, with ``beside`` beside each."""
    read, expected = query.of(*values), list(by_orm)
    assert [stored(row) for row in read] == [{**stored(row), **beside} for row in expected]
    return len(read)


@pytest.fixture
def played() -> Event:
    """An event with a result that a form of a desk entered, and that counts as restored from a snapshot."""
    event = make_event(8, venue="Great hall")
    publish(event)
    enter_result(event, 1, record_of(event).table(1, 1), (40_000, 30_000, 20_000, 10_000))
    with act_on(event, Actor(director_of(event), "a-key"), Act.RESTORE_SNAPSHOT):
        pass
    return event


def test_events_rounds_and_changes_are_those_of_the_orm(played: Event) -> None:
    other = make_event(0, name="Other Cup 2026")
    for event in (played, other):
        public_at = Change.objects.filter(event=OuterRef("pk"), version=OuterRef("public_version")).values("made_at")
        found = Event.objects.filter(slug=event.slug).annotate(public_at=Subquery(public_at))
        assert is_same(BY_SLUG, found, event.slug) == 1
        assert is_same(BY_NUMBER, Round.objects.filter(event=event, number=1), event.pk, 1) == (event == played)
    with_events = Change.objects.select_related("event")
    assert [is_same(DONE_BY, with_events.filter(key=key), key) for key in ("a-key", "no key")] == [1, 0]
    for seen in (0, played.version - 1, played.version):
        back = Change.objects.filter(event=played, act=Act.RESTORE_SNAPSHOT.value, version__gt=seen)
        assert is_same(RESTORED_SINCE, back, played.pk, seen) == (seen < played.version)
    assert event_at("no-such-event") is None


def test_a_number_that_no_column_holds_finds_nothing_and_asks_the_database_nothing(played: Event) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert round_at(played, 10**30) is None
        assert SqlRows("SELECT 1 WHERE 1 IN %s").of(()) == []
    assert len(asked) == 0


def test_a_tuple_of_values_stands_behind_in(played: Event) -> None:
    numbers = SqlModels(Round, "WHERE row.event_id = %s AND row.number IN %s")
    assert [row.number for row in numbers.of(played.pk, (1, 2))] == [1]
    assert [row.number for row in numbers.of(played.pk, (1,))] == [1]


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
