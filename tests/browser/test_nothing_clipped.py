"""A phone of 360 px: lists in two lines, a menu all of which is in sight, and prices whatever the chains are called."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, expect
from pytest_django.live_server_helper import LiveServer

from games.acquire.editions import LABEL_SETS
from tests.browser.kit.clipping import clipped
from tests.browser.kit.events import event_that_is_over
from tests.browser.kit.steps import PHONE, Visitors, at_desk, log_in
from tests.build import director_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_standings_of_a_phone_have_two_lines_a_player_with_every_round(
    live_server: LiveServer, visitors: Visitors
) -> None:
    over = event_that_is_over()
    phone = visitors(**PHONE)
    log_in(phone, live_server, director_of(over))
    page = phone.new_page()
    for address in (f"/{over.slug}/standings/", f"/desk/{over.slug}/standings/"):
        page.goto(live_server.url + address)
        row = page.locator("#standings tbody tr").nth(3)
        first = row.evaluate("(row) => row.querySelector('th').getBoundingClientRect().bottom")
        second = row.evaluate(
            "(row) => [...row.querySelectorAll('th ~ td')].slice(0, 4).map((cell) => cell.getBoundingClientRect().top)"
        )
        assert len(set(second)) == 1
        assert second[0] >= first
        assert box_of(row)["height"] < 64
        for head, cell in zip(page.locator("#standings thead th").all(), row.locator("th, td").all(), strict=True):
            assert abs(right_of(head) - right_of(cell)) < 2


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box is not None
    return box


def right_of(part: Locator) -> float:
    box = box_of(part)
    return box["x"] + box["width"]


def test_no_price_is_cut_whatever_the_chains_are_called(live_server: LiveServer, visitors: Visitors) -> None:
    page = visitors(**PHONE).new_page()
    for chain_set in LABEL_SETS:
        page.goto(f"{live_server.url}/floor/{chain_set}/")
        page.get_by_text("Shared bonuses, per shareholder").click()
        for width in (360, 641, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            assert clipped(page) == [], (chain_set, width)


def test_all_of_the_menu_and_of_the_day_is_reached_without_script(live_server: LiveServer, visitors: Visitors) -> None:
    event = event_that_is_over()
    page = at_desk(visitors(**PHONE, java_script_enabled=False), live_server, event)
    for link in page.locator(".menu > ul a, .menu .drop > summary, .stages a").all():
        link.scroll_into_view_if_needed()  # the day is one line, which scrolls
        expect(link).to_be_in_viewport(ratio=1)
    page.reload()
    left = {part: box_of(page.locator(part).first)["x"] for part in (".menu a", ".stages a", "main h1")}
    assert left[".stages a"] == left["main h1"]
    assert 0 <= left["main h1"] - left[".menu a"] <= 8  # the words of a link stand 8 px inside it
