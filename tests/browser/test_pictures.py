"""The pictures of the README, taken of a demo event.

``pytest -m browser tests/browser/test_pictures.py --pictures`` writes them to ``fixtures/pictures``.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import log_in
from tests.build import director_of, make_director
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import RoundState
from tournament.services.practice.demo import load_events

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
LARGEST_PICTURE = 150_000
COLOURS = 64
PHONE = {"viewport": {"width": 360, "height": 720}, "device_scale_factor": 2}


@pytest.fixture
def album(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where pictures are kept: beside the fixtures where they are wanted, else nowhere for long."""
    return FIXTURES / "pictures" if request.config.getoption("--pictures") else tmp_path


def keep(page: Page, album: Path, name: str) -> None:
    """Keep what the screen shows, in few colours so that the file is small."""
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    path = album / f"{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    assert 5_000 < path.stat().st_size < LARGEST_PICTURE


def in_the_middle_of_a_round() -> Event:
    """The demo event whose latest round is being played."""
    found = [
        event
        for event in load_events(FIXTURES, make_director())
        if any(played.state is RoundState.PUBLISHED for played in record_of(event).rounds)
    ]
    return found[0]


def test_the_pictures_of_the_readme(
    live_server: LiveServer, visitors: Callable[..., BrowserContext], settings: Settings, album: Path
) -> None:
    settings.PUBLIC_ADDRESS = "http://acquire.example"
    event = in_the_middle_of_a_round()
    number = record_of(event).rounds[-1].number
    desk = visitors(viewport={"width": 1280, "height": 800})
    log_in(desk, live_server, director_of(event))
    page = desk.new_page()
    page.goto(f"{live_server.url}/desk/{event.slug}/")
    keep(page, album, "event")
    page.goto(f"{live_server.url}/desk/{event.slug}/rounds/{number}/results/")
    keep(page, album, "results")

    page = visitors(**PHONE).new_page()
    page.goto(f"{live_server.url}/{event.slug}/")
    page.get_by_label("Find me").fill(record_of(event).entries[2].name)
    page.get_by_role("button", name="Find").click()
    keep(page, album, "phone")
