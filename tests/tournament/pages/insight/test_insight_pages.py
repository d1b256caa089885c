"""Worth by turn beside replays: what may be seen when and by whom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from tests.build import director_of, logged_in, make_director
from tests.tournament.games.at_tables.hall import play
from tests.tournament.games.tables import begun
from tests.tournament.pages.insight.played import a_log, an_event
from tests.tournament.pages.words import words
from tournament.management.publishing import Places
from tournament.models import Event, GameLog, Round
from tournament.play.games.pages import opening
from tournament.play.games.services.sessions import forget_sessions
from tournament.record.pace import GAMES_OF_AN_ADDRESS, RateLimit
from tournament.record.vocabulary import GameState, RoundState
from tournament.replays.reading import read_game
from tournament.replays.steps import swings_of, worth_of
from tournament.services.events import change_settings

pytestmark = pytest.mark.django_db

TURNS = 8
SHOWN = ("Worth by turn", "Largest swings")


def addresses(event: Event) -> tuple[str, str]:
    """The public replay of the table with a log, and its page at the desk."""
    log = GameLog.objects.get()
    return f"/{event.slug}/rounds/1/tables/1/replay/", f"/desk/{event.slug}/rounds/1/tables/1/logs/{log.pk}/"


def shows_worth(browser: Client, address: str) -> bool:
    """Whether a page shows the chart and the swings; it shows both or neither."""
    page = browser.get(address).content.decode()
    found = {each in page for each in SHOWN}
    assert len(found) == 1
    return found.pop()


def test_an_event_shows_worth_when_its_director_allows_it() -> None:
    event = an_event(a_log(TURNS), shows=False)
    replay, desk = addresses(event)
    anybody, director = Client(), logged_in(director_of(event))
    assert (shows_worth(anybody, replay), shows_worth(director, desk)) == (False, True)
    change_settings(event, director_of(event), {"shows_insight": True})
    assert shows_worth(anybody, replay)
    change_settings(event, director_of(event), {"shows_insight": False})
    assert not shows_worth(anybody, replay)


def test_the_largest_swings_are_told_and_lead_to_their_turns() -> None:
    replay, _ = addresses(an_event(a_log()))
    page = Client().get(replay)
    reading = read_game(GameLog.objects.get().text)
    swings = swings_of(worth_of(reading))
    assert len(swings) == 3
    for swing in swings:
        names = [reading.players[place].name for place in (swing.winner, swing.loser)]
        assert f": {names[0]} gained {swing.amount:,} on {names[1]}." in words(page)
        assert f'href="{replay}?turn={swing.turn}#replay" data-turn>Turn {swing.turn} ' in page.content.decode()


def test_nothing_is_shown_before_the_round_is_closed_neither_to_players_nor_at_the_desk() -> None:
    event = an_event(a_log(TURNS), closed=False)
    replay, desk = addresses(event)
    assert Client().get(replay).status_code == 404
    assert not shows_worth(logged_in(director_of(event)), desk)


def test_a_round_that_is_opened_again_shows_nothing_any_more() -> None:
    event = an_event(a_log(TURNS))
    _, desk = addresses(event)
    director = logged_in(director_of(event))
    assert shows_worth(director, desk)
    Round.objects.update(state=RoundState.PUBLISHED.value)
    assert not shows_worth(director, desk)


def test_a_log_that_is_not_published_is_the_directors_alone() -> None:
    event = an_event(a_log(TURNS), public=False, shows=False)
    replay, desk = addresses(event)
    stranger = logged_in(make_director("stranger"))
    assert Client().get(replay).status_code == 404
    assert shows_worth(logged_in(director_of(event)), desk)
    assert stranger.get(desk).status_code == 404


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        (a_log(TURNS, with_hands=False), True),
        (a_log(TURNS).replace("found Imperial", "found Zork"), False),
    ],
)
def test_worth_needs_no_hands_but_every_place_of_the_log(text: str, is_shown: bool) -> None:
    replay, _ = addresses(an_event(text))
    assert shows_worth(Client(), replay) is is_shown


@pytest.fixture
def casual(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation that opens games."""
    settings.GAMES = True
    monkeypatch.setattr(opening, "_pace", RateLimit(GAMES_OF_AN_ADDRESS))
    forget_sessions()
    yield
    forget_sessions()


@pytest.mark.usefixtures("casual")
def test_a_casual_game_shows_worth_once_it_is_over() -> None:
    game = play(begun("ah1999", 2), most=6)
    replay, board, anybody = f"/game/{game.code}/replay/", f"/game/{game.code}/", Client()
    assert anybody.get(replay)["Location"] == f"{board}?log=none"
    game = play(game)
    assert game.state == GameState.OVER.value
    assert shows_worth(anybody, replay)


def test_a_page_that_lies_as_a_file_keeps_the_picture() -> None:
    event = an_event(a_log(TURNS))
    replay, _ = addresses(event)
    filed, _ = Places(event.slug).rewritten(Client().get(replay).content.decode(), replay, lets_robots_in=True)
    assert all(each in filed for each in SHOWN)
