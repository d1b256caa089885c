"""The front page at every width."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.build import make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "The Open Championship of Acquire in the Great Demonstration Hall"
LEAST_SHARE = 0.6
"""Of the width of the page, for a name."""


def test_names_of_events_have_room_on_the_front_page_at_every_width(live_server: LiveServer, page: Page) -> None:
    for name in (LONG, "Cup 2026"):
        make_event(3, name=name, venue="Demonstration hall")
    for width in (360, 600, 800, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(live_server.url)
        main = page.locator("ul.events").bounding_box()
        assert main is not None
        for link in page.locator("ul.events a").all():
            box = link.bounding_box()
            assert box is not None
            assert box["width"] > LEAST_SHARE * main["width"], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert violations(page) == [], width
