"""The overview in a browser: what another desk does comes in, nothing that is typed is touched, the clock counts, all is on one screen."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, log_in, press
from tests.build import asked_by_phone, director_of, enter_results, make_event, play_to, publish
from tests.run.patience import MILLISECONDS as SEEN
from tests.tournament.devices.phones import device_at
from tournament.day.at_table import CallKind
from tournament.models import Dispute, Event, Round
from tournament.models.queries import record_of
from tournament.record.devices import RequestKind
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Status
from tournament.services.calls import call_director
from tournament.services.results.confirming import TypedResult, hand_in
from tournament.services.tables import start_clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST_WORD = 130  # px from the top of a phone's page to the first word of the page itself
CASH = (41_300, 35_700, 30_200, 20_100)


def overview(visitors: Visitors, server: LiveServer, event: Event, **options: object) -> Page:
    context = visitors(**options)
    log_in(context, server, director_of(event))
    page = context.new_page()
    page.goto(f"{server.url}/desk/{event.slug}/")
    return page


def in_every_state() -> Event:
    """Five tables of four: playing, reported, waiting for a second look, disputed and called."""
    event = make_event(20, result_check="rekey", players_report=True)
    publish(event)
    start_clock(event, director_of(event), 1)
    enter_results(event, apart_from=(1, 3, 5))
    Dispute.objects.create(
        table=event.rounds.get(number=1).tables.get(number=4), question="Was the second merger paid?"
    )
    said = tuple(
        SeatRecord(seat.player, cash=amount)
        for seat, amount in zip(record_of(event).table(1, 3).seats, CASH, strict=True)
    )
    hand_in(event, director_of(event), 1, [TypedResult(TableRecord(3, said))])
    call_director(device_at(event, 5), CallKind.RULE, "Is this chain safe?")
    return event


def test_what_another_desk_does_comes_in_and_what_is_focused_stays(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(15)
    publish(event, sizes=(3, 3, 3, 3, 3))
    page = overview(visitors, live_server, event)
    page.locator("#at-5").focus()
    enter_results(event, apart_from=(5,))
    expect(page.locator("#at-1")).to_contain_text("✓ reported", timeout=SEEN)
    expect(page.locator(".next")).to_contain_text("Table 5 has not reported.")
    expect(page.locator(".stages")).to_contain_text("4 of 5 reported")
    assert page.evaluate("document.activeElement.id") == "at-5"


def test_a_note_to_a_player_that_is_being_typed_is_not_touched(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8, players_report=True)
    publish(event)
    asked_by_phone(event, 3, RequestKind.LATE)
    page = overview(visitors, live_server, event)
    page.get_by_label("Note to Cai Demo").fill("Come at")
    page.locator("#at-1").focus()
    enter_results(event, apart_from=(2,))
    asked_by_phone(event, 4, RequestKind.LATE)
    expect(page.locator("#at-1")).to_contain_text("✓ reported", timeout=SEEN)
    assert page.get_by_label("Note to Cai Demo").input_value() == "Come at"
    page.get_by_label("Note to Cai Demo").fill("")
    page.locator("#at-1").focus()
    expect(page.get_by_label("Note to Dot Demo")).to_be_visible(timeout=SEEN)


def test_the_clock_counts_and_says_when_time_is_over(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8)
    publish(event)
    page = overview(visitors, live_server, event)
    press(page, "Start the clock")
    left = page.locator("[data-count]")
    expect(left).to_have_text(re.compile(r"^1:49:\d\d$"))
    before = left.inner_text()
    expect(left).not_to_have_text(before)
    press(page, "+5 minutes")
    expect(left).to_have_text(re.compile(r"^1:54:\d\d$"))
    Round.objects.update(starts_at=timezone.now() - timedelta(minutes=112))
    Event.objects.update(version=F("version") + 1)  # the server keeps what it has read of a version
    page.reload()
    expect(left).to_have_text(re.compile(r"^2:0\d$"))
    expect(page.locator(".hall-time")).to_contain_text("over time; ended")
    expect(page.locator(".hall-time")).not_to_contain_text("left of", use_inner_text=True)
    expect(page.locator("#at-1")).to_contain_text("⏱ out of time")


def test_without_script_the_clock_is_started_and_read_too(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8)
    publish(event)
    page = overview(visitors, live_server, event, java_script_enabled=False)
    press(page, "Start the clock")
    expect(page.locator(".hall-time")).to_contain_text("109 minutes")
    press(page, "+5 minutes")
    expect(page.locator(".hall-time")).to_contain_text("114 minutes")
    page.locator("#at-1").click()
    page.wait_for_url("**/rounds/1/#table-1")


def test_the_hall_is_on_one_screen(live_server: LiveServer, visitors: Visitors) -> None:
    for players in (17, 22, 25, 250):
        event = make_event(players, name=f"Cup of {players}")
        publish(event)
        page = overview(visitors, live_server, event)
        bottoms = {
            name: page.locator(name).last.evaluate("part => part.getBoundingClientRect().bottom")
            for name in (".next", ".tables-map", ".hall-clock", ".to-print", ".last")
        }
        assert {name: bottom for name, bottom in bottoms.items() if bottom > 800} == {}, players
        assert page.locator(".tables-map li").count() == len(record_of(event).round(1).tables)


def test_every_state_of_the_hall_is_in_order_on_a_laptop_and_a_phone(
    live_server: LiveServer, visitors: Visitors
) -> None:
    state = in_every_state()
    here = make_event(22, name="Early Cup 2026", status=Status.REGISTERED)
    leaders = play_to(make_event(9, name="Middle Cup 2026"), round_closed=1)
    medals = play_to(make_event(9, name="Late Cup 2026"), round_closed=4)
    for size in ({"width": 1280, "height": 800}, {"width": 360, "height": 740}):
        page = overview(visitors, live_server, state, viewport=size)
        words = page.locator(".tables-map strong").all_inner_texts()
        assert [said.split("\n")[-1].split(": ")[-1] for said in words] == [
            *("● playing", "✓ reported", "! second look", "! disputed", "☎ called"),
        ]
        assert violations(page) == []
        for event in (here, leaders, medals):
            page.goto(f"{live_server.url}/desk/{event.slug}/")
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
            assert violations(page) == [], event.slug


def test_on_a_phone_the_first_word_is_near_and_the_map_has_two_columns(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(22)
    publish(event)
    page = overview(visitors, live_server, event, viewport={"width": 360, "height": 740})
    assert page.locator(".next p").evaluate("part => part.getBoundingClientRect().top") <= FIRST_WORD
    lefts = page.locator(".tables-map li").evaluate_all("rows => rows.map(row => row.getBoundingClientRect().left)")
    assert len(set(lefts)) == 2
    assert page.evaluate("document.documentElement.scrollWidth") == 360
