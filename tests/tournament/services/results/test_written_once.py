"""What acts and phones ask in plain SQL is what the ORM finds, with what belongs to it and for whoever asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.build import enter_result, make_event, plausible_cash, publish
from tests.tournament.devices.phones import code_of_table, device_at
from tournament.access.devices import claim, phone_with
from tournament.models import Device, Event, TableReport
from tournament.models.device import BY_SECRET
from tournament.models.queries import record_of
from tournament.record.devices import table_subject
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.changes import Actor
from tournament.services.results.phones import ANSWERS, answer_report, report_by_phone

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


def test_phones_of_a_table_that_share_a_name_or_a_browser_are_alike(played: Event) -> None:
    table = record_of(played).round(1).tables[1]
    first, second = (seat.player for seat in table.seats[:2])
    phones = []
    for player, browser, alike in ((first, "a", 0), (first, "", 1), (second, "", 1), (second, "c", 2)):
        phones.append(claimed(played, table.number, player, browser))
        now: list[Any] = [BY_SECRET.first(phone.token_hash) for phone in phones]
        assert {phone.alike for phone in now} == {alike}
