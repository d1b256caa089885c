"""A game for who has one device: two hands on one phone without script, sums while one chooses, a tile that is asked back."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.acquire.board import TILE_NAMES
from games.acquire.play.devices import Session, pending_question
from games.acquire.play.devices.deciding import retractable
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors
from tests.tournament.games.phones import Hall
from tests.tournament.games.positions import asking, position, put
from tournament.play.games.pages.browser import host_proof
from tournament.play.games.services.sessions import session_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("games_may_be_opened"),
]

TABLET = {"viewport": {"width": 1024, "height": 768}}


def holding(context: BrowserContext, server: LiveServer, hall: Hall, *tokens: str) -> Page:
    """A page of a browser that holds seats of a game, sent to that game alone."""
    context.add_cookies([{"name": "seat", "value": ".".join(tokens), "url": f"{server.url}/game/{hall.code}/"}])
    return context.new_page()


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
    phone.get_by_role("button", name=f"I am {names[0]}").click()
    while hall.asked() == order[0]:
        way = phone.locator(".asked :is(button, .choices a), .asked a[href='?act=buy'], .tiles-held a").first
        way.click()
        if phone.locator("#confirm").count():
            phone.locator("#confirm").click()
    assert hall.asked() == order[1]
    expect(phone.get_by_role("heading", name=f"Pass the phone to {names[1]}")).to_be_visible()
    expect(phone.locator(".tiles-held")).to_have_count(0)


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
    phone.get_by_label("Reason").fill("the wrong row")
    assert violations(phone) == []
    phone.get_by_role("button", name="Ask to take").click()
    expect(phone.get_by_text(f"You asked to take {played.tile} back")).to_be_visible()
    assert violations(phone) == []
    give = board.get_by_role("button", name=f"take {played.tile} back")
    expect(give).to_be_visible()
    assert violations(board) == []
    give.click()
    expect(board.get_by_text("must play a tile").first).to_be_visible()
    assert board.url == address
    expect(give).to_have_count(0)
