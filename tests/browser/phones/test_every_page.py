"""Every page of a phone, and what the desk has beside it: nothing pushed sideways, nothing cut, legible in the light and in the dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import clipped
from tests.browser.kit.events import LONG_NAME
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import log_in
from tests.browser.phones.test_calls_and_clocks import WIDER
from tests.browser.test_phones import PHONE
from tests.browser.test_table_phones import claimed, names
from tests.build import asked_by_phone, director_of, make_event, player_name, publish
from tests.run.patience import MILLISECONDS as SEEN
from tests.tournament.devices.phones import device_at
from tests.tournament.devices.test_reporting import agreed, phone, report, seated
from tournament.access.devices import codes_of
from tournament.day.calls import CallKind
from tournament.day.tableclock import PressKind
from tournament.models import Event, TableReport
from tournament.record.devices import RequestKind, player_subject
from tournament.services.at_table.calls import answer_call, call_director
from tournament.services.at_table.clocks import SentPress, press

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitors = Callable[..., BrowserContext]


def hall() -> Event:
    """Two tables with long and foreign names: table 1 differs and calls, table 2 agrees; a clock runs, a player asks."""
    event = make_event(names=[LONG_NAME, "مثال الأحمد", *map(player_name, range(3, 9))], players_report=True)
    publish(event)
    report(event, phone(event, 0))
    report(event, phone(event, 1), (41_300, 35_000, 30_000, 20_000))
    agreed(event, 2)
    device = device_at(event)
    answer_call(event, director_of(event), call_director(device, CallKind.RULE, "is this chain safe?").pk, "safe")
    call_director(device, CallKind.DISPUTE, "an eighth chain")
    press(device, [SentPress("a-1", 0, PressKind.TURN, seated(event)[0])])
    asked_by_phone(event, 3, RequestKind.WITHDRAW, "the last train leaves at ten past six")
    return event


OVER = """
() => {
  const name = document.querySelector(".brand span"), words = document.createRange();
  if (!name) return []; // a board has a head of its own
  words.selectNodeContents(name);
  const boxes = [...words.getClientRects()];
  return [...document.querySelectorAll(".menu a")].filter((link) => {
    const its = link.getBoundingClientRect();
    return boxes.some((box) => box.right > its.left && box.left < its.right && box.bottom > its.top && box.top < its.bottom);
  }).map((link) => link.textContent.trim());
}
"""
"""The links of the menu over which the event's name stands."""


def faults(page: Page) -> list[str]:
    """What is wrong with the page as it stands."""
    over = [f"{page.url}: the name stands over {link}" for link in page.evaluate(OVER)]
    wide = [f"{page.url} moves sideways"] if page.evaluate(WIDER) else []
    return over + wide + [f"{page.url}: {words}" for words in clipped(page)] + violations(page)


def test_every_page_of_a_phone_is_legible_and_whole(live_server: LiveServer, visitors: Visitors) -> None:
    event = hall()
    found: list[str] = []
    first = TableReport.objects.order_by("pk")[0].pk
    ours, others = names(event, 1), names(event, 2)
    for who, table in (("We share it", 1), (f"I am {ours[0]}", 1), (f"I am {ours[2]}", 1), (f"I am {others[0]}", 2)):
        page = claimed(visitors(**PHONE), live_server, event, table, who)
        here = page.url
        for end in ("", "report/", f"report/?from={first}", "call/", "clock/", "scribe/"):
            page.goto(here + end)
            found += faults(page)
        if table == 1:
            page.goto(f"{here}report/")
            page.get_by_role("button", name="Send the result").click()
            expect(page.get_by_role("alert")).to_be_visible()
            found += faults(page)
    me = player_subject(3)
    page = visitors(**PHONE).new_page()
    for code in (codes_of(event, [me])[me], "abcdefghjkmnpq"):
        page.goto(f"{live_server.url}/{event.slug}/c/3/{code}/")
        found += faults(page)
    page.goto(f"{live_server.url}/{event.slug}/c/3/{codes_of(event, [me])[me]}/")
    page.get_by_role("button", name="This is the phone of").click()
    expect(page.get_by_role("button", name="I am late")).to_be_visible()
    found += faults(page)
    page.goto(f"{live_server.url}/{event.slug}/?me=3")
    found += faults(page)
    assert found == []


def test_what_the_desk_has_beside_the_phones_is_legible_and_whole(live_server: LiveServer, visitors: Visitors) -> None:
    event = hall()
    context = visitors()
    log_in(context, live_server, director_of(event))
    page = context.new_page()
    found: list[str] = []
    ends: tuple[str, ...] = (
        "",
        "calls/",
        "rounds/1/",
        "rounds/1/clocks/",
        "rounds/1/clocks/1/",
        "rounds/1/tables/1/phones/",
    )
    ends += ("rounds/1/results/", "rounds/1/tables/1/reports/", "entries/check-in/", "entries/3/")
    ends += ("entries/3/code/withdraw/",)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for end in ends:
            page.goto(f"{live_server.url}/desk/{event.slug}/{end}")
            found += faults(page)
    assert found == []


def test_the_badge_of_calls_comes_on_a_page_of_the_desk_without_its_usual_script(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(8)
    publish(event)
    context = visitors()
    log_in(context, live_server, director_of(event))
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/{event.slug}/rounds/1/tables/2/scribe/")
    assert page.evaluate("typeof window.htmx") == "undefined"
    call_director(device_at(event), CallKind.TIME)
    expect(page.get_by_role("link", name="1 call: table 1, waiting 0 min")).to_be_visible(timeout=SEEN)
    assert violations(page) == []


def test_the_name_of_an_event_stands_beside_no_menu_that_leaves_it_no_room(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(4, name="Acquire of Twenty-one", players_report=True)
    publish(event)
    page = claimed(visitors(**PHONE), live_server, event, 1, "We share it")
    assert page.locator(".menu a").all_inner_texts() == ["Event", "Standings", "Prices and rules"]
    assert faults(page) == []
