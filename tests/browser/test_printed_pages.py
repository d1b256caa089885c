"""Pages of the desk and of the players on paper: no word over another, figures instead of fields, nothing that acts."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.events import busy_event, event_that_is_over
from tests.browser.kit.printing import collisions, printed
from tests.browser.kit.steps import Visitors, at_desk, log_in
from tests.build import director_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_no_word_of_a_printed_page_lies_on_another(live_server: LiveServer, visitors: Visitors) -> None:
    busy, over = busy_event(), event_that_is_over()
    desk = visitors()
    log_in(desk, live_server, director_of(busy))
    page = desk.new_page()
    parts = {
        f"/desk/{busy.slug}/": (
            *("", "entries/", "entries/check-in/", "rounds/1/", "rounds/2/", "rounds/1/results/", "rounds/2/results/"),
            *("rounds/2/tiles/", "rounds/1/tables/3/", "rounds/3/arrangement/", "standings/", "penalties/", "changes/"),
        ),
        f"/desk/{over.slug}/": ("standings/", "final/", "meetings/", "entries/3/", "draws/"),
        f"/{busy.slug}/": ("", "rounds/2/", "rounds/1/results/", "rounds/1/tables/1/", "players/15/", "prices/"),
        f"/{over.slug}/": ("", "standings/", "medals/", "players/3/", "rounds/4/results/"),
    }
    found = {}
    for address in (f"{begin}{rest}" for begin, shown in parts.items() for rest in shown):
        page.goto(live_server.url + address)
        if on_each_other := collisions(page):
            found[address] = on_each_other
    assert found == {}
    page.locator("main table").first.evaluate(
        "(table) => { table.style.tableLayout = 'fixed'; table.style.width = '40px'; }"
    )
    assert collisions(page) != []  # words on each other are found


def test_the_results_grid_prints_figures_and_no_fields(live_server: LiveServer, visitors: Visitors) -> None:
    event = busy_event()
    page = at_desk(visitors(), live_server, event, "rounds/2/results/")
    typed = [field.input_value() for field in page.locator("[data-name]").all()]
    words = {word.text for _, sheet in printed(page) for word in sheet}
    assert {figure for figure in typed if figure} - words == set()
    assert not {"Save", "Reason", "ending"} & words
    page.emulate_media(media="print")
    drawn = page.locator("[data-name]").evaluate_all(
        "(fields) => new Set(fields.map((field) => getComputedStyle(field).borderTopWidth)).values().toArray()"
    )
    assert drawn == ["0px"]
