"""People in a browser: the filter of a list folds names as the server does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.steps import log_in
from tests.build import make_event
from tournament.record.names import name_key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitors = Callable[..., BrowserContext]

LETTERS = [
    chr(code)
    for first, last in (
        (0x20, 0x250),
        (0x300, 0x530),
        (0x5D0, 0x600),
        (0x620, 0x660),
        (0x3040, 0x3100),
        (0x1E00, 0x2000),
    )
    for code in range(first, last)
    if chr(code).isprintable()
]
"""Latin, Greek, Cyrillic, Hebrew, Arabic and kana letters with whatever hangs on them."""

NAMES = [
    "Zoë",
    "Łukasz",
    "Bjørn",
    "Đorđe",
    "Þórunn",
    "İpek",
    "Straße",
    "Ŵyn",
    "O’Demo",
    "ΣΟΦΟΣ",
    "Nguyễn Thị Ánh",
    "がな",
]


def test_script_and_server_fold_every_letter_alike(live_server: LiveServer, visitors: Visitors) -> None:
    page = visitors().new_page()
    page.goto(f"{live_server.url}/")
    texts = [*LETTERS, *(f"a{letter}b" for letter in LETTERS), *NAMES]
    folded = page.evaluate("(texts) => texts.map(nameKey)", texts)
    assert {text: key for text, key in zip(texts, folded, strict=True) if key != name_key(text)} == {}


def test_a_list_is_filtered_by_plain_letters(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(names=["Þórunn Demo", "Łukasz Demo", "Ada Demo"])
    context = visitors()
    log_in(context, live_server, event.created_by)
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/{event.slug}/entries/")
    page.locator("#filter").fill("thorunn")
    expect(page.locator("#entries tbody tr:visible")).to_have_count(1)
    expect(page.locator("#entries tbody tr:visible")).to_contain_text("Þórunn Demo")
