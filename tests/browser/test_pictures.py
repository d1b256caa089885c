"""The picture of the README, taken of a demo event.

``pytest -m browser tests/browser/test_pictures.py --pictures`` writes it to ``fixtures/pictures``.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, log_in
from tests.build import make_director
from tournament.models import Event
from tournament.services.tables import start_clock
from tournament.slices.practice.playing import RUNNING_ROUND

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
LARGEST_PICTURE = 150_000
COLOURS = 64


@pytest.fixture
def album(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where pictures are kept: beside the fixtures where they are wanted, else nowhere for long."""
    return FIXTURES / "pictures" if request.config.getoption("--pictures") else tmp_path


def test_the_picture_of_a_round_that_the_first_page_lets_one_direct(
    live_server: LiveServer, visitors: Visitors, settings: Settings, album: Path
) -> None:
    settings.PUBLIC_ADDRESS = "http://acquire.example"
    director = make_director()
    desk = visitors(viewport={"width": 1280, "height": 800})
    log_in(desk, live_server, director)
    page = desk.new_page()
    page.goto(f"{live_server.url}/desk/")
    page.get_by_role("button", name="Direct a round").click()
    page.wait_for_url("**/desk/practice-**")
    start_clock(Event.objects.get(), director, RUNNING_ROUND)
    page.reload()
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    path = album / "event.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)  # so that the file is small
    assert 5_000 < path.stat().st_size < LARGEST_PICTURE
