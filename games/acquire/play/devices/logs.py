"""The log of a session, as the replay reads it."""

from __future__ import annotations

from dataclasses import replace

from games.acquire.actions import Action
from games.acquire.play.devices.session import Session
from games.acquire.record import GameRecord


def log_of(session: Session) -> GameRecord:
    """The record of what stands: the players in turn order, as their starting tiles or the chart gave it (R4, R6).

    It tells the acts of the game and what they led to. Moments, credited lag and the arbiter's orders are left out, and so is
    what a rewind undid; `Session.deeds` keeps all of it.
    """
    header, order = session.terms.header, session.state.order
    players = tuple([header.players[seat] for seat in order])
    seats = {seat: place for place, seat in enumerate(order)}
    events = [_reseated(deed.what, seats) for deed in session.standing if isinstance(deed.what, Action)]
    return GameRecord(replace(header, players=players), events)


def _reseated(action: Action, seats: dict[int, int]) -> Action:
    return action._replace(player=seats[action.player])
