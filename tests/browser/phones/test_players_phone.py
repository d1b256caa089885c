"""A player's phone: found while one types, by keys or a finger, remembered and forgotten."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.build import make_event, player_name, publish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: ViewportSize = {"width": 360, "height": 740}


def test_a_player_is_offered_by_plain_letters_chosen_by_keys_and_remembered(
    live_server: LiveServer, page: Page
) -> None:
    names = ["Łukasz Ñandú", "Lukas Demo", *(player_name(number) for number in range(3, 65))]
    event = make_event(names=names)
    publish(event)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/{event.slug}/")
    expect(page.locator("[data-p]")).to_have_count(0)  # with so many players the lists stand on their own pages
    field = page.get_by_label("Find me")
    field.press_sequentially("lukasz nandu")
    offers = page.get_by_role("option")
    expect(offers).to_have_count(1)
    expect(offers.first).to_contain_text("number 1 · table ")
    field.fill("lukas")
    expect(offers).to_have_count(2)
    field.press("ArrowDown")
    field.press("ArrowDown")
    expect(offers.last).to_have_attribute("aria-selected", "true")
    assert violations(page) == []
    field.press("Enter")
    expect(page.locator(".pinned")).to_contain_text("You, Łukasz Ñandú: table ")
    expect(page.locator(".pinned")).to_contain_text("with ")
    page.reload()
    expect(page.locator(".pinned")).to_contain_text("You, Łukasz Ñandú: table ")
    page.goto(f"{live_server.url}/{event.slug}/rounds/1/")
    expect(page.locator("li.me")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.goto(f"{live_server.url}/{event.slug}/")
    page.get_by_role("button", name="Not me").click()
    expect(page.locator(".pinned")).to_have_count(0)
    page.get_by_label("Find me").press_sequentially("lukas d")
    page.get_by_role("option", name="Lukas Demo").click()
    expect(page.get_by_role("option")).to_have_count(0)
    expect(page.locator(".pinned")).to_contain_text("You, Lukas Demo: ")
