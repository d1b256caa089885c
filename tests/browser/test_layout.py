"""The shape that a page promises beyond what the walk asks of every page: room for names, rows of two lines, a first screen."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import override_settings
from playwright.sync_api import Locator, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from games.acquire.editions.labels import LABEL_SETS
from tests.browser.kit.clipping import clipped, too_wide
from tests.browser.kit.events import event_apart_from_its_chart, event_that_is_over, event_with_a_draft
from tests.browser.kit.reach import SIZES, out_of_reach
from tests.browser.kit.scribe import Scribe, a_table
from tests.browser.kit.steps import PHONE, Visitors, at_desk, log_in, press
from tests.browser.test_table_phones import claimed
from tests.build import director_of, enter_result, enter_results, make_event, play_to, publish
from tests.tournament.games.positions import asking, position, put
from tests.tournament.pages.insight.played import a_log, an_event
from tests.tournament.pages.logs import DISPUTED, MISCOUNTED, RULED, UNPROVED, amounts_of, at, with_log
from tests.tournament.pages.logs import a_table as a_table_with_a_log
from tournament.models import AccountLanguage
from tournament.models.queries import record_of
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import open_for_people
from tournament.services.events import publish_final_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL, LAPTOP = ViewportSize(width=360, height=740), ViewportSize(width=1280, height=800)
NAMES = ("Gracz Dwanaście", "Player Twentyone", "Vierundvierzig Musterspieler", "Unteilbarerlangername")

TWO_LINES = """() => {
  const row = document.querySelectorAll("#standings tbody tr")[3], box = (part) => part.getBoundingClientRect();
  const tops = new Set([...row.querySelectorAll("th ~ td")].slice(0, 4).map((cell) => box(cell).top));
  const heads = document.querySelectorAll("#standings thead th"), cells = row.querySelectorAll("th, td");
  return [
    tops.size === 1 && [...tops][0] >= box(row.querySelector("th")).bottom || "its figures stand in no line of their own",
    box(row).height < 64 || `it is ${box(row).height} px high`,
    ...[...heads].map((head, at) => Math.abs(box(head).right - box(cells[at]).right) < 2 || `${head.textContent} is not over its column`),
  ].filter((found) => found !== true);
}"""
"""What is wrong with a row of standings on a phone: a name, and below it a line with every round."""
CROWDED = """() => [...document.querySelectorAll(".medal-list td:first-child")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent.trim())"""
"""Places that have not the room for what stands in them, the words that name their column included."""
BROKEN = """(part) => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest(part) || !node.parentElement.checkVisibility()) continue;
    for (const word of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top)));
      if (tops.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""
"""The words below a part of the page that stand in more than one line."""
WIDER = """(parts) => [...document.querySelectorAll(parts)]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.trim())"""
"""The parts of a page that have not the room for what stands in them."""
OVER_THE_MENU = """() => {
  const menu = document.querySelector(".menu ul").getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(document.querySelector(".brand"));
  return [...range.getClientRects()]
    .filter((box) => box.right > menu.left + 1 && box.left < menu.right - 1 && box.bottom > menu.top + 1 && box.top < menu.bottom - 1)
    .map((box) => [box.right, menu.left]);
}"""
"""Where words of the head lie over its menu."""
NARROW_NAMES = """() => [...document.querySelectorAll("ul.events a")]
  .filter((link) => link.getBoundingClientRect().width <= 0.6 * document.querySelector("ul.events").getBoundingClientRect().width)
  .map((link) => link.textContent.trim())"""
"""The names of events that have less than six tenths of the width."""


def at_widths(page: Page, widths: tuple[int, ...], question: str, asked: Any = None) -> list[str]:
    """What a question finds on a page at some widths, and where its words move it sideways."""
    found = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 844})
        said = [*page.evaluate(question, asked), *too_wide(page)]
        found += [f"{page.url} at {width} px: {words}" for words in said]
    return found


def below(parts: dict[str, Locator], height: int) -> list[str]:
    """The parts that do not end above a height, in pixels from the top of the window."""
    boxes = {name: part.first.bounding_box() for name, part in parts.items()}
    return [name for name, box in boxes.items() if box is None or box["y"] + box["height"] > height]


def test_lists_of_names_keep_their_lines_at_every_width(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(names=[*NAMES, *(f"Player {number}" for number in range(5, 13))], rounds_planned=1)
    event.entries.filter(number__lte=5).update(is_junior=True)
    event, over = play_to(event, round_closed=1), event_that_is_over()
    publish_final_list(event, director_of(event))
    make_event(3, name="The Open Championship of Acquire in the Great Demonstration Hall", venue="Demonstration hall")
    page, found = at_desk(visitors(has_touch=True), live_server, event), []
    for address in (f"/{over.slug}/standings/", f"/desk/{over.slug}/standings/"):
        page.set_viewport_size(SMALL)
        page.goto(live_server.url + address)
        found += at_widths(page, (360,), TWO_LINES)
    for address in (f"/{event.slug}/medals/", f"/desk/{event.slug}/final/"):
        page.goto(live_server.url + address)
        for question in (CROWDED, BROKEN):
            found += at_widths(page, (320, 360, 412, 520, 640), question, "[scope=row]")
    page.goto(live_server.url)
    assert found + at_widths(page, (360, 600, 800, 1280, 1600), NARROW_NAMES) == []


def test_a_name_of_one_long_word_and_a_movement_chart_fit_the_phone(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(names=["Ada Demo", "Ben Demo", "W" * 60])
    publish(event, 1)
    over = play_to(
        make_event(names=["A" * 60, "مثال الأحمد", "Nguyễn Thị Thảo", "王小明"], rounds_planned=1), round_closed=1
    )
    publish_final_list(over, director_of(over))
    desk = ("entries/", "entries/3/", "entries/3/withdraw/", "entries/3/disqualify/", "rounds/1/", "penalties/")
    public = ("", "standings/", "rounds/1/", "rounds/1/results/", "players/1/", "medals/")
    chart = f"{event_apart_from_its_chart().slug}/chart/"
    page = at_desk(visitors(**PHONE), live_server, event)
    found = []
    for address in (
        *(f"desk/{event.slug}/{rest}" for rest in desk),
        *(f"{over.slug}/{rest}" for rest in public),
        chart,
    ):
        page.goto(f"{live_server.url}/{address}")
        found += [f"{address}: {part}" for part in too_wide(page)]
    assert found == []


@override_settings(GAMES=True)
def test_heads_leave_room_for_their_menus_and_the_menus_for_all_their_links(
    live_server: LiveServer, visitors: Visitors
) -> None:
    game = open_for_people(GameOrder("codewar", ["Player 1", "Player 2", "Player 3"]))
    page = visitors().new_page()
    page.goto(f"{live_server.url}/game/{game.code}/")
    found = at_widths(page, (360, 641, 700, 768, 820, 900, 1024, 1280), OVER_THE_MENU)
    event = make_event(4, name="Acquire of Twenty-one", players_report=True)
    publish(event)
    page = claimed(visitors(**PHONE), live_server, event, 1, "The whole table shares it")
    assert page.locator(".menu a").all_inner_texts() == ["Event", "Standings", "Prices and rules"]
    found += at_widths(page, (360,), OVER_THE_MENU)
    page = at_desk(visitors(**PHONE, java_script_enabled=False), live_server, event_that_is_over())
    for link in page.locator(".menu > ul a, .menu .drop > summary, .stages a").all():
        link.scroll_into_view_if_needed()  # the day is one line, which scrolls
        box = link.bounding_box()
        found += [] if box and box["x"] >= 0 and box["x"] + box["width"] <= 360 else [link.inner_text()]
    page.reload()
    boxes = {part: page.locator(part).first.bounding_box() for part in (".menu a", ".stages a", "main h1")}
    left = {part: box["x"] for part, box in boxes.items() if box}
    assert left[".stages a"] == left["main h1"]
    assert 0 <= left["main h1"] - left[".menu a"] <= 8  # the words of a link stand 8 px inside it
    assert found == []


def count_of_rows(page: Page) -> int:
    """How many results a page lists."""
    return page.locator("table.steps tbody tr").count()


def test_results_on_a_phone_are_four_columns_and_unfold_the_rest_without_a_script(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = play_to(make_event(names=[*NAMES, *(f"Player {number}" for number in range(5, 9))]), round_closed=1)
    phone, wide = visitors(**PHONE, java_script_enabled=False).new_page(), visitors().new_page()
    wide.set_viewport_size(LAPTOP)
    found = []
    for address in ("rounds/1/results/", "rounds/1/tables/1/"):
        for page, count in ((wide, 10), (phone, 4)):
            page.goto(f"{live_server.url}/{event.slug}/{address}")
            heads = page.locator("table.steps").first.locator("thead th:visible").all_inner_texts()
            assert (len(heads), heads[0], heads[-1]) == (count, "Place", "Score")
            assert page.locator("table.steps summary:visible").count() == (0 if page is wide else count_of_rows(page))
        assert heads == ["Place", "Name", "Cash", "Score"]
    for prefix in ("", "/de"):
        phone.goto(f"{live_server.url}{prefix}/{event.slug}/rounds/1/results/")
        for each in phone.locator("table.steps summary").all():
            each.click()
        assert phone.locator("table.steps details[open]").count() == count_of_rows(phone)
        found += at_widths(phone, (360, 390, 640), WIDER, ".steps td:not(:empty), .steps thead th, .steps details")
    assert found == []


def test_no_price_is_cut_whatever_the_chains_are_called_and_heads_of_an_arrangement_fit_in_german(
    live_server: LiveServer, visitors: Visitors
) -> None:
    found = []
    page = visitors(**PHONE).new_page()
    for chain_set in LABEL_SETS:
        page.goto(f"{live_server.url}/floor/{chain_set}/")
        page.locator("main details").evaluate_all("(folds) => folds.forEach((fold) => { fold.open = true; })")
        for width in (360, 641, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            found += [f"{chain_set} at {width} px: {words}" for words in clipped(page)]
    event = event_with_a_draft()
    AccountLanguage.objects.create(account=director_of(event), language="de")  # its words are the longer ones
    page = at_desk(visitors(), live_server, event, "rounds/2/arrangement/")
    for size in SIZES:
        page.set_viewport_size(size)
        found += out_of_reach(page)
    assert found == []


def test_a_board_that_is_touched_has_room_for_fingers_and_for_the_names_of_its_chains(
    live_server: LiveServer, visitors: Visitors
) -> None:
    page = Scribe(visitors(service_workers="block"), live_server, a_table(("1A", "4C", "7F", "12I"))).page
    widths = (320, 360, 375, 390, 412, 640, 768, 1280)
    found = at_widths(page, widths, BROKEN, ".scribe-chains strong")
    page.locator(".scribe-chains small").evaluate_all(
        """(lines) => lines.forEach((line) => {
             line.innerHTML = "<span>+3</span> · <span>41</span> · <span>1,200</span>"; })"""
    )  # a chain of many tiles of which shares were bought is the longest that a button tells
    found += at_widths(page, widths, WIDER, ".scribe-chains button")
    page.set_viewport_size(SMALL)
    tile, chain = (page.locator(part).bounding_box() for part in ("[data-tile='6E']", "[data-chain='Luxor']"))
    assert tile
    assert chain
    assert min(tile["width"], tile["height"]) >= 27
    assert chain["height"] >= 44
    assert found == []


def test_the_hall_is_on_one_screen_of_a_laptop_and_begins_on_that_of_a_phone(
    live_server: LiveServer, visitors: Visitors
) -> None:
    found, page = [], visitors().new_page()
    for players in (250, 25, 17, 22):
        event = make_event(players, name=f"Cup of {players}")
        publish(event)
        log_in(page.context, live_server, director_of(event))
        page.goto(f"{live_server.url}/desk/{event.slug}/")
        parts = {
            name: page.locator(name).last for name in (".next", ".tables-map", ".hall-clock", ".to-print", ".last")
        }
        found += [f"{name} of {players}" for name in below(parts, 800)]
        assert page.locator(".tables-map li").count() == len(record_of(event).round(1).tables)
    page.set_viewport_size(SMALL)
    assert page.locator(".next p").evaluate("part => part.getBoundingClientRect().top") <= 130
    lefts = page.locator(".tables-map li").evaluate_all("rows => rows.map(row => row.getBoundingClientRect().left)")
    assert len(set(lefts)) == 2
    enter_results(event, apart_from=(2, 4, 6))
    for language in ("en-GB", "de-DE"):
        page = at_desk(visitors(**PHONE, locale=language), live_server, event, "rounds/1/")
        found += [f"{part} in {language}" for part in below({"header.top": page.locator("header.top")}, 120)]
        found += [f"{part} in {language}" for part in below({"#table-1": page.locator("#table-1")}, 740)]
    assert found == []


def test_the_first_screen_of_a_log_has_the_verdict_the_money_and_the_question(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = a_table_with_a_log()
    page, found = at_desk(visitors(), live_server, event), []
    page.goto(f"{live_server.url}{at(event, f'logs/{with_log(event, UNPROVED).pk}/')}")
    for viewport in (SMALL, LAPTOP):
        page.set_viewport_size(viewport)
        parts = {
            "what is proved": page.get_by_text("Not proved for anybody."),
            "what happened": page.get_by_role("link", name="Turn 28 by Dot Demo was not written down."),
            "the money": page.get_by_role("table", name="Final cash"),
            "the question": page.get_by_text("What did Dot Demo play in turn 28?"),
            "the button": page.get_by_role("link", name="Add turn 28"),
        }
        found += [*below(parts, viewport["height"]), *too_wide(page)]
        tops = [box["y"] for part in parts.values() if (box := part.first.bounding_box())]
        assert tops == sorted(tops)
    page.set_viewport_size(SMALL)
    page.goto(f"{live_server.url}{at(event, 'logs/')}")
    page.get_by_label("Log text").fill(DISPUTED)
    press(page, "Attach the log")
    verdict = page.get_by_role("region", name="Verdict")
    parts = {
        "the finding": page.get_by_text("Turn 50: Cai Demo was paid 1,500 for Worldwide"),
        "the proof": verdict.get_by_text("The log proves everybody’s cash: 3 of 4 final amounts agree."),
        "the difference": verdict.get_by_text("1,000 more for Cai Demo than was entered."),
        "the money": verdict.get_by_role("table", name="Final cash"),
    }
    assert found + below(parts, 740) + too_wide(page) == []


def test_a_story_of_a_log_is_chosen_and_applied_on_a_phone_without_scrolling_for_the_button(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = a_table_with_a_log()
    enter_result(event, 1, record_of(event).round(1).tables[0], amounts_of(event, RULED))
    address = at(event, f"logs/{with_log(event, MISCOUNTED).pk}/").partition(f"{event.slug}/")[2]
    page = at_desk(visitors(**PHONE), live_server, event, address)
    parts = {"the question": page.locator(".verdict .ask"), "the money": page.get_by_role("table", name="Final cash")}
    found = below(parts, 740)
    press(page, "Rule on the cash…")
    page.get_by_label("The log is correct as written").check()
    button, choices = page.get_by_role("button", name="Apply the cash to table 1"), page.locator(".stories")
    found += below({"the button": button}, 740)
    box = button.bounding_box()
    assert box
    assert below({"what is chosen": choices}, round(box["y"])) == []
    assert page.get_by_label("Ruling").evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    press(page, "Apply the cash to table 1")
    press(page, "Apply the cash to table 1")
    assert page.get_by_text("Ruled at").is_visible()
    assert found == []


def test_a_replay_stands_beside_its_picture_on_a_laptop_and_above_it_on_a_phone(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = an_event(a_log())
    page = visitors().new_page()
    page.goto(f"{live_server.url}/{event.slug}/rounds/1/tables/1/replay/?turn=30")
    for viewport, side in ((LAPTOP, "x"), (SMALL, "y")):
        page.set_viewport_size(viewport)
        board, picture = (page.locator(part).bounding_box() for part in (".replay figure.board", ".picture"))
        assert board
        assert picture
        assert picture[side] > board[side] + board["width" if side == "x" else "height"] / 2, viewport  # type: ignore[literal-required]
    assert page.locator("main .scroll:not(details *)").count() >= 1
    assert at_widths(page, (360,), WIDER, "main .scroll:not(details *)") == []
    for words in ("Player", "Price"):
        assert page.locator(".holdings").get_by_text(words, exact=True).is_visible()
    page.locator("summary", has_text="Worth by turn").click()
    assert too_wide(page) == []


@override_settings(GAMES=True)
def test_a_hand_is_whole_on_a_tablet_beside_its_board(live_server: LiveServer, visitors: Visitors) -> None:
    hall, tokens = put(position("mso", asking("play")))
    page = visitors(viewport={"width": 1024, "height": 768}).new_page()
    address = f"{live_server.url}/game/{hall.code}/"
    page.context.add_cookies([{"name": "seat", "value": tokens[hall.asked() or 0], "url": address}])
    page.goto(f"{address}play/")
    assert below({part: page.locator(part) for part in (".asked", ".tiles-held", "#lay")}, 768) == []
    assert too_wide(page) == []
