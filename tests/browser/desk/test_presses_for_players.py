"""What the acts of a day cost a director in presses, from the overview on: late players, a withdrawal, a fine, a swap, a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, at_desk, clicks, count_clicks, press
from tests.build import director_of, enter_results, make_event, publish
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind, PlayerId, RoundState, Status
from tournament.services.entries import add_entries
from tournament.services.rounds import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(db: None) -> Event:
    """An event of seven whose first round is being played."""
    event = make_event(7)
    publish(event, 1)
    return event


def overview(visitors: Visitors, server: LiveServer, event: Event) -> Page:
    """The overview of the event, on which presses are counted."""
    context = visitors()
    count_clicks(context)
    return at_desk(context, server, event)


def test_who_comes_late_and_is_on_the_list_costs_two(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    page = overview(visitors, live_server, event)
    press(page, "A player has arrived late")
    assert violations(page) == []
    press(page, "Seat at table 2")
    expect(page.locator(".messages")).to_contain_text("Late Demo seated at table 2 in ")
    assert record_of(event).table(1, 2).size == 4
    assert clicks(page) == 2


def test_who_is_not_on_the_list_costs_three(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    page = overview(visitors, live_server, event)
    press(page, "A player has arrived late")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Wanda Walkin")
    page.keyboard.press("Enter")
    press(page, "Seat at table 2")
    assert record_of(event).table(1, 2).size == 4
    assert clicks(page) == 3


def test_who_leaves_costs_three(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    page = overview(visitors, live_server, event)
    page.locator("a[data-dialog=finder]").click()
    page.keyboard.type("cai")
    press(page, "Withdraw Cai Demo")
    page.wait_for_url("**/entries/3/withdraw/")
    assert violations(page) == []
    press(page, "Withdraw Cai Demo")
    expect(page.locator(".messages")).to_contain_text("Cai Demo")
    assert record_of(event).entry(PlayerId(3)).status is Status.WITHDRAWN
    assert clicks(page) == 3


def test_a_fine_costs_four(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    page = overview(visitors, live_server, event)
    press(page, "Enter results")
    page.locator("#table-2").get_by_role("link", name="2", exact=True).click()
    fined = record_of(event).table(1, 2).seats[0].player
    press(page, f"Fine {record_of(event).name_of(fined)}")
    page.get_by_label("Offence").select_option(index=1)
    page.get_by_label("What happened").fill("took a second tile")
    page.get_by_label("Before the bonus").check()
    assert violations(page) == []
    press(page, "Give the penalty")
    (penalty,) = record_of(event).penalties
    assert (penalty.player, penalty.round, penalty.kind) == (fined, 1, PenaltyKind.FINE)
    assert clicks(page) - 1 == 4  # the first fine of an event also asks when fines count


def test_a_swap_costs_five(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    one, two = (record_of(event).table(1, number).seats[0].player for number in (1, 2))
    page = overview(visitors, live_server, event)
    press(page, "Enter results")
    press(page, "Two players sit at each other's tables")
    for player in (one, two):
        press(page, record_of(event).name_of(player))
    assert violations(page) == []
    press(page, "Swap two players")
    assert one in {seat.player for seat in record_of(event).table(1, 2).seats}
    assert clicks(page) == 5


def test_a_round_costs_five(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    page = overview(visitors, live_server, event)
    press(page, "Draw round 2")
    press(page, "Draw 4 3")
    press(page, "Publish round 2")
    with page.expect_popup():
        page.get_by_role("link", name="Print round 2").click()
    page.locator("#table-1 input[data-name]").first.focus()
    for amount in (41_000, 33_000, 28_000, 21_000, 39_000, 31_000, 22_000):
        page.keyboard.type(str(amount))
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Close round 2")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/standings/")
    assert record_of(event).round(2).state is RoundState.CLOSED
    assert clicks(page) == 5
