"""Words for games on devices: states of a game, of a table's game, of a series, and directions of its messages."""

from __future__ import annotations

from enum import StrEnum

CODE_LENGTH = 8
"""Letters of a game's code, as of every code that is typed (`tournament.record.letin`)."""
SEAT_COOKIE = "seat"
"""The cookie with the tokens of the seats that a browser holds; it is sent to the pages and sockets of that game alone."""
BETWEEN = "."
"""What stands between the tokens of several seats."""


class GameState(StrEnum):
    """The state of a game: players gather, it is played, it has ended, or it was interrupted and may be resumed."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    LEFT = "left"


class OnDevices(StrEnum):
    """The state of a table's game on devices: none, open without any act, played, over, and over with all agreed."""

    NONE = "none"
    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    AGREED = "agreed"

    @property
    def is_going_on(self) -> bool:
        """Whether acts were done in it and its players have not all agreed to its end."""
        return self in (OnDevices.PLAYING, OnDevices.OVER)

    @property
    def has_begun(self) -> bool:
        """Whether any act was done in it; then the table stays as it is."""
        return self.is_going_on or self is OnDevices.AGREED


def on_devices(state: str | None, last: int | None, *, is_reported: bool) -> OnDevices:
    """Return the state of a table's game from what is stored of it; ``state`` is None if the table has none."""
    if state is None:
        return OnDevices.NONE
    if is_reported:
        return OnDevices.AGREED
    if state == GameState.OVER.value:
        return OnDevices.OVER
    return OnDevices.PLAYING if last else OnDevices.OPEN


class SeriesState(StrEnum):
    """The state of a series: open to clients, closed to clients, played, waiting, stopped, over."""

    OPEN = "open"
    LOCKED = "locked"
    PLAYING = "playing"
    PAUSED = "paused"
    STOPPED = "stopped"
    OVER = "over"

    @property
    def has_ended(self) -> bool:
        """Whether nothing more happens in it."""
        return self in (SeriesState.STOPPED, SeriesState.OVER)


class MessageWay(StrEnum):
    """The direction of a message of a series: to the bot, from it, about its acts, or sent by it and not processed yet."""

    TO = "to"
    FROM = "from"
    ABOUT = "about"
    SENT = "sent"
