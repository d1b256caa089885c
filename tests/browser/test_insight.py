"""Insight in a browser: the picture beside the board, a question about one decision, and the whole game while the page is open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.tournament.pages.insight.played import a_log, an_event
from tournament.play.programs.insight import searching
from tournament.play.programs.models import KeptLook

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PICTURES = os.environ.get("PICTURES_TO", "")
TURNS = 8


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A search that takes a tenth of a second, without anything to compile."""
    monkeypatch.setenv("GAMES_PLAIN", "1")
    monkeypatch.setattr(searching, "SECONDS", 0.1)
    yield
    searching.end_search()


def picture(page: Page, name: str) -> None:
    """Keep a picture of the page where the environment says so."""
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def test_a_decision_is_asked_about_and_the_whole_game_is_looked_at(live_server: LiveServer, page: Page) -> None:
    event = an_event(a_log(TURNS))
    replay = f"{live_server.url}/{event.slug}/rounds/1/tables/1/replay/"
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{replay}?turn=5")
    chart = page.get_by_role("img", name="Worth by turn")
    expect(chart).to_be_visible()
    board = page.locator(".replay figure.board").bounding_box()
    beside = chart.bounding_box()
    assert board is not None
    assert beside is not None
    assert beside["x"] > board["x"] + board["width"] / 2, "beside the board"
    picture(page, "replay-1280")
    page.keyboard.press("ArrowRight")
    expect(chart.get_by_text("after 6")).to_be_visible()
    page.get_by_role("link", name="Turn 6 in detail").click()
    assert violations(page) == []
    expect(page.get_by_role("img", name="The board after turn 5")).to_be_visible()
    page.get_by_role("button", name="What would the search have done here?").first.click()
    expect(page.locator(".decision").first).to_contain_text("games played out")
    picture(page, "asked-1280")
    page.evaluate("window.stays = true")
    page.get_by_role("button", name="Continue with the whole game").click()
    expect(page.get_by_role("link", name="Stop")).to_be_visible()
    expect(page.get_by_text("decisions have been examined.")).to_be_visible()
    assert page.evaluate("window.stays")
    kept = KeptLook.objects.count()
    page.reload()
    expect(page.get_by_text(f"All {kept} decisions have been examined.")).to_be_visible()
    picture(page, "whole-1280")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_everything_is_legible(live_server: LiveServer, visitor: BrowserContext, scheme: str) -> None:
    event = an_event(a_log())
    page = visitor.new_page()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 740})
    for address in ("replay/?turn=30", "insight/?turn=30"):
        page.goto(f"{live_server.url}/{event.slug}/rounds/1/tables/1/{address}")
        expect(page.get_by_role("img", name="Worth by turn")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        picture(page, f"{address.partition('/')[0]}-360-{scheme}")
    board_comes_first = page.goto(f"{live_server.url}/{event.slug}/rounds/1/tables/1/replay/?turn=30")
    assert board_comes_first is not None
    board, chart = page.locator(".replay figure.board").bounding_box(), page.locator(".picture").bounding_box()
    assert board is not None
    assert chart is not None
    assert chart["y"] > board["y"] + board["height"], "under the board"
    assert violations(page) == []


def test_without_script_a_press_looks_at_the_next_decisions(
    live_server: LiveServer, visitor: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = an_event(a_log(TURNS))
    browser = visitor.browser
    assert browser is not None
    plain = browser.new_context(java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"{live_server.url}/{event.slug}/rounds/1/tables/1/insight/?turn=6")
    for _ in range(20):
        button = page.get_by_role("button", name="whole game")
        if not button.count():
            break
        button.click()
    expect(page.get_by_text("decisions have been examined.")).to_be_visible()
    plain.close()
