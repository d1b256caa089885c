"""Enumerations for games on devices: states of a game, of a table's game and of a series, and directions of a series' messages."""

from __future__ import annotations

from enum import StrEnum

from wording import gettext_noop
from wording.worded import Worded

CODE_LENGTH = 8
"""Letters of a game's code, as of every code that is typed (`tournament.record.letin`)."""
SEAT_COOKIE = "seat"
"""The name of the cookie with the tokens of a browser's seats in a game; it is sent only to the pages and sockets of that game."""
BETWEEN = "."
"""The separator between the tokens of several seats."""


class GameState(StrEnum):
    """The state of a game: players gather, it is played, it has ended, or it was interrupted and may be resumed."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    LEFT = "left"


class OnDevices(Worded):
    """The state of a table's game on devices: none, open without any move, being played, over, and over with everybody agreed."""

    NONE = "none", gettext_noop("not played on phones or tablets")
    OPEN = "open", gettext_noop("open but not started")
    PLAYING = "playing", gettext_noop("playing")
    OVER = "over", gettext_noop("finished, but the result is not agreed yet")
    AGREED = "agreed", gettext_noop("agreed")

    @property
    def is_going_on(self) -> bool:
        """Whether moves were made and the players have not all agreed to the result."""
        return self in (OnDevices.PLAYING, OnDevices.OVER)

    @property
    def has_begun(self) -> bool:
        """Whether any move was made; the players of the table can then no longer be changed."""
        return self.is_going_on or self is OnDevices.AGREED


def on_devices(state: str | None, last: int | None, *, is_reported: bool) -> OnDevices:
    """Return the state of a table's game; ``state`` is its stored state, None if the table has no game.

    ``last`` is the number of its last move, 0 or None before the first; ``is_reported`` says whether its players have agreed.
    """
    if state is None:
        return OnDevices.NONE
    if is_reported:
        return OnDevices.AGREED
    if state == GameState.OVER.value:
        return OnDevices.OVER
    return OnDevices.PLAYING if last else OnDevices.OPEN


class SeriesState(StrEnum):
    """The state of a series: open to programs, closed to further ones, being played, paused, stopped, or over."""

    OPEN = "open"
    LOCKED = "locked"
    PLAYING = "playing"
    PAUSED = "paused"
    STOPPED = "stopped"
    OVER = "over"

    @property
    def has_ended(self) -> bool:
        """Whether the series is stopped or played to its end."""
        return self in (SeriesState.STOPPED, SeriesState.OVER)
