"""The settings page in a browser: short, Save in sight, searched as one types, links open folds, errors have the cursor."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, at_desk
from tests.build import make_event
from tournament.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TALLEST = 1_500
"""The pixels of the page at 1280 x 800, with everything folded that is folded."""


@pytest.fixture
def event(transactional_db: None) -> Event:
    """An event that differs from the rules in two settings."""
    return make_event(5, extras="", multiplier_five=1_250, result_check="rekey")


def opened(live_server: LiveServer, visitors: Visitors, event: Event, width: int, height: int, **more: object) -> Page:
    """The settings page in a window of that size."""
    return at_desk(visitors(viewport={"width": width, "height": height}, **more), live_server, event, "settings/")


def test_the_page_is_short_and_save_is_in_sight_wherever_one_reads(
    live_server: LiveServer, visitors: Visitors, event: Event
) -> None:
    page = opened(live_server, visitors, event, 1280, 800)
    assert page.evaluate("document.documentElement.scrollHeight") <= TALLEST
    for summary in page.locator("details.part > summary").all():
        summary.click()
        expect(page.get_by_role("button", name="Save", exact=True)).to_be_in_viewport()


def test_the_search_opens_the_parts_with_something_found_and_folds_them_again(
    live_server: LiveServer, visitors: Visitors, event: Event
) -> None:
    page = opened(live_server, visitors, event, 1280, 800)
    page.locator("#search").fill("FÉE")
    expect(page.get_by_label("Fees", exact=True)).to_be_visible()
    expect(page.get_by_label("Venue", exact=True)).to_be_hidden()
    expect(page.locator("#paper")).to_be_hidden()
    page.locator("#search").fill("arbiters")
    expect(page.get_by_label("Chain names")).to_be_visible()
    page.locator("#search").fill("")
    expect(page.get_by_label("Venue", exact=True)).to_be_visible()
    expect(page.get_by_label("Fees", exact=True)).to_be_hidden()


def test_fees_are_switched_on_and_set_with_one_save_without_any_script(
    live_server: LiveServer, visitors: Visitors, event: Event
) -> None:
    page = opened(live_server, visitors, event, 1280, 800, java_script_enabled=False)
    page.locator("#extras > summary").click()
    expect(page.locator("#id_fee")).to_be_hidden()
    page.get_by_label("Fees", exact=True).check()
    page.locator("#id_fee").fill("12")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#different #id_fee")).to_have_value("12")


def test_every_part_opened_and_every_switch_on_is_well_made(
    live_server: LiveServer, visitors: Visitors, event: Event
) -> None:
    page = opened(live_server, visitors, event, 1280, 800)
    page.evaluate("document.querySelectorAll('details.part').forEach((part) => { part.open = true; })")
    for box in page.locator(".extra > .switch input").all():
        box.check()
    for width, height in ((1280, 800), (360, 700)):
        page.set_viewport_size({"width": width, "height": height})
        assert violations(page) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_what_is_wrong_has_the_cursor_without_any_script(
    live_server: LiveServer, visitors: Visitors, event: Event
) -> None:
    page = opened(live_server, visitors, event, 1280, 800, java_script_enabled=False)
    page.locator("#times > summary").click()
    page.get_by_label("Allowance per round, in minutes").first.fill("200")
    page.get_by_role("button", name="Save", exact=True).click()
    field = page.locator("#id_allowance_minutes")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()


def test_a_link_to_a_setting_opens_the_part_with_it_and_a_new_event_begins_with_its_name(
    live_server: LiveServer, visitors: Visitors, event: Event
) -> None:
    page = opened(live_server, visitors, event, 1280, 800)
    page.goto(f"{page.url}#id_dilution")
    expect(page.locator("#id_dilution")).to_be_in_viewport()
    page.goto(f"{live_server.url}/desk/new/")
    expect(page.get_by_label("Name", exact=True).first).to_be_focused()
