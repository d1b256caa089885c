"""The viewer of a replay in a browser: keys and buttons walk through the game without a reload, and without script by links."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.build import make_event, play_round
from tournament.models import GameLog
from tournament.services.gamelogs import attach_log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DISPUTED = Path(__file__).resolve().parents[2] / "fixtures/logs/disputes/second-holder-underpaid.acq"


@pytest.fixture
def replay(live_server: LiveServer) -> str:
    """The address of a published replay of 55 turns."""
    event = make_event(names=["Ann Demo", "Ben Demo", "Cai Demo", "Dot Demo"])
    play_round(event, 1)
    attach_log(event, event.created_by, 1, 1, DISPUTED.read_text(encoding="utf-8"))
    GameLog.objects.update(is_public=True)
    return f"{live_server.url}/{event.slug}/rounds/1/tables/1/replay/"


def test_keys_walk_through_the_game_without_a_reload(page: Page, replay: str) -> None:
    page.goto(replay)
    page.evaluate("window.stays = true")
    title = page.locator("#replay-title")
    expect(title).to_contain_text("After turn 55 Cai")
    for keys, words in (
        (["Home"], "At the start"),
        (["ArrowLeft"], "At the start"),
        (["ArrowRight"] * 5, "After turn 5 Ann"),
        (["ArrowLeft"], "After turn 4 Dot"),
        (["End"], "After turn 55 Cai"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(title).to_contain_text(words)
    assert page.evaluate("window.stays")
    assert page.url == f"{replay}?turn=55#replay"


def test_buttons_turns_and_findings_lead_to_their_boards(page: Page, replay: str) -> None:
    page.goto(f"{replay}?turn=10")
    title = page.locator("#replay-title")
    page.get_by_role("link", name="Next turn").click()
    expect(title).to_contain_text("After turn 11 Cai")
    expect(page.get_by_role("link", name="Next turn")).to_be_focused()
    page.keyboard.press("Enter")
    expect(title).to_contain_text("After turn 12 Dot")
    page.locator(".turns").get_by_role("link", name="50 Ben Demo 7A").click()
    expect(title).to_contain_text("After turn 50 Ben")
    expect(page.locator("svg.board .placed")).to_contain_text("7A")
    page.get_by_role("link", name="Turn 55 Cai Demo").click()
    expect(title).to_contain_text("After turn 55 Cai")


def test_without_script_every_turn_is_a_link_on_a_phone(chromium: Browser, replay: str) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{replay}?turn=49")
    page.get_by_role("link", name="Next turn").click()
    expect(page.locator("#replay-title")).to_contain_text("After turn 50 Ben")
    board = page.locator("svg.board").bounding_box()
    assert board
    assert board["x"] + board["width"] <= 360
    context.close()
