"""A game on a device in a browser: by keys alone from the first starting tile to all agreeing, and sums while one chooses."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.acquire.play.devices.deeds import Holdings, Terms
from games.acquire.play.devices.session import Session, pending_question
from games.acquire.record import Header, Player
from games.acquire.rules.ending import end_condition
from tests.browser.kit.steps import PHONE, Visitors
from tests.games.acquire.play.devices.tables import played
from tests.tournament.games.phones import Hall
from tests.tournament.games.positions import asking, position, put
from tournament.play.games.models import Game
from tournament.play.games.services.sessions import session_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("games_may_be_opened"),
]

TABLET = {"viewport": {"width": 1024, "height": 768}}
MOST_KEYS = 80
LONGEST = 260
"""Acts after which a game of short chains that does not end is given up."""
AT_HAND = ".asked :is(button:not([data-step]), .choices a, a[href='?act=buy'], a[href='?act=pass']), .tiles-held a"
END = "a[href='?act=end']"
JOINED = ".tiles-held li:not(:has([data-does=lone])) a"


def holding(context: BrowserContext, server: LiveServer, hall: Hall, *tokens: str) -> Page:
    """A page of a browser that holds seats of a game, sent to that game alone."""
    context.add_cookies([{"name": "seat", "value": ".".join(tokens), "url": f"{server.url}/game/{hall.code}/"}])
    return context.new_page()


def wanted(page: Page, session: Session) -> str:
    """What is pressed next: the end where the game may end, a share where one can be bought, a tile that joins others, else the first."""
    ask = pending_question(session)
    assert ask is not None
    phase = ask.phase.value
    if page.locator(END).count() and end_condition(session.state):
        return END
    if phase == "buy" and page.locator("[data-purchase]").count():
        return "fieldset.counts input"
    if phase == "play" and page.locator(JOINED).count():
        return JOINED
    return AT_HAND


def press_until(page: Page, selector: str, key: str = "Tab") -> None:
    """Press a key until what is wanted has the focus."""
    for _ in range(MOST_KEYS):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no key leads to {selector}")


def one_by_keys(page: Page, hall: Hall) -> str:
    """Let whoever is asked do one act with keys alone; what it was."""
    number, session = hall.game.last, session_of(hall.game)
    ask = pending_question(session)
    assert ask is not None
    expect(page.locator(".asked")).to_be_focused()
    aim = wanted(page, session)
    press_until(page, aim)
    if aim.startswith("fieldset"):
        page.keyboard.press("ArrowRight")
        press_until(page, "[data-purchase] button")
    page.keyboard.press("Enter")
    page.wait_for_load_state()
    if ask.phase.value not in ("start", "draw"):
        expect(page.locator("#confirm")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_load_state()
    for _ in range(200):
        if Game.objects.get(pk=hall.game.pk).last > number:
            return str(ask.phase.value)
        page.wait_for_timeout(25)
    raise AssertionError(f"{ask} was not done")


def test_a_whole_game_goes_by_keys_alone_from_the_first_tile_to_all_agreeing(
    visitors: Visitors, live_server: LiveServer
) -> None:
    """Two hands on one tablet with closed holdings and a market; the end may be called at a short chain, so that the game is short."""
    players = (Player("P1", "Player 1"), Player("P2", "Player 2"))
    header = Header("ah1999", players, rules={"end_size": 4})
    begun = played(Terms(header, None, Holdings.CLOSED, code="standing"), Random("ah1999"))
    hall, tokens = put(next(session for session in begun if pending_question(session) is not None))
    page = holding(visitors(**TABLET), live_server, hall, *tokens)
    page.goto(f"{live_server.url}/game/{hall.code}/play/")
    done: dict[str, int] = {}
    for _ in range(LONGEST):
        if hall.game.state == "over":
            break
        if page.locator(".cover").count():
            assert page.locator(".tiles-held").count() == 0
            expect(page.locator(".cover .primary")).to_be_focused()
            page.keyboard.press("Enter")
            page.wait_for_load_state()
        said = page.locator("#said").inner_text()
        act = one_by_keys(page, hall)
        done[act] = done.get(act, 0) + 1
        expect(page.locator("#said")).not_to_have_text(said)
    assert hall.game.state == "over", done
    assert done.keys() >= {"start", "play", "found", "buy", "draw"}
    for left in range(len(tokens) - 1, -1, -1):
        press_until(page, "button[value=agree]")
        page.keyboard.press("Enter")
        expect(page.locator("button[value=agree]")).to_have_count(left)
    press_until(page, "#final-bonuses summary")
    page.keyboard.press("Enter")
    expect(page.locator("#final-bonuses li").last).to_contain_text(re.compile(r", ([4-9]|1\d) tiles at "))


def test_sums_are_shown_while_shares_are_chosen(visitors: Visitors, live_server: LiveServer) -> None:
    hall, tokens = put(position("mso", lambda session: asking("buy")(session) and session.number < 60))
    place = hall.asked()
    assert place is not None
    page = holding(visitors(**PHONE), live_server, hall, tokens[place])
    page.goto(f"{live_server.url}/game/{hall.code}/hand/")
    page.locator("fieldset.counts").first.get_by_label("2").check()
    cash = int(page.locator("[data-purchase]").get_attribute("data-cash") or 0)
    price = int(page.locator("fieldset.counts input").first.get_attribute("data-price") or 0)
    expect(page.locator("[data-total]")).to_have_text(f"2 shares for {2 * price:,}; {cash - 2 * price:,} left.")
