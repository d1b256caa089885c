"""A player's phone: found while one types, remembered, and a request that the director confirms."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, at_desk
from tests.build import make_event, play_round, player_name, publish
from tournament.access.devices import codes_of
from tournament.record.devices import player_subject

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


def test_a_name_is_chosen_with_a_finger_and_the_code_of_a_card_leads_to_the_own_page(
    live_server: LiveServer, page: Page
) -> None:
    event = make_event(8)
    play_round(event, 1)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/{event.slug}/")
    page.get_by_label("Find me").press_sequentially("e")
    page.get_by_role("option", name="Eve Demo").click()
    expect(page.get_by_role("option")).to_have_count(0)
    expect(page.locator(".pinned")).to_contain_text("You, Eve Demo: ")
    me = player_subject(5)
    page.get_by_label("Find me").fill(codes_of(event, [me])[me].upper())
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="I am Eve Demo").click()
    expect(page.get_by_role("button", name="I will be late")).to_be_visible()


def test_a_phone_asks_to_withdraw_the_director_confirms_and_the_phone_says_so(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(8)
    publish(event)
    me = player_subject(3)
    phone = visitors(viewport=PHONE).new_page()
    phone.clock.install()
    phone.goto(live_server.url + reverse("claim_player", args=[event.slug, 3, codes_of(event, [me])[me]]))
    phone.get_by_role("button", name="I am Cai Demo").click()
    phone.get_by_label("Add a note (optional)").fill("the last train")
    phone.get_by_role("button", name="Withdraw me").click()
    expect(phone.get_by_text("waiting for the director")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

    page = at_desk(visitors(), live_server, event)
    expect(page.get_by_text("“the last train”")).to_be_visible()
    page.get_by_role("button", name="Withdraw Cai Demo").click()
    expect(page.locator(".messages")).to_contain_text("Cai Demo")
    expect(page.get_by_role("heading", name="Requests from players")).to_have_count(0)

    phone.clock.run_for(21_000)
    expect(phone.get_by_text("confirmed", exact=True)).to_be_visible()
