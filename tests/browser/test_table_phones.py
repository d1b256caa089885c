"""Several phones at one table: agreement, dispute, a report without network, and how often the desk has to click."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import too_wide
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors, at_desk
from tests.browser.kit.wire import Wire
from tests.build import director_of, make_event, publish
from tests.run.patience import MILLISECONDS as SEEN
from tournament.access.devices import codes_of
from tournament.models import Event, TableReport
from tournament.models.queries import record_of
from tournament.record.devices import table_subject
from tournament.services.seats import swap_players

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CASH = ("41200", "35000", "30000")


def made() -> Event:
    """Six players at two tables of a published round; they report by phone."""
    event = make_event(6, players_report=True)
    publish(event, 1, sizes=(3, 3))
    return event


def names(event: Event, table: int) -> list[str]:
    """Who sits at a table."""
    record = record_of(event)
    return [record.name_of(seat.player) for seat in record.table(1, table).seats]


def claimed(context: BrowserContext, server: LiveServer | Wire, event: Event, table: int, who: str) -> Page:
    """A phone that scanned the slip of a table and said whose it is."""
    subject = table_subject(1, table)
    page = context.new_page()
    page.goto(f"{server.url}/{event.slug}/c/1/{table}/{codes_of(event, [subject])[subject]}/")
    page.get_by_role("button", name=who).click()
    expect(page.get_by_role("heading", name=f"Round 1, table {table}")).to_be_visible()
    return page


def enter(page: Page, event: Event, table: int, cash: tuple[str, ...] = CASH) -> None:
    """Type the result and send it."""
    page.get_by_role("link", name=re.compile("Enter (the|another) result")).first.click()
    for name, amount in zip(names(event, table), cash, strict=True):
        page.get_by_label(f"Cash of {name}", exact=True).fill(amount)
    page.get_by_role("button", name="Send the result").click()


def fits(page: Page) -> None:
    """Nothing to push sideways, nothing that a judge of accessible pages would object to."""
    assert too_wide(page) == []
    assert violations(page) == []


def test_a_round_by_phones_costs_the_desk_three_clicks(live_server: LiveServer, visitors: Visitors) -> None:
    event = made()
    for table in (1, 2):
        first, second, third = names(event, table)
        phones = [
            claimed(visitors(**PHONE), live_server, event, table, f"I am {who}") for who in (first, second, third)
        ]
        fits(phones[0])
        enter(phones[0], event, table)
        expect(phones[0].get_by_text("You agreed. 2 of 3 players still have to confirm.")).to_be_visible()
        for phone in phones[1:]:
            # The other phones see it without being reloaded.
            expect(phone.get_by_text("41,200").first).to_be_visible(timeout=SEEN)
            fits(phone)
            phone.get_by_role("button", name="I agree", exact=True).click()
        expect(phones[2].get_by_text("agreed by all")).to_be_visible()
        expect(phones[0].get_by_text("agreed by all")).to_be_visible(timeout=SEEN)
    page = at_desk(visitors(), live_server, event)
    page.locator(".next").get_by_role("link").first.click()
    assert violations(page) == []
    page.get_by_role("button", name="Accept tables 1 and 2").click()
    page.get_by_role("button", name="Close round 1").click()
    assert record_of(event).round(1).is_closed


def test_phones_that_differ_show_both_versions_until_the_table_agrees(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = made()
    first, second, _ = names(event, 1)
    ada = claimed(visitors(**PHONE), live_server, event, 1, f"I am {first}")
    ben = claimed(visitors(**PHONE), live_server, event, 1, f"I am {second}")
    enter(ada, event, 1)
    enter(ben, event, 1, ("41300", "35000", "30000"))
    for phone in (ada, ben):
        expect(phone.get_by_text("2 different results")).to_be_visible(timeout=SEEN)
        expect(phone.get_by_text("41,300")).to_be_visible()
        expect(phone.get_by_text("41,200")).to_be_visible()
        fits(phone)
    page = at_desk(visitors(), live_server, event, "rounds/1/results/")
    row = page.locator("tr[data-table-number='1']")
    expect(row).to_contain_text("the players disagree")
    expect(row).to_contain_text("41,200")
    expect(row).to_contain_text("41,300")
    assert violations(page) == []
    ada.locator("article").nth(1).get_by_role("button", name="I agree", exact=True).click()
    expect(ada.get_by_text("You agreed. 1 of 3 players still has to confirm.")).to_be_visible()
    expect(ben.get_by_text("You agreed. 1 of 3 players still has to confirm.")).to_be_visible(timeout=SEEN)


def test_a_doubt_is_asked_back_with_and_without_script(live_server: LiveServer, visitors: Visitors) -> None:
    event = made()
    for table, javascript in ((1, True), (2, False)):
        page = claimed(
            visitors(**PHONE, java_script_enabled=javascript), live_server, event, table, "The whole table shares it"
        )
        enter(page, event, table, ("41250", "35000", "30000"))
        expect(page.get_by_role("alert")).to_contain_text("Is this right?")
        expect(page.get_by_label(f"Cash of {names(event, table)[0]}", exact=True)).to_have_value("41250")
        page.get_by_label("Reason").fill("counted twice")
        page.get_by_role("button", name="Send the result").click()
        expect(page.get_by_role("heading", name=f"Round 1, table {table}")).to_be_visible()
        expect(page.get_by_text("41,250").first).to_be_visible()
        if javascript:
            fits(page)


def test_one_browser_is_one_voice_and_a_moved_phone_says_where_to_sit(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = made()
    first, second, third = names(event, 1)
    context = visitors(**PHONE)
    phone = claimed(context, live_server, event, 1, f"I am {first}")
    enter(phone, event, 1)
    for who in (second, third):
        phone = context.new_page()
        subject = table_subject(1, 1)
        phone.goto(f"{live_server.url}/{event.slug}/c/1/1/{codes_of(event, [subject])[subject]}/")
        expect(phone.get_by_role("link", name="Continue as")).to_be_visible()
        fits(phone)
        phone.get_by_role("button", name=f"I am {who}").click()
        phone.get_by_role("button", name="I agree").click()
        expect(phone.get_by_text("You agreed. 2 of 3 players still have to confirm.")).to_be_visible()
        expect(phone.get_by_text(f"{who}'s phone was previously used by {first}")).to_be_visible()
    fits(phone)
    assert TableReport.objects.get().agreed_at is None

    own = claimed(visitors(**PHONE), live_server, event, 2, f"I am {names(event, 2)[0]}")
    own.get_by_role("link", name="Enter the result").click()
    moved, other = names(event, 2)[0], record_of(event).table(1, 1).seats[1].player
    TableReport.objects.all().delete()
    swap_players(event, director_of(event), 1, record_of(event).table(1, 2).seats[0].player, other)
    expect(own.get_by_text(f"{moved} now sits at table 1.")).to_be_visible(timeout=SEEN)
    fits(own)
    own.get_by_role("link", name="Cancel").click()
    expect(own.get_by_text(f"{moved} now sits at table 1.")).to_be_visible()
    fits(own)
