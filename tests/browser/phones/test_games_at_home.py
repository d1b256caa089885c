"""A game for who has one device: two hands on one phone without script, board and hand on one page by keys alone, every state judged."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.acquire.board import TILE_NAMES
from games.acquire.play.devices import Session, pending_question
from games.acquire.play.devices.deciding import retractable
from tests.browser.kit.judge import violations
from tests.browser.phones.test_games import photographed
from tests.browser.test_phones import PHONE
from tests.tournament.games.phones import Hall
from tests.tournament.games.positions import asking, paid, position, put
from tournament.play.games.models import Game
from tournament.play.games.pages.browser import host_proof
from tournament.play.games.services.sessions import session_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("games_may_be_opened"),
]

Visitors = Callable[..., BrowserContext]
TABLET = {"viewport": {"width": 1024, "height": 768}}
MOST_KEYS = 80
STATES: dict[str, tuple[str, int, Callable[[Session], bool]]] = {
    "start": ("mso", 3, asking("start")),
    "play": ("mso", 3, asking("play")),
    "found": ("mso", 3, asking("found")),
    "survivor": ("mso", 4, asking("survivor")),
    "order": ("mso", 6, asking("order")),
    "dispose": ("mso", 3, paid),
    "buy": ("mso", 3, lambda session: asking("buy")(session) and len(session.deeds) > 90),
    "card": ("codewar", 6, asking("card")),
    "draw": ("mso", 3, asking("draw")),
    "over": ("mso", 3, lambda session: session.is_over),
}


def holding(context: BrowserContext, server: LiveServer, hall: Hall, *tokens: str) -> Page:
    """A page of a browser that holds seats of a game, sent to that game alone."""
    context.add_cookies([{"name": "seat", "value": ".".join(tokens), "url": f"{server.url}/game/{hall.code}/"}])
    return context.new_page()


def test_every_state_of_a_game_holds_the_standard(visitors: Visitors, live_server: LiveServer) -> None:
    found: list[str] = []
    phone, tablet = visitors(**PHONE), visitors(**TABLET)
    for name, (edition, seats, is_wanted) in STATES.items():
        hall, tokens = put(position(edition, is_wanted, seats), seconds_ago=2)
        place = hall.asked() or 0
        for context, pages in ((phone, ("hand/", "play/")), (tablet, ("play/", ""))):
            page = holding(context, live_server, hall, tokens[place])
            for part in pages:
                page.goto(f"{live_server.url}/game/{hall.code}/{part}")
                photographed(page, f"{name}-{part.strip('/') or 'board'}-{(context is phone and 360) or 1024}")
                found += [f"{name} {part}: {words}" for words in violations(page)]
            page.close()
    assert found == []


def test_two_hands_on_one_phone_without_script_are_passed_on_under_a_cover(
    visitors: Visitors, live_server: LiveServer
) -> None:
    hall, tokens = put(position("mso", asking("play"), 2 + 1))
    order = list(session_of(hall.game).state.order)[:2]
    phone = holding(
        visitors(**PHONE, java_script_enabled=False), live_server, hall, *(tokens[place] for place in order)
    )
    names = [hall.game.seats.get(place=place).name for place in order]
    phone.goto(f"{live_server.url}/game/{hall.code}/play/")
    expect(phone.get_by_role("heading", name=f"Pass the phone to {names[0]}")).to_be_visible()
    state = session_of(hall.game).state
    assert not [
        TILE_NAMES[tile] for place in order for tile in state.hands[place] if f">{TILE_NAMES[tile]}<" in phone.content()
    ]
    photographed(phone, "covered")
    phone.get_by_role("button", name=f"I am {names[0]}").click()
    while hall.asked() == order[0]:
        way = phone.locator(".asked :is(button, .choices a), .asked a[href='?act=buy'], .tiles-held a").first
        way.click()
        if phone.locator("#confirm").count():
            phone.locator("#confirm").click()
    assert hall.asked() == order[1]
    expect(phone.get_by_role("heading", name=f"Pass the phone to {names[1]}")).to_be_visible()
    expect(phone.locator(".tiles-held")).to_have_count(0)


def press_until(page: Page, selector: str, key: str = "Tab") -> None:
    """Press a key until what is wanted has the focus."""
    for _ in range(MOST_KEYS):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no key leads to {selector}")


def first_way(page: Page, session: Session) -> str:
    """The first way that is offered, the end where the game may end."""
    return ".asked :is(button:not([data-step]), .choices a, a[href='?act=buy'], a[href='?act=pass']), .tiles-held a"


def one_by_keys(page: Page, hall: Hall, way: Callable[[Page, Session], str] = first_way) -> str:
    """Let whoever is asked do one act with keys alone, by the way that is chosen; what it was."""
    number, session = hall.game.last, session_of(hall.game)
    ask = pending_question(session)
    assert ask is not None
    expect(page.locator(".asked")).to_be_focused()
    aim = way(page, session)
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


def test_a_short_game_is_played_to_its_end_by_keys_alone_on_one_page(
    visitors: Visitors, live_server: LiveServer
) -> None:
    """From where three tiles are left in the bag."""
    near = position("mso", lambda session: session.state.bag <= 3 and asking("play")(session))
    hall, tokens = put(near)
    page = holding(visitors(**TABLET), live_server, hall, *tokens)
    page.goto(f"{live_server.url}/game/{hall.code}/play/")
    for _ in range(120):
        if hall.game.state == "over":
            break
        if page.locator(".cover").count():
            expect(page.locator(".cover .primary")).to_be_focused()
            page.keyboard.press("Enter")
            page.wait_for_load_state()
        said = page.locator("#said").inner_text()
        one_by_keys(page, hall)
        expect(page.locator("#said")).not_to_have_text(said)
    assert hall.game.state == "over"
    for left in range(len(tokens) - 1, -1, -1):
        press_until(page, "button[value=agree]")
        page.keyboard.press("Enter")
        expect(page.locator("button[value=agree]")).to_have_count(left)
    expect(page.get_by_text("Agreed: Ann, Bea and Cyd.")).to_be_visible()


def test_sums_are_shown_while_shares_are_chosen_and_the_board_remembers_its_sound(
    visitors: Visitors, live_server: LiveServer
) -> None:
    hall, tokens = put(position("mso", lambda session: asking("buy")(session) and session.number < 60))
    place = hall.asked()
    assert place is not None
    page = holding(visitors(**PHONE), live_server, hall, tokens[place])
    page.goto(f"{live_server.url}/game/{hall.code}/hand/")
    page.locator("fieldset.counts").first.get_by_label("2").check()
    cash = int(page.locator("[data-purchase]").get_attribute("data-cash") or 0)
    price = int(page.locator("fieldset.counts input").first.get_attribute("data-price") or 0)
    expect(page.locator("[data-total]")).to_have_text(f"2 shares for {2 * price:,}; {cash - 2 * price:,} left.")
    page.goto(f"{live_server.url}/game/{hall.code}/")
    sound = page.locator("[data-sound]")
    expect(sound).to_have_text("Sound: off")
    sound.click()
    expect(sound).to_have_text("Sound: on")
    page.reload()
    expect(sound).to_have_text("Sound: on")
    page.goto(f"{live_server.url}/game/{hall.code}/play/")
    expect(sound).to_have_count(0)


def test_a_tile_is_asked_back_on_a_phone_and_given_back_by_one_press_on_the_board(
    visitors: Visitors, live_server: LiveServer
) -> None:
    def placed(session: Session) -> bool:
        ask, played = pending_question(session), retractable(session)
        return asking("buy")(session) and ask is not None and played is not None and played.place == ask.seat

    hall, tokens = put(position("mso", placed), seconds_ago=2)
    place, played = hall.asked(), retractable(session_of(hall.game))
    assert place is not None
    assert played is not None
    board = visitors(**TABLET).new_page()
    address = f"{live_server.url}/game/{hall.code}/"
    board.context.add_cookies([{"name": "host", "value": host_proof(hall.code), "url": address}])
    board.goto(address)
    phone = holding(visitors(**PHONE), live_server, hall, tokens[place])
    phone.goto(f"{address}hand/")
    phone.locator("#take-back summary").click()
    phone.get_by_label("Why, in a few words").fill("the wrong row")
    assert violations(phone) == []
    phone.get_by_role("button", name="Ask to take it back").click()
    expect(phone.get_by_text(f"You asked to take {played.tile} back")).to_be_visible()
    assert violations(phone) == []
    photographed(phone, "asked-back")
    give = board.get_by_role("button", name=f"take {played.tile} back")
    expect(give).to_be_visible()
    assert violations(board) == []
    photographed(board, "asked-back-board")
    give.click()
    expect(board.get_by_text("is to play a tile").first).to_be_visible()
    assert board.url == address
    expect(give).to_have_count(0)
