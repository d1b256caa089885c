"""Pages of insight: what may be seen when and by whom, what is asked and kept, and the whole game that goes on after a kill."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Timer

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from games.acquire.board import tile_names
from tests.build import director_of, make_director, make_event, publish
from tests.test_access import everything_stored
from tests.tournament.games.at_tables.hall import play
from tests.tournament.games.tables import at_table, begun
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.insight.played import NAMES, a_log, an_event
from tests.tournament.pages.words import words
from tournament.management.publishing.places import Places
from tournament.models import Change, Event, GameLog, Round, Table
from tournament.play.games.models import Game
from tournament.play.games.pages import opening
from tournament.play.games.services.sessions import forget_sessions
from tournament.play.programs.insight import searching
from tournament.play.programs.insight.searching import BusyError, SearchedGame, judge_decision, judge_next, one_at_once
from tournament.play.programs.models import KeptLook
from tournament.record.gaming import GameState
from tournament.record.pace import GAMES_OF_AN_ADDRESS, RateLimit
from tournament.record.vocabulary import RoundState
from tournament.replays import read_game
from tournament.replays.insight import insight_of
from tournament.services.events import change_settings

pytestmark = pytest.mark.django_db

TURNS = 8
FEW_TURNS = 4  # of a game all of whose decisions are judged
MOST_QUERIES = 12


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A search that takes next to no time, without anything to compile, and with a turn of its own beside tests in other processes."""
    monkeypatch.setattr(searching, "place", lambda: tmp_path / "turn")
    monkeypatch.setenv("GAMES_PLAIN", "1")
    monkeypatch.setattr(searching, "SECONDS", 0.05)


@pytest.fixture(autouse=True, scope="module")
def ended_search() -> Iterator[None]:
    """One process that searches for every test but those that end it, which ends with the last of them."""
    yield
    searching.end_search()


def addresses(event: Event) -> tuple[str, str, str, str]:
    """The public replay and insight of the table with a log, and the desk's."""
    log = GameLog.objects.get()
    there = f"/{event.slug}/rounds/1/tables/1/"
    desk = f"/desk/{event.slug}/rounds/1/tables/1/logs/{log.pk}/"
    return f"{there}replay/", f"{there}insight/", desk, f"{desk}insight/"


def looked_at(log: GameLog) -> SearchedGame:
    return SearchedGame(log, insight_of(read_game(log.text)))


def the_log(turns: int | None = TURNS) -> SearchedGame:
    an_event(a_log(turns))
    return looked_at(GameLog.objects.get())


def logged_in(event: Event) -> Client:
    """The browser of the event's director."""
    browser = Client()
    browser.force_login(director_of(event))
    return browser


def first_decision(page: str) -> str:
    found: list[str] = re.findall(r'name="decision" value="(\d+)"', page)
    return found[0]


def test_an_event_shows_insight_when_its_round_is_closed_and_its_director_allows_it() -> None:
    event = an_event(a_log(TURNS), shows=False)
    replay, insight, _, _ = addresses(event)
    anybody = Client()
    assert "Worth by turn" not in anybody.get(replay).content.decode()
    assert anybody.get(insight)["Location"] == replay
    before = everything_stored()
    assert (anybody.post(insight, {"do": "all"})["Location"], everything_stored()) == (replay, before)
    change_settings(event, director_of(event), {"shows_insight": True})
    shown = anybody.get(replay).content.decode()
    assert "Worth by turn" in shown
    assert f'href="{insight}?turn={TURNS}#decisions"' in shown
    assert "0 of 13 decisions examined" in words(anybody.get(insight))
    change_settings(event, director_of(event), {"shows_insight": False})
    assert ("Worth by turn" in words(anybody.get(replay)), anybody.get(insight).status_code) == (False, 302)


def test_a_turn_is_shown_with_the_board_and_the_hand_in_which_it_was_decided() -> None:
    _, insight, _, _ = addresses(an_event(a_log(TURNS)))
    reading = read_game(GameLog.objects.get().text)
    for turn in (1, 5):
        page, before = Client().get(f"{insight}?turn={turn}"), reading.turns[turn - 1].view
        player = reading.turns[turn].view.player
        assert player is not None
        title = f"after turn {turn - 1} {NAMES[int((before.player or '')[1:]) - 1]}" if turn > 1 else "at the start"
        assert f"The board {title}" in page.content.decode()
        held = tile_names(before.hands[player].known)
        assert f"Before the turn. Hand of {NAMES[int(player[1:]) - 1]} : {held}." in words(page)


@pytest.mark.parametrize(
    ("shows", "public", "told"),
    [
        (True, True, "Everybody can see this with the published replay"),
        (True, False, "Everybody can see this once the replay is published"),
        (False, True, "Only you can see this, unless"),
    ],
)
def test_the_director_is_told_who_else_reads_it(shows: bool, public: bool, told: str) -> None:
    event = an_event(a_log(TURNS), shows=shows, public=public)
    _, insight, _, desk_insight = addresses(event)
    director = logged_in(event)
    assert told in words(director.get(desk_insight))
    assert (Client().get(insight).status_code == 200) == (told == "Everybody can see this with the published replay")


def test_nothing_is_shown_before_the_round_is_closed_neither_to_players_nor_at_the_desk() -> None:
    event = an_event(a_log(TURNS), closed=False)
    replay, insight, desk, desk_insight = addresses(event)
    director = logged_in(event)
    assert [Client().get(address).status_code for address in (replay, insight)] == [404, 404]
    assert director.get(insight).status_code == 404
    assert "Worth by turn" not in director.get(desk).content.decode()
    assert director.get(desk_insight).status_code == 404
    assert director.post(desk_insight, {"do": "all"}).status_code == 404
    assert not KeptLook.objects.exists()


def test_the_last_round_waits_for_the_final_list_and_a_hidden_event_for_being_shown() -> None:
    event = an_event(a_log(TURNS))
    _, insight, _, _ = addresses(event)
    assert Client().get(insight).status_code == 200
    Event.objects.update(rounds_planned=1)
    assert Client().get(insight).status_code == 404
    Event.objects.update(is_final_published=True)
    assert Client().get(insight).status_code == 200
    Event.objects.update(is_shown=False)
    assert Client().get(insight).status_code == 404


def test_a_log_that_is_not_published_is_the_directors_alone() -> None:
    event = an_event(a_log(TURNS), public=False, shows=False)
    _, insight, desk, desk_insight = addresses(event)
    director, stranger = logged_in(event), Client()
    stranger.force_login(make_director("stranger"))
    assert Client().get(insight).status_code == 404
    assert "Worth by turn" in director.get(desk).content.decode()
    shown = words(director.get(desk_insight))
    assert "Only you can see this" in shown
    assert stranger.get(desk_insight).status_code == 404
    assert Client().get(desk_insight)["Location"].startswith("/login/")
    question = {
        "do": "look",
        "turn": "6",
        "decision": first_decision(director.get(f"{desk_insight}?turn=6").content.decode()),
    }
    changes = Change.objects.count()
    assert director.post(desk_insight, question).status_code == 302
    assert (KeptLook.objects.count(), Change.objects.count()) == (1, changes)


def test_what_was_kept_in_dollars_is_asked_anew_for_the_score_of_the_table() -> None:
    looked = the_log()
    event = looked.insight.decisions[0].event
    judge_decision(looked, event)
    told = KeptLook.objects.get()
    assert told.judged["unit"] == "score"
    del told.judged["unit"]  # as versions before 2.6 kept it
    told.save()
    assert looked.stored_judgements() == {}
    judge_decision(looked, event)
    assert KeptLook.objects.get().judged["unit"] == "score"
    assert list(looked.stored_judgements()) == [event]


def test_a_decision_is_asked_about_once_and_its_answer_stays() -> None:
    event = an_event(a_log(TURNS))
    _, insight, _, _ = addresses(event)
    anybody = Client()
    page = anybody.get(f"{insight}?turn=6").content.decode()
    decision = first_decision(page)
    assert page.count("What would the search have done here?") == 2
    answer = anybody.post(insight, {"do": "look", "turn": "6", "decision": decision})
    assert answer["Location"] == f"{insight}?turn=6#decision-{decision}"
    kept = KeptLook.objects.get()
    assert (kept.event, kept.judged["is_possible"]) == (int(decision), True)
    searching.end_search()
    anybody.post(insight, {"do": "look", "turn": "6", "decision": decision})
    assert searching._searcher._running is None, "nothing is worked out twice"
    assert KeptLook.objects.get().made_at == kept.made_at
    shown = words(anybody.get(f"{insight}?turn=6"))
    assert "games played out" in shown
    assert "1 of 13 decisions examined" in shown
    refused = anybody.post(insight, {"do": "look", "turn": "6", "decision": "1"})
    assert "No decision with a known hand" in words(refused)
    assert anybody.post(insight, {"do": "anything"})["Location"] == insight


def test_of_two_who_ask_at_once_one_is_told_to_ask_again() -> None:
    looked = the_log()
    event = looked.insight.decisions[0].event
    with one_at_once() as is_ours:
        assert is_ours
        with pytest.raises(BusyError, match="Ask again in a moment"):
            judge_decision(looked, event, patience=0.1)
        with pytest.raises(BusyError):
            judge_next(looked)
        insight = addresses(Event.objects.get())[1]
        shown = Client().post(insight, {"do": "all", "turn": "6"}, headers={"HX-Request": "true"}).content.decode()
        assert ("continues by itself" in shown, "Ask again in a moment" in shown) == (True, False)
        by_hand = Client().post(insight, {"do": "all", "turn": "6"}).content.decode()
        assert "Ask again in a moment" in by_hand
        assert "load delay:2s" in shown
    assert not KeptLook.objects.exists()
    judge_decision(looked, event)
    assert KeptLook.objects.get().event == event


def test_a_director_looks_before_the_crowd() -> None:
    """While others search a director waits for the end of their decision, and then has the search for a while."""
    looked = the_log()
    director = replace(looked, goes_first=True)
    first, second, third, *_ = [decision.event for decision in looked.insight.decisions]
    with ExitStack() as others:
        assert others.enter_context(one_at_once())
        Timer(0.3, others.pop_all().close).start()
        judge_decision(director, first)
    with pytest.raises(BusyError):
        judge_decision(looked, second)
    with pytest.raises(BusyError):
        judge_next(looked)
    judge_decision(director, second)
    os.utime(searching._first(), (0, time.time() - searching.KEPT_FREE))
    judge_decision(looked, third)
    assert set(KeptLook.objects.values_list("event", flat=True)) == {first, second, third}


def test_on_the_desk_it_is_a_director_who_looks() -> None:
    event = an_event(a_log(TURNS))
    _, public, _, desk = addresses(event)
    page = logged_in(event).get(f"{desk}?turn=6").content.decode()
    logged_in(event).post(desk, {"do": "look", "turn": "6", "decision": first_decision(page)})
    assert KeptLook.objects.count() == 1
    assert "Ask again in a moment" in words(Client().post(public, {"do": "all", "turn": "6"}))


def test_the_whole_game_goes_on_where_it_was_after_a_kill_and_nothing_is_done_twice() -> None:
    looked = the_log(FEW_TURNS)
    events = [decision.event for decision in looked.insight.decisions]
    assert len(events) > 3
    for _ in range(3):
        assert judge_next(looked)
    assert searching._searcher._running is not None
    searching._searcher._running.kill()
    searching._searcher._running.wait()
    made = list(KeptLook.objects.values_list("event", "made_at"))
    assert [event for event, _ in made] == events[:3]
    searching.end_search()
    while judge_next(looked_at(GameLog.objects.get()), stretch=1.0):
        pass
    assert list(KeptLook.objects.values_list("event", flat=True)) == events
    assert list(KeptLook.objects.values_list("event", "made_at"))[:3] == made
    assert not judge_next(looked)


def test_a_page_that_looks_at_the_whole_game_asks_on_until_it_is_done() -> None:
    many = len(the_log(FEW_TURNS).insight.decisions)
    _, insight, _, _ = addresses(Event.objects.get())
    told = []
    for _ in range(many):
        answer = Client().post(insight, {"do": "all", "turn": "3"}, headers={"HX-Request": "true"})
        told.append(answer.content.decode())
    assert ["load delay" in page for page in told] == [True] * (many - 1) + [False]
    assert f"1 of {many} decisions examined" in told[0]
    assert f"All {many} decisions have been examined." in told[-1]
    assert ("Stop" in told[0], "Stop" in told[-1]) == (True, False)


def test_a_log_that_says_something_else_has_answers_of_its_own() -> None:
    looked = the_log()
    judge_decision(looked, looked.insight.decisions[0].event)
    log = GameLog.objects.get()
    renamed = looked_at(GameLog(pk=log.pk, text=log.text.replace("Ann Demo", "Ada Demo"), table=log.table))
    assert len(renamed.stored_judgements()) == 1, "names are no part of it"
    log.text = a_log(TURNS - 1)
    log.save()
    assert looked_at(log).stored_judgements() == {}
    log.delete()
    assert not KeptLook.objects.exists()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (a_log(TURNS, with_hands=False), "The log does not record the hands"),
        (a_log(TURNS).replace("found Imperial", "found Zork"), "place of the log could not be read"),
    ],
)
def test_where_nothing_can_be_asked_a_sentence_says_why(text: str, reason: str) -> None:
    event = an_event(text)
    replay, insight, _, _ = addresses(event)
    shown = Client().get(insight)
    assert reason in words(shown)
    assert "whole game" not in shown.content.decode()
    assert ("Worth by turn" in Client().get(replay).content.decode()) is ("hands" in reason)
    assert "No decision with a known hand" in words(
        Client().post(insight, {"do": "look", "decision": "9", "turn": "2"})
    )


@pytest.fixture
def casual(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation that opens games."""
    settings.GAMES = True
    monkeypatch.setattr(opening, "_pace", RateLimit(GAMES_OF_AN_ADDRESS))
    forget_sessions()
    yield
    forget_sessions()


@pytest.mark.usefixtures("casual")
def test_a_casual_game_shows_insight_once_it_is_over() -> None:
    game = play(begun("ah1999", 2), most=6)
    insight, board, anybody = f"/game/{game.code}/insight/", f"/game/{game.code}/", Client()
    assert game.last >= 6
    assert anybody.get(insight)["Location"] == f"{board}?log=none"
    assert anybody.post(insight, {"do": "all"})["Location"] == f"{board}?log=none"
    assert not KeptLook.objects.exists()
    game = play(game)
    assert game.state == GameState.OVER.value
    assert "Worth by turn" in anybody.get(insight).content.decode()
    assert "in detail: what the search would have played" in anybody.get(f"/game/{game.code}/replay/").content.decode()
    assert anybody.post(insight, {"do": "all", "turn": "5"}, headers={"HX-Request": "true"}).status_code == 200
    assert KeptLook.objects.get().game == game
    game.delete()
    assert not KeptLook.objects.exists()


@pytest.mark.usefixtures("casual")
def test_the_game_of_a_table_has_no_insight_of_its_own_even_when_it_is_over() -> None:
    event = make_event(4, rounds_planned=2)
    publish(event, 1)
    game = at_table(Table.objects.get(round__event=event, number=1))
    Game.objects.update(state=GameState.OVER.value)
    director = logged_in(event)
    address = f"/game/{game.code}/insight/"
    assert [Client().get(address).status_code, Client().post(address, {"do": "all"}).status_code] == [404, 404]
    assert director.get(address)["Location"] == f"/game/{game.code}/?log=none"
    assert director.post(address, {"do": "all"})["Location"] == f"/game/{game.code}/?log=none"
    assert not KeptLook.objects.exists()


def test_a_round_that_is_opened_again_shows_nothing_any_more() -> None:
    event = an_event(a_log(TURNS))
    _, insight, _, desk_insight = addresses(event)
    director = logged_in(event)
    assert director.get(desk_insight).status_code == 200
    Round.objects.update(state=RoundState.PUBLISHED.value)
    assert director.get(desk_insight).status_code == 404
    assert Client().get(insight).status_code == 404


def test_no_page_of_insight_asks_the_database_more_than_any_other() -> None:
    event = an_event(a_log(TURNS))
    replay, insight, desk, desk_insight = addresses(event)
    director = logged_in(event)
    for address in (replay, insight, desk, desk_insight):
        cache.clear()
        assert asked(director, address).queries <= MOST_QUERIES, address


def test_a_page_that_lies_as_a_file_keeps_the_picture_and_asks_no_server() -> None:
    event = an_event(a_log(TURNS))
    replay, insight, _, _ = addresses(event)
    page = Client().get(replay).content.decode()
    filed, led = Places(event.slug).rewritten(page, replay, lets_robots_in=True)
    assert [insight in told for told in (page, filed)] == [True, False]
    assert ("Worth by turn" in filed, any("/insight/" in address for address in led)) == (True, False)
