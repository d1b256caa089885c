"""One game of a series: its bag and who sits where, whoever follows it, and its way from the first tile to the final cash."""

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
from games.series.bots import SeriesBot
from games.series.deciding import RunningGame, SeriesSeat
from games.series.table import BotRow
from games.series.tracing import Trace


class Bag:
    """A bag that can be played again: its seed fixes the order of the tiles, whoever draws them. It is a `Chooser`."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._places = [self._random.random() for _ in range(TILES)]
        self._drawn = 0.0

    def __call__(self, tiles: Sequence[int]) -> int:
        """Choose the next tile to be drawn among those that are left."""
        for tile in tiles:
            if self._places[tile] <= self._drawn:  # it was put back, among all that are left
                self._places[tile] = self._drawn + (1 - self._drawn) * self._random.random()
        tile = min(tiles, key=self._places.__getitem__)
        self._drawn = self._places[tile]
        return tile


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game of a series: its number and that of its bag, both counted from 1; ``bots`` has the index of the bot at each seat."""

    number: int
    bag: int
    bots: tuple[int, ...]


def planned_games(bags: int, seats: int, *, duplicate: bool) -> Iterator[PlannedGame]:
    """Plan the games of a series: each bag is played once, the bots one seat further each time; with ``duplicate`` in all rotations."""
    rotations = seats if duplicate else 1
    for number in range(bags * rotations):
        yield PlannedGame(
            number + 1, number // rotations + 1, tuple([(seat + number) % seats for seat in range(seats)])
        )


class StopError(Exception):
    """Ends a series before its last game; games played so far count. The text says why, empty where somebody wished it."""


@dataclass(frozen=True, slots=True)
class StartedGame:
    """A game that a follower opened: its session, and what chooses the tiles that are drawn."""

    session: Session
    choose: Chooser


class Follower:
    """Follows a series while it is played. This one does nothing; a method of a subclass may take its time, and may raise `StopError`."""

    def bot_for(self, name: str, place: int) -> SeriesBot | None:
        """The bot of a name that only the follower knows, by its place in the list of bots; None for every other name."""
        return None

    def begin(self, rows: Sequence[BotRow], games: int) -> None:
        """Take the rows of the series, which grow while it is played, and how many games it has; called before the first game."""

    def open(self, planned: PlannedGame) -> StartedGame | None:
        """Open a game; None lets the series open it itself."""
        return None

    def ready(self, session: Session) -> Session:
        """The session in which the next decision is made, which may have moved on meanwhile; called before each decision."""
        return session

    def done(self, before: Session, session: Session) -> Session:
        """The session that counts after a decision: another one where the server moved the game first."""
        return session

    def ended(self, planned: PlannedGame, session: Session) -> None:
        """Take a game that is over and has been added to the rows."""


_LONGEST_NAME: Final = 60


def terms_of(edition: str, names: Sequence[str], code: str) -> Terms:
    """The terms of a game of a series: players P1, P2 and so on by seat, open holdings, and no clock but the limit of each decision."""
    players = tuple([Player(f"P{place + 1}", _printable(name)) for place, name in enumerate(names)])
    return Terms(Header(edition, players), None, Holdings.OPEN, code, lists_legal=True)


def _printable(name: str) -> str:
    """A name as the header of a log can hold it."""
    return "".join([letter if letter.isprintable() else "?" for letter in name[:_LONGEST_NAME]])


def bag_of(seed: str) -> Bag:
    """The bag of a game with this seed."""
    return Bag(f"{seed} bag")


def play_game(
    terms: Terms,
    seats: tuple[SeriesSeat, ...],
    *,
    seed: str,
    trace: Trace,
    game: str = "",
    opened: StartedGame | None = None,
    follower: Follower | None = None,
) -> Session:
    """Play a game to its end; ``seed`` fixes its bag and the random acts of bots that are out of time.

    ``game`` is added to the seed of those random acts, so that they differ where a bag is played again. A game that a follower has
    ``opened`` brings its own terms and bag.

    Raises:
        StopError: if the follower ends it.
    """
    follower = follower or Follower()
    if opened is None:
        bag = bag_of(seed)
        opened = StartedGame(settle(open_session(terms), 0, bag)[0], bag)
    running = RunningGame(seats, opened.choose, Random(f"{seed} {game} chance"), trace, time.monotonic())
    session = opened.session
    while not session.is_over:
        raise_if_interrupted()
        session = follower.ready(session)
        decided = running.decide_next(session)
        session = follower.done(session, decided)
        running.send_news(session)
    return session


def cash_of(session: Session) -> tuple[float, ...]:
    """The final cash by seat, in dollars.

    Raises:
        ValueError: if the game is not over.
    """
    ended = outcome(session.state)
    if ended is None:
        raise ValueError("The game is not over, so nobody has final cash; play it to its end.")
    return tuple([float(cash) for cash in ended.cash])
