"""Two desks at once: what one saves is seen on the other within ten seconds, and nothing that is being typed is touched."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.grids import PLAIN, SAVED, at_focus, five_tables, grid, settle, sign, stored
from tests.browser.kit.steps import Visitors, at_desk, log_in, type_rows
from tests.build import director_of, make_event
from tests.run.patience import MILLISECONDS as SEEN
from tournament.day.lists.lines import RosterLine
from tournament.models import Helper
from tournament.record.acts import Role
from tournament.record.vocabulary import Status
from tournament.services.entries import add_entries
from tournament.services.rounds import withdraw_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def amounts(page: Page, table: int) -> list[str]:
    return [field.input_value() for field in page.locator(f"tr[data-table-number='{table}'] input[data-name]").all()]


def test_a_row_saved_on_another_desk_comes_in_and_typed_figures_stay(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    here, there = grid(visitors(), live_server, event), grid(visitors(), live_server, event)
    here.locator("tr[data-table-number='2'] input[data-name]").first.fill("41000")
    type_rows(there, [PLAIN, ["42000", "30000", "20000"]])
    settle(there)
    expect(here.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED, timeout=SEEN)
    assert amounts(here, 1) == ["40,000", "30,000", "20,000"]
    other = here.locator("tr[data-table-number='2'] [data-other]")
    expect(other).to_have_text(re.compile(r"^changed on another desk at \d\d:\d\d show it$"), timeout=SEEN)
    assert (amounts(here, 2), sign(here, 2), at_focus(here)) == (["41000", "", ""], "not saved", "2 amount")
    expect(here.locator("[data-next]")).to_contain_text("Tables 3, 4 and 5 have not reported.")
    here.keyboard.press("Enter")
    here.keyboard.type("30000")
    here.keyboard.press("Enter")
    here.keyboard.type("20000")
    here.keyboard.press("Enter")
    here.locator("tr[data-table-number='3'] input[data-name]").first.focus()
    expect(
        here.get_by_role("alert").filter(has_text=re.compile(r"\w+ changed table 2 at \d\d:\d\d\."))
    ).to_contain_text("42,000")
    assert stored(event)[:2] == [[40_000, 30_000, 20_000], [42_000, 30_000, 20_000]]


def test_the_check_in_page_shows_who_came_on_another_desk(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(5, status=Status.REGISTERED)
    here, there = (at_desk(visitors(), live_server, event, "entries/check-in/") for _ in range(2))
    here.locator("#who").fill("eve")
    there.locator("[data-entry='1'] .press").click()
    add_entries(event, director_of(event), [RosterLine(1, "Ben Abel")])
    expect(here.locator("[data-entry='1'] .press")).to_have_attribute("aria-pressed", "true", timeout=SEEN)
    expect(here.locator("[data-part=counts]")).to_have_text("1 of 6 here: no table.", timeout=SEEN)
    assert here.locator("#who").input_value() == "eve"
    assert [row.get_attribute("data-entry") for row in here.locator("[data-entry]").all()] == list("612345")


def test_a_helper_whose_round_is_unpublished_meanwhile_is_not_told_to_log_in(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    ida = User.objects.create_user("ida")
    Helper.objects.create(event=event, account=ida, roles=Role.DESK.value, given_by=director_of(event))
    context = visitors()
    log_in(context, live_server, ida)
    here = context.new_page()
    here.goto(f"{live_server.url}/desk/{event.slug}/rounds/1/results/")
    withdraw_round(event, director_of(event), 1)
    type_rows(here, [PLAIN])
    expect(here.locator("tr[data-table-number='1'] [data-sign]")).to_contain_text("is no longer open to you")
    expect(here.locator("[data-since]")).to_contain_text("has closed this page to you", timeout=SEEN)
    assert amounts(here, 1) == ["40,000", "30,000", "20,000"]


def test_a_lost_network_is_said_quietly_and_what_came_meanwhile_is_shown_after_it(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = five_tables()
    context = visitors()
    here, there = grid(context, live_server, event), grid(visitors(), live_server, event)
    context.set_offline(True)
    line = here.locator("[data-since]")
    expect(line).to_have_text(re.compile(r"No connection since \d\d:\d\d\. .*"), timeout=SEEN)
    type_rows(there, [PLAIN])
    settle(there)
    context.set_offline(False)
    expect(here.locator("tr[data-table-number='1'] [data-sign]")).to_have_text(SAVED, timeout=SEEN)
    expect(line).to_be_empty()
