"""Watchers see what the board showed some time ago and nothing newer, and a game that is over step by step with all hands."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache
from random import Random

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.play.devices.session import Session, rebuild
from tests.build import director_of, logged_in, make_event, publish
from tests.conftest import trying
from tests.games.acquire.play.devices.tables import NAMES, disturbed, seats_of, terms
from tests.test_access import everything_stored
from tests.tournament.games.at_tables.hall import game_of
from tests.tournament.games.phones import opened_by
from tests.tournament.games.positions import put, walk
from tests.tournament.games.tables import at_table
from tests.tournament.games.test_ruling import bench, confirmed, played
from tournament.models import Event, Table
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import ShownGame
from tournament.play.games.services import watching
from tournament.play.games.tables.opening import play_at_the_table, play_on_devices
from tournament.record.vocabulary import GameState

pytestmark = pytest.mark.usefixtures("games_may_be_opened")

BEGUN = timezone.now().replace(microsecond=0)
EVENT_PLAYERS = 8


@lru_cache(maxsize=len(NAMES))
def one_game(edition: str) -> Session:
    """A whole game of an edition, with the arbiter's orders."""
    *_, last = disturbed(terms(edition, seats_of(edition)[0]), Random(7))
    return last


def row(session: Session, delay: int, number: int) -> tuple[Game, tuple[GameSeat, ...]]:
    """A game as its row says it after so many acts; never stored."""
    state = GameState.OVER if session.is_over else GameState.PLAYING
    code = str(2 + NAMES.index(session.terms.header.edition)) * 8  # what is kept of one game is no other's
    game = Game(code=code, begun_at=BEGUN, opened_at=BEGUN, watch_delay=delay, last=number, state=state.value)
    seats = tuple(
        GameSeat(place=place, name=f"Player {place + 1}", token_hash=str(place), hello_at=BEGUN)
        for place in range(session.state.seats)
    )
    return game, seats


def seen(session: Session, delay: int, moment: int) -> tuple[object, ...]:
    """All that a page for watchers is made of, at a moment in ms since the game began."""
    game, seats = row(session, delay, session.number)
    past = watching.past_game_of(game, session, seats, BEGUN + timedelta(milliseconds=moment))
    scene = ShownGame(past.game, past.session, past.seats, None, False, then=past.moment)
    frame = page_context(scene)
    return (scene.stamp, scene.view, *(frame[key] for key in sorted(frame) if key not in ("shown_game", "terms")))


@trying(12)
@given(edition=st.sampled_from(NAMES), delay=st.integers(1, 3_600), share=st.floats(0, 1.1))
def test_what_watchers_see_is_the_board_as_it_was_then(edition: str, delay: int, share: float) -> None:
    game = one_game(edition)
    then = int(share * game.at)
    known = [deed for deed in game.deeds if deed.at <= then]
    assert seen(game, delay, then + 1000 * delay) == seen(rebuild(game.terms, known), 0, then)


@trying(8)
@given(delay=st.integers(1, 3_600), share=st.floats(0, 1))
def test_nothing_that_was_done_since_changes_what_watchers_see(delay: int, share: float) -> None:
    game = one_game("mso")
    then = int(share * game.at)
    fewer = rebuild(game.terms, [deed for deed in game.deeds if deed.at <= then + 500 * delay])
    assert seen(game, delay, then + 1000 * delay) == seen(fewer, delay, then + 1000 * delay)


@pytest.mark.django_db
def test_the_page_of_watchers_stands_still_until_the_delay_has_passed() -> None:
    hall = opened_by("ah1999", 2)
    watch, anybody = f"/game/{hall.code}/watch/", Client()
    played(hall, 6)
    early = anybody.get(watch)
    assert "The game has not begun." in early.content.decode()
    assert "Ann" not in early.content.decode()
    stamp = re.findall(r'\?s=([^"]+)"', early.content.decode())[0]
    played(hall, 2)
    polled = anybody.get(f"{watch}?s={stamp}", headers={"HX-Request": "true"})
    assert (polled.status_code, polled.content) == (204, b"")
    assert not {"ETag", "Last-Modified"} & set(polled.headers)
    assert not polled.cookies
    Game.objects.filter(code=hall.code).update(watch_delay=0)
    page = anybody.get(watch).content.decode()
    assert "Ann" in page
    assert "You are watching with a delay" not in page
    before = everything_stored()
    assert anybody.post(watch).status_code == 405
    assert everything_stored() == before


@pytest.mark.alike
@pytest.mark.django_db(transaction=True)  # a session is kept once its acts are committed
def test_a_casual_game_that_is_over_is_stepped_through_with_all_hands() -> None:
    anybody = Client()
    young = f"/game/{put(walk('ah1999', 2)[20])[0].code}/"
    assert anybody.get(f"{young}replay/")["Location"] == f"{young}?log=none"
    assert "once the game is over" in anybody.get(f"{young}?log=none").content.decode()
    hall, _ = put(walk("ah1999", 2)[-1])
    replay, board = f"/game/{hall.code}/replay/", f"/game/{hall.code}/"
    assert "Step through the game" in anybody.get(board).content.decode()
    assert "Step through" not in anybody.get(f"/game/{hall.code}/watch/").content.decode(), "two minutes late"
    page = anybody.get(f"{replay}?turn=3").content.decode()
    assert "None: every turn follows the rules." in page
    assert ("Ann" in page, "After turn 3" in page, "unknown" in page) == (True, True, False)
    assert len(anybody.get(f"{replay}?turn=2&step=1").content) > 1_000
    Game.objects.filter(code=hall.code).update(watch_delay=0)
    assert "Step through the game" in anybody.get(f"/game/{hall.code}/watch/").content.decode()
    looked = hall.host.get(bench(hall)).content.decode()
    assert 'value="peek"' in looked
    assert confirmed(hall, "act=peek&player=P1").status_code == 302
    assert "<h2>Hands</h2>" in hall.host.get(bench(hall)).content.decode()


@pytest.mark.django_db
def test_a_round_is_watched_once_its_results_are_not_held_back_and_the_last_with_the_final_list() -> None:
    event = make_event(EVENT_PLAYERS, rounds_planned=1)
    publish(event, 1)
    address = f"/game/{at_table(Table.objects.get(round__event=event, number=1)).code}/watch/"
    answers = []
    for values in (
        {"is_shown": True},
        {"is_final_published": True},
        {"is_final_published": False, "rounds_planned": 2},
        {"holds_results": True},
        {"results_shown_through": 1},
    ):
        Event.objects.update(**values)
        answers.append(Client().get(address).status_code)
    assert answers == [404, 200, 200, 404, 200]


@pytest.mark.django_db
def test_a_table_of_a_hidden_event_is_watched_by_nobody() -> None:
    event = make_event(EVENT_PLAYERS)
    publish(event, 1)
    game = at_table(Table.objects.get(round__event=event, number=1))
    Event.objects.update(is_shown=True)
    assert Client().get(f"/game/{game.code}/watch/").status_code == 200
    Event.objects.update(is_shown=False)
    hidden, none = (Client().get(f"/game/{code}/watch/") for code in (game.code, "abcdefgh"))
    assert (hidden.status_code, none.status_code) == (404, 404)
    assert event.slug not in hidden.content.decode()
    assert event.name not in hidden.content.decode()


# What the page of a table says of its game on devices


ON_DEVICES = "The game at this table is on phones or tablets."
HELD = "The results of this round are held back, so its games can be watched once the results are shown."
LAST = "The results of the last round are held back, so its games can be watched once the final list is public."


@pytest.mark.django_db
def test_the_page_of_a_table_leads_to_its_game_or_says_from_when_it_is_watched() -> None:
    event = make_event(EVENT_PLAYERS, rounds_planned=2, on_devices=True)
    publish(event, 1)
    page, watch = f"/{event.slug}/rounds/1/tables/1/", f"/game/{game_of(event).code}/watch/"
    told = Client().get(page).content.decode()
    assert ON_DEVICES in told
    assert "from the start of the game" in told
    assert f'<a href="{watch}">Watch</a>' in told
    assert "The game has not begun." in Client().get(watch).content.decode()
    for values, words in (({"holds_results": True}, HELD), ({"rounds_planned": 1}, LAST)):
        Event.objects.update(**values)
        cache.clear()
        told = Client().get(page).content.decode()
        assert (words in told, ON_DEVICES in told, "/game/" in told) == (True, True, False)
        refused = Client().get(watch)
        assert (refused.status_code, words in refused.content.decode()) == (404, True)
    held = logged_in(director_of(event)).get(f"/desk/{event.slug}/rounds/1/tables/1/game/").content.decode()
    assert (LAST in held, watch in held) == (True, False)


@pytest.mark.django_db
def test_pages_follow_a_table_that_begins_to_play_on_devices_and_goes_back_to_the_board() -> None:
    event = make_event(EVENT_PLAYERS)
    publish(event, 1)
    page = f"/{event.slug}/rounds/1/tables/1/"
    assert ON_DEVICES not in Client().get(page).content.decode()
    for change, is_told in ((play_on_devices, True), (play_at_the_table, False)):
        before = Event.objects.get().public_version
        change(event, director_of(event), 1, 1)
        assert Event.objects.get().public_version > before
        assert (ON_DEVICES in Client().get(page).content.decode()) is is_told
        assert ON_DEVICES not in Client().get(f"/{event.slug}/rounds/1/tables/2/").content.decode()
