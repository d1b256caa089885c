"""A call to end: heard at once, or at the next look where what was cut let it go no further."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from games.opponents.players import RandomPlayer
from games.running import interruptible, raise_if_interrupted
from games.series.bots import Limits
from games.series.running import SeriesOrder, play_series
from games.series.tracing import Trace


@contextmanager
def handled(number: signal.Signals, handler: signal.Handlers) -> Iterator[None]:
    """A signal handled otherwise for a while."""
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


class CutPlayer(RandomPlayer):
    """A player whose first choice meets a call to end that goes no further, as one into compiled code that is fetched."""

    def __init__(self, *, also: type[Exception] | None = None) -> None:
        super().__init__("cut")
        self.choices, self._also = 0, also

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        """Choose, and count it."""
        self.choices += 1
        if self.choices == 1:
            with suppress(SystemExit):
                signal.raise_signal(signal.SIGTERM)
            if self._also is not None:
                raise self._also
        return super().choose(view, deadline)


def play(player: CutPlayer) -> None:
    series = SeriesOrder(edition="codewar", bots=("random", "random"), seats=2, games=1, limits=Limits(60), seed="1")
    with interruptible():
        play_series(series, lambda name, place: player, trace=Trace(), say=lambda line: None)


def test_a_call_that_was_lost_ends_a_series_before_its_next_decision() -> None:
    player = CutPlayer()
    with pytest.raises(SystemExit) as ending:
        play(player)
    assert (ending.value.code, player.choices) == (143, 1)


def test_a_call_out_of_which_another_error_was_made_is_a_call() -> None:
    with pytest.raises(SystemExit) as ending:
        play(CutPlayer(also=RuntimeError))
    assert ending.value.code == 143


def lose(number: signal.Signals, exception: type[BaseException]) -> None:
    """Meet a call to end that goes no further, and come to the next look."""
    with interruptible():
        with suppress(exception):
            signal.raise_signal(number)
        raise_if_interrupted()


def fail() -> None:
    """Fail of oneself, after another command's call."""
    with interruptible():
        raise_if_interrupted()
        raise RuntimeError


def test_without_a_call_an_error_is_an_error() -> None:
    with pytest.raises(SystemExit):
        lose(signal.SIGTERM, SystemExit)
    with pytest.raises(RuntimeError):
        fail()


def test_ctrl_c_that_was_lost_is_heard_as_ctrl_c() -> None:
    with handled(signal.SIGINT, signal.SIG_DFL), pytest.raises(KeyboardInterrupt):
        lose(signal.SIGINT, KeyboardInterrupt)


def test_what_the_process_was_told_to_ignore_stays_ignored() -> None:
    with handled(signal.SIGHUP, signal.SIG_IGN):
        with interruptible():
            signal.raise_signal(signal.SIGHUP)
            raise_if_interrupted()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
