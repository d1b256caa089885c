"""Programs from elsewhere in a series with a page: the page shows who is missing, and begins without them where it is told to."""

from __future__ import annotations

import subprocess
import sys

import pytest
from pytest_django import Settings

from games.acquire.replay.judging.judge import replay
from tests.games.series.rooms import sample
from tests.run.patience import PATIENCE
from tests.tournament.commands.series.playing import Played, Script, order, until
from tournament.play.games.models import Game
from tournament.play.games.services.acting import log_now
from tournament.play.games.services.sessions import forget_sessions
from tournament.play.programs.models import SeriesGame
from tournament.play.programs.series import Wish, wish

pytestmark = [pytest.mark.django_db, pytest.mark.server]


@pytest.fixture(autouse=True)
def _games(settings: Settings) -> None:
    settings.GAMES = True
    forget_sessions()


def test_the_series_waits_for_who_is_missing_and_plays_when_all_are_here() -> None:
    series = Played(order("remote:Ada", "random", edition="codewar", games=2))
    programs: list[subprocess.Popen[bytes]] = []

    def come() -> Script:
        yield
        assert (series.now.state, series.now.waits_for) == ("open", ["Ada"])
        assert "The series is waiting for Ada." in series.controller().get(series.page()).content.decode()
        assert not Game.objects.exists()
        address, token = series.said[0].split()[3], series.said[0].split()[-1]
        programs.append(subprocess.Popen([sys.executable, sample("from_elsewhere.py"), address, token]))

    try:
        series.play(come())
        assert programs[0].wait(PATIENCE) == 0
    finally:
        for program in programs:
            program.kill()
            program.wait()
    assert (series.now.state, series.now.waits_for) == ("over", [])
    played = list(SeriesGame.objects.order_by("number"))
    assert [each.bots for each in played] == [[0, 1], [1, 0]]
    for each in played:
        answer = replay(log_now(each.game))
        assert (answer.complete, list(answer.findings)) == (True, [])
    row = series.now.table[0]
    assert (row["bot"], row["games"], row["timeouts"], row["refused"]) == ("remote:Ada", 2, 0, 0)


def test_the_house_plays_for_who_is_missing_once_nobody_may_come_any_more() -> None:
    series = Played(order("remote:Ada", "random"))

    def lock() -> Script:
        yield from until(lambda: series.now.waits_for == ["Ada"])
        wish(series.now, Wish.LOCK)

    series.play(lock())
    row = series.now.table[0]
    assert (series.now.state, row["bot"], row["filled"], row["games"], row["timeouts"]) == ("over", "house", True, 1, 0)
    assert "the house plays" in series.controller().get(series.page()).content.decode()


def test_a_series_is_stopped_while_it_waits_for_somebody() -> None:
    series = Played(order("remote:Ada", "random"))

    def stop() -> Script:
        yield from until(lambda: series.now.waits_for == ["Ada"])
        wish(series.now, Wish.STOP)

    series.play(stop())
    assert (series.now.state, series.said[-1], Game.objects.exists()) == ("stopped", "stopped before game 1", False)
