"""What the tests of pages stand on: judges that find a missing label, pale words and cut words, and a server of its own connections."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import clipped
from tests.browser.kit.events import event_that_is_over
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_judge_finds_a_missing_label_and_pale_words_and_looks_at_every_row_that_is_built_otherwise(
    live_server: LiveServer, page: Page
) -> None:
    page.goto(f"{live_server.url}/floor/")
    assert violations(page) == []
    rows = ["<li><a href='/'>a table</a>"] * 6
    rows[2], rows[4] = "<li><a href='/' class=pale>a table</a>", "<li><a href='/'></a>"
    page.locator("main").evaluate(
        "(main, rows) => main.insertAdjacentHTML('beforeend', `<input><ul id=rows>${rows}</ul>`)", "".join(rows)
    )
    page.locator(".pale").evaluate("(words) => { words.style.color = 'gray'; words.style.background = 'silver'; }")
    found = [words.partition(" at ")[0].partition(" ")[2] for words in violations(page)]
    assert sorted(found) == ["dark: color-contrast", "label", "light: color-contrast", "link-name"]
    assert page.locator("#rows [data-judged-elsewhere]").count() == 1


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
    assert '"Totals after 4 rounds" is cut by H1.' in found
    assert any(" lies under " in words for words in found)
    page.locator(".scroll").evaluate(
        "(box) => { box.style.background = 'none'; box.firstElementChild.className = 'met'; }"
    )
    assert "DIV.scroll does not show that there is more" in clipped(page)


def test_the_servers_threads_share_no_connection_to_the_database(live_server: LiveServer) -> None:
    assert live_server.thread.connections_override == {}
