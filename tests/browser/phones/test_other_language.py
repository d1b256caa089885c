"""Every page of the site map in a language whose sentences are four tenths longer, as narrow as a phone and on a desk's screen.

Nothing is cut, nothing lies over something else, no page moves sideways, every word is in a catalogue and has a picture.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import BrowserContext, Page, ViewportSize
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.events import busy_event
from tests.browser.kit.pseudo import misplaced, speak_pseudo, unfold, unsaid, unsaid_by_styles, without_a_glyph
from tests.browser.kit.scribe import a_table, address_of
from tests.browser.kit.steps import log_in
from tests.browser.kit.walking import DESK, NARROW, judged
from tests.browser.phones.test_every_page import hall
from tests.browser.test_accessibility import paths_of_other_stages, paths_of_the_desk, public_paths
from tests.build import director_of, make_director, make_event, publish
from tests.tournament.devices.phones import code_of_table
from tests.tournament.games.at_tables.hall import game_of, play
from tests.tournament.languages.pseudo import PSEUDO, install, pseudo
from tests.tournament.languages.test_pages import AS_TYPED
from tournament.access.devices import codes_of
from tournament.models import Entry, Event, Registration
from tournament.models.queries import record_of
from tournament.play.games.services.sessions import forget_sessions
from tournament.record.devices import player_subject

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visitors = Callable[..., BrowserContext]
WIDTHS = (DESK, NARROW)
NAMES = ("hall", "Ann", "Ben", "Chance", "Thumb", "Glance", "Look", "Study", "Deep", "random")
"""Names of a room, of players in logs, and of programs that play."""
SHOTS = os.environ.get("PICTURES_TO", "")
"""Where pictures of the pages go, for who looks at them."""


@pytest.fixture(autouse=True)
def spoken(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation whose own language is the one for tests."""
    install(monkeypatch)
    settings.LANGUAGES = [*settings.LANGUAGES, (PSEUDO, "Pseudo")]
    settings.LANGUAGE_CODE = PSEUDO
    settings.GAMES = True
    cache.clear()
    forget_sessions()
    yield
    cache.clear()


def comes(visitors: Visitors, server: LiveServer, user: User | None = None) -> Page:
    """A browser whose scripts speak the language, logged in as the user if there is one."""
    context = visitors()
    speak_pseudo(context)
    if user is not None:
        log_in(context, server, user)
    return context.new_page()


def names_known() -> set[str]:
    """Names and what else people typed, which are the same in every language."""
    users = (name for user in User.objects.all() for name in (user.username, user.first_name))
    entries, events = Entry.objects.values_list("name", flat=True), Event.objects.values_list("name", flat=True)
    registered = (
        f"{given} {family}" for given, family in Registration.objects.values_list("given_name", "family_name")
    )
    return {*AS_TYPED, *NAMES, *entries, *events, *users, *registered}


def faults(page: Page, names: set[str], widths: Iterable[ViewportSize] = WIDTHS) -> list[str]:
    """What is wrong with the page as it stands."""
    unfold(page)
    found = [f"{page.url}: {words}" for words in (*unsaid(page, names), *without_a_glyph(page))]
    for size in widths:
        page.set_viewport_size(size)
        if SHOTS:
            name = page.url.split("/", 3)[3].strip("/").replace("/", "_").replace("?", "_")
            page.screenshot(path=str(Path(SHOTS) / f"{name[:80]}-{size['width']}.png"), full_page=True)
        found += [f"{page.url} at {size['width']} px: {words}" for words in (*unsaid_by_styles(page), *misplaced(page))]
    return found


def walk(page: Page, server: LiveServer, paths: Iterable[str]) -> list[str]:
    """Open every page that the paths lead to, each once; all that is wrong with them."""
    Event.objects.update(language=PSEUDO)
    names = names_known()
    return judged(page, server, paths, lambda opened: faults(opened, names))


def assert_nothing(found: list[str]) -> None:
    """Fail with a line for each fault."""
    assert not found, "\n".join(found)


def test_every_page_of_the_desk(live_server: LiveServer, visitors: Visitors) -> None:
    event = busy_event()
    page = comes(visitors, live_server, make_director("boss", is_staff=True, is_superuser=True))
    assert_nothing(walk(page, live_server, paths_of_the_desk(event)))


def test_every_public_page(live_server: LiveServer, visitors: Visitors) -> None:
    assert_nothing(walk(comes(visitors, live_server), live_server, public_paths(busy_event())))


def test_the_pages_that_other_stages_of_a_day_show(live_server: LiveServer, visitors: Visitors) -> None:
    page = comes(visitors, live_server, make_director())
    assert_nothing(walk(page, live_server, paths_of_other_stages()))


def test_phones_at_a_table_and_what_the_desk_sees_of_them(live_server: LiveServer, visitors: Visitors) -> None:
    event = hall()
    Event.objects.update(language=PSEUDO)
    names = names_known()
    found: list[str] = []
    seats = [seat.player for seat in record_of(event).table(1, 1).seats]
    for holder in (0, seats[0], seats[2]):
        page = claimed(visitors, live_server, event, holder)
        here = page.url
        for end in ("", "report/", "call/", "clock/", "scribe/"):
            page.goto(here + end)
            found += faults(page, names)
    me = player_subject(3)
    page = comes(visitors, live_server)
    for code in (codes_of(event, [me])[me], "abcdefghjkmnpq"):
        page.goto(f"{live_server.url}/{event.slug}/c/3/{code}/")
        found += faults(page, names)
    director = comes(visitors, live_server, director_of(event))
    ends: tuple[str, ...] = (
        "calls/",
        "rounds/1/",
        "rounds/1/clocks/",
        "rounds/1/clocks/1/",
        "rounds/1/tables/1/phones/",
    )
    ends += ("rounds/1/results/", "rounds/1/tables/1/reports/", "entries/check-in/", "entries/3/", "")
    for end in ends:
        director.goto(f"{live_server.url}/desk/{event.slug}/{end}")
        found += faults(director, names)
    assert_nothing(found)


def claimed(visitors: Visitors, server: LiveServer, event: Event, holder: int) -> Page:
    """A phone that scanned the slip of table 1 and said whose it is, by the number of a player or 0 for all of them."""
    page = comes(visitors, server)
    page.goto(f"{server.url}/{event.slug}/c/1/1/{code_of_table(event)}/")
    with page.expect_navigation():
        page.locator(f"button[name=holder][value='{holder}']").click()
    return page


def test_a_game_on_devices(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(3, name="Hall Cup 2026", rounds_planned=1, on_devices=True)
    publish(event)
    Event.objects.update(language=PSEUDO)
    names = names_known()
    found: list[str] = []
    director = comes(visitors, live_server, director_of(event))
    boards = f"{live_server.url}/desk/{event.slug}/rounds/1/boards/"
    director.goto(boards)
    found += faults(director, names)
    tablet = claimed(visitors, live_server, event, 0)
    found += faults(tablet, names)
    seats = [seat.player for seat in record_of(event).table(1, 1).seats]
    phones = [claimed(visitors, live_server, event, player) for player in seats]
    game = game_of(event)
    for acts in (0, 9, 5_000):
        if acts:
            play(game, acts)
        for page in (tablet, *phones, director):
            page.reload()
            found += faults(page, names)
    assert_nothing(found)


def test_the_board_of_a_scribe(live_server: LiveServer, visitors: Visitors) -> None:
    event = a_table(("1A", "2A", "3A", "4A"))
    Event.objects.update(language=PSEUDO)
    page = comes(visitors, live_server, director_of(event))
    page.goto(address_of(live_server, event))
    found = faults(page, names_known())
    assert pseudo("Board")[1:6] in page.content()
    assert_nothing(found)
