"""The page of a series in a browser: watched and controlled at two widths, in light and dark, by keys, and without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import too_wide
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors
from tests.tournament.commands.series.playing import Played, Script, order, stepped
from tournament.play.games.services.sessions import forget_sessions
from tournament.play.programs.series import StartWishes, Wish, wish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def left_after(series: Played, steps: int) -> None:
    """Play so many decisions of it and stop the command as if it had been killed, so that its page stays as it is."""

    def press() -> Script:
        for step in range(1, steps + 1):
            yield from stepped(series, step)
        wish(series.now, Wish.OPEN_HANDS)
        yield
        yield
        raise KeyboardInterrupt

    finish, series.follower.finish = series.follower.finish, lambda **_: None  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        series.play(press())
    series.follower.finish = finish  # type: ignore[method-assign]


LINES = """[...document.querySelectorAll(".scored tbody tr")].map(
    (row) => new Set([...row.children].map((cell) => cell.getBoundingClientRect().top)).size)"""
"""On how many lines the cells of each row stand."""
CUT = """[...document.querySelectorAll(".scored tbody :is(td, th)")]
    .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"""


def test_a_series_is_watched_and_controlled(live_server: LiveServer, visitors: Visitors, settings: Settings) -> None:
    settings.GAMES = True
    forget_sessions()
    bots = ("house", "random", "random", "house", "house", "random")
    series = Played(order(*bots, edition="codewar", games=10), StartWishes(is_paused=True, has_open_hands=True))
    left_after(series, 60)
    address = f"{live_server.url}{series.page()}"
    hall, phone = visitors(), visitors(**PHONE)
    watching = hall.new_page()
    watching.goto(address)
    expect(watching.get_by_role("button", name="Step")).to_have_count(0)
    assert "Hand: " not in watching.content()
    watching.get_by_role("button", name="Tell me on this device").click()
    assert watching.evaluate(LINES) == 6 * [1], "a row of the table stands on one line"
    page = phone.new_page()
    page.goto(f"{address}control/{series.control}/")
    assert page.url == address
    expect(page.get_by_text("Hand: ").first).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    assert too_wide(page) == []
    assert violations(page) == []
    assert page.evaluate(CUT) == [], "a card of the table shows all it says"
    step = page.get_by_role("button", name="Step")
    step.focus()
    page.keyboard.press("Enter")
    expect(step).to_be_visible()
    assert series.now.steps == 61
    page.get_by_label("Decisions per minute").fill("120")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Decisions per minute")).to_have_value("120")
    assert series.now.speed == 120
    page.locator("#stop-fold summary").click()
    for _ in range(2):  # the page asks for itself, and the fold is as it was
        with page.expect_response(lambda answer: answer.url.startswith(address)):
            pass
    page.locator("#do-stop").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert series.now.is_wished_over
    series.follower.finish(is_whole=False)
    expect(watching.get_by_text("The series was stopped. 0 of 10 games count.")).to_be_visible()
    expect(watching).to_have_title(re.compile(r"^\(1\) The series was stopped\. 0 of 10 games count\. · Series · "))
    forget_sessions()
