"""One game of a series, from its first tile to its final cash."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Final

from games.acquire.play.devices import Session, Terms, open_session, settle
from games.acquire.play.devices.terms import Holdings
from games.acquire.record import Header, Player
from games.acquire.rules.game import outcome
from games.ending import heed
from games.series.bags import Bag
from games.series.deciding import Round, Seat, decide_next, tell_all
from games.series.following import Follower, Nobody, Opened
from games.series.tracing import Trace

_LONGEST_NAME: Final = 60


def terms_of(edition: str, names: Sequence[str], code: str) -> Terms:
    """The terms of a game of a series: players are P1, P2 and so on by seat, holdings lie open, no clock runs but each decision's limit."""
    players = tuple([Player(f"P{place + 1}", _line(name)) for place, name in enumerate(names)])
    return Terms(Header(edition, players), None, Holdings.OPEN, code, lists_legal=True)


def _line(name: str) -> str:
    """A name for the header of a log."""
    return "".join([letter if letter.isprintable() else "?" for letter in name[:_LONGEST_NAME]])


def bag_of(seed: str) -> Bag:
    """The bag of a game by its seed."""
    return Bag(f"{seed} bag")


def play_game(
    terms: Terms,
    seats: tuple[Seat, ...],
    *,
    seed: str,
    trace: Trace,
    game: str = "",
    opened: Opened | None = None,
    follower: Follower | None = None,
) -> Session:
    """Play a game to its end: the bag by ``seed``, and chance for those out of time by it too.

    ``game`` is added to the seed of that chance, so that a bag can be played again with other chance. A game that a follower
    has ``opened`` brings its own terms and bag.

    Raises:
        StopError: if the follower ends it.
    """
    follower = follower or Nobody()
    if opened is None:
        bag = bag_of(seed)
        opened = Opened(settle(open_session(terms), 0, bag)[0], bag)
    game_round = Round(seats, opened.choose, Random(f"{seed} {game} chance"), trace, time.monotonic())
    session = opened.session
    while not session.is_over:
        heed()
        session = follower.ready(session)
        decided = decide_next(game_round, session)
        session = follower.done(session, decided)
        tell_all(game_round, session)
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
