"""Clients from elsewhere in a series: one token for all its games, waited for once, and never longer than a decision afterwards."""

from __future__ import annotations

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.acquire.replay import replay
from games.series.bots import Limits, ServerReply, too_late
from tests.tournament.commands.series.playing import (
    Played,
    Script,
    act_once,
    order,
    play_games,
    speak,
    until,
    view_of,
)
from tests.tournament.games.tables import hello, opened, spoken
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.acting import log_now
from tournament.play.games.services.sessions import forget_sessions
from tournament.play.programs.models import SeriesGame, SeriesMessage
from tournament.play.programs.series.remote import RemoteBot
from tournament.play.programs.series.rows import StartWishes, Wish, open_series, wish
from tournament.record.letin import hash_of

pytestmark = pytest.mark.django_db(transaction=True)  # a session is kept once its acts are committed
HOPELESS = Limits(0.02, 0.0, 0.0)
"""For whoever does not come again."""


@pytest.fixture(autouse=True)
def _games(settings: Settings) -> None:
    settings.GAMES = True
    forget_sessions()


def test_one_token_leads_from_game_to_game_and_to_nothing_in_the_end() -> None:
    series = Played(order("remote:Ada", "random", edition="codewar", bags=2))
    series.play(play_client(series, "Ada", 2))
    assert series.now.state == "over"
    played = list(SeriesGame.objects.order_by("number"))
    assert [each.bots for each in played] == [[0, 1], [1, 0]]
    for each in played:
        answer = replay(log_now(each.game))
        assert (answer.complete, list(answer.findings)) == (True, [])
        seat = each.bots.index(0)
        assert GameAct.objects.filter(game=each.game, seat=seat, client_id__startswith="c-").count() > 10
    row = series.now.table[0]
    assert (row["bot"], row["games"], row["timeouts"], row["refused"]) == ("remote:Ada", 2, 0, 0)
    assert spoken(series.tokens["Ada"], hello(series.tokens["Ada"])).status_code == 401
    assert not GameSeat.objects.filter(token_hash=hash_of(series.tokens["Ada"])).exists()


def play_client(series: Played, name: str, games: int) -> Script:
    """Come, and play so many games."""
    yield from play_games(series.tokens[name], games)


def test_the_series_waits_for_who_has_not_come_and_plays_when_all_are_here() -> None:
    series = Played(order("remote:Ada", "random", "remote:Ben"))

    def come() -> Script:
        yield
        assert (series.now.state, series.now.waits_for) == ("open", ["Ada", "Ben"])
        assert view_of(series.tokens["Ben"])["ask"] is None
        yield from until(lambda: series.now.waits_for == ["Ada"])
        assert Game.objects.get().state == "lobby"
        view_of(series.tokens["Ada"])
        yield from until(lambda: series.now.state == "playing")
        assert series.now.waits_for == []
        wish(series.now, Wish.STOP)

    series.play(come())
    assert series.now.state == "stopped"


def test_the_house_plays_for_who_is_missing_once_nobody_may_come_any_more() -> None:
    series = Played(order("remote:Ada", "random"))

    def lock() -> Script:
        yield from until(lambda: series.now.waits_for == ["Ada"])
        wish(series.now, Wish.LOCK)

    series.play(lock())
    row = series.now.table[0]
    assert (series.now.state, row["bot"], row["filled"], row["games"], row["timeouts"]) == ("over", "house", True, 1, 0)
    assert spoken(series.tokens["Ada"], hello(series.tokens["Ada"])).status_code == 401
    assert "did not turn up; the house plays" in series.controller().get(series.page()).content.decode()


@pytest.mark.alike
def test_a_client_that_goes_away_loses_its_decisions_and_never_the_series() -> None:
    series = Played(order("remote:Ada", "random", edition="codewar", bags=2, limits=HOPELESS))

    def come_and_go() -> Script:
        yield from until(lambda: series.now.waits_for == ["Ada"])
        view_of(series.tokens["Ada"])
        while True:
            if series.now.state == "over":
                return
            yield

    series.play(come_and_go())
    now = series.now
    assert now.state == "over"
    assert now.table[0]["timeouts"] > 20
    assert SeriesMessage.objects.filter(bot=0, way="about", code="out-of-time").count() == now.table[0]["timeouts"]
    assert [replay(log_now(each.game)).complete for each in SeriesGame.objects.all()] == [True, True]


def test_refused_acts_of_a_client_are_counted_and_the_second_loses_the_decision() -> None:
    series = Played(order("remote:Ada", "random"))
    token = ""

    def lie() -> Script:
        nonlocal token
        token = series.tokens["Ada"]
        for _ in range(500):
            view = view_of(token)
            if view["ask"] and view["ask"]["who"] == view["you"] and view["ask"]["phase"] == "play":
                break
            act_once(token)
            yield
        asked = view["n"] + 1
        lost = [speak(token, t="act", id=f"x{number}", n=asked, act="pause")[0] for number in range(2)]
        assert {message["code"] for message in lost} == {"act-arbiter"}
        lost.append(
            speak(token, t="act", id="x2", n=asked, act="pause")[0]
        )  # one more, which no later decision pays for
        speak(token, t="act", id="late", n=asked + 9, act="pass")  # stale, which is nobody's fault
        yield from until(lambda: view_of(token)["n"] >= asked)
        for _ in range(30):
            act_once(token)
            yield
        assert "act-arbiter" in series.controller().get(series.page("?faults=1")).content.decode()
        wish(series.now, Wish.STOP)

    series.play(lie())
    row = series.rows[0]
    assert (row.conduct.refused, row.conduct.timeouts) == (2, 1)
    assert [fault.code for fault in row.conduct.faults] == ["act-arbiter", "act-arbiter", "refused-twice"]
    assert not SeriesMessage.objects.filter(way="sent").exists()


def test_who_only_lies_has_the_longer_time_of_a_game_s_first_decision_once() -> None:
    def wait() -> None:
        raise AssertionError("it waits for the client")

    row, _ = open_series(order("remote:Ada", "random"), StartWishes())
    played = SeriesGame.objects.create(series=row, game=opened().game, number=1, bag=1, bots=[0, 1])
    bot = RemoteBot("Ada", Limits(0.0, 0.0, 3_600.0), wait)
    bot.sit(played, 0)
    view = {"n": 0}
    for _ in range(2):
        SeriesMessage.objects.create(
            played=played,
            seat=0,
            bot=0,
            at=timezone.now(),
            way="sent",
            code="act-arbiter",
            body={"line": {"t": "act", "n": 9}, "message": "no"},
        )
        bot.ask(view)
        assert isinstance(bot.answer(), ServerReply)
    bot.ask(view)
    assert bot.answer() == too_late(Limits(0.0))
    bot.sit(played, 1)
    bot.ask(view)
    with pytest.raises(AssertionError, match="waits for the client"):
        bot.answer()


def test_nobody_acts_elsewhere_while_the_series_waits_and_the_log_says_that_it_did() -> None:
    series = Played(order("remote:Ada", "random"), StartWishes(is_paused=True))

    def press() -> Script:
        token = series.tokens["Ada"]
        view_of(token)
        yield from until(lambda: series.now.state == "locked")
        wish(series.now, Wish.PLAY)
        for _ in range(6):
            act_once(token)
            yield
        wish(series.now, Wish.PAUSE)
        for _ in range(500):
            if view_of(token)["paused"]:
                break
            act_once(token)
            yield
        view = view_of(token)
        said = speak(token, t="act", id="now", n=view["n"] + 1, act="pass")[0]
        assert said["code"] in ("paused", "act-out-of-turn")
        number = view["n"]
        for _ in range(10):
            yield
        assert view_of(token)["n"] == number
        wish(series.now, Wish.PLAY)
        yield from play_games(token, 1)

    series.play(press())
    assert series.now.state == "over"
    acts = [act["act"] for act in GameAct.objects.order_by("number").values_list("body", flat=True)]
    assert acts.count("pause") == acts.count("resume") > 0
    assert not replay(log_now(series.game)).findings


def test_what_is_refused_in_a_game_of_no_series_is_not_noted() -> None:
    game = opened("wikipedia", 2)
    for token in game.tokens.values():
        view_of(token)
    lost = [speak(token, t="act", id="x", n=view_of(token)["n"] + 1, act="pause")[0] for token in game.tokens.values()]
    assert {message["code"] for message in lost} == {"act-arbiter"}
    assert not SeriesMessage.objects.exists()
