"""Games through pages and forms alone: a whole game, what no page tells, what is stale, and who may come."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.acquire.board import TILE_NAMES
from games.acquire.editions import EDITIONS
from games.acquire.logs import read_log
from games.acquire.replay import replay
from tests.build import make_event
from tests.tournament.games.phones import Hall, confirm, opened_by
from tests.tournament.pages.forms import forms_of, press
from tournament.models import Event, Game, GameAct
from tournament.public.games import opening
from tournament.public.games.pace import Pace
from tournament.services.games.kept import forget_sessions, session_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def games_may_be_opened(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.GAMES = True
    monkeypatch.setattr(opening, "_pace", Pace(opening.A_MINUTE / 60, opening.AT_ONCE))
    forget_sessions()
    yield
    forget_sessions()


def played(hall: Hall, steps: int) -> None:
    """Let so many acts be done."""
    for _ in range(steps):
        assert hall.step().status_code == 302


def test_a_whole_game_is_played_by_forms_alone_and_its_log_is_found_right() -> None:
    hall = opened_by("ah1999", 2)
    while hall.asked() is not None and hall.game.last < 1_000:
        assert hall.step().status_code == 302
    assert hall.game.state == "over"
    for phone in hall.phones:
        assert press(phone, phone.get(hall.hand), "I agree").status_code == 302
    board = hall.host.get(f"/game/{hall.code}/").content.decode()
    assert "Agreed: Ann, Bea." in board
    assert "most cash" in board
    log = hall.host.get(f"/game/{hall.code}/log.acq").content.decode()
    told = json.loads(hall.host.get(f"/game/{hall.code}/log.json").content)
    assert {player["name"] for player in told["header"]["players"]} == {"Ann", "Bea"}
    assert [finding.code for finding in replay(read_log(log)).findings] == []
    again = press(hall.host, hall.host.get(f"/game/{hall.code}/"), "Play again")
    new = Game.objects.get(code=again["Location"].split("/")[2])
    assert (new.state, new.seats.count(), new.terms["header"]["edition"]) == ("lobby", 2, "ah1999")
