"""The gate of touch: on every page and at every question of every edition, on a phone, a tablet and a desk, what is offered can be pressed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from games.acquire.editions import EDITIONS
from games.acquire.play.devices import Session, pending_question
from games.acquire.play.devices.deciding import retractable
from tests.browser.kit.reach import out_of_reach
from tests.browser.phones.test_games_at_home import holding
from tests.browser.test_phones import PHONE
from tests.tournament.games.positions import put, walk

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("games_may_be_opened"),
]

Visitors = Callable[..., BrowserContext]
SEATS = 4


def question(session: Session) -> str:
    """What kind of thing is asked in a position, and whether the last act may be taken back."""
    ask = pending_question(session)
    kind = "over" if ask is None else ask.phase.value
    return f"{kind}, take back" if retractable(session) is not None else kind


def questions(edition: str) -> dict[str, Session]:
    """The last position of a game with each kind of question: there is more to choose from late in a game."""
    return {question(session): session for session in walk(edition, SEATS)}


def test_every_question_of_every_edition_can_be_answered_by_touch(visitors: Visitors, live_server: LiveServer) -> None:
    phone = visitors(**PHONE)
    found: list[str] = []
    for edition in EDITIONS:
        for kind, session in questions(edition).items():
            hall, tokens = put(session, seconds_ago=2)
            page = holding(phone, live_server, hall, tokens[hall.asked() or 0])
            for part in ("hand/", "play/"):
                page.goto(f"{live_server.url}/game/{hall.code}/{part}")
                found += [f"{edition}, {kind}: {words}" for words in out_of_reach(page)]
            page.close()
    assert not found, "\n".join(found)
