"""What people look at most on a phone is legible: medals and the final list, names on a scribe's board, the head of a game."""

from __future__ import annotations

import pytest
from django.test import override_settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.scribe import Scribe, a_table
from tests.browser.kit.steps import PHONE, Visitors, log_in
from tests.browser.test_table_phones import claimed
from tests.build import director_of, make_event, play_to, publish
from tournament.models import Event
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import open_for_people
from tournament.services.events import publish_final_list

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (320, 360, 412, 520, 640)
NAMES = ("Gracz Dwanaście", "Player Twentyone", "Vierundvierzig Musterspieler", "Unteilbarerlangername")

CROWDED = """() => [...document.querySelectorAll(".medal-list td:first-child")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent.trim())"""
"""Places that have not the room for what stands in them, the words that name their column included."""

BROKEN = """(part) => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest(part) || !node.parentElement.checkVisibility()) continue;
    for (const word of node.data.matchAll(/\\\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top)));
      if (tops.size > 1) found.push(word[0]);
    }
  }
  return found;
}""".replace("\\\\", "\\")
"""The words below a part of the page that stand in more than one line."""


def with_medals() -> Event:
    """An event that is over, with juniors and names of long words, its final list public."""
    event = make_event(names=[*NAMES, *(f"Player {number}" for number in range(5, 13))], rounds_planned=1)
    event.entries.filter(number__lte=5).update(is_junior=True)
    event = play_to(event, round_closed=1)
    publish_final_list(event, director_of(event))
    return event


def test_every_place_of_the_medals_is_legible_and_every_name_whole(live_server: LiveServer, visitors: Visitors) -> None:
    event = with_medals()
    phone = visitors(has_touch=True)
    log_in(phone, live_server, director_of(event))
    page = phone.new_page()
    for address in (f"/{event.slug}/medals/", f"/desk/{event.slug}/final/"):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            page.goto(live_server.url + address)
            assert page.evaluate(CROWDED) == [], (address, width)
            assert page.evaluate(BROKEN, "[scope=row]") == [], (address, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


def test_names_on_a_scribes_board_stand_whole_on_a_phone(live_server: LiveServer, visitors: Visitors) -> None:
    scribe = Scribe(visitors(service_workers="block"), live_server, a_table(("1A", "4C", "7F", "12I")))
    for width in (320, 360, 375, 390, 412):
        scribe.page.set_viewport_size({"width": width, "height": 844})
        assert scribe.page.evaluate(BROKEN, ".scribe-chains strong") == [], width


def test_a_chains_button_holds_what_it_says_and_is_called_by_it(live_server: LiveServer, visitors: Visitors) -> None:
    """A chain of many tiles of which shares were bought is the longest that a button tells."""
    scribe = Scribe(visitors(service_workers="block"), live_server, a_table(("1A", "4C", "7F", "12I")))
    page = scribe.page
    page.locator(".scribe-chains small").evaluate_all(
        """(lines) => lines.forEach((line) => {
             line.innerHTML = "<span>+3</span> · <span>41</span> · <span>1,200</span>"; })"""
    )
    for width in (320, 360, 390, 412, 640):
        page.set_viewport_size({"width": width, "height": 844})
        wide = page.locator(".scribe-chains button").evaluate_all(
            "(buttons) => buttons.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
        )
        assert wide == [], width


@override_settings(GAMES=True)
def test_a_long_edition_never_lies_under_the_menu(live_server: LiveServer, visitors: Visitors) -> None:
    game = open_for_people(GameOrder("codewar", ["Player 1", "Player 2", "Player 3"]))
    page = visitors().new_page()
    for width in (360, 641, 700, 768, 820, 900, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 1180})
        page.goto(f"{live_server.url}/game/{game.code}/")
        assert page.evaluate(OVER_THE_MENU) == [], width


def test_the_name_of_an_event_stands_beside_no_menu_that_leaves_it_no_room(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(4, name="Acquire of Twenty-one", players_report=True)
    publish(event)
    page = claimed(visitors(**PHONE), live_server, event, 1, "The whole table shares it")
    assert page.locator(".menu a").all_inner_texts() == ["Event", "Standings", "Prices and rules"]
    assert page.evaluate(OVER_THE_MENU) == []


OVER_THE_MENU = """() => {
  const menu = document.querySelector(".menu ul").getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(document.querySelector(".brand"));
  return [...range.getClientRects()]
    .filter((box) => box.right > menu.left + 1 && box.left < menu.right - 1 && box.bottom > menu.top + 1 && box.top < menu.bottom - 1)
    .map((box) => [box.right, menu.left]);
}"""
"""Where words of the head lie over its menu."""
