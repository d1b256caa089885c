"""What acts and phones ask in plain SQL is what the ORM finds, with what belongs to it and for whoever asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.build import director_of, enter_result, make_director, make_event, plausible_cash, publish
from tests.tournament.devices.phones import code_of_table, device_at
from tests.tournament.record.test_plain_sql import is_same
from tournament.access.devices import claim, phone_with, withdraw_code
from tournament.access.membership import LOCKED, NOBODY, Membership, locked_for, membership_of, with_row_of
from tournament.models import Device, Entry, Event, Helper, ReportAnswer, ReportedSeat, Round, Seat, Table, TableReport
from tournament.models.device import BY_KEY, BY_SECRET
from tournament.models.queries import record_of
from tournament.record.acts import Role, spell_roles
from tournament.record.devices import table_subject
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.changes import Actor
from tournament.services.results.phones import ANSWERS, answer_report, report_by_phone
from tournament.services.results.stored import LINES, PENDING_AT, SEATS, TABLES, pending_lines

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


def claimed(event: Event, table: int, player: int, browser: str) -> Device:
    """The phone of a player at a table, claimed by the browser with that key; empty for one that is not known."""
    phone = phone_with(claim(event, table_subject(1, table), code_of_table(event, table), player, browser))
    assert phone is not None
    return phone


def test_tables_seats_and_lines_are_those_of_the_orm(played: Event) -> None:
    row = played.rounds.get(number=1)
    tables = list(row.tables.all())
    official = next(table.official_id for table in tables if table.official_id)
    for numbers in ((1,), (2,), (3,), (1, 2)):
        of_round = Table.objects.filter(round=row, number__in=numbers).select_related("official")
        assert is_same(TABLES, of_round, row.pk, numbers, beside={"has_game": False}) == len(set(numbers) & {1, 2})
    for keys in ([tables[0].pk], [table.pk for table in tables]):
        seats = Seat.objects.filter(table__in=keys).select_related("entry").order_by("position")
        assert is_same(SEATS, seats, tuple(keys)) == 4 * len(keys)
    assert [is_same(LINES, ReportedSeat.objects.filter(report=key), (key,)) for key in (official, 0)] == [4, 0]


def test_pending_reports_and_their_answers_are_those_of_the_orm(played: Event) -> None:
    report, other = TableReport.objects.get(official_at=None), TableReport.objects.exclude(official_at=None).get()
    phones = pending_lines(report__source="player").select_related(None).select_related("report__device", "entry")
    tables = [each.table_id for each in (report, other)]
    assert [is_same(PENDING_AT, phones.filter(report__table=table), table) for table in tables] == [4, 0]
    for keys in ((report.pk,), (other.pk,), (report.pk, other.pk)):
        answers = ReportAnswer.objects.filter(report__in=keys).select_related("entry", "device").order_by("pk")
        assert is_same(ANSWERS, answers, keys, beside={"is_let_in": False}) == (report.pk in keys)


def test_an_answer_tells_whether_its_browser_still_speaks_for_the_player(played: Event) -> None:
    record = record_of(played)
    table = record.round(1).tables[1]
    own = [claimed(played, table.number, table.seats[place].player, browser) for place, browser in ((1, "b"), (2, ""))]
    report = TableReport.objects.get(official_at=None)
    for phone in own:
        answer_report(played, Actor(None, device=phone), report.pk, agrees=True)

    def told() -> list[bool]:
        rows: list[Any] = ANSWERS.of((report.pk,))
        return [row.is_let_in for row in rows if row.device_id in [phone.pk for phone in own]]

    assert told() == [True, True]
    again = claimed(played, table.number, table.seats[1].player, "b")
    assert told() == [True, True], "another phone of the same browser"
    Device.objects.filter(pk__in=[again.pk, own[1].pk]).update(withdrawn_at=timezone.now())
    assert told() == [False, False], "a browser that is not known is another one than any other such"


def test_a_phone_is_the_row_of_the_orm_with_what_holds_for_it_now(played: Event) -> None:
    device = device_at(played, 1)
    holds: dict[str, Any] = {"counter_now": 0, "round_state": "published"}
    by_secret = Device.objects.select_related("event", "entry").filter(token_hash=device.token_hash)
    assert is_same(BY_SECRET, by_secret, device.token_hash, beside={**holds, "alike": 0}) == 1
    assert is_same(BY_KEY, Device.objects.filter(pk=device.pk), device.pk, beside=holds) == 1
    assert [BY_SECRET.first("no hash"), BY_KEY.first(0)] == [None, None]
    withdraw_code(played, table_subject(1, 1))
    Round.objects.filter(event=played).update(state="draft")
    now: Any = BY_KEY.first(device.pk)
    assert (now.counter, now.counter_now, now.round_state) == (0, 1, "draft")


def test_phones_of_a_table_that_share_a_name_or_a_browser_are_alike(played: Event) -> None:
    table = record_of(played).round(1).tables[1]
    first, second = (seat.player for seat in table.seats[:2])
    phones = []
    for player, browser, alike in ((first, "a", 0), (first, "", 1), (second, "", 1), (second, "c", 2)):
        phones.append(claimed(played, table.number, player, browser))
        now: list[Any] = [BY_SECRET.first(phone.token_hash) for phone in phones]
        assert {phone.alike for phone in now} == {alike}


def test_the_locked_event_says_how_each_stands_one_after_another(played: Event) -> None:
    helper, stranger = make_director("helper", is_staff=False), make_director("stranger", is_staff=False)
    entry = Entry.objects.get(event=played, number=2)
    Helper.objects.create(event=played, account=helper, entry=entry, roles=spell_roles(frozenset({Role.DESK})))
    people: list[User | None] = [director_of(played), helper, stranger, None]
    seen = []
    for user in people:
        account = user.pk if user else NOBODY
        by_orm = with_row_of(Event.objects.filter(pk=played.pk), account)
        assert is_same(LOCKED, by_orm, account, played.pk) == 1
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
