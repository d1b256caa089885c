"""The overview in a browser: what another desk does comes in, nothing that is typed or focused is touched, the clock counts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk, press
from tests.build import asked_by_phone, enter_results, make_event, publish
from tests.run.patience import MILLISECONDS as SEEN
from tournament.models import Event, Round
from tournament.record.devices import RequestKind

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_what_another_desk_does_comes_in_and_what_is_typed_or_focused_stays(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(15, players_report=True)
    publish(event, sizes=(3, 3, 3, 3, 3))
    asked_by_phone(event, 3, RequestKind.LATE)
    page = at_desk(visitors(), live_server, event)
    page.get_by_label("Note to Cai Demo").fill("Come at")
    page.locator("#at-5").focus()
    enter_results(event, apart_from=(5,))
    asked_by_phone(event, 4, RequestKind.LATE)
    expect(page.locator("#at-1")).to_contain_text("✓ reported", timeout=SEEN)
    expect(page.locator(".next")).to_contain_text("Table 5 has not reported.")
    expect(page.locator(".stages")).to_contain_text("4 of 5 reported")
    assert page.evaluate("document.activeElement.id") == "at-5"
    assert page.get_by_label("Note to Cai Demo").input_value() == "Come at"
    page.get_by_label("Note to Cai Demo").fill("")
    page.locator("#at-5").focus()
    expect(page.get_by_label("Note to Dot Demo")).to_be_visible(timeout=SEEN)


def test_the_clock_counts_and_says_when_time_is_over(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8)
    publish(event)
    page = at_desk(visitors(), live_server, event)
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
