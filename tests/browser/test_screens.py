"""Screens of a hall in a browser: legible letters, pages that turn, a lost network that says so; the prize-giving by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.events import LONG_NAME, busy_event
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, at_desk, log_in
from tests.build import director_of, enter_results, make_event, play_round, player_name, publish
from tournament.models import Event
from tournament.record.vocabulary import PenaltyKind
from tournament.services.rounds import close_round
from tournament.services.showing import hide_event
from tournament.services.tables import start_clock
from tournament.slices.notices import set_notice
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PROJECTORS = (ViewportSize(width=1920, height=1080), ViewportSize(width=1280, height=720))
FROM_TEN_METRES = 200
"""Letters are at least so many times smaller than the distance is long: 50 mm on a picture 2 m wide, 1/40 of it."""
PICTURE_IN_A_DISTANCE = 5
"""Ten metres are five pictures of two metres."""

CAPITAL = """
(part) => {
  const style = getComputedStyle(part), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return pen.measureText("H").actualBoundingBoxAscent;
}
"""
WHOLE = """
() => [...document.querySelectorAll(".view:not([hidden]) .rows > li")].filter((row) => {
  const list = row.parentElement.getBoundingClientRect(), box = row.getBoundingClientRect();
  const isSeen = box.right > list.left + 2 && box.left < list.right - 2;
  return isSeen && (box.bottom > list.bottom + 1 || box.left < list.left - 1 || box.right > list.right + 1);
}).map((row) => row.textContent.trim())
"""
"""Rows of the page that stands which are cut at its edge."""
STANDING = """
() => [...document.querySelectorAll(".view:not([hidden]) .rows > li")].filter((row) => {
  const list = row.parentElement.getBoundingClientRect(), box = row.getBoundingClientRect();
  return box.left >= list.left - 2 && box.right <= list.right + 2;
}).map((row) => row.querySelector(".name").textContent)
"""


def large_event() -> Event:
    """Two hundred and fifty players with long and foreign names, one round being played."""
    odd = [LONG_NAME, "مثال الأحمد", "Þórunn Æðalbjörg Sýnishornsdóttir", "Αναστάσιος Παραδειγματόπουλος", "例題 太郎"]
    event = make_event(names=[*odd, *map(player_name, range(1, 246))], name="Large Cup 2026")
    publish(event)
    start_clock(event, director_of(event), 1)
    return Event.objects.get(pk=event.pk)


def opened(page: Page, server: LiveServer, event: Event, query: str) -> None:
    """Open a screen and wait until it has taken over its pages."""
    page.goto(f"{server.url}/desk/{event.slug}/screen/?{query}")
    expect(page.locator("body.paged")).to_be_visible()


def page_count(page: Page) -> int:
    words = page.locator(".view:not([hidden]) [data-page]").inner_text()
    found = re.match(r"\d+ of (\d+)", words)
    return int(found[1]) if found else 1


def test_letters_are_legible_from_ten_metres_and_no_row_is_cut_at_250_players(
    live_server: LiveServer, visitor: BrowserContext
) -> None:
    event = large_event()
    log_in(visitor, live_server, director_of(event))
    page = visitor.new_page()
    for size in PROJECTORS:
        page.set_viewport_size(size)
        least = size["width"] * PICTURE_IN_A_DISTANCE / FROM_TEN_METRES
        for view, row in (("names", ".name"), ("tables", ".name"), ("missing", "li"), ("clock", ".count, .said")):
            opened(page, live_server, event, f"show={view}")
            for part in page.locator(f".view:not([hidden]) .rows {row}, .view:not([hidden]) .said").all()[:3]:
                assert part.evaluate(CAPITAL) >= least, (view, size)
            assert page.evaluate(WHOLE) == []
    page.emulate_media(reduced_motion="reduce")
    opened(page, live_server, event, "show=names")
    seen = list(page.evaluate(STANDING))
    for _ in range(page_count(page) - 1):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(WHOLE) == []
        seen += [name for name in page.evaluate(STANDING) if name not in seen]
    assert len(seen) == 250


def test_pages_turn_by_themselves_without_motion_where_it_is_unwelcome_and_keys_hold_and_turn_them(
    live_server: LiveServer, visitor: BrowserContext
) -> None:
    event = busy_event()
    log_in(visitor, live_server, director_of(event))
    page = visitor.new_page()
    page.set_viewport_size(PROJECTORS[1])
    page.clock.install()
    opened(page, live_server, event, "show=standings,clock,missing&seconds=20")
    cursor, behaviour = "getComputedStyle(document.body).cursor", "(rows) => getComputedStyle(rows).scrollBehavior"
    assert (page.evaluate(cursor), page.locator(".rows").first.evaluate(behaviour)) == ("auto", "smooth")
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".rows").first.evaluate(behaviour) == "auto"
    here = page.locator(".view:not([hidden])")
    expect(here).to_have_attribute("data-view", "standings")
    pages = page_count(page)
    assert pages > 1
    for number in range(2, pages + 1):
        page.clock.run_for(20_000)
        expect(here.locator("[data-page]")).to_have_text(f"{number} of {pages}")
        assert page.locator(".view:not([hidden]) .rows").evaluate("(rows) => rows.scrollLeft") > 0
    assert page.evaluate(cursor) == "none"
    page.mouse.move(50, 60)
    assert page.evaluate(cursor) == "auto"
    page.clock.run_for(20_000)
    expect(here).to_have_attribute("data-view", "clock")
    left = here.locator(".count").inner_text()
    page.keyboard.press("Space")
    expect(page.get_by_text("This page stays on the screen.", exact=True)).to_be_visible()
    page.clock.run_for(60_000)
    expect(here).to_have_attribute("data-view", "clock")
    expect(here.locator(".count")).not_to_have_text(left)
    page.keyboard.press("Space")
    expect(page.get_by_text("This page stays on the screen.", exact=True)).to_be_hidden()
    page.keyboard.press("ArrowDown")
    expect(here).to_have_attribute("data-view", "missing")
    page.keyboard.press("ArrowRight")
    expect(here).to_have_attribute("data-view", "standings")
    page.keyboard.press("ArrowLeft")
    expect(here).to_have_attribute("data-view", "missing")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(here).to_have_attribute("data-view", "standings")
    expect(here.locator("[data-page]")).to_have_text(f"1 of {pages}")


def test_a_screen_follows_by_itself_says_a_lost_network_in_large_letters_and_is_fresh_once_it_is_back(
    live_server: LiveServer, visitor: BrowserContext
) -> None:
    event = make_event(9)
    publish(event)
    log_in(visitor, live_server, director_of(event))
    page = visitor.new_page()
    page.set_viewport_size(PROJECTORS[0])
    opened(page, live_server, event, "show=missing")
    enter_results(event, 1, apart_from={2, 3})
    set_notice(event, director_of(event), "Lunch until 14:00")
    expect(page.locator(".rows > li")).to_have_text(["2", "3"])
    expect(page.get_by_text("Lunch until 14:00")).to_be_visible()
    version = Event.objects.get().version
    expect(page.locator("footer")).to_contain_text(re.compile(rf"as of \d\d:\d\d, round 1, version {version}"))
    lost = page.locator(".lost")
    visitor.set_offline(True)
    expect(lost).to_be_visible()
    expect(lost).to_have_text(re.compile(r"^No connection since \d\d:\d\d\. This page may be out of date\.$"))
    assert lost.evaluate(CAPITAL) >= PROJECTORS[0]["width"] * PICTURE_IN_A_DISTANCE / FROM_TEN_METRES
    assert page.locator("#screen").evaluate("(part) => Number(getComputedStyle(part).opacity)") < 0.5
    enter_results(event, 1, apart_from={1, 2})
    expect(page.locator(".rows > li")).to_have_count(2)
    visitor.set_offline(False)
    expect(lost).to_be_hidden()
    expect(page.locator(".rows > li")).to_have_text(["2"])
    visitor.clear_cookies()
    expect(lost).to_have_text("This screen can no longer show the event. Open it again.")


# The screen for everybody


@pytest.mark.parametrize("players", [22, 100])
def test_a_television_shows_everything_in_turn_in_letters_for_the_sofa_and_cuts_no_row(
    live_server: LiveServer, visitor: BrowserContext, players: int
) -> None:
    event = make_event(names=[LONG_NAME, *map(player_name, range(1, players))], name="Large Cup 2026", rounds_planned=3)
    play_round(event, 1)
    publish(event, 2)
    start_clock(event, director_of(event), 2)
    page = visitor.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(PROJECTORS[0])
    least = PROJECTORS[0]["width"] * PICTURE_IN_A_DISTANCE / FROM_TEN_METRES
    page.goto(f"{live_server.url}/{event.slug}/screen/")
    expect(page.locator("body.paged")).to_be_visible()
    assert violations(page) == []
    here, seen = page.locator(".view:not([hidden])"), {}
    while (view := here.get_attribute("data-view")) not in seen:
        assert view is not None
        pages = seen[view] = page_count(page)
        for _ in range(pages):
            assert page.evaluate(WHOLE) == [], view
            for part in here.locator(".name, .amount, .total, .count").all()[:4]:
                assert part.evaluate(CAPITAL) >= least, view
            page.keyboard.press("ArrowRight")
    assert list(seen) == ["names", "tables", "clock", "results", "standings"]
    assert here.get_attribute("data-view") == "names"
    assert seen["results"] <= players // 4 // 2 + 3


def test_a_television_asks_for_the_version_alone_takes_what_is_new_and_says_when_the_event_is_gone(
    live_server: LiveServer, visitor: BrowserContext
) -> None:
    event = make_event(9)
    publish(event)
    page = visitor.new_page()
    page.clock.install()
    page.set_viewport_size(PROJECTORS[0])
    page.goto(f"{live_server.url}/{event.slug}/screen/?show=results,tables,clock")
    expect(page.locator("body.paged")).to_be_visible()
    home, asked = f"{live_server.url}/{event.slug}/", []
    page.on("request", lambda request: asked.append(request.url.removeprefix(home)))
    for _ in range(3):
        with page.expect_response("**/now.json"):
            page.clock.run_for(20_000)
    assert set(asked) == {"now.json"}
    assert len(asked) <= 4  # that of its beginning may be among them
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    asked.clear()
    with page.expect_response("**/screen/*"):
        page.clock.run_for(20_000)
    expect(page.locator("#screen")).to_have_attribute("data-version", str(Event.objects.get().public_version))
    expect(page.locator("[data-view=results] h1")).to_contain_text("Results of round 1")
    assert asked == ["now.json", "screen/?show=results,tables,clock"]
    hide_event(event, director_of(event))
    page.clock.run_for(20_000)
    expect(page.locator(".lost")).to_have_text("This screen can no longer show the event. Open it again.")


# The prize-giving


def played_event() -> Event:
    """Twelve players, four of them juniors, every round closed."""
    event = make_event(12, name="Prize Cup 2026", rounds_planned=1)
    event.entries.filter(number__lte=4).update(is_junior=True)
    play_round(event, 1)
    return Event.objects.get(pk=event.pk)


def test_keys_call_the_medals_one_by_one_and_the_last_publishes_the_final_list(
    live_server: LiveServer, visitor: BrowserContext, visitors: Visitors
) -> None:
    event = played_event()
    log_in(visitor, live_server, director_of(event))
    page = visitor.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/desk/{event.slug}/prizes/")
    page.get_by_role("link", name="Begin the prize-giving").click()
    heading = page.locator(".step:not([hidden]) h1")
    expect(page.locator(".step[hidden]")).to_have_count(7)  # the script has begun: one step stands there
    expect(heading).to_have_text("Prize Cup 2026")
    steps = ["Junior bronze", "Junior silver", "Junior gold", "Bronze", "Silver", "Gold"]
    for key, title in zip(("Space", "ArrowRight", "Enter", "PageDown", "Space", ""), steps, strict=True):
        page.keyboard.press(key) if key else page.mouse.click(40, 40)
        expect(heading).to_have_text(title)
        expect(page.locator(".step:not([hidden]) .winner")).to_have_count(1)
    found = violations(page)
    assert page.evaluate("document.fullscreenElement !== null")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("Silver")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(heading).to_have_text("Publish the final list?")
    page.keyboard.press("Enter")  # at once: the key that showed the question does not answer it
    found += violations(page)
    assert found == []
    assert Event.objects.get().is_final_published is False
    phone = visitors().new_page()
    phone.goto(f"{live_server.url}/{event.slug}/medals/")
    expect(phone.locator("table")).to_have_count(0)
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    expect(heading).to_have_text("The final list has been published.")
    assert page.evaluate("document.fullscreenElement !== null")
    assert Event.objects.get().is_final_published is True
    phone.reload()
    expect(phone.locator("table").first).to_be_visible()


def test_what_another_desk_did_meanwhile_is_said_and_publishing_is_refused_in_words(
    live_server: LiveServer, visitor: BrowserContext
) -> None:
    event = played_event()
    page = at_desk(visitor, live_server, event, "prizes/give/")
    page.keyboard.press("Space")
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.FINE, "late", 5_000))
    expect(page.locator(".meanwhile")).to_contain_text("Somebody has made a change:")
    for _ in range(6):
        page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Yes")).to_be_focused()
    page.wait_for_timeout(800)
    page.keyboard.press("Space")  # it shows every step and publishes nothing
    page.wait_for_timeout(200)
    expect(page.locator(".refused")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator(".refused")).to_contain_text("Check the list again, then publish it.")
    assert Event.objects.get().is_final_published is False
