"""Who follows a series while it is played: a page may hold it up, keep what is done, open its games and seat clients from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from games.acquire.play.devices import Chooser, Session
from games.series.plan import Sitting
from games.series.sitting import Sitter
from games.series.table import Row


class StopError(Exception):
    """The series shall end before its last game; what was played counts. A text says why, where it was not wished."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that a follower opened: how it stands, and what chooses its tiles."""

    session: Session
    choose: Chooser


class Follower(Protocol):
    """Whoever follows a series; each of these may take its time, and raises `StopError` to end the series."""

    def sitter(self, bot: str, place: int) -> Sitter | None:
        """Whoever sits for a bot that only the follower knows, by its place in the line; None for every other bot."""

    def begin(self, rows: Sequence[Row], games: int) -> None:
        """The series begins: its rows, which grow as it is played, and how many games it has."""

    def open(self, sitting: Sitting) -> Opened | None:
        """Open a game; None where it is to be opened as usual."""

    def ready(self, session: Session) -> Session:
        """A decision is to come: the session in which it is asked for, which may have moved on meanwhile."""

    def done(self, before: Session, session: Session) -> Session:
        """A decision was made: the session that counts, another one where the game was moved elsewhere first."""

    def ended(self, sitting: Sitting, session: Session) -> None:
        """A game is over and entered in the rows."""


class Nobody:
    """Nobody follows: nothing is held up, and nothing kept."""

    def sitter(self, bot: str, place: int) -> Sitter | None:
        """See `Follower`."""
        return None

    def begin(self, rows: Sequence[Row], games: int) -> None:
        """See `Follower`."""

    def open(self, sitting: Sitting) -> Opened | None:
        """See `Follower`."""
        return None

    def ready(self, session: Session) -> Session:
        """See `Follower`."""
        return session

    def done(self, before: Session, session: Session) -> Session:
        """See `Follower`."""
        return session

    def ended(self, sitting: Sitting, session: Session) -> None:
        """See `Follower`."""
