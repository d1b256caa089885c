"""Figures that are not saved: the page warns before it is left, the device keeps them, and they are offered to whoever typed them."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.grids import PLAIN, SAVED, five_tables, grid, settle, stored
from tests.browser.kit.steps import Visitors, asked_on, log_in, press, type_rows
from tests.build import PASSWORD, director_of, enter_results, make_director
from tournament.models.queries import read_event
from tournament.services.rounds import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_page_with_unsaved_figures_warns_and_gives_them_back(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    context = visitors()
    page = grid(context, live_server, event)
    asked = asked_on(page)
    page.reload()
    assert asked == []
    page.route("**/results/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    type_rows(page, [PLAIN, ["41000", "31000"]])
    page.unroute_all()
    page.reload()
    assert asked == ["beforeunload"]

    offer = page.get_by_role("status").filter(has_text="entered here at")
    expect(offer).to_contain_text(re.compile(r"5 amounts entered here at \d\d:\d\d differ from the saved ones\."))
    assert [field.input_value() for field in page.locator("input[data-name]").all()] == [""] * 15
    offer.get_by_role("button", name="Restore").click()
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED)  # what is complete is saved
    shown = [field.input_value() for field in page.locator("input[data-name]").all()[:6]]
    assert shown == ["40,000", "30,000", "20,000", "41,000", "31,000", ""]
    page.locator("input[data-name]").nth(5).fill("21000")
    page.keyboard.press("Enter")
    settle(page)
    assert stored(event)[:2] == [[40_000, 30_000, 20_000], [41_000, 31_000, 21_000]]
    page.reload()
    assert asked == ["beforeunload"]
    assert page.get_by_text("entered here at").count() == 0


def test_figures_that_are_put_back_take_nothing_back(live_server: LiveServer, visitors: Visitors) -> None:
    """They go on with the version on which they were typed: what was saved since collides, or stays where it was typed here."""
    event = five_tables()
    page = grid(visitors(), live_server, event)
    page.on("dialog", lambda dialog: dialog.accept())
    type_rows(page, [["41000", "31000"]])
    second = page.locator("tr[data-table-number='2'] input[data-name]")
    second.first.fill("42")
    enter_results(event, cash={1: (40_000, 30_000, 20_000)}, apart_from=[2, 3, 4, 5])
    page.reload()
    second.first.focus()
    type_rows(page, [PLAIN])
    settle(page)
    page.get_by_role("button", name="Restore").click()
    assert [field.input_value() for field in second.all()] == ["40,000", "30,000", "20,000"]
    press(page, "Save all")
    expect(page.get_by_role("alert").filter(has_text="Saved:").last).to_contain_text("director changed table 1 at ")
    assert stored(event)[:2] == [[40_000, 30_000, 20_000]] * 2


def test_a_correction_is_checked_as_it_is_typed_and_kept_until_it_is_made(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    enter_results(event, cash={1: (40_000, 30_000, 20_000)})
    close_round(event, director_of(event), 1)
    context = visitors()
    log_in(context, live_server, director_of(event))
    page = context.new_page()
    address = f"{live_server.url}/desk/{event.slug}/rounds/1/tables/1/correct/"
    page.goto(address)
    amounts = page.locator("input[data-name]")
    amounts.nth(1).fill("40000")
    expect(page.locator("[data-answer] output")).to_contain_text("tied for first on 40,000")
    page.get_by_label("Reason", exact=True).fill("recount")
    page.reload()
    expect(page.get_by_role("status").filter(has_text="entered here")).to_contain_text("1 amount entered here")
    page.get_by_role("button", name="Restore").click()
    assert [field.input_value() for field in amounts.all()] == ["40,000", "40,000", "20,000"]
    assert page.get_by_label("Reason", exact=True).input_value() == "recount"
    press(page, "Correct table 1")
    page.get_by_label("Yes, this is right").check()
    press(page, "Correct table 1")
    assert stored(event)[0] == [40_000, 40_000, 20_000]
    page.goto(address)
    assert page.get_by_text("entered here").count() == 0


def test_somebody_else_at_the_same_laptop_is_not_offered_them(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    context = visitors()
    page = grid(context, live_server, event)
    type_rows(page, [["41000"]])
    context.clear_cookies()
    log_in(context, live_server, make_director("another", is_staff=True))
    page.reload()
    assert page.get_by_text("entered here at").count() == 0


def test_a_session_that_ends_is_told_on_the_row_and_the_row_is_saved_after_a_log_in_elsewhere(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    context = visitors()
    page = grid(context, live_server, event)
    Session.objects.all().delete()
    type_rows(page, [PLAIN])
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_contain_text("not saved: you are logged out.")
    with context.expect_page() as opened:
        page.get_by_role("link", name="Log in, then try again here").click()
    other = opened.value
    other.get_by_label("Username").fill("director")
    other.get_by_label("Password").fill(PASSWORD)
    press(other, "Log in")
    other.close()
    page.locator("tr[data-table-number='2'] input[data-name]").first.focus()
    type_rows(page, [PLAIN])
    settle(page)
    press(page, "Save all")
    assert stored(event)[:2] == [[40_000, 30_000, 20_000]] * 2


def test_a_desk_that_cannot_be_reached_is_told_and_tried_again(live_server: LiveServer, visitors: Visitors) -> None:
    event = five_tables()
    context = visitors()
    page = grid(context, live_server, event)
    context.set_offline(True)
    type_rows(page, [PLAIN])
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_contain_text("no connection to the server")
    context.set_offline(False)
    expect(page.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED)
    assert read_event(event.slug).round(1).tables[0].has_result
