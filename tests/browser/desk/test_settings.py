"""The settings page in a browser: short, nothing cut off at any width, Save in sight, the index follows, errors have the cursor."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk
from tests.build import make_event
from tournament.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TALLEST = 2_650
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
    for link in page.locator(".settings-index a").all():
        link.click()
        expect(link).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("button", name="Save", exact=True)).to_be_in_viewport()


def test_what_is_wrong_has_the_cursor_without_any_script(
    live_server: LiveServer, visitors: Visitors, event: Event
) -> None:
    page = opened(live_server, visitors, event, 1280, 800, java_script_enabled=False)
    page.get_by_label("Allowance per round").first.fill("200")
    page.get_by_role("button", name="Save", exact=True).click()
    field = page.locator("#id_allowance_minutes")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()


def test_a_new_event_begins_with_its_name(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    page = opened(live_server, visitors, event, 1280, 800)
    page.goto(f"{live_server.url}/desk/new/")
    expect(page.get_by_label("Name", exact=True).first).to_be_focused()
