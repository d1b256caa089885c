"""The event's page on a player's phone: it finds the player, remembers him, and follows the event by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.build import director_of, enter_results, make_event, play_round, publish
from tournament.models import Event
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POLL_MILLISECONDS = 21_000


def phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install()
    page.goto(address)


def test_a_found_player_stays_pinned_while_the_page_follows_the_event(live_server: LiveServer, page: Page) -> None:
    event = make_event(8, rounds_planned=2)
    phone(page, f"{live_server.url}/{event.slug}/")
    expect(page.get_by_role("heading", name="Round 1 has not been drawn yet")).to_be_visible()
    page.get_by_label("Find me").fill("cai")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".pinned")).to_contain_text("You, Cai Demo")

    played = publish(event, 1)
    table = next(table for table in played.tables if any(seat.player == 3 for seat in table.seats))
    page.clock.run_for(POLL_MILLISECONDS)
    expect(page.get_by_role("heading", name="Round 1", exact=True)).to_be_visible()
    expect(page.locator(".pinned")).to_contain_text(f"You, Cai Demo: table {table.number}")

    page.reload()
    expect(page.locator(".pinned")).to_contain_text(f"You, Cai Demo: table {table.number}")

    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    page.clock.run_for(POLL_MILLISECONDS)
    expect(page.get_by_role("heading", name="Round 1 is complete")).to_be_visible()
    expect(page.locator(".pinned")).to_contain_text("of 8")
    expect(page.locator("tr.me")).to_have_count(1)


def test_a_page_asks_no_more_when_the_event_is_over(live_server: LiveServer, page: Page) -> None:
    event = make_event(8, rounds_planned=1)
    play_round(event, 1)
    phone(page, f"{live_server.url}/{event.slug}/")
    expect(page.get_by_role("heading", name="All rounds have been played")).to_be_visible()
    event = Event.objects.get(pk=event.pk)
    publish_final_list(Event.objects.get(pk=event.pk), director_of(event))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(POLL_MILLISECONDS)
    expect(page.get_by_role("heading", name="Final list")).to_be_visible()
    told = [
        f"{live_server.url}/{event.slug}/now.json",
        f"{live_server.url}/{event.slug}/live/?v={event.public_version}&on=event",
    ]
    assert asked == told
    page.clock.run_for(5 * POLL_MILLISECONDS)
    page.wait_for_timeout(200)
    assert asked == told
