"""A series that is played here: whenever it waits, the script of a test goes on, which presses buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.test import Client

from games.series.bots import Limits
from games.series.commands import own_players
from games.series.running import SeriesOrder as Order
from games.series.running import play_series
from games.series.table import BotRow
from games.series.tracing import Trace
from tests.run.patience import PATIENCE
from tournament.play.games.models import Game
from tournament.play.programs.models import Series
from tournament.play.programs.series import SeriesFollower, StartWishes, Wish, open_series, wish

Script = Iterator[None]
AMPLE = Limits(PATIENCE, 0.0, 0.0)
ANYWHERE = ("127.0.0.1", 0)
WAITS_AFTER = 300
"""Looks that a series may take once its script is at its end."""
MOST_LOOKS = 20_000
"""Looks after which a script that waits is given up."""


def order(*bots: str, **how: Any) -> Order:
    """A series: one game unless told, of an edition for two."""
    given: dict[str, Any] = {
        "edition": "wikipedia",
        "games": 1,
        "limits": AMPLE,
        "seed": "pages",
        "seats": len(bots),
        "listens": ANYWHERE,
    } | how
    return Order(bots=bots, **given)


class ScriptedFollower(SeriesFollower):
    """A follower whose script goes on while programs are missing, too."""

    def __init__(self, row: Series, order: Order, go_on: Callable[[], None]) -> None:
        super().__init__(row, order, sleep=lambda _: go_on())
        self._go_on = go_on

    def wait_for_programs(self, names: Sequence[str]) -> bool:
        if names:
            self._go_on()
        return super().wait_for_programs(names)


class Played:
    """A series: its row, the token of its control, the lines that it said, and what came of it."""

    def __init__(self, asked: Order, wait: StartWishes | None = None) -> None:
        self.order = asked
        self.row, self.control = open_series(asked, wait or StartWishes())
        self.said: list[str] = []
        self.rows: list[BotRow] = []
        self._script: Script = iter(())
        self._waits_left = WAITS_AFTER
        self.follower = ScriptedFollower(self.row, asked, self._go_on)

    def play(self, script: Script | None = None) -> None:
        """Play it to its end; the script goes on whenever the series waits, and has to come to its end too."""
        self._script = script or iter(())
        own, is_whole = own_players(self.order.seed), False
        try:
            self.rows = play_series(self.order, own, trace=Trace(), say=self.said.append, follower=self.follower)
            is_whole = True
        finally:
            self.follower.finish(is_whole=is_whole)
        assert next(self._script, "ended") == "ended", "the series ended before its script"

    @property
    def decided(self) -> int:
        """How many decisions it has asked for."""
        return sum(row.conduct.decisions for row in self.follower._rows)

    def _go_on(self) -> None:
        if next(self._script, "ended") == "ended":
            self._waits_left -= 1
            assert self._waits_left > 0, "the series waits, and nothing more comes"

    @property
    def now(self) -> Series:
        """Its row as it stands."""
        return Series.objects.get(pk=self.row.pk)

    @property
    def game(self) -> Game:
        """Its newest game."""
        return Game.objects.filter(of_series__series=self.row).latest("pk")

    def page(self, path: str = "") -> str:
        """Where its page is, or a page below."""
        return f"/game/series/{self.row.code}/{path}"

    def controller(self) -> Client:
        """A browser that controls it."""
        browser = Client()
        assert browser.get(self.page(f"control/{self.control}/")).status_code == 302
        return browser

    def wish(self, browser: Client, do: str, **more: object) -> int:
        """Press a button; the status of the answer."""
        return browser.post(self.page("wish/"), {"do": do, **more}).status_code


def until(is_so: Callable[[], object]) -> Script:
    """StartWishes until something holds."""
    for _ in range(MOST_LOOKS):
        if is_so():
            return
        yield
    raise AssertionError("it did not come")


def stepped(series: Played, step: int) -> Script:
    """Wish a decision by its number, and wait until it is made and the series waits again."""
    wish(series.now, Wish.STEP, step)
    yield from until(lambda: series.now.steps_done == step and series.now.state == "paused")
