"""Help below a page of the desk, by the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk
from tests.build import make_event, publish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_question_mark_opens_help_and_a_topic_is_read_on_the_page(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(8)
    publish(event, 1)
    page = at_desk(visitors(), live_server, event, "rounds/1/results/")
    page.locator("[data-name]").first.fill("41,200")
    page.keyboard.type("?")
    expect(page.locator("#help")).not_to_have_attribute("open", "")
    page.locator("h1").click()
    page.keyboard.type("?")
    expect(page.locator("#help > summary")).to_be_focused()
    page.get_by_text("Players do not agree on a result").click()
    expect(page.get_by_text("Open a dispute", exact=True)).to_be_visible()
    expect(page.locator("#help").get_by_role("link", name="R11").first).to_be_visible()
