"""A helper's way in as it is walked: the director invites, the helper types a name on a phone, works, and is withdrawn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, log_in
from tests.build import make_director, make_event, publish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_helper_comes_in_by_code_enters_a_table_and_is_withdrawn(live_server: LiveServer, visitors: Visitors) -> None:
    director = make_director()
    event = make_event(8)
    publish(event)
    hall = visitors()
    log_in(hall, live_server, director)
    desk = hall.new_page()
    desk.goto(f"{live_server.url}/desk/{event.slug}/")
    desk.locator(".menu .drop > summary").click()
    desk.get_by_role("link", name="Helpers").click()
    desk.locator("#id_name").fill("Nora")
    desk.get_by_label("Desk:").check()
    desk.get_by_role("button", name="Invite a helper").click()
    code = re.search(r"\b[a-z2-9]{4}-[a-z2-9]{4}\b", desk.get_by_role("region", name="Invitation: Nora").inner_text())
    assert code is not None

    phone = visitors(viewport={"width": 360, "height": 700}).new_page()
    phone.goto(f"{live_server.url}/let-in/")
    phone.get_by_label("Code").fill(code[0].upper())
    phone.get_by_role("button", name="Log in").click()
    expect(phone.get_by_label("Your name")).to_have_value("Nora")
    phone.get_by_role("button", name="Log in").click()
    expect(phone.get_by_text("You are logged in as Nora.")).to_be_visible()
    expect(phone.get_by_role("link", name="Settings")).to_have_count(0)
    phone.get_by_role("link", name="Enter results").click()
    expect(phone.locator("#save-results")).to_be_visible()  # the next line waits for nothing by itself
    for place, field in enumerate(phone.locator("tr[data-table-number='1'] input[data-name]").all()):
        field.fill(str(40_000 - 1_000 * place))
    phone.keyboard.press("Enter")
    expect(phone.locator("tr[data-table-number='1'] [data-sign]")).to_contain_text("saved")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360

    assert violations(desk) == []
    desk.goto(f"{live_server.url}/desk/{event.slug}/helpers/")
    desk.get_by_role("button", name="Remove Nora").click()
    phone.goto(f"{live_server.url}/desk/{event.slug}/")
    expect(phone.get_by_role("heading", name="Not found")).to_be_visible()
