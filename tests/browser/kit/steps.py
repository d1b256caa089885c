"""What the browser tests share: coming in as a director, counting a director's clicks, and typing by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Dialog, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.wire import Wire
from tests.build import director_of
from tests.run.patience import PATIENCE
from tournament.models import Event

Visitors = Callable[..., BrowserContext]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

COUNTER = """
document.addEventListener("click", (event) => {
  // Enter on a button or in a form counts as well: browsers tell of it as a click on the button.
  if (event.target.closest("a, button, summary, select, input[type=checkbox], input[type=radio]"))
    sessionStorage.setItem("clicks", 1 + Number(sessionStorage.getItem("clicks")));
}, true);
"""
"""Counts in every page of a tab what a director presses: links, buttons, ticks, what unfolds."""


def log_in(context: BrowserContext, server: LiveServer | Wire, user: User) -> None:
    """Let the browser be logged in as the user, without the page for it."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": server.url}])


def at_desk(context: BrowserContext, server: LiveServer | Wire, event: Event, rest: str = "") -> Page:
    """A page of an event's desk, in a browser that is logged in as its director."""
    log_in(context, server, director_of(event))
    page = context.new_page()
    page.goto(f"{server.url}/desk/{event.slug}/{rest}")
    return page


def count_clicks(context: BrowserContext) -> None:
    """Let every page that the browser opens from now on count clicks."""
    context.add_init_script(COUNTER)


def clicks(page: Page) -> int:
    """How often something was pressed in this tab so far."""
    return int(page.evaluate("Number(sessionStorage.getItem('clicks'))"))


def press(page: Page, words: str) -> None:
    """Press the button or the link with these words, and wait for the page behind it."""
    with page.expect_event("domcontentloaded"):
        named(page, words).click()


def asked_on(page: Page) -> list[str]:
    """The kinds of the questions that the browser will ask on a page, such as whether to leave it; each is answered with yes."""
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    return asked


def named(page: Page, words: str) -> Locator:
    """The button or the link with exactly these words."""
    return page.get_by_role("button", name=words, exact=True).or_(page.get_by_role("link", name=words, exact=True))


def comes_true(page: Page, question: str, seconds: float = PATIENCE) -> None:
    """Ask the page until it says yes. Playwright's own wait takes a promise for a yes, whatever it is kept with."""
    end = monotonic() + seconds
    while not page.evaluate(question):
        assert monotonic() < end, f"not true in {seconds} s: {question}"
        page.wait_for_timeout(50)


def type_rows(page: Page, rows: list[list[str]]) -> None:
    """Type into an entry grid from the field that has the focus: Enter after every word, row by row."""
    expect(page.locator("[data-grid] input:focus")).to_be_visible()
    for row in rows:
        for words in row:
            page.keyboard.type(words)
            page.keyboard.press("Enter")
