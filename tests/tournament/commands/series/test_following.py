"""A series with a page: its games are games of the server, its table is the one without a page, and wishes hold it up."""

from __future__ import annotations

import signal
from collections import Counter
from contextlib import suppress

import pytest
from django.test import Client
from pytest_django import Settings

from games.acquire.logs.writer import write_text
from games.acquire.replay.judging.judge import replay
from games.running import interruptible
from games.series.bots import SeriesError
from games.series.commands import own_players
from games.series.running import play_series
from games.series.table import document
from games.series.tracing import Trace
from tests.tournament.commands.series.playing import Played, Script, order, stepped, until
from tournament.play.games.models import Game, GameAct
from tournament.play.games.services.acting import log_now
from tournament.play.games.services.sessions import forget_sessions
from tournament.play.programs.models import Series, SeriesGame
from tournament.play.programs.series import StartWishes, Wish, names_of, wish
from tournament.services.changes.refusals import RefusedError


@pytest.fixture(autouse=True)
def _games(settings: Settings) -> None:
    settings.GAMES = True
    forget_sessions()


@pytest.mark.django_db
def test_a_series_with_a_page_is_the_series_without_one_game_by_game() -> None:
    asked = order("house", "random", "random", edition="codewar", games=3)
    series = Played(asked)
    series.play()
    plain = play_series(asked, own_players(asked.seed), trace=Trace(), say=lambda _: None)
    assert document("codewar", 3, series.rows) == document("codewar", 3, plain)
    now = series.now
    assert (now.state, now.table, now.words["games"]) == ("over", document("codewar", 3, plain)["bots"], 3)
    played = list(SeriesGame.objects.order_by("number"))
    assert [each.bots for each in played] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    totals: Counter[int] = Counter()
    for each in played:
        totals.update(dict(zip(each.bots, each.cash or [], strict=True)))
        answer = replay(log_now(each.game))
        assert (answer.complete, list(answer.findings)) == (True, [])
        assert [answer.final[player.id] for player in log_now(each.game).header.players] == each.cash
    assert [totals[bot] for bot in range(3)] == [row["total"] for row in now.table]
    assert {game.state for game in Game.objects.all()} == {"over"}


@pytest.mark.django_db
def test_a_series_waits_steps_slows_down_and_is_stopped() -> None:
    series = Played(order("random", "random", games=2), StartWishes(is_paused=True))

    def press() -> Script:
        assert (series.now.state, series.decided) == ("paused", 0)
        yield
        assert series.decided == 0
        wish(series.now, Wish.STEP, 1)
        yield from until(lambda: series.now.steps_done == 1)
        assert (series.decided, series.now.state) == (1, "paused")
        wish(series.now, Wish.STEP, 1)  # the same form again
        yield
        assert series.decided == 1
        wish(series.now, Wish.STEP, 2)
        yield
        assert (series.decided, series.now.steps_done) == (2, 2)
        wish(series.now, Wish.SPEED, speed="1")
        wish(series.now, Wish.PLAY)
        yield from until(lambda: series.now.state == "playing")
        for _ in range(20):
            yield
        assert series.decided == 3, "the next one is due in a minute"
        wish(series.now, Wish.STOP)

    series.play(press())
    assert series.now.state == "stopped"
    assert [row["games"] for row in series.now.table] == [0, 0]
    assert [game.state for game in Game.objects.all()] == ["left"]
    with pytest.raises(RefusedError, match="has ended"):
        wish(series.now, Wish.PLAY)


@pytest.mark.django_db
def test_hands_are_looked_into_only_where_the_series_lets_and_each_look_is_in_the_log() -> None:
    series = Played(order("random", "random"), StartWishes(is_paused=True, has_open_hands=True))
    control = series.controller()

    def press() -> Script:
        for step in range(1, 5):
            yield from stepped(series, step)
        assert "Hand: " not in control.get(series.page()).content.decode()
        assert "peek" not in write_text(log_now(series.game))
        wish(series.now, Wish.OPEN_HANDS)
        yield from until(lambda: GameAct.objects.filter(body__act="peek").count() == 2)
        assert control.get(series.page()).content.decode().count("Hand: ") == 2
        assert "Hand: " not in Client().get(series.page()).content.decode()
        yield
        wish(series.now, Wish.COVER_HANDS)
        wish(series.now, Wish.PLAY)

    series.play(press())
    assert series.now.state == "over"
    assert write_text(log_now(series.game)).count("peek") == 2
    assert not replay(log_now(series.game)).findings


@pytest.mark.django_db
def test_hands_stay_covered_in_any_other_series() -> None:
    series = Played(order("random", "random"))
    with pytest.raises(RefusedError, match="--open-hands"):
        wish(series.now, Wish.OPEN_HANDS)
    assert not series.now.are_hands_wished


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["0", "1001", "-1", "fast", "1.5", "99999", "四"])
def test_what_is_no_speed_is_refused(typed: str) -> None:
    series = Played(order("random", "random"), StartWishes(speed=7))
    with pytest.raises(RefusedError, match="1 to 1,000"):
        wish(series.now, Wish.SPEED, speed=typed)
    assert series.now.speed == 7
    wish(series.now, Wish.SPEED, speed="1000")
    assert series.now.speed == 1_000


def test_bots_are_called_by_what_tells_no_folder() -> None:
    bots = ["house", "house", "cmd:python3 /a/secret/mine.py --fast", "cmd:./play", "remote:Ada", "search:1"]
    assert names_of(bots) == ["house 1", "house 2", "mine.py", "play", "Ada", "search:1"]


@pytest.mark.django_db
def test_a_series_that_finds_no_room_for_its_next_game_keeps_what_it_played(settings: Settings) -> None:
    settings.GAMES_AT_ONCE = 0
    series = Played(order("random", "random"))
    series.play()
    assert series.now.state == "stopped"
    assert "TOPTABLE_GAMES_AT_ONCE" in series.said[-1]
    assert [row["games"] for row in series.now.table] == [0, 0]


@pytest.mark.django_db
def test_an_installation_that_opens_no_games_opens_no_series(settings: Settings) -> None:
    settings.GAMES = False
    with pytest.raises(SeriesError, match="TOPTABLE_GAMES"):
        Played(order("random", "random"))
    assert not Series.objects.exists()


@pytest.mark.django_db
def test_a_call_to_end_that_was_lost_while_a_series_waits_is_heard_at_its_next_look() -> None:
    series = Played(order("random", "random"), StartWishes(is_paused=True))
    looks = []

    def lose() -> Script:
        with suppress(SystemExit):
            signal.raise_signal(signal.SIGTERM)
        yield
        looks.append("one more")

    with pytest.raises(SystemExit), interruptible():
        series.play(lose())
    assert (series.now.state, Game.objects.get().state, looks) == ("stopped", "left", [])
