"""Whoever plays by keys keeps their place: news that swaps the part of a page takes the focus from nothing that is still there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.acquire.play.devices.deciding import retractable_tile
from games.acquire.play.devices.session import Session, pending_question
from tests.browser.kit.steps import Visitors
from tests.run.patience import MILLISECONDS as SEEN
from tests.tournament.games.phones import Hall, opened_by
from tests.tournament.games.positions import asking, position, put
from tests.tournament.pages.forms import press
from tournament.play.games.services.sessions import session_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("games_may_be_opened"),
]

SETTLED = 500
"""Milliseconds after which nothing moves any more on a page that took in news."""
QUICK = """way => new MutationObserver((_, watch) => {
  const found = document.querySelector(way);
  if (found) { watch.disconnect(); found.focus(); }
}).observe(document.body, { childList: true, subtree: true })"""
"""Take hold of something by key in the moment in which it comes to a page."""


def seated(visitors: Visitors, live_server: LiveServer, hall: Hall, *places: int) -> Page:
    """The page of a hand, or of the hands of a phone that several pass on."""
    context = visitors()
    cookie = ".".join(hall.phones[place].cookies["seat"].value for place in places)
    context.add_cookies([{"name": "seat", "value": cookie, "url": f"{live_server.url}/game/{hall.code}/"}])
    page = context.new_page()
    page.goto(live_server.url + hall.hand)
    return page


def put_where(phase: str) -> Hall:
    """A game that stands where somebody is asked for this."""
    hall, _ = put(position("mso", asking(phase)))
    return hall


def others_dispose(session: Session) -> bool:
    """Whether another is asked than whoever may take a tile back."""
    now, played = pending_question(session), retractable_tile(session)
    return now is not None and played is not None and now.seat != played.place


def kept(page: Page, way: Locator, news: Callable[[], object]) -> None:
    """Let news come to a page on which something has the focus, and see it there again."""
    expect(way).to_be_visible(timeout=SEEN)
    way.focus()
    page.evaluate("document.getElementById('game').dataset.old = 'yes'")
    news()
    expect(page.locator("#game:not([data-old])")).to_have_count(1, timeout=SEEN)
    page.wait_for_timeout(SETTLED)
    expect(way).to_be_focused(timeout=SEEN)


def test_a_tile_keeps_the_focus_of_whoever_takes_hold_of_it_at_once(
    visitors: Visitors, live_server: LiveServer
) -> None:
    hall = put_where("draw")
    before = hall.asked()
    assert before is not None
    page = seated(visitors, live_server, hall, (before + 1) % 3)
    page.evaluate(QUICK, ".tiles-held a")
    hall.step()
    tile = page.locator(".tiles-held a").first
    expect(tile).to_be_visible(timeout=SEEN)
    page.wait_for_timeout(SETTLED)
    expect(tile).to_be_focused(timeout=SEEN)
    chosen = tile.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_visible(timeout=SEEN)
    expect(page.locator(".sheet .lead")).to_contain_text(chosen)


def test_whoever_waits_keeps_their_place_while_others_play_until_they_are_asked(
    visitors: Visitors, live_server: LiveServer
) -> None:
    hall = opened_by(players=3)
    page = seated(visitors, live_server, hall, 0)
    hall.step()
    page.get_by_role("button", name="Draw").press("Enter")  # too late: it was done on another device
    expect(page.locator("main [role=alert]")).to_be_visible(timeout=SEEN)
    assert hall.game.acts.filter(seat=0).count() == 1
    kept(page, page.locator("#board-fold summary"), hall.step)
    while hall.asked() != 0:
        hall.step()
    expect(page.locator(".asked")).to_be_focused(timeout=SEEN)


def test_a_covered_phone_does_not_pull_the_focus_back_to_its_button_with_each_act(
    visitors: Visitors, live_server: LiveServer
) -> None:
    hall = put_where("play")
    now = hall.asked()
    assert now is not None
    page = seated(visitors, live_server, hall, now, (now + 1) % 3)
    expect(page.locator("section.cover button.primary")).to_be_focused()
    kept(page, page.locator("#look-in summary"), hall.step)
    kept(page, page.get_by_role("link", name="Skip to the content"), hall.step)


def test_what_is_half_typed_stays_with_its_caret_when_news_comes(visitors: Visitors, live_server: LiveServer) -> None:
    hall, _ = put(position("mso", others_dispose))
    played = retractable_tile(session_of(hall.game))
    assert played is not None
    page = seated(visitors, live_server, hall, played.place)
    page.locator("#take-back summary").click()
    page.locator("#why").press_sequentially("not one")
    for _ in "one":
        page.keyboard.press("ArrowLeft")
    kept(page, page.locator("#why"), lambda: press(hall.host, hall.host.get(hall.board), "Pause"))
    page.keyboard.type("this ")
    expect(page.locator("#why")).to_have_value("not this one")


def test_what_the_host_chose_for_a_program_stays_when_somebody_takes_a_seat(
    visitors: Visitors, live_server: LiveServer
) -> None:
    hall = opened_by(players=3, taken=1)
    context = visitors()
    board = f"{live_server.url}/game/{hall.code}/"
    context.add_cookies([{"name": "host", "value": hall.host.cookies["host"].value, "url": board}])
    page = context.new_page()
    page.goto(live_server.url + hall.board)
    page.locator("#program-seat").select_option("3")
    level = page.locator("#program-level")
    level.select_option("study")
    kept(page, level, lambda: Client().post(f"/game/{hall.code}/join/", {"name": "Bea"}))
    expect(level).to_have_value("study")
    expect(page.locator("#program-seat")).to_have_value("3")
