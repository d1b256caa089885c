"""You against programs: two clicks from the home page to the own hand, and a game to its end, at 1,024 px and on a phone."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.acquire.play.devices import pending_question
from games.opponents.client import PostTransport
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import PHONE, Visitors, press
from tests.browser.phones.test_games_at_home import TABLET, holding
from tests.run.patience import PATIENCE
from tests.tournament.games.casual.programs.doors import with_programs
from tests.tournament.games.positions import asking_at, position, put
from tournament.play.games.models import Game
from tournament.play.games.services.sessions import forget_sessions, session_of
from tournament.play.programs.processes.pool import ProgramPool
from tournament.play.programs.seats import note_served, seats_to_play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = {"1024": TABLET, "360": PHONE}
WAYS = (
    "#confirm, .asked :is(button:not([data-step]), .choices a, a[href='?act=buy'], a[href='?act=pass']), .tiles-held a"
)


@pytest.fixture(autouse=True)
def programs_play(settings: Settings) -> Iterator[None]:
    settings.GAMES, settings.PROGRAMS = True, 1
    forget_sessions()
    note_served("a test")
    yield
    forget_sessions()


def let_programs_play(room: ProgramPool, game: Game) -> Game:
    """Let programs go on until the person at the first seat is asked, or the game is over and they have agreed."""
    last = time.monotonic() + PATIENCE
    while time.monotonic() < last:
        room.seat(seats_to_play(timezone.now()))
        room.play(time.monotonic() + 1)
        game = Game.objects.get(pk=game.pk)
        ask = pending_question(session_of(game)) if game.state == "playing" else None
        is_agreed = game.state == "over" and not game.seats.exclude(program="").filter(agreed_at=None).exists()
        if is_agreed or (ask is not None and ask.seat == 0):
            return game
    raise AssertionError("the programs do not go on")


def room_at(server: LiveServer) -> ProgramPool:
    """A process that plays at once."""
    return ProgramPool(lambda token: PostTransport(server.url, token), print, pace=0.0)


def act_once(page: Page, game: Game, way: str = WAYS) -> None:
    """Do one act on the page: the first way that is offered, then what confirms it."""
    number = Game.objects.get(pk=game.pk).last
    page.wait_for_load_state("networkidle")  # the page may yet go on from what it sent before
    page.reload()
    page.locator(way).first.click()
    page.wait_for_load_state()
    if page.locator("#confirm").count():
        page.locator("#confirm").click()
    for _ in range(200):
        if Game.objects.get(pk=game.pk).last > number:
            expect(page.locator("#confirm")).to_have_count(0)
            page.wait_for_load_state()
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing was done")


def in_sight(page: Page, part: str) -> bool:
    """Whether a part of the page lies whole within the window as it was opened."""
    box, size = page.locator(part).bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] + box["height"] <= size["height"] and box["x"] + box["width"] <= size["width"]


@pytest.mark.parametrize("width", SCREENS)
def test_two_clicks_lead_from_the_home_page_to_the_own_hand(
    visitors: Visitors, live_server: LiveServer, width: str
) -> None:
    found: list[str] = []
    page = visitors(**SCREENS[width]).new_page()
    page.goto(live_server.url)
    page.get_by_role("link", name="Play against programs").click()
    found += violations(page)
    press(page, "Play")
    game = Game.objects.get()
    assert page.url.endswith(f"/game/{game.code}/play/")
    found += violations(page)
    room = room_at(live_server)
    game = let_programs_play(room, game)
    act_once(page, game)  # the starting tile; the next question is for a tile of the hand
    game = let_programs_play(room, game)
    page.wait_for_load_state("networkidle")  # the page may yet go on from what it sent before
    page.reload()
    expect(page.locator(".tiles-held li")).to_have_count(6)
    expect(page.locator("#holdings").get_by_text("Looks a little way ahead")).to_have_count(3)
    expect(page.get_by_text("away since")).to_have_count(0)
    found += violations(page)
    if width == "1024":
        assert [in_sight(page, part) for part in (".asked", ".tiles-held", "#lay")] == [True] * 3
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert found == []


def test_a_game_against_programs_is_played_to_its_end_and_they_agree(
    visitors: Visitors, live_server: LiveServer
) -> None:
    hall, tokens = put(
        position("mso", lambda session: session.state.bag <= 6 and asking_at("play", 0)(session)), seconds_ago=20
    )
    game, room = with_programs(hall.code, (1, 2), "thumb"), room_at(live_server)
    page = holding(visitors(**PHONE), live_server, hall, tokens[0])
    page.goto(f"{live_server.url}/game/{hall.code}/play/")
    game = let_programs_play(room, game)
    while game.state != "over":
        act_once(page, game)
        game = let_programs_play(room, game)
    page.wait_for_load_state("networkidle")
    page.reload()
    page.get_by_role("button", name="I agree").click()
    expect(page.get_by_text("Agreed: Ann, Program 1 and Program 2")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert violations(page) == []
    press(page, "Play again")
    new = Game.objects.exclude(pk=game.pk).get()
    assert sorted(new.seats.values_list("program", flat=True)) == ["", "thumb", "thumb"]


def test_a_lobby_with_a_program_holds_the_standard(visitors: Visitors, live_server: LiveServer) -> None:
    page = visitors(**PHONE).new_page()
    page.goto(f"{live_server.url}/game/new/")
    page.get_by_role("button", name="Open the game").click()
    page.get_by_role("button", name="Seat the program").click()
    expect(page.get_by_role("button", name="Free Program Glance’s seat")).to_be_visible()
    assert violations(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.get_by_role("button", name="Free Program Glance’s seat").click()
    expect(page.get_by_role("button", name="Free Program Glance’s seat")).to_have_count(0)
