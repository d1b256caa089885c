"""Digits of another keyboard in a browser: typed into the grid and into a field for a number, and stepped by the arrow keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk
from tests.build import make_event, publish
from tournament.models.queries import record_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_result_is_typed_in_arabic_digits_and_saved(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8)
    publish(event, 1)
    page = at_desk(visitors(), live_server, event, "rounds/1/results/")
    row = page.locator("[data-table-number='1']")
    typed = ["٤١٬٢٠٠", "４０，１００", "३९०००", "۳۸۰۰۰"]
    for field, text in zip(row.locator("input[data-name]").all(), typed, strict=True):
        field.click()
        page.keyboard.insert_text(text)
    page.keyboard.press("Enter")
    expect(page.locator("[data-table-number='1'] [data-sign]")).to_contain_text("saved")
    expect(page.locator("[data-table-number='1'] input[data-name]").first).to_have_value("41,200")
    seats = record_of(event).round(1).tables[0].seats
    assert [seat.cash for seat in seats] == [41_200, 40_100, 39_000, 38_000]


def test_a_number_is_typed_in_other_digits_and_stepped_by_the_arrow_keys(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(8)
    page = at_desk(visitors(), live_server, event, "settings/")
    field = page.locator("#id_rounds_planned")
    field.fill("٥")
    field.press("ArrowUp")
    expect(field).to_have_value("6")
    for _press in range(9):
        field.press("ArrowDown")
    expect(field).to_have_value(str(field.get_attribute("data-least")))
    field.fill("three")
    field.press("ArrowUp")
    expect(field).to_have_value("three")
