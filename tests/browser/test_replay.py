"""The viewer of a replay in a browser: keys and buttons walk through the game without a reload; what is asked about a log."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import PHONE, Visitors, at_desk, press
from tests.build import make_event, play_round
from tests.tournament.pages.logs import UNPROVED, a_table
from tournament.models import GameLog
from tournament.services.gamelogs import attach_log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DISPUTED = Path(__file__).resolve().parents[2] / "tournament/slices/practice/scripts/second-holder-underpaid.acq"


TABLE = "rounds/1/tables/1/"


@pytest.fixture
def replay(live_server: LiveServer) -> str:
    """The address of a published replay of 55 turns."""
    event = make_event(names=["Ann Demo", "Ben Demo", "Cai Demo", "Dot Demo"])
    play_round(event, 1)
    attach_log(event, event.created_by, 1, 1, DISPUTED.read_text(encoding="utf-8"))
    GameLog.objects.update(is_public=True)
    return f"{live_server.url}/{event.slug}/rounds/1/tables/1/replay/"


def test_keys_walk_through_the_game_and_with_shift_through_the_events_of_a_turn_without_a_reload(
    page: Page, replay: str
) -> None:
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
    assert page.url == f"{replay}?turn=55#replay"
    page.locator(".turns").get_by_role("link", name="49 Ann Demo").click()
    for keys, words in (
        (["Shift+ArrowRight"], "Turn 50 Ben Demo: 7A"),
        (["Shift+ArrowRight"], "Turn 50 Ben Demo: bonuses"),
        (["Shift+ArrowRight"] * 5, "After turn 50 Ben Demo"),
        (["Shift+ArrowLeft"] * 2, "Turn 50 Ben Demo: Dot Demo sells 2, trades 2"),
        (["ArrowRight"], "After turn 50 Ben Demo"),
        (["Shift+ArrowLeft", "ArrowLeft"], "After turn 49 Ann Demo"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(title).to_contain_text(words)
    page.locator("[data-turn=later]").click()
    expect(title).to_contain_text("Turn 50 Ben Demo: 7A")
    assert page.url == f"{replay}?turn=50&step=1#replay"
    page.get_by_role("navigation", name="What happened this turn").get_by_role("link", name="bonuses").click()
    expect(title).to_contain_text("Turn 50 Ben Demo: bonuses")
    assert page.evaluate("window.stays")


def test_buttons_turns_and_findings_lead_to_their_boards(page: Page, replay: str) -> None:
    page.goto(f"{replay}?turn=10")
    title = page.locator("#replay-title")
    page.locator("[data-turn=next]").click()
    expect(title).to_contain_text("After turn 11 Cai")
    expect(page.locator("[data-turn=next]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(title).to_contain_text("After turn 12 Dot")
    page.locator(".turns").get_by_role("link", name="50 Ben Demo 7A").click()
    expect(title).to_contain_text("After turn 50 Ben")
    expect(page.locator("svg.board .placed")).to_contain_text("7A")
    page.get_by_role("link", name="Turn 50: Cai Demo was paid 1,500").click()
    expect(title).to_contain_text("Turn 50 Ben Demo: bonuses")
    page.get_by_text("1 consequence", exact=True).click()
    page.get_by_role("link", name="At the end: Cai Demo was recorded with 37,100").click()
    expect(title).to_contain_text("After turn 55 Cai")


def test_another_amount_is_asked_for_only_where_it_is_chosen(live_server: LiveServer, visitors: Visitors) -> None:
    event = a_table()
    log = attach_log(event, event.created_by, 1, 1, UNPROVED, "Sheet")
    page = at_desk(visitors(**PHONE), live_server, event, f"{TABLE}logs/{log.pk}/apply/")
    typed = page.get_by_role("textbox", name="Another amount for Cai Demo")
    asked = page.get_by_role("group", name="Cai Demo: final cash")
    expect(asked).to_be_hidden()
    page.get_by_role("radio", name="another amount").first.check()
    expect(asked).to_be_visible()
    expect(typed).to_be_hidden()
    asked.get_by_role("radio", name="another amount").check()
    expect(typed).to_be_visible()
    asked.get_by_label("37,100: the log’s own final cash, as entered").check()
    expect(typed).to_be_hidden()


def test_the_cursor_stands_at_the_gap_of_a_log_that_is_corrected(live_server: LiveServer, visitors: Visitors) -> None:
    event = a_table()
    log = attach_log(event, event.created_by, 1, 1, UNPROVED, "Sheet")
    page = at_desk(visitors(**PHONE), live_server, event, f"{TABLE}logs/{log.pk}/")
    press(page, "Add turn 28")
    expect(page.get_by_text("Turn 28 is missing before line 40.")).to_be_visible()
    text = page.get_by_label("Log text")
    expect(text).to_be_focused()
    assert text.evaluate("box => box.value.slice(box.selectionStart).split('\\n')[0]").startswith("29 Ann: 9G")
    assert text.evaluate("box => box.scrollTop") > 0
