"""The list at the door in a browser: how many a screen shows, a press that stays on the page, the keyboard alone, no script at all."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors, clicks, count_clicks, log_in, press
from tests.build import director_of, make_event, publish
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.entries import add_entries

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AGAIN = 600
"""Milliseconds after which a second press is one of its own."""


def door(visitors: Visitors, server: LiveServer, event: Event, **options: Any) -> Page:
    """The page of check-in, opened by the director."""
    context = visitors(**options)
    count_clicks(context)
    log_in(context, server, director_of(event))
    page = context.new_page()
    page.goto(f"{server.url}/desk/{event.slug}/entries/check-in/")
    return page


def row(page: Page, number: int) -> Locator:
    """The part of a row that is pressed."""
    return page.locator(f"[data-entry='{number}'] .press")


def status_of(event: Event, number: int) -> Status:
    return record_of(event).entry(PlayerId(number)).status


def is_here(page: Page, number: int, pressed: str = "true") -> None:
    """Wait until the row shows that the player is here, or with "false" is not."""
    expect(row(page, number)).to_have_attribute("aria-pressed", pressed)


@pytest.mark.parametrize(("options", "most", "height"), [({}, 14, 36), (PHONE, 7, 44)])
def test_as_many_rows_are_seen_as_a_hall_needs(
    live_server: LiveServer, visitors: Visitors, options: dict[str, Any], most: int, height: int
) -> None:
    event = make_event(22, status=Status.REGISTERED)
    for number in (1, 2, 3, 4):
        page = door(visitors, live_server, event, **options)
        row(page, number).click()
        is_here(page, number)
    page = door(visitors, live_server, event, **options)
    expect(page.locator("[data-part=counts]")).to_contain_text("4 of 22 here")
    boxes = [each.bounding_box() for each in page.locator("[data-entry]").all()]
    assert len(boxes) == 22
    size = page.viewport_size
    assert size is not None
    wholly = [box for box in boxes if box is not None and box["y"] + box["height"] <= size["height"]]
    assert len(wholly) >= most
    assert all(box is not None and box["height"] >= height for box in boxes)
    assert all((each.bounding_box() or {"height": 0})["height"] >= height for each in page.locator(".press").all())


def test_a_press_checks_in_and_another_takes_it_back_where_it_stands(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(6, status=Status.REGISTERED)
    page = door(visitors, live_server, event)
    page.evaluate("window.isTheSamePage = true")
    places = [each.bounding_box() for each in page.locator("[data-entry]").all()]
    for number in (2, 5, 1):
        row(page, number).click()
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


def test_a_double_click_checks_in(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(4, status=Status.REGISTERED)
    page = door(visitors, live_server, event)
    row(page, 2).dblclick()
    is_here(page, 2)
    page.wait_for_timeout(AGAIN)
    assert status_of(event, 2) is Status.PRESENT


def test_undo_stands_beside_what_was_done(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(4, status=Status.REGISTERED)
    page = door(visitors, live_server, event)
    row(page, 2).click()
    expect(page.locator("[data-told]")).to_contain_text("2 Ben Demo: present.")
    press(page, "Undo")
    expect(page.locator(".messages")).to_contain_text("Undone: Ben Demo checked in.")
    is_here(page, 2, "false")


def test_one_late_and_one_absent_of_22_cost_five_presses(live_server: LiveServer, visitors: Visitors) -> None:
    """As many as two ticks, two buttons and "all" did."""
    event = make_event(22, status=Status.REGISTERED)
    page = door(visitors, live_server, event)
    for number, words in ((3, "Coming late"), (4, "Not coming today")):
        line = page.locator(f"[data-entry='{number}']")
        line.locator("summary").click()
        line.get_by_role("button", name=words).click()
        expect(line.locator(".state")).to_be_visible()
        expect(line.locator("details")).not_to_have_attribute("open", "")
    press(page, "Check in everybody expected")
    expect(page.locator("[data-part=counts]")).to_contain_text("20 of 21 here")
    assert (status_of(event, 3), status_of(event, 4)) == (Status.LATE, Status.ABSENT)
    assert clicks(page) == 5


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


def test_without_script_the_page_comes_back_to_the_row(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(40, status=Status.REGISTERED)
    page = door(visitors, live_server, event, java_script_enabled=False, viewport={"width": 360, "height": 740})
    row(page, 30).click()
    page.wait_for_url("**/entries/check-in/#entry-30")
    expect(row(page, 30)).to_have_attribute("aria-pressed", "true")
    expect(row(page, 30)).to_be_in_viewport()
    line = page.locator("[data-entry='29']")
    line.locator("summary").click()
    line.get_by_role("link", name="Open the entry").click()
    press(page, "Not coming today")
    page.goto(f"{live_server.url}/desk/{event.slug}/entries/check-in/")
    assert (status_of(event, 30), status_of(event, 29)) == (Status.PRESENT, Status.ABSENT)
    row(page, 30).click()
    page.wait_for_url("**/entries/check-in/#entry-30")
    assert status_of(event, 30) is Status.REGISTERED


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


def test_a_late_arrival_of_a_running_round_is_led_to_the_options(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(6)
    publish(event, 1)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    page = door(visitors, live_server, event)
    page.keyboard.type("late")
    with page.expect_navigation(url="**/entries/7/arrive/"):
        page.keyboard.press("Enter")
    page.go_back()
    with page.expect_navigation(url="**/entries/7/arrive/"):
        row(page, 7).click()
    page.go_back()
    row(page, 1).click()
    page.wait_for_url("**/entries/1/")
    assert violations(page) == []


def test_the_judge_finds_nothing_in_any_state(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8, status=Status.REGISTERED)
    page = door(visitors, live_server, event, **PHONE)
    row(page, 1).click()
    is_here(page, 1)
    for number, words in ((2, "Coming late"), (3, "Not coming today"), (4, "Here, but not playing")):
        line = page.locator(f"[data-entry='{number}']")
        line.locator("summary").click()
        line.get_by_role("button", name=words).click()
        expect(line.locator(".state")).to_be_visible()
    page.locator("[data-entry='5'] summary").click()
    expect(page.locator("[data-told]")).to_contain_text("4 Dot Demo: excluded.")
    page.wait_for_timeout(2600)
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert violations(page) == []
