"""The settings page in a browser: short, Save in sight, searched as one types, links open folds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk
from tests.build import make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TALLEST = 1_500
"""The pixels of the page at 1280 x 800, with everything folded that is folded."""


def opened(live_server: LiveServer, visitors: Visitors) -> Page:
    """The settings page of an event that differs from the rules in two settings."""
    event = make_event(5, extras="", multiplier_five=1_250, result_check="rekey")
    return at_desk(visitors(), live_server, event, "settings/")


def test_the_page_is_short_and_save_is_in_sight_wherever_one_reads(live_server: LiveServer, visitors: Visitors) -> None:
    page = opened(live_server, visitors)
    assert page.evaluate("document.documentElement.scrollHeight") <= TALLEST
    for summary in page.locator("details.part > summary").all():
        summary.click()
        expect(page.get_by_role("button", name="Save", exact=True)).to_be_in_viewport()


def test_a_link_and_the_search_open_the_parts_with_what_is_looked_for_and_fold_them_again(
    live_server: LiveServer, visitors: Visitors
) -> None:
    page = opened(live_server, visitors)
    page.goto(f"{page.url}#id_dilution")
    expect(page.locator("#id_dilution")).to_be_in_viewport()
    page.goto(page.url.partition("#")[0])
    page.locator("#search").fill("FÉE")
    expect(page.get_by_label("Fees", exact=True)).to_be_visible()
    expect(page.get_by_label("Venue", exact=True)).to_be_hidden()
    expect(page.locator("#paper")).to_be_hidden()
    page.locator("#search").fill("arbiters")
    expect(page.get_by_label("Chain names")).to_be_visible()
    page.locator("#search").fill("")
    expect(page.get_by_label("Venue", exact=True)).to_be_visible()
    expect(page.get_by_label("Fees", exact=True)).to_be_hidden()
