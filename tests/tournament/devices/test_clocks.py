"""The clock of a table on its phone and at the desk: presses count once and wake nobody, giving time is an act of the diary."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import Error, transaction
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.build import director_of, logged_in
from tests.tournament.devices.phones import device_at, phone_of
from tournament.access.devices import DeviceRefusedError
from tournament.day.at_table import PressKind, TableTime
from tournament.models import ClockPress, Device, Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId
from tournament.services.changes import RefusedError
from tournament.services.clocks import (
    MINUTE,
    SentPress,
    clock_of,
    clocks_of,
    give_time,
    out_by_clock,
    press,
    presses_of,
)
from tournament.services.rounds import withdraw_round
from tournament.services.tables import let_clock_go_on, pause_clock
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def order_at(event: Event, table: int = 1) -> list[int]:
    """The players of a table in order of play."""
    return [row.player for row in time_at(event, table).players]


def time_at(event: Event, table: int = 1) -> TableTime:
    """How a table's clock stands."""
    time = clock_of(event, 1, table).time
    assert time is not None
    return time


def minutes_left(event: Event, table: int = 1) -> list[int]:
    """What is left to the players of a table in order of play, in minutes begun."""
    return [-(-row.left // MINUTE) for row in time_at(event, table).players]


def back(device: Device, minutes: int) -> Device:
    """A phone that was claimed so long ago."""
    device.claimed_at = device.claimed_at.fromtimestamp(
        device.claimed_at.timestamp() - minutes * 60, tz=device.claimed_at.tzinfo
    )
    return device


def clock_page(event: Event, table: int = 1) -> str:
    """The page of a table's clock."""
    return reverse("device_clock", args=[event.slug, 1, table])


def test_presses_of_a_device_without_network_count_from_when_they_were_pressed_and_once(event: Event) -> None:
    first, second, *_ = order_at(event)
    device = back(device_at(event), 30)
    queue = [
        SentPress("a-1", 10 * MINUTE, PressKind.TURN, first),
        SentPress("a-2", 6 * MINUTE, PressKind.TURN, second),
        SentPress("a-3", 1 * MINUTE, PressKind.STOP),
    ]
    version = Event.objects.get(pk=event.pk).version
    assert [press(device, queue[:2]), press(device, queue), press(device, queue[::-1])] == [2, 1, 0]
    assert minutes_left(event) == [21, 20, 25, 25]
    assert Event.objects.get(pk=event.pk).version == version


def test_a_late_press_never_comes_before_an_earlier_one_of_the_same_device_nor_before_its_claim(event: Event) -> None:
    first, second, *_ = order_at(event)
    device = device_at(event)
    press(device, [SentPress("a-1", 0, PressKind.TURN, first), SentPress("a-2", 9 * MINUTE, PressKind.TURN, second)])
    assert (time_at(event).running, minutes_left(event)) == (second, [25, 25, 25, 25])


def test_no_table_presses_for_the_director_and_none_of_a_round_that_is_over(event: Event) -> None:
    device = device_at(event)
    with pytest.raises(RefusedError, match="did not recognise that press"):
        press(device, [SentPress("a-1", 0, PressKind.GIVE, 1)])
    withdraw_round(event, director_of(event), 1)
    with pytest.raises(DeviceRefusedError):
        press(device, [SentPress("a-1", 0, PressKind.STOP)])
    assert ClockPress.objects.count() == 0


def test_a_ruling_on_time_is_an_act_that_the_diary_tells_and_undoes_r27(event: Event) -> None:
    player = PlayerId(order_at(event, 2)[1])
    give_time(event, director_of(event), 1, player, -120, "third wrong tile")
    assert minutes_left(event, 2) == [25, 23, 25, 25]
    change = event.changes.get(version=event.version)
    record = record_of(event)
    assert sentence_of(change, record) == f"2:00 taken off the clock of {record.name_of(player)} at table 2 in round 1"
    undo_changes(event, director_of(event), [event.version])
    assert minutes_left(event, 2) == [25, 25, 25, 25]


def test_all_clocks_are_paused_and_go_on_with_that_of_the_round(event: Event) -> None:
    first, *_ = order_at(event)
    press(device_at(event), [SentPress("a-1", 0, PressKind.TURN, first)])
    pause_clock(event, director_of(event), 1)
    assert [clock.time.is_held for clock in clocks_of(record_of(event), 1, presses_of(event, 1)) if clock.time] == [
        True,
        True,
    ]
    assert time_at(event).running == 0
    let_clock_go_on(event, director_of(event), 1)
    assert time_at(event).running == first


def test_the_clock_proposes_who_is_out_of_time_for_the_result_r31(event: Event) -> None:
    first, second, *_ = order_at(event)
    presses = [
        SentPress("a-1", 40 * MINUTE, PressKind.TURN, first),
        SentPress("a-2", 5 * MINUTE, PressKind.TURN, second),
    ]
    press(back(device_at(event), 60), presses)
    record = record_of(event)
    assert out_by_clock(record.round(1), record.ruleset, presses_of(event, 1)) == {1: frozenset({first})}
    desk = logged_in(director_of(event))
    address = reverse("desk_results", args=[event.slug, 1])
    page = desk.get(address).content.decode()
    assert page.count(escape("on the table's clock")) == 1
    assert re.search(rf'name="t1-late-{first}"[^>]* checked>', page)
    sent = {"t1-ended_by": "", "t1-clock": str(first), f"t1-late-{first}": "on"}
    desk.post(address, sent)  # the proposal alone is no report
    assert (event.changes.filter(act="results.record").count(), record_of(event).table(1, 1).waiting) == (0, None)
    cash = dict(zip(order_at(event), ("40,000", "35,000", "30,000", "20,000"), strict=True))
    desk.post(address, {**sent, **{f"t1-cash-{player}": amount for player, amount in cash.items()}})
    assert {seat.player: seat.timed_out for seat in record_of(event).table(1, 1).seats} == {
        player: player == first for player in cash
    }
    assert escape("on the table's clock") not in desk.get(address).content.decode()


def test_the_page_works_by_forms_alone_and_a_form_sent_twice_counts_once(event: Event) -> None:
    phone, (first, second, *_) = phone_of(event), order_at(event)
    record = record_of(event)
    page = phone.get(clock_page(event)).content.decode()
    assert f"Start: {record.name_of(PlayerId(first))} begins" in page
    for key, button in (("k1", f"turn {first}"), ("k1", f"turn {first}"), ("k2", f"turn {second}")):
        assert phone.post(clock_page(event), {"key": key, "press": button}).status_code == 302
    assert (time_at(event).running, ClockPress.objects.count()) == (second, 2)
    page = phone.get(clock_page(event)).content.decode()
    assert f"{record.name_of(PlayerId(second))}’s clock is running." in page
    assert phone.post(clock_page(event), {"key": "k3", "press": "dance 1"}).status_code == 400


def test_another_button_of_a_page_that_back_has_brought_is_a_press_of_its_own(event: Event) -> None:
    phone, (first, second, *_) = phone_of(event), order_at(event)
    for button in (f"turn {first}", f"turn {second}", f"turn {second}"):
        phone.post(clock_page(event), {"key": "the key of one page", "press": button})
    assert (time_at(event).running, ClockPress.objects.count()) == (second, 2)


def test_a_script_is_told_how_the_clock_stands_and_nothing_where_it_knows(event: Event) -> None:
    phone, (first, *_) = phone_of(event), order_at(event)
    body: dict[str, Any] = {"presses": [{"key": "d-1", "ago": 0, "kind": "turn", "player": first}]}
    sent = phone.post(clock_page(event), body, content_type="application/json", headers={"Accept": "application/json"})
    assert (sent.status_code, sent.json()["pressed"], sent.json()["presses"]) == (200, first, 1)
    told = {
        after: phone.get(f"{clock_page(event)}?after={after}", headers={"Accept": "application/json"})
        for after in (0, 1)
    }
    assert (told[0].json()["turn"], told[1].status_code) == (first, 204)
    junk = phone.post(clock_page(event), "[]", content_type="application/json")
    assert (junk.status_code, "reload the page" in junk.json()["problem"]) == (400, True)
    assert Client().get(clock_page(event), headers={"Accept": "application/json"}).status_code == 410


def test_the_desk_sees_all_clocks_gives_time_and_pauses(event: Event) -> None:
    desk = logged_in(director_of(event))
    first, second, *_ = order_at(event)
    clocks = reverse("desk_clocks", args=[event.slug, 1])
    assert "No clock is running" in desk.get(clocks).content.decode()
    press(device_at(event), [SentPress("a-1", 0, PressKind.TURN, first)])
    time = reverse("desk_give_time", args=[event.slug, 1, 1])
    desk.post(time, {"player": second, "way": "take", "minutes": 2, "reason": "wrong tile again"})
    page = desk.get(clocks).content.decode()
    assert "2:00 taken off the clock of" in page
    assert "23:00" in page
    assert desk.post(time, {"player": second, "way": "take", "minutes": 900, "reason": "x"}).status_code == 200
    round_clock = reverse("desk_clock", args=[event.slug, 1])
    desk.post(round_clock, {"do": "pause"})
    assert "All clocks for this round have been paused since" in desk.get(clocks).content.decode()
    desk.post(round_clock, {"do": "go"})
    assert time_at(event).running == first


def test_a_press_is_never_changed(event: Event) -> None:
    press(device_at(event), [SentPress("a-1", 0, PressKind.STOP)])
    with pytest.raises(Error), transaction.atomic():
        ClockPress.objects.update(kind=PressKind.HOLD.value)
