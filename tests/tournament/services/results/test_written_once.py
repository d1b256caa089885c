"""Rows that are read by queries written once are those that Django reads, with what belongs to them and for whoever asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from tests.build import director_of, enter_result, make_director, make_event, plausible_cash, publish
from tests.tournament.devices.phones import device_at
from tournament.access.membership import LOCKED, NOBODY, Membership, locked_for, membership_of
from tournament.models import Entry, Event, Helper, TableReport
from tournament.models.device import BY_KEY, BY_SECRET
from tournament.models.prepared import PreparedModels
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Role, spell_roles
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.changes import Actor
from tournament.services.results.phones import ANSWERS, report_by_phone
from tournament.services.results.stored import LINES, PENDING_AT, SEATS, TABLES

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Event:
    """A round of eight of which one table is official and the other reported by its phone."""
    event = make_event(8, players_report=True)
    publish(event)
    first, second = record_of(event).round(1).tables
    enter_result(event, 1, first, plausible_cash(first.size, 3))
    seats = tuple(SeatRecord(seat.player, cash=10_000 * place) for place, seat in enumerate(second.seats, 1))
    report_by_phone(
        event,
        Actor(None, "a-key", device=device_at(event, second.number)),
        TableRecord(second.number, seats),
        [seats[0].player],
    )
    event.refresh_from_db()
    return event


def stored(instance: Model) -> dict[str, Any]:
    """Everything of a row, what was read with it too."""
    values = {name: value for name, value in vars(instance).items() if name != "_state"}
    return values | {
        name: stored(related) if isinstance(related, Model) else related
        for name, related in instance._state.fields_cache.items()
    }


def is_same(prepared: PreparedModels[Any], *values: Any) -> int:
    """How many rows there are for these values, once they are found to be those of Django."""
    read, expected = prepared.of(*values), list(prepared.queryset(*values))
    assert [stored(row) for row in read] == [stored(row) for row in expected]
    return len(read)


def test_every_query_that_is_written_once_reads_what_django_reads(played: Event) -> None:
    other = make_event(8, name="Other")
    row = played.rounds.get(number=1)
    tables = list(row.tables.all())
    official = next(table.official_id for table in tables if table.official_id)
    device = device_at(played, 1)
    assert [is_same(TABLES, row.pk, number) for number in (1, 2, 3)] == [1, 1, 0]
    assert [is_same(SEATS, table.pk) for table in tables] == [4, 4]
    assert [is_same(TABLES, row.pk, 1, 2), is_same(SEATS, *(table.pk for table in tables))] == [2, 8], "of several"
    assert [is_same(LINES, official), is_same(LINES, 0)] == [4, 0]
    report = TableReport.objects.get(official_at=None).pk
    assert [is_same(ANSWERS, report), is_same(ANSWERS, official), is_same(ANSWERS, report, official)] == [1, 0, 1]
    assert sorted(is_same(PENDING_AT, table.pk, "player") for table in tables) == [0, 4]
    assert [is_same(BY_SECRET, secret) for secret in (device.token_hash, "no hash")] == [1, 0]
    assert is_same(BY_KEY, device.pk) == 1
    assert (round_at(played, 1), round_at(played, 2), round_at(other, 1)) == (row, None, None)


def test_a_number_that_no_column_holds_finds_nothing_and_asks_the_database_nothing(played: Event) -> None:
    round_at(played, 1)
    with CaptureQueriesContext(connection) as asked:
        assert round_at(played, 10**30) is None
    assert len(asked) == 0


def test_the_locked_event_says_how_each_stands_one_after_another(played: Event) -> None:
    helper, stranger = make_director("helper", is_staff=False), make_director("stranger", is_staff=False)
    entry = Entry.objects.get(event=played, number=2)
    Helper.objects.create(event=played, account=helper, entry=entry, roles=spell_roles(frozenset({Role.DESK})))
    people: list[User | None] = [director_of(played), helper, stranger, None]
    seen = []
    for user in people:
        assert is_same(LOCKED, played.pk, user.pk if user else NOBODY) == 1
        locked = locked_for(user, played)
        with CaptureQueriesContext(connection) as asked:
            seen.append(membership_of(user, locked))
        assert len(asked) == 0
    assert seen == [
        Membership(frozenset({Role.DIRECTOR})),
        Membership(frozenset({Role.DESK}), 2),
        Membership(),
        Membership(frozenset({Role.MACHINE})),
    ]
