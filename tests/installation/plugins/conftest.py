"""What the tests of signals share: an event, and the act of publishing its first round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.build import director_of, draw_round, make_event
from tournament.models import Event
from tournament.services.rounds import publish_round
from tournament.services.showing import show_event


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
