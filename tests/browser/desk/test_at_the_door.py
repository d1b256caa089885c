"""A tablet for self check-in in a browser: the field is ready for the next player, and nobody's name stays."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import PHONE, Visitors
from tests.build import director_of, make_event
from tournament.access.devices import codes_of
from tournament.models import Event
from tournament.record.devices import code_in_groups, player_subject
from tournament.record.vocabulary import Status
from tournament.slices.door import open_now

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def code(event: Event, player: int) -> str:
    subject = player_subject(player)
    return code_in_groups(codes_of(event, [subject])[subject])


def test_a_tablet_at_the_door_checks_in_one_after_the_other(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(4, status=Status.REGISTERED)
    open_now(event, director_of(event))
    page = visitors(**PHONE).new_page()
    page.goto(f"{live_server.url}{reverse('self_check_in', args=[event.slug])}")
    field = page.get_by_label("Code on your place card")
    expect(field).to_be_focused()
    field.fill(code(event, 3).upper())
    field.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cai Demo")
    expect(page.get_by_role("status").first).to_contain_text("You are checked in.")
    expect(field).to_be_focused(timeout=15_000)
    expect(page.get_by_text("Cai Demo")).to_have_count(0)
    expect(field).to_have_value("")
    field.fill("abcd")
    page.get_by_role("button", name="Check in").click()
    expect(page.get_by_role("alert")).to_contain_text("This code is not valid.")
    expect(field).to_have_value("")
    assert event.entries.get(number=3).status == Status.PRESENT.value
    assert {cookie["name"] for cookie in page.context.cookies()} <= {settings.CSRF_COOKIE_NAME}
