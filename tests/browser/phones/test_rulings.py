"""A host on a phone: pauses by one press, goes back to an act, hands a seat on; nothing is pushed sideways and nothing needs a script."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import too_wide
from tests.browser.test_phones import PHONE
from tests.tournament.games.phones import Hall, opened_by
from tournament.play.games.pages import opening
from tournament.play.games.services.sessions import forget_sessions
from tournament.record.pace import GAMES_OF_AN_ADDRESS, RateLimit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitors = Callable[..., BrowserContext]
SHOTS = os.environ.get("PICTURES_OF_RULINGS", "")


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


SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def looked_at(page: Page, name: str) -> None:
    """Nothing is pushed sideways; a picture where somebody asks for one."""
    page.wait_for_load_state()
    size = page.viewport_size
    assert size is not None
    assert too_wide(page) == [] or size["width"] != 360, name
    if SHOTS:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            width = size["width"]
            page.screenshot(path=Path(SHOTS) / f"{name}-{width}-{scheme}.png", full_page=True)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_host_pauses_goes_back_and_hands_a_seat_on_without_script(
    live_server: LiveServer, visitors: Visitors, hall: Hall, width: int
) -> None:
    how = {**PHONE} if width == 360 else {"viewport": {"width": 1280, "height": 900}}
    host = visitors(**how, java_script_enabled=False)
    carried(host, live_server, hall.host)
    page = host.new_page()
    page.goto(f"{live_server.url}/game/{hall.code}/")
    looked_at(page, "board")
    page.get_by_role("button", name="Pause the game").click()
    expect(page.locator("#said")).to_contain_text("The game is paused")
    page.get_by_role("button", name="Resume the game").click()
    page.get_by_role("link", name="Rulings").click()
    looked_at(page, "rulings")
    page.get_by_role("link", name="Choose the move").click()
    looked_at(page, "acts")
    page.get_by_role("link", name="Back to move 8", exact=True).click()
    page.get_by_label("Reason, for the log").fill("a wrong tile")
    looked_at(page, "rewind")
    page.get_by_role("button", name="Go back to move 8").click()
    expect(page.get_by_role("status")).to_contain_text("The game goes back to move 8: a wrong tile.")
    page.get_by_role("link", name="Give the seat of Bea to another phone").click()
    looked_at(page, "hand-over")
    page.get_by_role("button", name="Give the seat of Bea to another phone").click()
    looked_at(page, "link")
    way = page.get_by_role("link", name="/seat/").get_attribute("href") or ""
    phone = visitors(**how).new_page()
    phone.goto(live_server.url + urlsplit(way).path)
    looked_at(phone, "claim")
    phone.get_by_role("button", name="Take the seat of Bea").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Bea")
    assert way.split("/")[-2] not in phone.url
    old = visitors(**how)
    carried(old, live_server, hall.phones[1])
    out = old.new_page()
    out.goto(f"{live_server.url}{hall.hand}")
    expect(out.get_by_role("heading", level=1)).to_have_text("This phone no longer has a seat")
    looked_at(out, "gone")
    out.goto(f"{live_server.url}/game/{hall.code}/watch/")
    looked_at(out, "watch")
