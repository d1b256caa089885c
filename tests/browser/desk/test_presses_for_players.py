"""What a player costs a director in presses: one who comes late, one who is not on the list, and one who leaves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, at_desk, clicks, count_clicks, press
from tests.build import director_of, make_event, publish
from tournament.day.lists.rosters import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.entries import add_entries

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(db: None) -> Event:
    """An event of seven whose first round is being played."""
    event = make_event(7)
    publish(event, 1)
    return event


def overview(visitors: Visitors, server: LiveServer, event: Event) -> Page:
    """The overview of the event, on which presses are counted."""
    context = visitors()
    count_clicks(context)
    return at_desk(context, server, event)


def test_who_comes_late_and_is_on_the_list_costs_two(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    page = overview(visitors, live_server, event)
    press(page, "A player has arrived late")
    assert violations(page) == []
    press(page, "Seat at table 2")
    expect(page.locator(".messages")).to_contain_text("Late Demo seated at table 2 in ")
    assert record_of(event).table(1, 2).size == 4
    assert clicks(page) == 2


def test_who_is_not_on_the_list_costs_three(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    page = overview(visitors, live_server, event)
    press(page, "A player has arrived late")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Wanda Walkin")
    page.keyboard.press("Enter")
    press(page, "Seat at table 2")
    assert record_of(event).table(1, 2).size == 4
    assert clicks(page) == 3


def test_who_leaves_costs_three(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    page = overview(visitors, live_server, event)
    page.locator("a[data-dialog=finder]").click()
    page.keyboard.type("cai")
    press(page, "Withdraw Cai Demo")
    page.wait_for_url("**/entries/3/withdraw/")
    assert violations(page) == []
    press(page, "Withdraw Cai Demo")
    expect(page.locator(".messages")).to_contain_text("3 Cai Demo: withdrawn.")
    assert record_of(event).entry(PlayerId(3)).status is Status.WITHDRAWN
    assert clicks(page) == 3
