"""One walk over many pages: each is opened once, at a desk, and judged there and as narrow as a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from playwright.sync_api import Error, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import clipped, too_wide
from tests.browser.kit.judge import violations

DESK: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 360, "height": 740}
ANSWERS = {200, 204, 405, 409, 410}
"""What an address may answer: a page, nothing new, an act that wants a form, a question that cannot be put, a code that is over."""


def walk(page: Page, server: LiveServer, paths: Iterable[str]) -> list[str]:
    """Open every page that the paths lead to, each once; all that breaks the standard, is cut, or moves the page sideways."""
    return judged(page, server, paths, at_both_widths)


def at_both_widths(page: Page) -> list[str]:
    """What breaks the standard on the page at a desk, and what is cut or moves it sideways on a phone."""
    # What a page asks for while it stands open is a part of it, and is judged with it.
    found = violations(page)
    page.set_viewport_size(NARROW)
    return found + [f"{page.url} at 360 px: {words}" for words in (*clipped(page), *too_wide(page))]


def judged(page: Page, server: LiveServer, paths: Iterable[str], judge: Callable[[Page], list[str]]) -> list[str]:
    """Open every page that the paths lead to, each once, at a desk; all that ``judge`` finds on them."""
    found: list[str] = []
    seen: set[str] = set()
    for path in dict.fromkeys(paths):
        page.set_viewport_size(DESK)
        if is_page(page, f"{server.url}{path}") and page.url not in seen:
            seen.add(page.url)
            found += judge(page)
    return found


def is_page(page: Page, address: str) -> bool:
    """Open an address; whether a page stands there, and not a file, a part of a page, an empty answer or that of a form."""
    try:
        answer = page.goto(address)
    except Error:  # a file, or an answer without a body: the browser stays where it is
        status = page.request.get(address).status
        assert status in ANSWERS, f"{address}: {status}"
        return False
    assert answer is not None
    assert answer.status in ANSWERS, f"{address}: {answer.status}"
    is_shown = answer.status in {200, 410} and answer.headers.get("content-type", "").startswith("text/html")
    return is_shown and "<html" in answer.text()[:200]
