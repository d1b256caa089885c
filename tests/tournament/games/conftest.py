"""What tests of games share: an installation that opens them, and processes that keep no session from one test to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tournament.play.games.pages import opening
from tournament.play.games.services.sessions import forget_sessions
from tournament.record.pace import GAMES_OF_AN_ADDRESS, RateLimit


@pytest.fixture
def games_may_be_opened(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation that opens games, by whose pages none was opened yet."""
    settings.GAMES = True
    monkeypatch.setattr(opening, "_pace", RateLimit(GAMES_OF_AN_ADDRESS))
    forget_sessions()
    yield
    forget_sessions()
