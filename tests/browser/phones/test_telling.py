"""Whoever pressed “Tell me on this phone” learns what is due by title, tone and vibration: once, on the server's time, without asking."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors, comes_true
from tests.browser.phones.test_calls_and_clocks import shared
from tests.browser.phones.test_focus import seated
from tests.build import make_event, publish
from tests.tournament.games.phones import opened_by

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("games_may_be_opened"),
]

HEARD = """
globalThis.heard = { notes: 0, buzzes: 0, locks: 0 };
const part = () => ({ frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to });
globalThis.AudioContext = class {
  state = "suspended"; currentTime = 0;
  async resume() { this.state = "running"; this.onstatechange?.(); }
  createGain() { return part(); }
  createOscillator() { return { ...part(), start() { heard.notes += 1; }, stop() {} }; }
};
const give = (name, value) => Object.defineProperty(navigator, name, { value });
give("vibrate", () => { heard.buzzes += 1; });
give("wakeLock", { async request() { heard.locks += 1; return { async release() { heard.locks -= 1; this.onrelease?.(); } }; } });
"""
"""Counts the notes that a page plays, its vibrations, and what keeps its screen on."""
NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)
FAST = timedelta(hours=1)
"""How far the clock of the phone is ahead of the server's."""


def heard(page: Page) -> tuple[int, int]:
    """How often a page has sounded and how often it has vibrated."""
    counted: dict[str, int] = page.evaluate("heard")
    return counted["notes"] // 2, counted["buzzes"]


def mine(visitors: Visitors, server: LiveServer, due: str = "", **options: Any) -> Page:
    """A page with a place for the button and a part in which something is due, made by the server at noon, on a phone that is fast."""
    page = visitors(**PHONE, **options).new_page()
    page.add_init_script(HEARD)
    page.clock.install(time=NOON + FAST)
    scripts = "".join(f'<script src="{static(f"tournament/{name}.js")}" defer></script>' for name in ("app", "tell"))
    page.route(
        f"{server.url}/mine/",
        lambda route: route.fulfill(
            content_type="text/html",
            body="<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=width=device-width>"
            f"<title>Hall Open</title><link rel=icon href=data:,>"
            f'<meta name=server-time content="{NOON.isoformat()}">{scripts}'
            f"<main id=main><p data-tell-offer></p><div id=part>{due}</div></main>",
        ),
    )
    page.goto(f"{server.url}/mine/")
    return page


def bring(page: Page, due: str) -> None:
    """Bring the page's part anew."""
    page.evaluate("due => { document.getElementById('part').innerHTML = due; }", due)


def test_a_press_shows_how_it_tells_and_what_is_due_is_told_once(visitors: Visitors, live_server: LiveServer) -> None:
    page = mine(visitors, live_server, '<p data-tell="draw 1">Table 1</p>')
    bring(page, '<p data-tell="draw 1">Table 1</p><p data-tell="notice">Lunch</p>')
    assert (page.title(), heard(page)) == ("Hall Open", (0, 0))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Tell me on this phone").click()
    expect(page.locator("[data-tell-offer]")).to_have_text(
        "Stop telling me While this page is open. The screen stays on."
    )
    assert (page.title(), heard(page)) == ("Hall Open", (1, 1))
    bring(page, '<p data-tell="draw 2">Table 4, <b>seat 2</b></p>')
    expect(page).to_have_title("(1) Table 4, seat 2 · Hall Open")
    bring(
        page, '<p data-tell="draw 2">Table 4</p><p data-tell="result" data-tell-words="Confirm the result">Compare</p>'
    )
    expect(page).to_have_title("(2) Confirm the result · Hall Open")
    assert heard(page) == (3, 3)
    page.keyboard.press("Shift")
    expect(page).to_have_title("Hall Open")
    bring(page, '<p data-tell="draw 2">Table 4</p>')
    assert (page.title(), heard(page), asked) == ("Hall Open", (3, 3), [])
    page.get_by_role("button", name="Stop telling me").click()
    bring(page, '<p data-tell="draw 3">Table 2</p>')
    expect(page.get_by_role("button", name="Tell me on this phone")).to_be_visible()
    assert (page.title(), heard(page), page.evaluate("heard.locks")) == ("Hall Open", (3, 3), 0)


def test_what_became_due_during_a_reload_is_told_and_nothing_else(visitors: Visitors, live_server: LiveServer) -> None:
    page = mine(visitors, live_server, '<p data-tell="draw">Table 4</p>')
    page.get_by_role("button", name="Tell me").click()
    page.reload()
    expect(page.get_by_role("button", name="Stop telling me")).to_be_visible()
    assert (page.title(), heard(page)) == ("Hall Open", (0, 0))
    page.evaluate("sessionStorage.setItem('told /mine/', '[]')")
    page.evaluate("document.getElementById('part').remove()")
    page.reload()
    expect(page).to_have_title("(1) Table 4 · Hall Open")
    assert heard(page) == (1, 1)


def test_a_moment_is_told_by_the_servers_time_and_moves_with_its_part(
    visitors: Visitors, live_server: LiveServer
) -> None:
    def round_at(minutes: int) -> str:
        return f'<p data-tell-at="{(NOON + timedelta(minutes=minutes)).isoformat()}">Round 2 begins</p>'

    page = mine(visitors, live_server, round_at(-5) + round_at(10))
    page.get_by_role("button", name="Tell me").click()
    page.clock.fast_forward("05:00")
    bring(page, round_at(30))
    page.clock.fast_forward("20:00")
    assert (page.title(), heard(page)) == ("Hall Open", (1, 1))
    page.clock.fast_forward("06:00")
    expect(page).to_have_title("(1) Round 2 begins · Hall Open")
    assert heard(page) == (2, 2)
    bring(page, round_at(20))
    expect(page).to_have_title("Hall Open")
    assert heard(page) == (2, 2)


def test_a_browser_that_keeps_nothing_tells_all_the_same(visitors: Visitors, live_server: LiveServer) -> None:
    page = mine(visitors, live_server)
    page.add_init_script(
        "for (const name of ['getItem', 'setItem']) Storage.prototype[name] = () => { throw new Error('refused'); };"
    )
    page.reload()
    page.get_by_role("button", name="Tell me").click()
    bring(page, '<p data-tell="draw">Table 4</p>')
    expect(page).to_have_title("(1) Table 4 · Hall Open")
    assert heard(page) == (2, 2)


def test_a_hand_tells_each_turn_of_its_own_and_the_pages_of_a_game_tell_it_once(
    visitors: Visitors, live_server: LiveServer
) -> None:
    hall = opened_by(players=3)
    first = hall.due()
    own = (first + 1) % 3
    page = seated(visitors, live_server, hall, own)
    page.add_init_script(HEARD)
    page.reload()
    page.get_by_role("button", name="Tell me on this device").click()
    assert heard(page) == (1, 1)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("?s=")[0]))
    while hall.asked() != own:
        hall.step()
    name = ("Ann", "Bea", "Cyd")[own]
    expect(page.locator("#said span")).to_have_attribute("data-tell", f"turn {own}")
    expect(page).to_have_title(f"(1) {name} must draw a starting tile. · Your hand · Game {hall.code}")
    assert heard(page) == (2, 2)
    assert set(asked) == {live_server.url + hall.hand}
    assert violations(page) == []
    page.goto(f"{live_server.url}/game/{hall.code}/play/")
    expect(page.get_by_role("button", name="Stop telling me")).to_be_visible()
    assert (page.title(), heard(page)) == (f"Board and hand · Game {hall.code}", (0, 0))


def test_the_clock_of_a_table_keeps_its_screen_on_without_a_press(visitors: Visitors, live_server: LiveServer) -> None:
    event = make_event(8)
    publish(event)
    phone = shared(visitors(**PHONE), live_server, event)
    phone.add_init_script(HEARD)
    phone.get_by_role("link", name="Clock").click()
    comes_true(phone, "globalThis.heard?.locks === 1")
    expect(phone.get_by_role("button", name="Tell me")).to_have_count(0)
