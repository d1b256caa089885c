"""Worth by turn in a browser: the picture beside the board, the swings that lead to their turns, and the list below."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournament.pages.insight.played import a_log, an_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_picture_stands_beside_the_board_and_a_swing_leads_to_its_turn(live_server: LiveServer, page: Page) -> None:
    event = an_event(a_log())
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{live_server.url}/{event.slug}/rounds/1/tables/1/replay/?turn=5")
    chart = page.get_by_role("img", name="Worth by turn")
    expect(chart).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(chart.get_by_text("after 6")).to_be_visible()
    swing = page.locator(".replay-side ol:not(.turns) a").first
    told = (swing.text_content() or "").partition(":")[0]
    swing.click()
    expect(page.locator("#replay-title")).to_contain_text(f"After {told.lower()[:1]}{told[1:]}")
