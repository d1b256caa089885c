"""A table of an event on devices in a browser: from the slip to the hand, through the game, to all agreeing; and the desk's boards."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import PHONE, Visitors, at_desk
from tests.build import make_event, publish
from tests.run.patience import MILLISECONDS as SEEN
from tests.tournament.devices.phones import code_of_table
from tests.tournament.games.at_tables.hall import game_of, play
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.play.games.services.sessions import forget_sessions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def joined(context: BrowserContext, server: LiveServer, event: Event, who: str) -> Page:
    """A phone that scanned the slip and said whose it is: it stands before its hand."""
    page = context.new_page()
    page.goto(f"{server.url}/{event.slug}/c/1/1/{code_of_table(event)}/")
    page.get_by_role("button", name=who).click()
    return page


def test_a_table_plays_from_the_slip_to_all_agreeing(live_server: LiveServer, visitors: Visitors) -> None:
    forget_sessions()
    event = make_event(3, name="Hall Cup 2026", rounds_planned=1, on_devices=True)
    publish(event)
    record, game = record_of(event), game_of(event)
    names = [record.name_of(seat.player) for seat in record.table(1, 1).seats]
    desk = visitors()
    boards = at_desk(desk, live_server, event, "rounds/1/boards/")
    tablet = joined(visitors(), live_server, event, "The whole table shares it")
    expect(tablet.get_by_role("heading", name="Who is here")).to_be_visible()
    phones = [joined(visitors(**PHONE), live_server, event, f"I am {name}") for name in names]
    for phone, name in zip(phones, names, strict=True):
        expect(phone.get_by_role("heading", name=name)).to_be_visible()
    play(game, seed=3, most=9)
    expect(boards.get_by_text("to play", exact=True)).to_be_visible(timeout=SEEN)
    expect(phones[0].get_by_role("heading", name="Last moves")).to_be_visible(timeout=SEEN)
    play(game, seed=3)
    for count, phone in enumerate(phones):
        phone.reload()
        expect(phone.get_by_role("heading", name="Final cash")).to_be_visible()
        if not count:
            phone.get_by_role("button", name="I do not agree: call the director").click()
            expect(phone.get_by_text("The director has been called to table 1.")).to_be_visible()
        phone.get_by_role("button", name="I agree").click()
        expect(phone.get_by_role("button", name="I agree")).to_have_count(0)
    expect(tablet.get_by_text("Everyone has agreed, and the result has been handed in.").first).to_be_visible(
        timeout=SEEN
    )
    phones[0].get_by_role("link", name="Table 1", exact=True).click()
    expect(phones[0].get_by_text("agreed by all")).to_be_visible()
    page = desk.new_page()
    page.goto(f"{live_server.url}/desk/{event.slug}/")
    page.locator(".next").get_by_role("link", name="Check the boards").click()
    page.get_by_role("button", name="Accept all and close round 1").click()
    expect(page.get_by_text("All rounds are closed.").first).to_be_visible()
    assert record_of(event).round(1).is_closed
    forget_sessions()
