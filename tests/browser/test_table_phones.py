"""The phones of a table agree on its result without being reloaded, and the desk closes the round with three clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import PHONE, Visitors, at_desk, clicks, count_clicks, press
from tests.browser.kit.wire import Wire
from tests.build import make_event, publish
from tests.run.patience import MILLISECONDS as SEEN
from tests.tournament.devices.test_reporting import phone, report
from tournament.access.devices import codes_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.devices import table_subject

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CASH = ("41200", "35000", "30000")


def made() -> Event:
    """Six players at two tables of a published round; they report by phone."""
    event = make_event(6, players_report=True)
    publish(event, 1, sizes=(3, 3))
    return event


def names(event: Event, table: int) -> list[str]:
    """Who sits at a table."""
    record = record_of(event)
    return [record.name_of(seat.player) for seat in record.table(1, table).seats]


def claimed(context: BrowserContext, server: LiveServer | Wire, event: Event, table: int, who: str) -> Page:
    """A phone that scanned the slip of a table and said whose it is."""
    subject = table_subject(1, table)
    page = context.new_page()
    page.goto(f"{server.url}/{event.slug}/c/1/{table}/{codes_of(event, [subject])[subject]}/")
    page.get_by_role("button", name=who).click()
    heading = who.removeprefix("I am ") if who.startswith("I am ") else f"Round 1, table {table}"
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    return page


def test_a_round_by_phones_costs_the_desk_three_clicks(live_server: LiveServer, visitors: Visitors) -> None:
    event = made()
    for holder in range(3):
        report(event, phone(event, holder, 2), (41_200, 35_000, 30_000))
    devices = [claimed(visitors(**PHONE), live_server, event, 1, f"I am {who}") for who in names(event, 1)]
    devices[0].get_by_role("link", name="Enter the result").first.click()
    for name, amount in zip(names(event, 1), CASH, strict=True):
        devices[0].get_by_label(f"Cash of {name}", exact=True).fill(amount)
    devices[0].get_by_role("button", name="Send the result").click()
    expect(devices[0].get_by_text("You agreed. 2 of 3 players still have to confirm.")).to_be_visible()
    for each in devices[1:]:
        expect(each.get_by_text("41,200").first).to_be_visible(timeout=SEEN)
        each.get_by_role("button", name="I agree", exact=True).click()
    expect(devices[2].get_by_text("agreed by all")).to_be_visible()
    expect(devices[0].get_by_text("agreed by all")).to_be_visible(timeout=SEEN)
    context = visitors()
    count_clicks(context)
    page = at_desk(context, live_server, event)
    page.locator(".next").get_by_role("link").first.click()
    page.get_by_role("button", name="Accept tables 1 and 2").click()
    press(page, "Close round 1")
    assert record_of(event).round(1).is_closed
    assert clicks(page) == 3
