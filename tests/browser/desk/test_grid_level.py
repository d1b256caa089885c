"""The results grid beside its amounts: level fields whatever the names, clocks that a key sets, a button that saves before it closes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.grids import five_tables, grid, settle, stored
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, asked_on
from tests.build import director_of, enter_results, make_event, publish
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = (
    *("Player One", "Jugador Cinco", "Παίκτης Όγδοος", "Hans-Christian Maximilian Friedrich Mittelstädt-Oberhausen"),
    *("Wolfeschlegelsteinhausenbergerdorffsenior", "プレイヤー九", "Player Thirteen", "Player Thirteenn"),
)
LEVEL = """() => [...document.querySelectorAll("tr[data-table-number]")].map((row) => {
    const foot = (field) => Math.round(field.closest("td").getBoundingClientRect().bottom);
    const lines = Object.groupBy([...row.querySelectorAll("input[data-name]")], foot);
    return Object.values(lines).map((line) => [...new Set(line.map((field) => field.getBoundingClientRect().top))].length);
})"""
"""How many different heights the fields of a line have, row by row."""


def long_names() -> Event:
    """Two tables of four with long and foreign names, a fine and a time-out."""
    event = make_event(0, names=NAMES)
    publish(event, 1, sizes=(4, 4))
    enter_results(event, cash={1: (41_200, 36_000, 30_000, 20_000)}, apart_from=[2])
    player = record_of(event).table(1, 2).seats[1].player
    give_penalty(
        event, director_of(event), PenaltyOrder(player, 1, PenaltyKind.FINE, "late to the table", amount=5_000)
    )
    return event


def sides(page: Page) -> tuple[int, int]:
    """The width of what the page holds, and of the window."""
    whole, seen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return whole, seen


LOOKS: tuple[tuple[int, Any], ...] = ((1280, "light"), (1024, "dark"), (800, "light"), (360, "dark"))
"""Widths of a window, each in a theme."""


def test_the_fields_of_a_row_are_level_whatever_the_names(live_server: LiveServer, visitors: Visitors) -> None:
    event = long_names()
    page = grid(visitors(), live_server, event)
    page.get_by_label("ran out of time").nth(2).check()
    settle(page)
    for width, theme in LOOKS:
        page.set_viewport_size({"width": width, "height": 740})
        page.emulate_media(color_scheme=theme)
        page.reload()
        assert page.get_by_text("out of time", exact=True).is_visible()
        heights = page.evaluate(LEVEL)
        assert heights == [[1], [1]] if width > 960 else {high for row in heights for high in row} == {1}, width
        assert sides(page) == (width, width)
        page.locator("tr[data-table-number='1'] .drop > summary").click()
        assert sides(page) == (width, width)
    assert violations(page) == []
    sizes = page.locator("input[data-name], .late, .results .drop > summary").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44


def test_enter_and_tab_pass_the_clocks_and_t_sets_them(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    first, second, _third = (
        record_of(event).name_of(seat.player) for seat in record_of(event).round(1).tables[0].seats
    )
    page.keyboard.type("40000")
    page.keyboard.press("Enter")
    expect(page.get_by_label(second, exact=True)).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_label(first, exact=True)).to_be_focused()
    page.keyboard.press("t")
    expect(page.get_by_label(f"{first} ran out of time")).to_be_checked()
    expect(page.locator("td .out-of-time")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator("td .out-of-time")).to_have_count(0)
    expect(page.get_by_label(first, exact=True)).to_have_value("40,000")
    for each in record_of(event).round(1).tables:
        for seat in each.seats:
            name = record_of(event).name_of(seat.player)
            expect(page.get_by_label(name, exact=True)).to_be_focused()
            page.keyboard.press("Tab")
    page.get_by_label(second, exact=True).focus()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_label(first, exact=True)).to_be_focused()


def test_close_saves_first_and_asks_nothing(live_server: LiveServer, visitors: Visitors) -> None:
    """The last amount is typed anew and Close is pressed at once: nobody is asked whether to leave, and the new amount counts."""
    event = five_tables()
    enter_results(event, cash={5: (40_000, 30_000, 20_000)})
    page = grid(visitors(), live_server, event)
    asked = asked_on(page)
    page.locator("tr[data-table-number='5'] input[data-name]").nth(1).click()  # which means all of the amount
    page.keyboard.type("31000")
    with page.expect_event("domcontentloaded"):
        page.get_by_role("button", name="Close round 1").click()
    expect(page.locator(".messages")).to_contain_text("Round 1 closed")
    assert (asked, stored(event)[4]) == ([], [40_000, 31_000, 20_000])
