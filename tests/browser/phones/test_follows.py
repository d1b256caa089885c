"""A notice and a new draw come by themselves to every page of a phone that is open."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import PHONE, Visitors
from tests.build import director_of, enter_results, make_event, publish
from tests.tournament.devices.phones import code_of_table
from tests.tournament.games.at_tables import hall
from tournament.access.devices import codes_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.devices import player_subject
from tournament.services.rounds import close_round
from tournament.slices.notices import set_notice

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POLL = 21_000  # milliseconds
NOTICE = "Lunch until 14:00"


def opened(context: BrowserContext, address: str) -> Page:
    """A page that stands open, whose clock the test moves."""
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    return page


def phone_of_the_first(context: BrowserContext, server: LiveServer, event: Event) -> str:
    """Let a browser be the phone of who sits first at table 1, by place card and by slip; the name."""
    record = record_of(event)
    player = record.table(1, 1).seats[0].player
    card = player_subject(player)
    page = context.new_page()
    page.goto(f"{server.url}/{event.slug}/c/{player}/{codes_of(event, [card])[card]}/")
    page.get_by_role("button", name="I am").click()
    page.goto(f"{server.url}/{event.slug}/c/1/1/{code_of_table(event)}/")
    page.get_by_role("button", name=f"I am {record.name_of(player)}").click()
    page.wait_for_url(lambda address: "/c/" not in address)
    page.close()
    return record.name_of(player)


def go_on(event: Event) -> str:
    """Close round 1 and publish round 2; what phones are told of it."""
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    publish(event, 2)
    return "Round 2 is drawn."


def test_every_page_of_a_table_and_a_player_follows(visitors: Visitors, live_server: LiveServer) -> None:
    event = make_event(8, rounds_planned=3, players_report=True, is_shown=False)
    publish(event, 1)
    phone = visitors(**PHONE)
    name = phone_of_the_first(phone, live_server, event)
    here = f"{live_server.url}/{event.slug}"
    number = next(entry.player for entry in record_of(event).entries if entry.name == name)
    own = f"{here}/p/{number}/"
    pages = [opened(phone, address) for address in (f"{own}report/", f"{own}call/", f"{own}clock/", own)]
    set_notice(event, director_of(event), NOTICE)
    for page in pages:
        page.clock.run_for(POLL)
        expect(page.get_by_text(NOTICE)).to_be_visible()
    go_on(event)
    record = record_of(event)
    seat = next(each for each in record.round(2).tables if any(one.player == number for one in each.seats))
    for (
        page
    ) in pages:  # a page for round 1 is one for round 2 then, or that of the player where it was loaded between them
        page.clock.run_for(POLL)
        expect(page.get_by_text(re.compile(f"table {seat.number}$", re.IGNORECASE)).first).to_be_visible()
    expect(pages[-1].locator(".pinned")).to_contain_text(f"Table {seat.number}")
    for one in seat.seats:
        expect(pages[-1].locator(".seats")).to_contain_text(record.name_of(one.player))


def test_every_page_of_a_game_at_a_table_follows(visitors: Visitors, live_server: LiveServer) -> None:
    event = make_event(6, rounds_planned=3, on_devices=True)
    publish(event, 1, sizes=(3, 3))
    phone = visitors(**PHONE)
    phone_of_the_first(phone, live_server, event)
    game = f"{live_server.url}/game/{hall.game_of(event).code}/"
    pages = [opened(phone, f"{game}{part}") for part in ("", "hand/", "play/")]
    set_notice(event, director_of(event), NOTICE)
    for page in pages:
        page.clock.run_for(POLL)
        expect(page.get_by_text(NOTICE)).to_be_visible()
    told = go_on(event)
    for page in pages:
        page.clock.run_for(POLL)
        expect(page.get_by_text(told)).to_be_visible()
