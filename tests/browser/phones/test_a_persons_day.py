"""One phone is one person from the registration to the medal: one page, whatever opened it, and no further than that proved."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors
from tests.build import director_of, enter_results, make_event, publish
from tests.run.patience import MILLISECONDS as SEEN
from tests.tournament.devices.phones import code_of_table
from tournament.access.devices import codes_of
from tournament.day.office.registering import Acceptance, RegistrationSettings
from tournament.draw.lines import line
from tournament.models import Call, Event
from tournament.models.queries import record_of
from tournament.record.devices import player_subject
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import check_in
from tournament.services.calls import answer_call
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round
from tournament.slices.door import open_now
from tournament.slices.registration.acts import set_registration

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAST = 3_100  # milliseconds that a person needs at least for the form of registration
SHOTS = os.environ.get("SHOTS", "")


def look(page: Page, name: str) -> None:
    """Judge a page, and keep a picture of it where asked."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)
    assert violations(page) == [], name
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"], name


def card_of(event: Event, player: int) -> str:
    """The address on a place card."""
    own = player_subject(player)
    return f"/{event.slug}/c/{player}/{codes_of(event, [own])[own]}/"


def test_a_phone_goes_through_a_day_as_one_person(visitors: Visitors, live_server: LiveServer) -> None:
    event = make_event(
        names=[f"Player {number}" for number in range(1, 8)],
        status=Status.REGISTERED,
        rounds_planned=2,
        players_report=True,
    )
    director = director_of(event)
    set_registration(
        event,
        director,
        RegistrationSettings(is_open=True, email_asked="optional", acceptance=Acceptance.MOVING_UP.value),
    )
    page = visitors(**PHONE).new_page()
    page.goto(f"{live_server.url}/{event.slug}/register/")
    page.get_by_label("Given name").fill("Zoé")
    page.get_by_label("Surname").fill("Ångström-Übermäßig")
    page.get_by_label("I agree").check()
    page.wait_for_timeout(FAST)
    page.get_by_role("button", name="Register").click()
    look(page, "1-claim")
    page.get_by_role("button", name="I am Zoé").click()
    here = f"{live_server.url}/{event.slug}/p/8/"
    assert page.url == here
    look(page, "2-registered")
    open_now(event, director)
    page.reload()
    page.get_by_role("button", name="Check in").click()
    expect(page.get_by_text("You are checked in.")).to_be_visible()
    look(page, "3-checked-in")

    check_in(event, director, range(1, 8))
    publish(event, 1, sizes=(4, 4))
    record = record_of(event)
    table = record.round(1).table_of(PlayerId(8))
    assert table is not None
    page.reload()
    expect(page.locator(".pinned")).to_contain_text(f"Table {table.number}")
    look(page, "4-drawn")

    other = next(seat.player for seat in table.seats if seat.player != 8)
    slip = visitors(**PHONE).new_page()
    slip.goto(f"{live_server.url}/{event.slug}/c/1/{table.number}/{code_of_table(event, table.number)}/")
    slip.get_by_role("button", name=f"I am {record.name_of(other)}").click()
    assert slip.url == f"{live_server.url}/{event.slug}/p/{other}/"
    slip.get_by_role("link", name="Enter the result").click()
    for seat, amount in zip(table.seats, (41_200, 35_000, 30_000, 20_000), strict=True):
        slip.get_by_label(f"Cash of {record.name_of(seat.player)}", exact=True).fill(str(amount))
    slip.get_by_role("button", name="Send the result").click()
    expect(slip.get_by_text("You agreed. 3 of 4 players still have to confirm.")).to_be_visible()
    look(slip, "5-reported")
    expect(page.get_by_text("41,200").first).to_be_visible(timeout=SEEN)
    look(page, "6-to-confirm")
    page.get_by_role("button", name="I agree", exact=True).click()
    expect(page.get_by_text("You agreed. 2 of 4 players still have to confirm.")).to_be_visible()
    page.get_by_role("link", name="Director").last.click()
    look(page, "7-director")
    page.get_by_role("button", name="A rule question").click()
    expect(page.get_by_text("The director has been called: rule question")).to_be_visible()
    page.get_by_role("link", name="My table").click()
    answer_call(event, director, Call.objects.get().pk, line("call.coming"))
    expect(page.get_by_text("The director is on the way.")).to_be_visible(timeout=SEEN)
    look(page, "8-on-the-way")
    page.get_by_role("link", name="Director").last.click()
    page.get_by_role("button", name="Withdraw me").click()
    page.get_by_role("button", name="Withdraw the request").click()

    enter_results(event, 1)
    page.goto(here)
    expect(page.get_by_text("2 of 2 tables have reported.")).to_be_visible()
    look(page, "9-official")
    close_round(event, director, 1)
    page.goto(here)
    expect(page.get_by_text("Round 2 will appear here once the director publishes it.")).to_be_visible()
    look(page, "10-scored")
    slip.goto(f"{live_server.url}/{event.slug}/p/{other}/")
    look(slip, "11-slip-after")
    publish(event, 2)
    page.goto(here)
    look(page, "12-second")
    slip.goto(f"{live_server.url}/{event.slug}/p/{other}/")
    look(slip, "13-slip-second")
    enter_results(event, 2)
    close_round(event, director, 2)
    page.goto(here)
    look(page, "14-before-prizes")
    publish_final_list(event, director)
    page.goto(here)
    look(page, "15-final")
    page.goto(f"{live_server.url}/{event.slug}/standings/")
    look(page, "16-standings")
    page.get_by_role("link", name="My table").click()
    assert page.url == here
