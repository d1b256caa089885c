"""Whether players send only what a game on devices takes: games of every edition through its door."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.acquire.editions import Edition
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import (
    Session,
    Terms,
    add_deed,
    decide,
    open_session,
    pending_question,
    seat_view,
    settle,
)
from games.acquire.record import Header, Player
from games.opponents.players import player_of

#: What is mixed at a table without a search, and with one.
QUICK = ("random", "house")


def refused_in(edition: Edition, names: Sequence[str], seed: object) -> int:
    """How many acts of one game were refused; a refused act ends the game."""
    random = Random(f"{edition.name} {seed}")
    people = tuple([Player(f"P{seat}", f"Player {seat}") for seat in range(1, len(names) + 1)])
    session = open_session(Terms(Header(edition.name, people), lists_legal=True))
    session, _ = settle(session, 0, random.choice)
    players = [player_of(name, f"{seed} {seat}") for seat, name in enumerate(names)]
    while (ask := pending_question(session)) is not None:
        act = players[ask.seat].choose(seat_view(session, ask.seat, at=session.at, legal=True), None)
        try:
            session = _done(session, ask.seat, act, random)
        except IllegalActionError:
            return 1
    return 0


def _done(session: Session, seat: int, act: object, random: Random) -> Session:
    for deed in decide(session, seat, act, at=session.at, choose=random.choice):
        session = add_deed(session, deed)
    return session


def seats_for(edition: Edition, number: int) -> int:
    """How many play the game of this number: from two to six, as the edition allows."""
    return min(max(2 + number % 5, edition.min_players), edition.max_players)


def quick_names(edition: Edition, number: int) -> list[str]:
    """Chance and rules of thumb in turn at the seats of a game."""
    return [QUICK[(number + seat) % 2] for seat in range(seats_for(edition, number))]


def searching_names(edition: Edition, number: int) -> list[str]:
    """One search of 50 iterations among them."""
    names = quick_names(edition, number)
    names[number % len(names)] = "search:50i"
    return names
