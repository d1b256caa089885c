"""Pages in a real Chromium: `page` opens them as a visitor and fails on any request that leaves this machine, and on script errors.

Run by `pytest -m browser tests/browser` in processes of their own, because Playwright leaves an event loop behind; each of them has
its database, its server and its Chromium.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.wire import Wire, wire_to
from tests.run.patience import MILLISECONDS
from tests.tournament.serving.running import put_migrated

CHROMIUM = Path("/usr/bin/chromium-headless-shell")
"""Chromium without its own windows, which nobody sees in a test and which cost a process for each page."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",  # nothing can leave this machine
]
AT_A_DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "timezone_id": "Europe/London",
}
OWN_HOSTS = ("localhost", "127.0.0.1")
OWN_SCHEMES = ("chrome", "chrome-extension")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the README's picture be taken anew."""
    parser.addoption("--pictures", action="store_true", help="write the picture of the README to fixtures/pictures")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> None:
    """Put the test database into a file: the live server's threads cannot share one in memory. What is kept lies in it already."""
    from django.conf import settings

    file = tmp_path_factory.mktemp("database") / "test.sqlite3"
    put_migrated(kept_database, file)
    settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(file)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Leave the file as it was put there, and let `migrate` find everything applied."""
    return True


@pytest.fixture(scope="session")
def live_server(django_db_setup: None, live_server: LiveServer) -> LiveServer:
    """The server, started only once the database is a file.

    Started before that, it finds one in memory and lends its single connection to every thread; one thread then closes it
    under another's hands, and the whole process dies. What it finds style sheets and scripts by stands in `kit/gathered.py`.
    """
    return live_server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, started once; fails with what to install where it is missing."""
    if not CHROMIUM.exists():
        pytest.fail(f"{CHROMIUM} is missing; on Debian run: apt-get install chromium-headless-shell", pytrace=False)
    # Playwright keeps an event loop running in this thread, in which Django would otherwise refuse to touch the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def visitors(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Browsers without cookies on a desk's screen unless asked otherwise; after the test they fail for requests elsewhere and errors."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def watch(request: Request) -> None:
        if not is_here(request.url):
            complaints.append(f"a request to {request.url}")

    def come(**options: Any) -> BrowserContext:
        context = chromium.new_context(**{**AT_A_DESK, **options})
        contexts.append(context)
        context.set_default_timeout(MILLISECONDS)
        context.on("request", watch)
        context.on("weberror", lambda error: complaints.append(f"an error on a page: {error.error}"))
        context.on(
            "console",
            lambda line: complaints.append(f"on the console: {line.text}") if is_policy_breach(line.text) else None,
        )
        return context

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def visitor(visitors: Callable[..., BrowserContext]) -> BrowserContext:
    """A browser without cookies on a desk's screen."""
    return visitors()


@pytest.fixture
def page(visitor: BrowserContext) -> Page:
    """An empty page of the visitor's."""
    return visitor.new_page()


def is_here(address: str) -> bool:
    """Whether a request stays on this machine: to the live server, or to Chromium's own viewer of PDFs."""
    parts = urlsplit(address)
    return parts.hostname in OWN_HOSTS or parts.scheme in OWN_SCHEMES


def is_policy_breach(line: str) -> bool:
    """Whether a line of the console tells that the content security policy stopped something."""
    return "Content Security Policy" in line


@pytest.fixture
def wire(live_server: LiveServer) -> Iterator[Wire]:
    """The way of a device to the server, to be cut."""
    with wire_to(live_server.url) as way:
        yield way
