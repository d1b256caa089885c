"""Every address of the desk and of the public site at 360 px: no word is cut or lies under another, and what scrolls says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import clipped
from tests.browser.kit.events import busy_event, event_that_is_over, event_with_a_draft, event_with_a_tie
from tests.browser.kit.steps import log_in
from tests.browser.test_accessibility import PAGES, filled_in
from tests.build import director_of
from tests.test_access import OPEN
from tournament.models import Dispute, Event, GameLog

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitors = Callable[..., BrowserContext]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def cut_on(page: Page, server: LiveServer, paths: Iterable[str]) -> dict[str, list[str]]:
    """What is cut on the pages of these addresses; an address of an act or a file is passed over."""
    found: dict[str, list[str]] = {}
    for path in dict.fromkeys(paths):
        answer = page.request.get(f"{server.url}{path}", max_redirects=0)
        if answer.status == 200 and answer.headers["content-type"].startswith("text/html"):
            page.goto(f"{server.url}{path}")
            if cut := clipped(page):
                found[path] = cut
    return found


def every_address(event: Event) -> list[str]:
    """Every address of the site map that is a page, filled in with what the event has."""
    keys = {"log": GameLog.objects.get(is_public=False).pk, "dispute": Dispute.objects.get().pk}
    penalty, rule = event.penalties.filter(is_cancelled=False)[0].pk, event.keep_aparts.get().pk
    return [
        *filled_in([route for route in PAGES if "apart/" not in route], event, pk=penalty, **keys),
        *filled_in([route for route in PAGES if "apart/" in route], event, pk=rule, **keys),
        *filled_in(OPEN, event),
    ]


def test_no_word_of_any_page_is_cut_on_a_phone(live_server: LiveServer, visitors: Visitors) -> None:
    busy = busy_event()
    phone = visitors(**PHONE)
    log_in(phone, live_server, director_of(busy))
    page = phone.new_page()
    second_round = [f"/desk/{busy.slug}/rounds/2/{rest}" for rest in ("", "results/", "tiles/", "tables/1/")]
    assert cut_on(page, live_server, [*every_address(busy), *second_round]) == {}


def test_no_word_is_cut_at_other_stages_of_a_day(live_server: LiveServer, visitors: Visitors) -> None:
    drawn, tied, over = event_with_a_draft(), event_with_a_tie(), event_that_is_over()
    phone = visitors(**PHONE)
    log_in(phone, live_server, director_of(over))
    desk = {drawn: ("", "rounds/2/", "rounds/2/arrangement/"), tied: ("final/",)}
    desk |= {over: ("", "final/", "standings/", "rounds/4/", "rounds/4/results/", "meetings/", "entries/3/")}
    public = ("", "standings/", "medals/", "players/1/", "rounds/4/", "rounds/4/results/", "rounds/4/tables/1/")
    paths = [f"/desk/{event.slug}/{rest}" for event, shown in desk.items() for rest in shown]
    assert cut_on(phone.new_page(), live_server, [*paths, *(f"/{over.slug}/{rest}" for rest in public)]) == {}


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


def test_cut_words_are_found(live_server: LiveServer, visitors: Visitors) -> None:
    event = event_that_is_over()
    page = visitors(**PHONE).new_page()
    page.goto(f"{live_server.url}/{event.slug}/standings/")
    assert clipped(page) == []
    page.locator("main h1").evaluate(
        "(title) => { title.style.overflow = 'hidden'; title.style.width = '60px'; title.style.whiteSpace = 'nowrap'; }"
    )
    page.locator("#standings").evaluate("(table) => table.classList.remove('lines')")
    found = clipped(page)
    assert '"Standings" is cut by H1.' in found
    assert any(" lies under " in words for words in found)
    page.locator(".scroll").evaluate(
        "(box) => { box.style.background = 'none'; box.firstElementChild.className = 'matrix'; }"
    )
    assert "DIV.scroll does not show that there is more" in clipped(page)


def test_all_of_the_menu_and_of_the_day_is_in_sight_without_script(live_server: LiveServer, visitors: Visitors) -> None:
    event = event_that_is_over()
    phone = visitors(**PHONE, java_script_enabled=False)
    log_in(phone, live_server, director_of(event))
    page = phone.new_page()
    page.goto(f"{live_server.url}/desk/{event.slug}/")
    for link in page.locator(".menu a, .stages a").all():
        expect(link).to_be_in_viewport(ratio=1)
    left = {part: box_of(page.locator(part).first)["x"] for part in (".menu a", ".stages a", "main h1")}
    assert left[".stages a"] == left["main h1"]
    assert 0 <= left["main h1"] - left[".menu a"] <= 8  # the words of a link stand 8 px inside it
