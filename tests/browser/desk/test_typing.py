"""The entry grid in a browser: an amount is shown with commas, and what is no amount stays as typed and is refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk, press
from tests.build import make_event, publish
from tournament.models.queries import record_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_slip_of_the_finger_never_becomes_another_amount(live_server: LiveServer, visitors: Visitors) -> None:
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
