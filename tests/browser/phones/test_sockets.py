"""Pages of a game with their sockets: acts show without a poll, a network that went away comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Route, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.acquire.play.devices.session import pending_question
from tests.browser.kit.steps import Visitors
from tests.browser.kit.wire import Wire, wire_to
from tests.browser.phones.test_focus import seated
from tests.run.patience import MILLISECONDS as SEEN
from tests.tournament.games.phones import opened_by
from tests.tournament.serving.running import free_port
from tournament.management.serving.place import open_sockets
from tournament.play.games.services.sessions import forget_sessions, session_of
from tournament.play.games.sockets.serving import SocketServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AWAY = 2_000
"""Milliseconds without a network."""
LIVE = "html[data-live=yes]"
DEAF = (
    "document.getElementById('game').setAttribute('hx-trigger', 'wake'); htmx.process(document.getElementById('game'))"
)
"""Take the poll away from a page, so that only its socket tells it anything."""


@pytest.fixture
def wire(live_server: LiveServer, settings: Settings) -> Iterator[Wire]:
    """The sockets beside the live server, behind a wire of their own."""
    settings.GAMES, settings.OWN_ADDRESS = True, live_server.url
    forget_sessions()
    port = free_port()
    (listening,) = open_sockets("127.0.0.1", port)
    listening.setblocking(False)
    sockets = SocketServer([listening])
    sockets.start()
    with wire_to(f"http://127.0.0.1:{port}") as between:
        settings.LIVE_PORT = urlsplit(between.url).port
        yield between
    sockets.end()


def test_an_act_shows_on_other_pages_without_waiting_for_a_poll(
    visitors: Visitors, live_server: LiveServer, wire: Wire
) -> None:
    hall = opened_by(players=3)
    board = visitors().new_page()
    board.goto(f"{live_server.url}/game/{hall.code}/")
    waiting = seated(visitors, live_server, hall, 1)
    for page in (board, waiting):
        expect(page.locator(LIVE)).to_have_count(1, timeout=SEEN)
    board.evaluate(DEAF)
    hall.step()
    expect(board.locator("#said")).to_contain_text("Bea must draw", timeout=SEEN)
    expect(waiting.get_by_role("button", name="Draw")).to_be_visible(timeout=SEEN)


def test_a_page_whose_network_is_gone_is_up_to_date_when_it_is_back(
    visitors: Visitors, live_server: LiveServer, wire: Wire
) -> None:
    hall = opened_by(players=3)
    board = visitors().new_page()
    board.goto(f"{live_server.url}/game/{hall.code}/")
    expect(board.locator(LIVE)).to_have_count(1, timeout=SEEN)
    board.evaluate(DEAF)
    before = board.locator("#said").inner_text()
    wire.cut()
    expect(board.locator("html[data-live=no]")).to_have_count(1, timeout=SEEN)
    hall.step()
    board.wait_for_timeout(AWAY)
    assert board.locator("#said").inner_text() == before
    wire.mend()  # tries come ever later, each by chance half as late again
    expect(board.locator(LIVE)).to_have_count(1, timeout=SEEN)
    expect(board.locator("#said")).not_to_have_text(before, timeout=SEEN)


def test_without_its_socket_a_page_goes_on_asking(visitors: Visitors, live_server: LiveServer, wire: Wire) -> None:
    wire.cut()
    hall = opened_by(players=3)
    board = visitors().new_page()
    board.goto(f"{live_server.url}/game/{hall.code}/")
    hall.step()
    expect(board.locator("#said")).to_contain_text("Bea must draw", timeout=SEEN)


def test_what_a_hand_chose_in_a_disposal_outlives_a_cut_and_acts_once(
    visitors: Visitors, live_server: LiveServer, settings: Settings, wire: Wire
) -> None:
    hall = opened_by(players=3)
    while (ask := pending_question(session_of(hall.game))) is not None and ask.phase.value != "dispose":
        hall.step()
    assert ask is not None
    before = hall.game.last
    with wire_to(live_server.url) as pages:
        settings.OWN_ADDRESS = pages.url  # what the sockets take for a page of ours
        context = visitors()
        cookie = hall.phones[ask.seat].cookies["seat"].value
        context.add_cookies([{"name": "seat", "value": cookie, "url": pages.url}])
        hand = context.new_page()
        hand.goto(pages.url + hall.hand)
        expect(hand.locator(LIVE)).to_have_count(1, timeout=SEEN)
        hand.get_by_role("link", name=re.compile("^Keep all")).click()
        expect(hand.locator(LIVE)).to_have_count(1, timeout=SEEN)
        kept = hand.locator(".sheet .lead").inner_text()
        for each in (pages, wire):
            each.cut()
        hand.locator("#confirm").click()
        expect(hand.locator("#unsent")).to_contain_text("no network", timeout=SEEN)
        hand.locator("#confirm").click()
        hand.wait_for_timeout(AWAY)
        assert hand.locator(".sheet .lead").inner_text() == kept
        assert hall.game.last == before
        for each in (pages, wire):
            each.mend()
        expect(hand.locator(".sheet")).to_have_count(0, timeout=SEEN)
        expect(hand.locator(LIVE)).to_have_count(1, timeout=SEEN)
        hand.goto("about:blank")
    written = hall.game.acts.filter(number__gt=before, seat=ask.seat)
    assert [(act.body["act"], act.body["sell"], act.body["trade"]) for act in written] == [("dispose", 0, 0)]


def test_what_was_done_and_never_answered_is_sent_again_and_acts_once(
    visitors: Visitors, live_server: LiveServer, wire: Wire
) -> None:
    hall = opened_by(players=3)
    hand = seated(visitors, live_server, hall, 0)
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        sent.append(parse_qs(route.request.post_data or "")["id"][0])
        if len(sent) > 1:
            route.continue_()
            return
        assert route.fetch(max_redirects=0).status == 302
        route.abort()

    hand.route(f"**{hall.hand}", lose_the_first)
    hand.get_by_role("button", name="Draw").click()
    expect(hand.get_by_role("button", name="Draw")).to_have_count(0, timeout=SEEN)
    assert sent == [sent[0]] * 2
    assert hall.game.acts.filter(seat=0).count() == 1


def test_a_page_says_that_the_server_is_away_and_takes_it_back_by_itself(
    visitors: Visitors, live_server: LiveServer, wire: Wire
) -> None:
    hall = opened_by(players=3)
    chooses = seated(visitors, live_server, hall, hall.asked() or 0)
    board = visitors().new_page()
    board.goto(f"{live_server.url}/game/{hall.code}/")
    pages = (chooses, board)
    for page in pages:
        expect(page.locator(LIVE)).to_have_count(1, timeout=SEEN)
        page.context.route("**/game/**", lambda route: route.abort())
    wire.cut()
    for page in pages:
        expect(page.locator("#away")).to_contain_text("No connection since", timeout=SEEN)
    for page in pages:
        page.context.unroute("**/game/**")
    wire.mend()
    for page in pages:
        expect(page.locator("#away")).to_be_empty(timeout=SEEN)
        expect(page.locator(LIVE)).to_have_count(1, timeout=SEEN)
