"""A form with something typed asks before it is left: only where something changed, and never for its own button or for Cancel."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, asked_on, at_desk
from tests.build import make_event, publish
from tournament.models.queries import read_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TYPED = {
    "settings/": ("Name", "Another Cup"),
    "entries/paste/": ("Players, one per line", "Ada Demo, NL"),
    "penalties/": ("What happened", "showed a tile"),
    "rounds/1/tables/1/disputes/": ("What is disputed", "the cash for seat 2"),
    "rounds/1/tables/1/logs/": ("Log text", "1 Ann: 1B"),
}
"""The pages with much to type, a field of each, and what is typed there."""


def test_what_is_typed_is_left_by_saving_or_cancelling_alone_without_a_question(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(4)
    publish(event)
    page = at_desk(visitors(), live_server, event)
    asked = asked_on(page)
    for address, (label, words) in TYPED.items():
        page.goto(f"{live_server.url}/desk/{event.slug}/{address}")
        page.reload()
        assert asked == [], address
        page.locator("main form[data-guard]").first.get_by_label(label).first.fill(words)
        page.get_by_role("link", name="Overview").first.click()
        page.wait_for_url(f"**/desk/{event.slug}/")
        assert asked == ["beforeunload"], address
        asked.clear()
    page.goto(f"{live_server.url}/desk/{event.slug}/settings/")
    page.get_by_label("Name", exact=True).first.fill("Another Cup")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Settings changed").first.wait_for()
    assert read_event(event.slug).name == "Another Cup"
    page.goto(f"{live_server.url}/desk/{event.slug}/rounds/1/tables/1/logs/")
    page.get_by_label("Log text").first.fill("1 Ann: 1B")
    page.get_by_role("link", name="Cancel").click()
    page.wait_for_url("**/rounds/1/tables/1/")
    assert asked == []
