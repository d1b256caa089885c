"""The viewer of a replay in a browser: keys and buttons walk through the game without a reload, and without script by links."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, at_desk, clicks, count_clicks, log_in, press
from tests.build import director_of, enter_result, make_event, play_round
from tests.tournament.pages.logs import MISCOUNTED, RULED, UNPROVED, a_table, amounts_of, at
from tournament.models import GameLog
from tournament.models.queries import record_of
from tournament.services.gamelogs import attach_log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DISPUTED = Path(__file__).resolve().parents[2] / "tournament/services/practice/scripts/second-holder-underpaid.acq"


TABLE = "rounds/1/tables/1/"


@pytest.fixture
def replay(live_server: LiveServer) -> str:
    """The address of a published replay of 55 turns."""
    event = make_event(names=["Ann Demo", "Ben Demo", "Cai Demo", "Dot Demo"])
    play_round(event, 1)
    attach_log(event, event.created_by, 1, 1, DISPUTED.read_text(encoding="utf-8"))
    GameLog.objects.update(is_public=True)
    return f"{live_server.url}/{event.slug}/rounds/1/tables/1/replay/"


def test_keys_walk_through_the_game_without_a_reload(page: Page, replay: str) -> None:
    page.goto(replay)
    page.evaluate("window.stays = true")
    title = page.locator("#replay-title")
    expect(title).to_contain_text("After turn 55 Cai")
    for keys, words in (
        (["Home"], "At the start"),
        (["ArrowLeft"], "At the start"),
        (["ArrowRight"] * 5, "After turn 5 Ann"),
        (["ArrowLeft"], "After turn 4 Dot"),
        (["End"], "After turn 55 Cai"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(title).to_contain_text(words)
    assert page.evaluate("window.stays")
    assert page.url == f"{replay}?turn=55#replay"


def test_with_shift_the_keys_walk_through_the_events_of_a_turn(page: Page, replay: str) -> None:
    page.goto(f"{replay}?turn=49")
    page.evaluate("window.stays = true")
    title = page.locator("#replay-title")
    for keys, words in (
        (["Shift+ArrowRight"], "Turn 50 Ben Demo: 7A"),
        (["Shift+ArrowRight"], "Turn 50 Ben Demo: bonuses"),
        (["Shift+ArrowRight"] * 5, "After turn 50 Ben Demo"),
        (["Shift+ArrowLeft"] * 2, "Turn 50 Ben Demo: Dot Demo sells 2, trades 2"),
        (["ArrowRight"], "After turn 50 Ben Demo"),
        (["Shift+ArrowLeft", "ArrowLeft"], "After turn 49 Ann Demo"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(title).to_contain_text(words)
    page.locator("[data-turn=later]").click()
    expect(title).to_contain_text("Turn 50 Ben Demo: 7A")
    assert page.url == f"{replay}?turn=50&step=1#replay"
    page.get_by_role("navigation", name="What happened this turn").get_by_role("link", name="bonuses").click()
    expect(title).to_contain_text("Turn 50 Ben Demo: bonuses")
    assert page.evaluate("window.stays")


def test_buttons_turns_and_findings_lead_to_their_boards(page: Page, replay: str) -> None:
    page.goto(f"{replay}?turn=10")
    title = page.locator("#replay-title")
    page.locator("[data-turn=next]").click()
    expect(title).to_contain_text("After turn 11 Cai")
    expect(page.locator("[data-turn=next]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(title).to_contain_text("After turn 12 Dot")
    page.locator(".turns").get_by_role("link", name="50 Ben Demo 7A").click()
    expect(title).to_contain_text("After turn 50 Ben")
    expect(page.locator("svg.board .placed")).to_contain_text("7A")
    page.get_by_role("link", name="Turn 50: Cai Demo was paid 1,500").click()
    expect(title).to_contain_text("Turn 50 Ben Demo: bonuses")
    page.get_by_text("1 consequence", exact=True).click()
    page.get_by_role("link", name="At the end: Cai Demo was recorded with 37,100").click()
    expect(title).to_contain_text("After turn 55 Cai")


def test_without_script_every_turn_is_a_link_on_a_phone(chromium: Browser, replay: str) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{replay}?turn=49")
    page.locator("[data-turn=next]").click()
    expect(page.locator("#replay-title")).to_contain_text("After turn 50 Ben")
    board = page.locator("svg.board").bounding_box()
    assert board
    assert board["x"] + board["width"] <= 360
    context.close()


def test_what_was_undone_is_struck_through_and_can_be_read(live_server: LiveServer, visitors: Visitors) -> None:
    event = a_table()
    slip = '\n2 Ben: 4G; buy -; draw ?\nrewind 8 "a tile from the wrong hand, seen at once by everybody at the table"\n2 Ben:'
    log = attach_log(event, event.created_by, 1, 1, DISPUTED.read_text(encoding="utf-8").replace("\n2 Ben:", slip, 1))
    page = at_desk(
        visitors(viewport={"width": 360, "height": 740}), live_server, event, f"{TABLE}logs/{log.pk}/?turn=1"
    )
    expect(page.locator(".replay-words s")).to_have_text("2 Ben: 4G; buy -; draw ?")
    expect(page.get_by_text("Undone, no longer part of the game:")).to_be_visible()
    page.get_by_role("link", name="the director takes the game back to statement 8").click()
    expect(page.get_by_role("link", name="the director takes the game back to statement 8")).to_have_attribute(
        "aria-current", "step"
    )
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert violations(page) == [], width


def test_no_table_of_a_replay_is_cut_on_a_phone(replay: str, visitors: Visitors) -> None:
    page = visitors(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{replay}?turn=55")
    cut = """[...document.querySelectorAll("main .scroll")].filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => `${part.getAttribute("aria-label")}: ${part.scrollWidth} of ${part.clientWidth}`)"""
    assert page.locator("main .scroll").count() >= 2
    assert page.evaluate(cut) == []
    for words in ("Player", "Price"):
        expect(page.locator(".holdings").get_by_text(words, exact=True)).to_be_visible()


FIRST_SCREENS: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "laptop": {"width": 1280, "height": 800},
}


def test_the_first_screen_has_the_verdict_the_money_and_the_question(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = a_table()
    log = attach_log(event, event.created_by, 1, 1, UNPROVED, "Scribe's sheet")
    page = at_desk(visitors(), live_server, event)
    for viewport in FIRST_SCREENS.values():
        page.set_viewport_size(viewport)
        page.goto(f"{live_server.url}/desk/{event.slug}/{TABLE}logs/{log.pk}/")
        parts = {
            "what is proved": page.get_by_text("Not proved for anybody."),
            "what happened": page.get_by_role("link", name="Turn 28 by Dot Demo was not written down."),
            "the money": page.get_by_role("table", name="Final cash"),
            "the question": page.get_by_text("What did Dot Demo play in turn 28?"),
            "the button": page.get_by_role("link", name="Add turn 28"),
        }
        tops = []
        for part, found in parts.items():
            box = found.first.bounding_box()
            assert box, part
            assert box["x"] >= 0, part
            assert box["x"] + box["width"] <= viewport["width"], part
            assert box["y"] + box["height"] <= viewport["height"], part
            tops.append(box["y"])
        assert tops == sorted(tops)
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        assert violations(page) == []


def test_after_an_attached_log_the_verdict_and_the_money_are_on_the_first_screen_of_a_phone(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = a_table()
    page = at_desk(visitors(viewport=FIRST_SCREENS["phone"]), live_server, event, f"{TABLE}logs/")
    page.get_by_label("Log text").fill(DISPUTED.read_text(encoding="utf-8"))
    press(page, "Attach the log")
    verdict = page.get_by_role("region", name="Verdict")
    for found in (
        page.get_by_text("Turn 50: Cai Demo was paid 1,500 for Worldwide"),
        verdict.get_by_text("The log proves everybody’s cash: 3 of 4 final amounts agree."),
        verdict.get_by_text("1,000 more for Cai Demo than was entered."),
        verdict.get_by_role("table", name="Final cash"),
    ):
        box = found.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_another_amount_is_asked_for_only_where_it_is_chosen(live_server: LiveServer, visitors: Visitors) -> None:
    event = a_table()
    log = attach_log(event, event.created_by, 1, 1, UNPROVED, "Sheet")
    page = at_desk(visitors(viewport=FIRST_SCREENS["phone"]), live_server, event, f"{TABLE}logs/{log.pk}/apply/")
    typed = page.get_by_role("textbox", name="Another amount for Cai Demo")
    asked = page.get_by_role("group", name="Cai Demo: final cash")
    expect(asked).to_be_hidden()
    page.get_by_role("radio", name="another amount").first.check()
    expect(asked).to_be_visible()
    expect(typed).to_be_hidden()
    asked.get_by_role("radio", name="another amount").check()
    expect(typed).to_be_visible()
    asked.get_by_label("37,100: the log’s own final cash, as entered").check()
    expect(typed).to_be_hidden()
    assert violations(page) == []


def test_on_a_phone_a_story_is_chosen_and_applied_without_scrolling_for_the_button(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = a_table()
    enter_result(event, 1, record_of(event).round(1).tables[0], amounts_of(event, RULED))
    log = attach_log(event, event.created_by, 1, 1, MISCOUNTED, "Sheet")
    page = at_desk(visitors(viewport=FIRST_SCREENS["phone"]), live_server, event, f"{TABLE}logs/{log.pk}/")
    for found in (page.locator(".verdict .ask"), page.get_by_role("table", name="Final cash")):
        box = found.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740
    press(page, "Rule on the cash…")
    page.get_by_label("The log is correct as written").check()
    button = page.get_by_role("button", name="Apply the cash to table 1")
    box = button.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 740
    ruling = page.get_by_label("Ruling")
    assert ruling.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    press(page, "Apply the cash to table 1")
    press(page, "Apply the cash to table 1")
    expect(page.get_by_text("Ruled at")).to_be_visible()
    assert violations(page) == []


def test_the_cursor_stands_at_the_gap_of_a_log_that_is_corrected(live_server: LiveServer, visitors: Visitors) -> None:
    event = a_table()
    log = attach_log(event, event.created_by, 1, 1, UNPROVED, "Sheet")
    page = at_desk(visitors(viewport=FIRST_SCREENS["phone"]), live_server, event, f"{TABLE}logs/{log.pk}/")
    press(page, "Add turn 28")
    expect(page.get_by_text("Turn 28 is missing before line 40.")).to_be_visible()
    text = page.get_by_label("Log text")
    expect(text).to_be_focused()
    assert text.evaluate("box => box.value.slice(box.selectionStart).split('\\n')[0]").startswith("29 Ann: 9G")
    assert text.evaluate("box => box.scrollTop") > 0


def test_two_clicks_lead_from_an_attached_log_to_its_ruling(live_server: LiveServer, visitors: Visitors) -> None:
    event = a_table()
    attach_log(event, event.created_by, 1, 1, DISPUTED.read_text(encoding="utf-8"), "Sheet")
    context = visitors()
    log_in(context, live_server, director_of(event))
    count_clicks(context)
    page = context.new_page()
    page.goto(f"{live_server.url}{at(event, f'logs/{GameLog.objects.get().pk}/')}")
    press(page, "Rule on the cash…")
    press(page, "Apply the cash to table 1")
    expect(page.get_by_text("Result for table 1 in round 1 decided from a game log.")).to_be_visible()
    assert clicks(page) == 2
