"""One board and three phones at a game, one phone without script: acts show on all, by keyboard, on pages that hold the standard."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.acquire.play.devices import pending_question
from tests.browser.kit.clipping import too_wide
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import press
from tests.browser.test_phones import PHONE
from tests.run.patience import MILLISECONDS as SEEN
from tournament.play.games.models import Game
from tournament.play.games.services.sessions import forget_sessions, session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitors = Callable[..., BrowserContext]
PICTURES = os.environ.get("TOPTABLE_TEST_PICTURES")
"""A folder into which the pages are photographed, to look at them."""


def photographed(page: Page, name: str) -> None:
    """Take a picture of a page, in the light and in the dark, where a folder is named."""
    if PICTURES:
        page.emulate_media(color_scheme="light")
        page.screenshot(path=str(Path(PICTURES) / f"{name}-light.png"), full_page=True)
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=str(Path(PICTURES) / f"{name}-dark.png"), full_page=True)


def test_a_board_and_three_phones_play_turns_by_keyboard_and_one_has_no_script(
    visitors: Visitors, live_server: LiveServer, settings: Settings
) -> None:
    settings.GAMES = True
    forget_sessions()
    board = visitors().new_page()
    board.goto(f"{live_server.url}/")
    board.get_by_role("link", name="Play a game").click()
    board.get_by_label("Players").select_option("3")
    assert violations(board) == []
    press(board, "Open the game")
    code = board.url.rstrip("/").rpartition("/")[2]
    assert violations(board) == []
    photographed(board, "lobby")
    phones = []
    for name, has_script in (("Ann", True), ("Bea", False), ("Cyd", True)):
        phone = visitors(**PHONE, java_script_enabled=has_script).new_page()
        phone.goto(f"{live_server.url}/game/{code}/join/")
        phone.get_by_label("Your name").fill(name)
        phone.keyboard.press("Enter")
        expect(phone.get_by_role("heading", name=name)).to_be_visible(timeout=SEEN)
        phones.append(phone)
    expect(board.get_by_text("Ann is to draw a starting tile.")).to_be_visible(timeout=SEEN)
    for _ in range(9):
        one_act(phones, code, live_server)
    game = Game.objects.get(code=code)
    ask = pending_question(session_of(game))
    assert ask is not None
    expect(board.locator("#said")).to_contain_text(("Ann", "Bea", "Cyd")[ask.seat], timeout=SEEN)
    board.wait_for_timeout(3_000)
    assert violations(board) == []
    assert board.evaluate("document.documentElement.scrollWidth") <= 1280
    photographed(board, "board")
    for place, name in ((ask.seat, "asked"), ((ask.seat + 1) % 3, "waiting")):
        phones[place].goto(f"{live_server.url}/game/{code}/hand/")
        photographed(phones[place], name)
        assert not too_wide(phones[place])
        if place != 1:
            assert violations(phones[place]) == []
            phones[place].goto(f"{live_server.url}/game/{code}/hand/?act=end")
            assert violations(phones[place]) == []
    board.set_viewport_size({"width": 360, "height": 720})
    assert not too_wide(board)
    photographed(board, "board-360")


def one_act(phones: list[Page], code: str, server: LiveServer) -> None:
    """Let whoever is asked do one act with keys alone: the first thing that is offered, confirmed."""
    game = Game.objects.get(code=code)
    ask = pending_question(session_of(game))
    assert ask is not None
    phone = phones[ask.seat]
    if ask.seat == 1:
        phone.goto(f"{server.url}/game/{code}/hand/")
    is_drawn = ask.phase.value in ("start", "draw")
    # Whoever acts twice in a row may still have the page before, with the button that was pressed already.
    now = f".asked:has([name=n][value='{game.last + 1}'])" if is_drawn else ".asked:not(:has([name=n]))"
    way = phone.locator(
        f"{now} :is(button, .choices a), {now} a[href='?act=buy'], .tiles-held a[href^='?act=play']"
    ).first
    expect(way).to_be_visible(timeout=SEEN)
    way.focus()
    phone.keyboard.press("Enter")
    confirm = phone.locator("#confirm")
    if not is_drawn:
        expect(confirm).to_be_visible(timeout=SEEN)
        confirm.focus()
        phone.keyboard.press("Enter")
    expect(phone.locator("#said")).not_to_be_empty()
    phone.wait_for_load_state()
    for _ in range(100):
        if Game.objects.get(code=code).last > game.last:
            return
        phone.wait_for_timeout(100)
    raise AssertionError(f"{ask} was not done")
