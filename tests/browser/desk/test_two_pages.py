"""Two browsers at once: an old page never takes back a newer result, and two clicks make one draw."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, log_in, named, press, type_rows
from tests.build import director_of, make_event, publish
from tournament.models import Draw, Event, Round
from tournament.models.queries import record_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_the_desk(context: BrowserContext, server: LiveServer, event: Event, rest: str) -> Page:
    """A page of the event's desk in a browser that is logged in as its director."""
    log_in(context, server, director_of(event))
    page = context.new_page()
    page.goto(f"{server.url}/desk/{event.slug}/{rest}")
    return page


def stored(event: Event, table: int) -> list[int | None]:
    return [seat.cash for seat in record_of(event).round(1).tables[table - 1].seats]


def shown(page: Page, table: int) -> list[str]:
    return [field.input_value() for field in page.locator(f"tr:nth-child({table}) input[data-name]").all()]


def test_an_old_page_shows_both_results_and_loses_nothing_typed(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(6)
    publish(event, 1, sizes=(3, 3))
    old, new = (at_the_desk(visitors(), live_server, event, "rounds/1/results/") for _ in range(2))

    type_rows(new, [["40000", "30000", "20000"]])
    press(new, "Save the results of round 1")
    assert stored(event, 1) == [40_000, 30_000, 20_000]

    type_rows(old, [["41000", "31000", "21000"], ["52000", "42000", "22000"]])
    press(old, "Save the results of round 1")
    conflict = old.get_by_role("alert").filter(has_text="director changed table 1 at ")
    for amount in ("40,000", "30,000", "20,000", "41,000", "31,000", "21,000"):
        expect(conflict).to_contain_text(amount)
    assert stored(event, 1) == [40_000, 30_000, 20_000]
    assert stored(event, 2) == [52_000, 42_000, 22_000]
    assert [words.replace(",", "") for words in shown(old, 1)] == ["41000", "31000", "21000"]

    assert violations(old) == []

    press(old, "Save the results of round 1")
    expect(old.locator(".messages")).to_contain_text("Saved table 1.")
    assert stored(event, 1) == [41_000, 31_000, 21_000]


def test_an_old_page_with_nothing_typed_takes_nothing_back(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(6)
    publish(event, 1, sizes=(3, 3))
    old, new = (at_the_desk(visitors(), live_server, event, "rounds/1/results/") for _ in range(2))
    type_rows(new, [["40000", "30000", "20000"]])
    press(new, "Save the results of round 1")
    press(old, "Save the results of round 1")
    expect(old.locator(".messages")).to_contain_text("All results entered so far are saved.")
    assert stored(event, 1) == [40_000, 30_000, 20_000]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_two_clicks_on_draw_make_one_draft(live_server: LiveServer, visitors: Visitors, script: bool) -> None:
    event = make_event(8)
    page = at_the_desk(visitors(java_script_enabled=script), live_server, event, "rounds/1/arrangement/")
    named(page, "Draw 4 4").dblclick()
    expect(page.get_by_role("heading", level=1)).to_contain_text("draft")
    assert (Round.objects.count(), Draw.objects.count()) == (1, 1)


def test_two_directors_who_draw_at_once_make_one_draft(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8)
    first, second = (at_the_desk(visitors(), live_server, event, "rounds/1/arrangement/") for _ in range(2))
    for page in (first, second):
        named(page, "Draw 4 4").click(no_wait_after=True)
    for page in (first, second):
        expect(page.get_by_role("heading", name="Round 1, draft").or_(page.get_by_role("alert"))).to_be_visible()
    assert sorted(page.get_by_role("alert").count() for page in (first, second)) == [0, 1]
    assert (Round.objects.count(), Draw.objects.count()) == (1, 1)
