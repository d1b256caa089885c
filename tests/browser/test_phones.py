"""The public pages on a phone: nothing to push sideways, usable without script, printable."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import too_wide
from tests.browser.kit.events import event_apart_from_its_chart, event_with_a_draft
from tests.browser.kit.reach import out_of_reach
from tests.browser.kit.steps import PHONE, Visitors, at_desk, press
from tests.build import director_of, make_event, play_to, publish
from tournament.models import AccountLanguage
from tournament.services.events import publish_final_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_name_of_one_long_word_fits_the_phone(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(names=["Ada Demo", "Ben Demo", "W" * 60])
    publish(event, 1)
    page = at_desk(visitors(**PHONE), live_server, event)
    for rest in ("entries/", "entries/3/", "entries/3/withdraw/", "entries/3/disqualify/", "rounds/1/", "penalties/"):
        page.goto(f"{live_server.url}/desk/{event.slug}/{rest}")
        assert too_wide(page) == [], rest
    over = play_to(
        make_event(names=["A" * 60, "مثال الأحمد", "Nguyễn Thị Thảo", "王小明"], rounds_planned=1), round_closed=1
    )
    publish_final_list(over, director_of(over))
    for rest in ("", "standings/", "rounds/1/", "rounds/1/results/", "players/1/", "medals/"):
        page.goto(f"{live_server.url}/{over.slug}/{rest}")
        assert too_wide(page) == [], rest


def test_the_movement_chart_pushes_no_page_sideways(live_server: LiveServer, visitors: Visitors) -> None:
    page = visitors(**PHONE).new_page()
    page.goto(f"{live_server.url}/{event_apart_from_its_chart().slug}/chart/")
    assert too_wide(page) == []


def test_the_heads_of_an_arrangement_leave_room_for_it_in_german(live_server: LiveServer, visitors: Visitors) -> None:
    event = event_with_a_draft()
    AccountLanguage.objects.create(account=director_of(event), language="de")  # its words are the longer ones
    assert out_of_reach(at_desk(visitors(**PHONE), live_server, event, "rounds/2/arrangement/")) == []


def test_a_player_is_found_and_remembered(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(8)
    publish(event, 1)
    phone = visitors(**PHONE)
    page = phone.new_page()
    page.goto(f"{live_server.url}/{event.slug}/")
    page.get_by_label("Find me").fill("cai")
    page.keyboard.press("Enter")
    expect(page.locator(".pinned")).to_contain_text("You, Cai Demo: table")
    page.reload()
    expect(page.locator(".pinned")).to_contain_text("You, Cai Demo: table")
    page.get_by_role("button", name="Not me").click()
    page.reload()
    expect(page.locator(".pinned")).to_have_count(0)


def test_without_script_a_director_enters_a_result(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(3)
    publish(event, 1)
    page = at_desk(visitors(**PHONE, java_script_enabled=False), live_server, event, "rounds/1/results/")
    for name, amount in (("Ada Demo", "40,000"), ("Ben Demo", "30 000"), ("Cai Demo", "20000")):
        page.get_by_label(name, exact=True).fill(amount)
    press(page, "Save all")
    expect(page.locator(".messages")).to_contain_text("Saved table 1.")
    press(page, "Close round 1")
    expect(page.locator(".messages")).to_contain_text("Round 1 closed.")
