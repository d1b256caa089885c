"""The public pages on a phone: nothing to push sideways, usable without script, printable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import too_wide
from tests.browser.kit.events import LONG_NAME, TABLE_WITH_A_LOG, busy_event
from tests.browser.kit.steps import log_in, press
from tests.build import director_of, draw_round, enter_results, make_event, publish
from tournament.models import Event
from tournament.services.charts import publish_chart
from tournament.services.rounds import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitors = Callable[..., BrowserContext]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def addresses(event: Event) -> list[str]:
    """Every public page of the event, and those of the house."""
    replay = f"rounds/1/tables/{TABLE_WITH_A_LOG}/"
    parts = [
        "",
        "rounds/1/",
        "rounds/2/",
        "rounds/1/results/",
        replay,
        "players/1/",
        "players/15/",
        "standings/",
        "medals/",
    ]
    if "Busy" in event.name:
        parts += [f"{replay}replay/", f"{replay}replay/?turn=1"]
    return [*(f"/{event.slug}/{part}" for part in parts), "/", "/floor/", "/floor/2008-luxor/", "/login/"]


def test_a_name_of_one_long_word_fits_the_phone_at_the_desk(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(names=["Ada Demo", "Ben Demo", "W" * 60])
    publish(event, 1)
    phone = visitors(**PHONE)
    log_in(phone, live_server, director_of(event))
    page = phone.new_page()
    for rest in ("entries/", "entries/3/", "entries/3/withdraw/", "entries/3/disqualify/", "rounds/1/", "penalties/"):
        page.goto(f"{live_server.url}/desk/{event.slug}/{rest}")
        assert too_wide(page) == [], rest


def test_a_draft_that_departs_from_the_movement_chart_fits_the_phone(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(9)
    publish(event, 1)
    publish_chart(event, event.created_by, 1)
    enter_results(event, 1)
    close_round(event, event.created_by, 1)
    draw_round(event, 2, seed=99)
    visitor = visitors(**PHONE)
    log_in(visitor, live_server, director_of(event))
    page = visitor.new_page()
    for address in (
        f"/desk/{event.slug}/rounds/2/",
        f"/desk/{event.slug}/rounds/2/arrangement/",
        f"/{event.slug}/chart/",
    ):
        page.goto(live_server.url + address)
        assert too_wide(page) == [], address


def test_every_public_page_fits_the_phone_and_prints(live_server: LiveServer, visitors: Visitors) -> None:
    page = visitors(**PHONE).new_page()
    for address in addresses(busy_event()):
        page.goto(f"{live_server.url}{address}")
        assert too_wide(page) == [], address
        assert page.pdf(format="A4").startswith(b"%PDF"), address


def test_a_player_is_found_and_remembered(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8)
    publish(event, 1)
    phone = visitors(**PHONE)
    page = phone.new_page()
    page.goto(f"{live_server.url}/{event.slug}/")
    page.get_by_label("Find me").fill("cai")
    page.keyboard.press("Enter")
    expect(page.locator(".pinned")).to_contain_text("You, Cai Demo: table")
    page.reload()
    expect(page.locator(".pinned")).to_contain_text("You, Cai Demo: table")
    page.get_by_role("button", name="Not me").click()
    page.reload()
    expect(page.locator(".pinned")).to_have_count(0)


def test_without_script_every_page_says_the_same(live_server: LiveServer, visitors: Visitors) -> None:
    event = busy_event()
    page = visitors(**PHONE, java_script_enabled=False).new_page()
    for address in addresses(event):
        answer = page.goto(f"{live_server.url}{address}")
        assert answer is not None
        assert answer.ok
        assert page.locator("main h1").inner_text(), address
    page.goto(f"{live_server.url}/{event.slug}/")
    page.get_by_label("Find me").fill("ninetta")
    page.keyboard.press("Enter")
    expect(page.locator(".pinned")).to_contain_text(f"You, {LONG_NAME}")
    page.get_by_label("Find me").fill("demo")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Several players match")).to_be_visible()


def test_without_script_the_replay_answers(live_server: LiveServer, visitors: Visitors) -> None:
    event = busy_event()
    page = visitors(**PHONE, java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/{event.slug}/rounds/1/tables/{TABLE_WITH_A_LOG}/replay/?turn=1")
    first = page.locator("#replay-title").inner_text()
    with page.expect_event("load"):
        page.locator("a[rel=next]").click()
    expect(page.locator("#replay-title")).not_to_have_text(first)


def test_without_script_a_director_enters_a_result(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(3)
    publish(event, 1)
    browser = visitors(**PHONE, java_script_enabled=False)
    log_in(browser, live_server, director_of(event))
    page = browser.new_page()
    page.goto(f"{live_server.url}/desk/{event.slug}/rounds/1/results/")
    for name, amount in (("Ada Demo", "40,000"), ("Ben Demo", "30 000"), ("Cai Demo", "20000")):
        page.get_by_label(name, exact=True).fill(amount)
    press(page, "Save the results of round 1")
    expect(page.locator(".messages")).to_contain_text("Saved table 1.")
    press(page, "Close round 1")
    expect(page.locator(".messages")).to_contain_text("Round 1 is closed and counts.")
