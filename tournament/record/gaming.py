"""What a game on devices is called by: how far it is, its code, and how far that of a table is."""

from __future__ import annotations

from enum import StrEnum

CODE_LENGTH = 8
"""Letters of a game's code, as of every code that is typed (`tournament.record.letin`)."""
SEAT_COOKIE = "seat"
"""The cookie with the tokens of the seats that a browser holds; it is sent to the pages and sockets of that game alone."""
BETWEEN = "."
"""What stands between the tokens of several seats."""


class GameState(StrEnum):
    """How far a game is: its players come together, it is played, it has ended, or it was left as it is and may be taken up again."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    LEFT = "left"


class OnDevices(StrEnum):
    """How far the game on devices of a table is: none, open and nothing done in it, played, over, and over with all agreed."""

    NONE = "none"
    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    AGREED = "agreed"

    @property
    def is_going_on(self) -> bool:
        """Whether something was done in it and its players have not all agreed to its end."""
        return self in (OnDevices.PLAYING, OnDevices.OVER)

    @property
    def has_begun(self) -> bool:
        """Whether something was done in it, so that its table stays as it is."""
        return self.is_going_on or self is OnDevices.AGREED


def on_devices(state: str | None, last: int | None, *, is_reported: bool) -> OnDevices:
    """How far a table's game is, from what is stored of it; ``state`` is None where the table has none."""
    if state is None:
        return OnDevices.NONE
    if is_reported:
        return OnDevices.AGREED
    if state == GameState.OVER.value:
        return OnDevices.OVER
    return OnDevices.PLAYING if last else OnDevices.OPEN


class SeriesState(StrEnum):
    """How far a series is: clients may come, nobody comes any more, it is played, it waits, it was stopped, it is over."""

    OPEN = "open"
    LOCKED = "locked"
    PLAYING = "playing"
    PAUSED = "paused"
    STOPPED = "stopped"
    OVER = "over"

    @property
    def has_ended(self) -> bool:
        """Whether nothing more comes."""
        return self in (SeriesState.STOPPED, SeriesState.OVER)


class MessageWay(StrEnum):
    """Which way a message of a series went: to the bot, from it, about what it did, or sent and refused, which nobody took yet."""

    TO = "to"
    FROM = "from"
    ABOUT = "about"
    SENT = "sent"
