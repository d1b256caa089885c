"""The gate of touch: on every page and at every question of every edition, at four sizes, what is offered can be pressed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from games.acquire.editions import EDITIONS
from games.acquire.play.devices import Session, pending_question
from games.acquire.play.devices.deciding import retractable
from tests.browser.kit.reach import out_of_reach
from tests.browser.kit.steps import log_in
from tests.browser.phones.test_games_at_home import holding
from tests.browser.test_phones import PHONE
from tests.build import make_director
from tests.tournament.games.positions import put, walk
from tests.tournament.languages.heads import equal_heads
from tests.tournament.pages.crawl import hidden_behind_choices, name_of, pages_of
from tests.tournament.pages.stages import STAGES
from tournament.models import AccountLanguage

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("games_may_be_opened"),
]

Visitors = Callable[..., BrowserContext]
SEATS = 4
WHEN_ALL_HAVE_REPORTED = "reported"


def first_and_last(client: Client, root: str) -> list[str]:
    """The addresses of every page that a link leads to, in the first and in the last stage of an event that shows it.

    A round's pages end their day once every table has reported, and not with the event.
    """
    first: dict[str, str] = {}
    last: dict[str, str] = {}
    of_a_round: dict[str, str] = {}
    for stage, build in STAGES.items():
        event = build()
        is_desk = root == "/desk/"
        if not (is_desk or event.is_shown):
            continue
        hidden = hidden_behind_choices(event.slug) if is_desk else ()
        for address in pages_of(client, event.slug, *hidden, root=root):
            first.setdefault(name_of(address), address)
            last[name_of(address)] = address
            if stage == WHEN_ALL_HAVE_REPORTED and "/rounds/" in address:
                of_a_round[name_of(address)] = address
    return list(dict.fromkeys((*first.values(), *of_a_round.values(), *last.values())))


def untouchable(page: Page, server: LiveServer, paths: list[str]) -> list[str]:
    """What cannot be touched on the pages, and columns of a list that have one head."""
    found: list[str] = []
    for path in paths:
        page.goto(f"{server.url}{path}")
        found += out_of_reach(page)
        found += [f"{path}: {head}" for head in equal_heads(page.content())]
    return found


def test_every_page_of_the_desk_is_in_reach_in_its_first_and_its_last_state(
    visitors: Visitors, live_server: LiveServer
) -> None:
    director, client, phone = make_director("boss", is_staff=True, is_superuser=True), Client(), visitors(**PHONE)
    client.force_login(director)
    paths = first_and_last(client, "/desk/")
    AccountLanguage.objects.create(account=director, language="de")  # its words are the longer ones
    log_in(phone, live_server, director)
    assert untouchable(phone.new_page(), live_server, paths) == []


def test_every_page_of_readers_is_in_reach_in_its_first_and_its_last_state(
    visitors: Visitors, live_server: LiveServer
) -> None:
    assert untouchable(visitors(**PHONE).new_page(), live_server, first_and_last(Client(), "/")) == []


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
    assert found == []
