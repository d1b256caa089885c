"""Figures in a browser: an amount in any digits is shown with commas, what is none stays as typed, and arrow keys step a number."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk, press
from tests.build import make_event, publish
from tournament.models.queries import record_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_digits_of_any_script_are_an_amount_and_a_slip_of_the_finger_never_becomes_another(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(3)
    publish(event, 1)
    page = at_desk(visitors(), live_server, event, "rounds/1/results/")
    fields = page.locator("[data-grid] input[data-name]")
    for typed in ("35000.50", "4.5", "41,2", "12,34,567"):
        for place, words in enumerate([typed, "30.000", "20 000"]):
            fields.nth(place).fill(words)
        page.locator("#save-results").focus()
        assert [field.input_value() for field in fields.all()] == [typed, "30,000", "20,000"]
        press(page, "Save all")
        expect(page.locator("[data-grid]")).to_contain_text(f"“{typed}” is not an amount in dollars")
        assert fields.first.input_value() == typed
    assert [seat.cash for seat in record_of(event).round(1).tables[0].seats] == [None, None, None]
    for field, typed in zip(fields.all(), ["٤١٬٢٠٠", "４０，１００", "۳۸۰۰۰"], strict=True):
        field.fill(typed)
    fields.last.press("Enter")
    expect(page.locator("[data-sign]")).to_contain_text("saved")
    expect(fields.first).to_have_value("41,200")
    assert [seat.cash for seat in record_of(event).round(1).tables[0].seats] == [41_200, 40_100, 38_000]


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
