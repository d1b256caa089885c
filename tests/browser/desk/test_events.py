"""The front page at every width, and events that are put away or hidden."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import log_in
from tests.build import director_of, make_event
from tournament.services.events.showing import put_away, set_notice

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "The Open Championship of Acquire in the Great Demonstration Hall"
LEAST_SHARE = 0.6
"""Of the width of the page, for a name."""


@pytest.mark.parametrize("width", [360, 600, 800, 1280, 1600])
def test_names_of_events_have_room_on_the_front_page_at_every_width(
    live_server: LiveServer, page: Page, width: int
) -> None:
    for name in (LONG, "Cup 2026"):
        make_event(3, name=name, venue="Demonstration hall")
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(live_server.url)
    main = page.locator("ul.events").bounding_box()
    assert main is not None
    for link in page.locator("ul.events a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["width"] > LEAST_SHARE * main["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_an_event_put_away_with_a_notice_and_a_hidden_one_are_in_order_for_everybody(
    live_server: LiveServer, visitor: BrowserContext, page: Page
) -> None:
    away, hidden = make_event(4), make_event(4, name="Hidden Cup 2026", is_shown=False)
    set_notice(away, director_of(away), "Lunch until 14:00")
    put_away(away, director_of(away))
    log_in(visitor, live_server, director_of(away))
    for path in (f"/desk/{away.slug}/", f"/{away.slug}/", "/desk/?away=yes", f"/desk/{hidden.slug}/"):
        page.goto(f"{live_server.url}{path}")
        assert violations(page) == [], path
