"""What the acts of a day cost a director in presses, from the overview on: a late player, a withdrawal, a fine, a swap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk, clicks, count_clicks, press
from tests.build import make_event, publish
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind, PlayerId, Status

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def seat_a_walk_in(page: Page, event: Event) -> None:
    """Who is on no list is entered and seated at table 2."""
    press(page, "A player has arrived late")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Wanda Walkin")
    page.keyboard.press("Enter")
    press(page, "Seat at table 2")
    assert record_of(event).table(1, 2).size == 4


def withdraw_a_player(page: Page, event: Event) -> None:
    """Found by name from anywhere, and withdrawn."""
    page.locator("a[data-dialog=finder]").click()
    page.keyboard.type("cai")
    press(page, "Withdraw Cai Demo")
    page.wait_for_url("**/entries/3/withdraw/")
    press(page, "Withdraw Cai Demo")
    assert record_of(event).entry(PlayerId(3)).status is Status.WITHDRAWN


def fine_a_player(page: Page, event: Event) -> None:
    """The first fine of an event also asks when fines count."""
    press(page, "Enter results")
    page.locator("#table-2").get_by_role("link", name="2", exact=True).click()
    fined = record_of(event).table(1, 2).seats[0].player
    press(page, f"Fine {record_of(event).name_of(fined)}")
    page.get_by_label("Offence").select_option(index=1)
    page.get_by_label("What happened").fill("took a second tile")
    page.get_by_label("Before the bonus").check()
    press(page, "Give the penalty")
    (penalty,) = record_of(event).penalties
    assert (penalty.player, penalty.round, penalty.kind) == (fined, 1, PenaltyKind.FINE)


def swap_two_players(page: Page, event: Event) -> None:
    """Each goes to the table of the other."""
    one, two = (record_of(event).table(1, number).seats[0].player for number in (1, 2))
    press(page, "Enter results")
    press(page, "Two players sit at each other's tables")
    for player in (one, two):
        press(page, record_of(event).name_of(player))
    press(page, "Swap two players")
    assert one in {seat.player for seat in record_of(event).table(1, 2).seats}


COSTS: dict[Callable[[Page, Event], None], int] = {
    seat_a_walk_in: 3,
    withdraw_a_player: 3,
    fine_a_player: 5,
    swap_two_players: 5,
}
"""What is done, and how often something is pressed for it."""


def test_the_acts_of_a_day_cost_few_presses(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(7)
    publish(event, 1)
    context = visitors()
    count_clicks(context)
    page = at_desk(context, live_server, event)
    pressed = {}
    for act in COSTS:
        page.goto(f"{live_server.url}/desk/{event.slug}/")
        before = clicks(page)
        act(page, event)
        pressed[act] = clicks(page) - before
    assert pressed == COSTS
