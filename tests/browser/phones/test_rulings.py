"""A host on a phone: pauses by one press, goes back to an act, hands a seat on; nothing is pushed sideways and nothing needs a script."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import too_wide
from tests.browser.kit.steps import PHONE, Visitors
from tests.tournament.games.phones import Hall, opened_by
from tournament.play.games.pages import opening
from tournament.play.games.services.sessions import forget_sessions
from tournament.record.pace import GAMES_OF_AN_ADDRESS, RateLimit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """A game in which everybody has played a turn."""
    settings.GAMES = True
    monkeypatch.setattr(opening, "_pace", RateLimit(GAMES_OF_AN_ADDRESS))
    forget_sessions()
    made = opened_by(minutes="20")
    for _ in range(10):
        made.step()
    yield made
    forget_sessions()


def carried(context: BrowserContext, server: LiveServer, client: object) -> None:
    """Let a browser hold the cookies of a test's client."""
    context.add_cookies(
        [{"name": key, "value": cookie.value, "url": f"{server.url}/"} for key, cookie in client.cookies.items()]  # type: ignore[attr-defined]
    )


def fits(page: Page) -> None:
    """Nothing is pushed sideways, on a phone and at a desk."""
    page.wait_for_load_state()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert too_wide(page) == [], width


def test_a_host_pauses_goes_back_and_hands_a_seat_on_without_script(
    live_server: LiveServer, visitors: Visitors, hall: Hall
) -> None:
    host = visitors(**PHONE, java_script_enabled=False)
    carried(host, live_server, hall.host)
    page = host.new_page()
    page.goto(f"{live_server.url}/game/{hall.code}/")
    fits(page)
    page.get_by_role("button", name="Pause the game").click()
    expect(page.locator("#said")).to_contain_text("The game is paused")
    page.get_by_role("button", name="Resume the game").click()
    page.get_by_role("link", name="Rulings").click()
    fits(page)
    page.get_by_role("link", name="Go back to a move").click()
    fits(page)
    page.get_by_role("link", name="Go back to move 8", exact=True).click()
    page.get_by_label("Reason").fill("a wrong tile")
    fits(page)
    page.get_by_role("button", name="Go back to move 8").click()
    expect(page.get_by_role("status")).to_contain_text("The game goes back to move 8: a wrong tile.")
    page.get_by_role("link", name="Give Bea’s seat to another phone").click()
    fits(page)
    page.get_by_role("button", name="Give Bea’s seat to another phone").click()
    fits(page)
    way = page.get_by_role("link", name="/seat/").get_attribute("href") or ""
    phone = visitors(**PHONE).new_page()
    phone.goto(live_server.url + urlsplit(way).path)
    fits(phone)
    phone.get_by_role("button", name="Take Bea’s seat").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Bea")
    assert way.split("/")[-2] not in phone.url
    old = visitors(**PHONE)
    carried(old, live_server, hall.phones[1])
    out = old.new_page()
    out.goto(f"{live_server.url}{hall.hand}")
    expect(out.get_by_role("heading", level=1)).to_have_text("This phone no longer has a seat")
    fits(out)
    out.goto(f"{live_server.url}/game/{hall.code}/watch/")
    fits(out)
