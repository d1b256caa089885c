"""The pictures of the README, taken of a demo event, of a game on devices and of the insight into another one.

``pytest -m browser tests/browser/test_pictures.py --pictures`` writes them to ``fixtures/pictures``, in three minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from games.opponents.players import player_of
from tests.browser.kit.steps import log_in
from tests.build import make_director
from tests.games.opponents.tables import played_by
from tests.tournament.games.positions import asking, position, put
from tournament.models import Event
from tournament.play.games.services.sessions import forget_sessions
from tournament.services.hall.clock import start_clock
from tournament.services.practice.trying import RUNNING_ROUND, Trial

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
LARGEST_PICTURE = 150_000
COLOURS = 64
MIDDLE = 130
"""The acts after which a game of four has most of its chains."""
INTERESTING = 1
TOLD = 13
"""A game of the house, and a turn of it in which somebody had a choice."""
PHONE = {"viewport": {"width": 360, "height": 720}, "device_scale_factor": 2}


@pytest.fixture
def album(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where pictures are kept: beside the fixtures where they are wanted, else nowhere for long."""
    return FIXTURES / "pictures" if request.config.getoption("--pictures") else tmp_path


def keep(page: Page, album: Path, name: str) -> None:
    """Keep what the screen shows."""
    store(page.screenshot(), album, name)


def store(shot: bytes, album: Path, name: str, colours: int = COLOURS) -> None:
    """Keep a picture in few colours, so that the file is small."""
    picture = Image.open(BytesIO(shot)).convert("RGB")
    path = album / f"{name}.png"
    picture.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
    assert 5_000 < path.stat().st_size < LARGEST_PICTURE


def beside(board: bytes, hands: list[bytes]) -> bytes:
    """One picture of a board with the phones in a row below it."""
    large, small = (
        Image.open(BytesIO(board)).convert("RGB"),
        [Image.open(BytesIO(each)).convert("RGB") for each in hands],
    )
    room = 24
    width = (large.width - room * (len(small) - 1)) // len(small)
    small = [each.resize((width, each.height * width // each.width)) for each in small]
    whole = Image.new("RGB", (large.width, large.height + room + max(each.height for each in small)), "white")
    whole.paste(large, (0, 0))
    for place, each in enumerate(small):
        whole.paste(each, (place * (width + room), large.height + room))
    told = BytesIO()
    whole.save(told, "PNG")
    return told.getvalue()


def test_the_pictures_of_what_the_first_page_lets_one_try(
    live_server: LiveServer, visitors: Callable[..., BrowserContext], settings: Settings, album: Path
) -> None:
    """One press each: a round to direct, a player's phone, a dispute with its log."""
    settings.PUBLIC_ADDRESS = "http://acquire.example"
    director = make_director()
    desk = visitors(viewport={"width": 1280, "height": 800})
    log_in(desk, live_server, director)
    page = desk.new_page()
    page.goto(f"{live_server.url}/desk/")
    page.get_by_role("button", name="Direct a round").click()
    page.wait_for_url("**/desk/practice-**")
    event = Event.objects.get()
    start_clock(event, director, RUNNING_ROUND)
    page.reload()
    keep(page, album, "event")
    page.goto(f"{live_server.url}/desk/{event.slug}/rounds/{RUNNING_ROUND}/results/")
    keep(page, album, "results")
    for trial, picture, shape in ((Trial.RULE, "dispute", {}), (Trial.PLAY, "phone", PHONE)):
        browser = visitors(**{"viewport": {"width": 1280, "height": 800}, **shape})
        log_in(browser, live_server, director)
        page = browser.new_page()
        page.goto(f"{live_server.url}/desk/")
        page.evaluate(
            """(address) => {
            const form = Object.assign(document.createElement("form"), { method: "post", action: address });
            form.append(document.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
            document.body.append(form);
            form.submit();
        }""",
            f"/desk/try/{trial}/",
        )
        page.wait_for_url("**/rounds/**" if trial is Trial.RULE else "**/t/**")
        keep(page, album, picture)


def test_the_picture_of_a_board_with_four_phones(
    live_server: LiveServer, visitors: Callable[..., BrowserContext], settings: Settings, album: Path
) -> None:
    settings.GAMES = True
    forget_sessions()
    names = [f"Player {place}" for place in range(1, 5)]
    middle = position("mso", lambda session: asking("buy")(session) and session.number > MIDDLE, 4)
    hall, tokens = put(middle, names, seconds_ago=20)
    address = f"{live_server.url}/game/{hall.code}/"
    board = visitors(viewport={"width": 1280, "height": 760}).new_page()
    board.goto(address)
    shots = []
    for token in tokens:
        phone = visitors(**PHONE)
        phone.add_cookies([{"name": "seat", "value": token, "url": address}])
        page = phone.new_page()
        page.goto(f"{address}hand/")
        shots.append(page.screenshot())
    store(beside(board.screenshot(), shots), album, "game", 2 * COLOURS)


def test_the_picture_of_insight(live_server: LiveServer, page: Page, settings: Settings, album: Path) -> None:
    settings.GAMES = True
    forget_sessions()
    over = played_by([player_of("house", seat) for seat in range(4)], "mso", INTERESTING, rules={})
    hall, _ = put(over, [f"Player {place}" for place in range(1, 5)])
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{live_server.url}/game/{hall.code}/replay/?turn={TOLD}")
    expect(page.get_by_role("img", name="Worth by turn")).to_be_visible()
    store(page.screenshot(full_page=True), album, "insight")
