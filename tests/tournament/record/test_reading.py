"""What a record is read from: the queries that are written once bring what Django brings, for every event and with its types."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.build import director_of, enter_result, make_event, publish
from tests.tournament.pages.stages import charted, decided, logged, playing, published
from tournament.models import queries, union_rows
from tournament.models.prepared import PreparedRows
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PenaltyKind, ResultCheck
from tournament.services.penalties import PenaltyOrder, give_penalty
from tournament.services.results.reports import record_result
from tournament.services.results.rereading import LATEST, record_after

pytestmark = pytest.mark.django_db

PREPARED = {
    "entries": queries.ENTRIES,
    "rounds": queries.ROUNDS,
    "seats": queries.SEATS,
    "tables": queries.TABLES,
    "members": union_rows.MEMBERS,
    "papers": union_rows.UNION,
}


@pytest.mark.parametrize("name", [*PREPARED, "latest results"])
def test_rows_are_those_that_django_reads_for_one_event_after_another(name: str) -> None:
    rows: PreparedRows = PREPARED.get(name, LATEST)
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


def test_a_record_after_one_more_result_is_as_it_would_be_read() -> None:
    event = make_event(12)
    publish(event)
    before = record_of(event)
    one, two, _ = before.round(1).tables
    enter_result(event, 1, one, (40_000, 30_000, 20_000, 10_000))
    event.refresh_from_db()
    after = record_after(before, event.pk, event.version, event.public_version)
    assert after == record_of(event)
    seats = tuple(
        SeatRecord(seat.player, cash=41_250 + seat.player, cash_reason="as counted", timed_out=True)
        for seat in two.seats
    )
    record_result(event, director_of(event), 1, TableRecord(two.number, seats, ended_by="Ada, 41"))
    assert after is not None
    assert record_after(after, event.pk, event.version, event.public_version) == record_of(event)
    assert record_after(before, event.pk, event.version, event.public_version) is None  # another act was done between


def test_a_record_after_an_act_that_is_more_than_a_result_is_read_again() -> None:
    event = make_event(8, result_check=ResultCheck.TABLE.value)
    publish(event)
    before = record_of(event)
    enter_result(event, 1, before.table(1, 1), (40_000, 30_000, 20_000, 10_000))
    event.refresh_from_db()
    assert record_after(before, event.pk, event.version, event.public_version) is None
    plain = make_event(8, name="Plain Cup 2026")
    publish(plain)
    before = record_of(plain)
    give_penalty(plain, director_of(plain), PenaltyOrder(1, 1, PenaltyKind.WARNING, "misread a tile"))
    assert record_after(before, plain.pk, plain.version, plain.public_version) is None
