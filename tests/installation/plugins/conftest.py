"""What the tests of webhooks share: an event, and a post office that keeps everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.build import director_of, draw_round, make_event
from tests.installation.plugins.told import Sent
from tournament.management.webhooks import queueing, sending
from tournament.models import Event
from tournament.services.events.showing import show_event
from tournament.services.rounds import publish_round


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Sent:
    """Nothing leaves this machine, and nothing is sent but where a test says so."""
    settings.WEBHOOKS = "public"
    noted = Sent()
    monkeypatch.setattr(sending, "post", noted.post)
    monkeypatch.setattr(queueing, "wake", lambda: None)
    monkeypatch.setattr("tournament.management.webhooks.pages.WAITS_FOR_TEST", 0.0)
    return noted


@pytest.fixture
def event() -> Event:
    """An event of eight that everybody may see, with a draft of round 1."""
    made = make_event(8)
    show_event(made, director_of(made)) if not made.is_shown else None
    draw_round(made, 1)
    return made


@pytest.fixture
def publish(event: Event, django_capture_on_commit_callbacks: Any) -> Callable[[], None]:
    def act() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            publish_round(event, director_of(event), 1)

    return act
