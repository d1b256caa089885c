"""The list at the door in a browser: how many a screen shows, a press that stays on the page, the keyboard alone, no network."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import PHONE, Visitors, at_desk
from tests.build import make_event
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, Status

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AGAIN = 600
"""Milliseconds after which a second press is one of its own."""


def door(visitors: Visitors, server: LiveServer, event: Event, **options: Any) -> Page:
    """The page of check-in, opened by the director."""
    return at_desk(visitors(**options), server, event, "entries/check-in/")


def row(page: Page, number: int) -> Locator:
    """The part of a row that is pressed."""
    return page.locator(f"[data-entry='{number}'] .press")


def status_of(event: Event, number: int) -> Status:
    return record_of(event).entry(PlayerId(number)).status


def is_here(page: Page, number: int, pressed: str = "true") -> None:
    """Wait until the row shows that the player is here, or with "false" is not."""
    expect(row(page, number)).to_have_attribute("aria-pressed", pressed)


ROWS = """() => [...document.querySelectorAll("[data-entry]")].map((row) => [
    row.getBoundingClientRect().bottom <= innerHeight,
    Math.min(...[row, ...row.querySelectorAll(".press")].map((part) => part.getBoundingClientRect().height)),
])"""
"""Whether each row is seen whole, and how many pixels high the lowest thing to press in it is."""


def test_as_many_rows_are_seen_as_a_hall_needs(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(22, status=Status.REGISTERED)
    event.entries.filter(number__lte=4).update(status=Status.PRESENT)
    for options, most, height in (({}, 14, 36), (PHONE, 7, 44)):
        page = door(visitors, live_server, event, **options)
        expect(page.locator("[data-part=counts]")).to_contain_text("4 of 22 here")
        rows = page.evaluate(ROWS)
        assert len(rows) == 22
        assert sum(is_whole for is_whole, _ in rows) >= most
        assert min(lowest for _, lowest in rows) >= height


def test_a_press_checks_in_and_another_takes_it_back_where_it_stands(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(6, status=Status.REGISTERED)
    page = door(visitors, live_server, event)
    page.evaluate("window.isTheSamePage = true")
    places = [each.bounding_box() for each in page.locator("[data-entry]").all()]
    for number, clicks in ((2, 1), (5, 2), (1, 1)):  # a double click is one press
        row(page, number).click(click_count=clicks)
        is_here(page, number)
    expect(page.locator("[data-told]")).to_contain_text("1 Ada Demo: present.")
    expect(page.locator("[data-part=counts]")).to_have_text("3 of 6 here: 1 table of 3.")
    expect(page.locator("[data-next]")).to_have_text("Draw round 1")
    expect(page.locator(".stages")).to_contain_text("3 present")
    expect(row(page, 1)).to_be_focused()
    page.wait_for_timeout(AGAIN)
    row(page, 1).click()
    is_here(page, 1, "false")
    expect(row(page, 1)).to_be_focused()
    assert [each.bounding_box() for each in page.locator("[data-entry]").all()] == places
    assert page.evaluate("window.isTheSamePage")
    assert [status_of(event, number) for number in (1, 2, 5)] == [Status.REGISTERED, Status.PRESENT, Status.PRESENT]


def test_the_keyboard_alone_checks_in_and_chooses_another_state(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(5, status=Status.REGISTERED)
    page = door(visitors, live_server, event)
    for _ in range(8):
        page.keyboard.press("Tab")
        if row(page, 1).evaluate("(row) => row === document.activeElement"):
            break
    page.keyboard.press("Space")
    is_here(page, 1)
    page.keyboard.press("Tab")
    expect(row(page, 2)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-entry='2'] details")).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("[data-entry='2'] details")).not_to_have_attribute("open", "")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-entry='2'] .state")).to_have_text("not coming")
    expect(page.locator("[data-entry='2'] summary")).to_be_focused()
    page.keyboard.type("ca")
    expect(page.locator("#who")).to_have_value("ca")
    page.keyboard.press("Enter")
    is_here(page, 3)
    assert [entry.status.value for entry in record_of(event).entries] == [
        *("present", "absent", "present", "registered", "registered")
    ]


def test_part_of_a_name_and_enter_checks_in_and_the_row_stands_out(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(6, status=Status.REGISTERED)
    page = door(visitors, live_server, event)
    page.keyboard.type("cai")
    expect(page.locator("[data-entry]:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[data-told][role=status]")).to_contain_text("3 Cai Demo: present.")
    expect(page.locator("[data-entry='3']")).to_have_class(re.compile("lit"))
    expect(page.locator("#who")).to_have_value("")
    expect(page.locator("#who")).to_be_focused()
    expect(page.locator("[data-entry]:visible")).to_have_count(6)
    page.keyboard.type("demo")
    page.keyboard.press("Enter")
    expect(page.locator("[data-told] .error")).to_contain_text("6 players match “demo”")
    page.keyboard.type("here, but may")
    expect(page.locator("[data-entry]:visible")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=add]")).to_have_attribute("href", re.compile("add=here%2C%20but%20may#player"))
    page.locator("#who").fill("dot")
    row(page, 4).click()
    is_here(page, 4)
    expect(page.locator("#who")).to_have_value("")
    expect(page.locator("#who")).to_be_focused()


def test_without_a_network_the_press_says_so_and_nothing_is_ticked(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(4, status=Status.REGISTERED)
    page = door(visitors, live_server, event)
    page.context.set_offline(True)
    row(page, 2).click()
    expect(page.locator("[data-told] .error")).to_have_text("Not saved: no connection to the server. Press again.")
    is_here(page, 2, "false")
    page.context.set_offline(False)
    page.wait_for_timeout(AGAIN)
    row(page, 2).click()
    is_here(page, 2)
