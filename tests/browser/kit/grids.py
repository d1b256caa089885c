"""What the tests of the results grid share: a round of five tables, its page, and where the focus is on it."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import log_in
from tests.build import director_of, make_event, publish
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import Dollars

ODD, DOUBTFUL, PLAIN = ["41250", "30000", "20000"], ["60000", "40000", "3000"], ["40000", "30000", "20000"]
TIES = [["40000", "40000", "20000"], ["20000", "38000", "38000"]]
ROUND = [TIES[0], PLAIN, ODD, DOUBTFUL, TIES[1]]
SAVED = re.compile(r"^saved \d\d:\d\d$")


def five_tables() -> Event:
    """Five tables of three, round 1 being played."""
    event = make_event(15)
    publish(event, 1, sizes=(3, 3, 3, 3, 3))
    return event


def grid(context: BrowserContext, server: LiveServer, event: Event) -> Page:
    """The results grid of round 1 in a browser that is logged in as the director."""
    log_in(context, server, director_of(event))
    page = context.new_page()
    page.goto(f"{server.url}/desk/{event.slug}/rounds/1/results/")
    return page


def stored(event: Event) -> list[list[Dollars | None]]:
    return [[seat.cash for seat in table.seats] for table in record_of(event).round(1).tables]


def sign(page: Page, table: int) -> str:
    return page.locator(f"tr[data-table-number='{table}'] [data-sign]").inner_text()


def settle(page: Page) -> None:
    """Wait until no row is on its way."""
    expect(page.locator("[data-sign]").filter(has_text="saving")).to_have_count(0)


def at_focus(page: Page) -> str:
    """Where the focus is: "4 tick", "3 reason", "2 amount", or the button's words."""
    return str(
        page.evaluate("""() => {
            const at = document.activeElement;
            const table = at.closest("[data-table-number]")?.dataset.tableNumber;
            const kind = at.closest("[data-tick]") ? "tick" : at.closest("[data-reason]") ? "reason" : "amount";
            return table ? `${table} ${kind}` : at.textContent.trim();
        }""")
    )
