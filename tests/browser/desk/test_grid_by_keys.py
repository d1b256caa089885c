"""The results grid in a browser: the keyboard alone finishes a round, and each table is saved as it is complete."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.grids import (
    DOUBTFUL,
    ODD,
    PLAIN,
    ROUND,
    SAVED,
    TIES,
    at_focus,
    five_tables,
    grid,
    settle,
    sign,
    stored,
)
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, comes_true, press, type_rows
from tests.build import enter_results, make_event, publish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def whole_saves(page: Page) -> list[str]:
    """The bodies of the saves of the whole page that this page will send."""
    found: list[str] = []

    def keep(request: Request) -> None:
        if request.method == "POST" and "&row=" not in (request.post_data or ""):
            found.append(request.post_data or "")

    page.on("request", keep)
    return found


def held_back(page: Page, table: int) -> Callable[[], None]:
    """Let the first save of a table wait; what is given back lets it go, once it has come."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if f"&row={table}" in (route.request.post_data or "") and not held:
            held.append(route)
        else:
            route.continue_()

    def let_go() -> None:
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()

    page.route("**/results/", hold)
    return let_go


def test_the_keyboard_finishes_and_closes_a_round_of_ties_a_doubt_and_an_odd_amount(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    saves = whole_saves(page)
    type_rows(page, ROUND)
    comes_true(page, "document.activeElement.closest('[data-tick], [data-reason]') !== null")
    settle(page)
    been = []
    for _ in range(12):
        where = at_focus(page)
        been.append(where)
        if where.endswith("tick"):
            page.keyboard.press("Space")
        elif where.endswith("reason"):
            page.keyboard.type("counted twice")
        else:
            break
        page.keyboard.press("Enter")
        settle(page)
    assert sorted(been[:-1]) == ["1 tick", "3 reason", "4 tick", "5 tick"], been
    assert been[-1] == "Close round 1"
    assert saves == []
    with page.expect_event("domcontentloaded"):
        page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Round 1 closed.")
    assert stored(event) == [[int(amount) for amount in row] for row in ROUND]


def test_a_row_that_seemed_wrong_when_enter_led_to_it_leads_on_to_its_question(
    live_server: LiveServer, visitors: Visitors
) -> None:
    """Its save is on the way when the last Enter of the grid is pressed: the amount is right, and what it asks is the tick."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    let_go = held_back(page, 1)
    page.keyboard.type("4x")
    expect(page.locator("tr[data-table-number='1']")).to_have_class("wrong")
    page.route("**/check/1/*", lambda route: None)
    page.keyboard.press("Control+a")
    type_rows(page, [TIES[0], PLAIN, PLAIN, PLAIN, PLAIN])
    assert at_focus(page) == "1 amount"
    let_go()
    expect(page.locator("[data-tick] input:focus")).to_be_visible()
    assert at_focus(page) == "1 tick"


def test_a_questioned_amount_that_is_corrected_leads_on_to_the_next_table(
    live_server: LiveServer, visitors: Visitors
) -> None:
    """The reason that was asked for goes away with the odd amount; the focus is not lost with it, and the next digits are not either."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    type_rows(page, [["25150", *PLAIN[1:]]])
    expect(page.locator("[data-reason] input:focus")).to_be_visible()
    page.locator("tr[data-table-number='1'] input[data-name]").first.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("25100")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED)
    page.keyboard.type("41000")
    settle(page)
    expect(page.locator("tr[data-table-number='2'] input[data-name]").first).to_have_value("41000")
    assert at_focus(page) == "2 amount"
    assert stored(event)[0] == [25_100, 30_000, 20_000]


def test_a_reason_that_is_no_longer_asked_for_hands_the_focus_on(live_server: LiveServer, visitors: Visitors) -> None:
    """Tab goes to the reason before the check of the corrected amount has come."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    type_rows(page, [["40000", "30000", "25150"]])
    expect(page.locator("[data-reason] input:focus")).to_be_visible()
    page.locator("tr[data-table-number='1'] input[data-name]").nth(2).click()
    page.keyboard.press("Control+a")
    page.keyboard.type("25100")
    page.locator("tr[data-table-number='1'] [data-reason] input").focus()
    expect(page.locator("tr[data-table-number='2'] input[data-name]").first).to_be_focused()
    page.keyboard.type("41000")
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED)
    settle(page)
    assert stored(event)[0] == [40_000, 30_000, 25_100]


def test_a_tick_that_is_saved_before_enter_moves_on_once(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    type_rows(page, [TIES[0]])
    expect(page.locator("[data-tick] input:focus")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED)
    assert at_focus(page) == "2 amount"
    page.keyboard.press("Enter")
    type_rows(page, [PLAIN])
    expect(page.locator("tr[data-table-number='2'] [data-sign]")).to_have_text(SAVED)
    assert stored(event)[:2] == [[40_000, 40_000, 20_000], [40_000, 30_000, 20_000]]


def test_a_tie_at_the_last_table_is_asked_before_the_round_is_closed(
    live_server: LiveServer, visitors: Visitors
) -> None:
    """Enter on the button comes before the answer to the last table: it waits for it, and the question is answered first."""
    event = make_event(6)
    publish(event, 1, sizes=(3, 3))
    page = grid(visitors(), live_server, event)
    saves = whole_saves(page)
    let_go = held_back(page, table=2)
    type_rows(page, [PLAIN, TIES[0]])
    assert at_focus(page) == "Save all"
    page.keyboard.press("Enter")
    let_go()
    expect(page.locator("[data-tick] input:focus")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Close round 1")).to_be_focused()
    assert stored(event) == [[40_000, 30_000, 20_000], [40_000, 40_000, 20_000]]
    assert saves == []


def test_after_the_last_table_it_is_said_that_all_is_saved_and_why_it_ended_early_saves_alone(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(6)
    publish(event, 1, sizes=(3, 3))
    page = grid(visitors(), live_server, event)
    said = page.locator("[data-all-saved]")
    type_rows(page, [PLAIN])
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED)
    expect(said).to_be_hidden()
    type_rows(page, [PLAIN])
    expect(said).to_be_visible()
    expect(page.get_by_role("button", name="Close round 1")).to_be_focused()
    expect(page.locator("#save-results")).to_be_hidden()
    page.locator("tr[data-table-number='1'] .drop summary").click()
    page.locator("tr[data-table-number='1'] .drop input").fill("all safe")
    expect(said).to_be_hidden()
    page.locator("tr[data-table-number='1'] .drop").get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Ended early: all safe")).to_be_visible()
    expect(said).to_be_visible()


def test_a_question_that_comes_back_late_takes_no_figure_from_the_table_between(
    live_server: LiveServer, visitors: Visitors
) -> None:
    """The answer to table 1 comes when table 2 is typed and the focus is on table 3: the next digit is for table 3."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    let_go = held_back(page, table=1)
    type_rows(page, [ODD, PLAIN])
    expect(page.locator("tr[data-table-number='2'] [data-sign]")).to_have_text(SAVED)
    let_go()
    expect(page.locator("[data-reason] input:focus")).to_be_visible()
    page.keyboard.type("51000")
    shown = [field.input_value() for field in page.locator("input[data-name]").all()[3:7]]
    assert shown == ["40,000", "30,000", "20,000", "51000"]
    assert page.locator("[data-reason] input").first.input_value() == ""


def test_a_doubt_an_error_and_a_tie_look_different(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    type_rows(page, [TIES[0], DOUBTFUL, ["abc", "30000", "20000"], ["0", "0", "0"]])
    settle(page)
    press(page, "Save all")
    looks = {
        table: (
            row.locator("output").evaluate("at => getComputedStyle(at, '::before').content"),
            row.locator("output").evaluate("at => getComputedStyle(at).color"),
            row.locator("input[name$='-reason']").is_visible(),
            row.locator("[data-tick] input").is_visible(),
        )
        for table in (1, 2, 3, 4)
        for row in [page.locator(f"tr[data-table-number='{table}']")]
    }
    amber, red = "rgb(116, 78, 0)", "rgb(163, 34, 26)"
    assert looks == {
        1: ('"= "', amber, False, True),
        2: ('"! "', amber, True, True),
        3: ('"✗ "', red, False, False),
        4: ('"✗ "', red, False, False),
    }
    assert at_focus(page) == "1 tick"
    assert page.locator("tr[data-table-number='1'] .errors").count() == 0
    problem = page.get_by_role("alert").inner_text()
    assert problem == "Not saved: Check the messages next to tables 1, 2, 3 and 4."
    assert page.locator("tr[data-table-number='2'] input[data-name]").first.input_value() == "60,000"
    assert violations(page) == []


def test_two_pages_that_save_the_same_table_alone_show_both_and_one_click_decides(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    page = grid(visitors(), live_server, event)
    enter_results(event, cash={1: (40_000, 30_000, 20_000)}, apart_from=[2, 3, 4, 5])
    type_rows(page, [["41000", "31000", "21000"]])
    expect(page.locator("tr[data-table-number='1'].wrong")).to_be_visible()
    assert at_focus(page) == "2 amount"  # where the next figure belongs
    both = page.get_by_role("alert").filter(has_text=re.compile(r"director changed table 1 at \d\d:\d\d\."))
    expect(both).to_contain_text("40,000")
    assert stored(event)[0] == [40_000, 30_000, 20_000]
    page.get_by_role("button", name="Keep mine").click()
    settle(page)
    assert stored(event)[0] == [41_000, 31_000, 21_000]
    assert page.get_by_role("alert").count() == 0


def test_a_late_answer_never_takes_back_what_is_typed_on(live_server: LiveServer, visitors: Visitors) -> None:
    """The row is corrected while its first save is under way: the correction stays in the fields and is saved next."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    let_go = held_back(page, table=1)
    type_rows(page, [PLAIN])
    first = page.locator("tr[data-table-number='1'] input[data-name]").first
    first.fill("42000")
    let_go()
    expect(page.locator("[data-next]")).to_contain_text("Tables 2, 3, 4 and 5 have not reported.")
    assert (first.input_value(), sign(page, 1)) == ("42000", "not saved")
    first.press("Enter")
    page.locator("tr[data-table-number='2'] input[data-name]").first.focus()
    settle(page)
    assert stored(event)[0] == [42_000, 30_000, 20_000]
