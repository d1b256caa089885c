"""One game of a series: its bag, its seats, the follower that is told of it, and how it is played to its end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.acquire.board import TILES
from games.acquire.play.devices import Chooser, Session, Terms, open_session, settle
from games.acquire.play.devices.terms import Holdings
from games.acquire.record import Header, Player
from games.acquire.rules.game import outcome
from games.interrupts import raise_if_interrupted
from games.series.deciding import RunningGame, SeriesSeat
from games.series.table import BotRow
from games.series.tracing import Trace


class Bag:
    """A bag whose seed fixes the order in which tiles are drawn, whoever draws them, so that it can be played again. It is a `Chooser`."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._places = [self._random.random() for _ in range(TILES)]
        self._drawn = 0.0

    def __call__(self, tiles: Sequence[int]) -> int:
        """Choose the next tile to be drawn among those that are left."""
        for tile in tiles:
            if (
                self._places[tile] <= self._drawn
            ):  # it was put back into the bag, so it gets a new place among those that are left
                self._places[tile] = self._drawn + (1 - self._drawn) * self._random.random()
        tile = min(tiles, key=self._places.__getitem__)
        self._drawn = self._places[tile]
        return tile


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game of a series: its number, counted from 1; ``bots`` has the index of the bot at each seat."""

    number: int
    bots: tuple[int, ...]


def planned_games(games: int, seats: int) -> Iterator[PlannedGame]:
    """Plan the games of a series: from one to the next all bots move one seat further."""
    for number in range(games):
        yield PlannedGame(number + 1, tuple([(seat + number) % seats for seat in range(seats)]))


class StopError(Exception):
    """Ends a series before its last game; games played so far count. The text says why; it is empty if a user ended the series."""


class Follower:
    """Is told how a series goes, and may change it. This class does nothing; methods of subclasses may wait, or raise `StopError`."""

    def begin(self, rows: Sequence[BotRow]) -> None:
        """Take the rows of the table, whose figures change with every game; called before the first game."""

    def waits_for(self, names: Sequence[str]) -> bool:
        """Take the names of the programs that have not joined, at last none; return whether to begin without them."""
        return False

    def open(self, planned: PlannedGame, terms: Terms, bag: Chooser) -> Session:
        """Begin a game whose tiles are drawn by ``bag``, and return its session."""
        return settle(open_session(terms), 0, bag)[0]

    def ready(self, session: Session) -> Session:
        """Return the session in which the next decision is made, which may have more acts than the given one (called before each)."""
        return session

    def done(self, before: Session, session: Session) -> None:
        """Take the session after a decision, and the one before it."""

    def ended(self, planned: PlannedGame, session: Session) -> None:
        """Take a game that is over, after it was added to the rows of the table."""


_LONGEST_NAME: Final = 60


def terms_of(edition: str, names: Sequence[str], code: str) -> Terms:
    """Return the terms of a game of a series: players P1, P2 and so on by seat, open holdings, and no clock."""
    players = tuple([Player(f"P{place + 1}", _printable(name)) for place, name in enumerate(names)])
    return Terms(Header(edition, players), None, Holdings.OPEN, code, lists_legal=True)


def _printable(name: str) -> str:
    """A name as the header of a log can hold it: shortened, and with "?" for unprintable characters."""
    return "".join([letter if letter.isprintable() else "?" for letter in name[:_LONGEST_NAME]])


def play_game(
    terms: Terms,
    seats: tuple[SeriesSeat, ...],
    *,
    seed: str,
    trace: Trace,
    planned: PlannedGame = PlannedGame(1, ()),
    follower: Follower | None = None,
) -> Session:
    """Play a game to its end and return its session.

    ``seed`` fixes its bag, and with the number of the game the random acts for bots that are out of time.

    Raises:
        StopError: if the follower ends it.
    """
    follower, bag = follower or Follower(), Bag(f"{seed} bag")
    session = follower.open(planned, terms, bag)
    running = RunningGame(seats, bag, Random(f"{seed} {planned.number} chance"), trace, time.monotonic())
    while not session.is_over:
        raise_if_interrupted()
        session = follower.ready(session)
        before, session = session, running.decide_next(session)
        follower.done(before, session)
    running.send_end(session)
    return session


def cash_of(session: Session) -> tuple[float, ...]:
    """Return the final cash by seat, in dollars; nothing before the game is over."""
    ended = outcome(session.state)
    return tuple([float(cash) for cash in ended.cash]) if ended is not None else ()
