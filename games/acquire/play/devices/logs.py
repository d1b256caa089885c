"""The log of a session, as the replay reads it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.acquire.actions import NOBODY, Act, Action
from games.acquire.play.devices.deeds import Deed, Order, Ruling
from games.acquire.play.devices.session import Session
from games.acquire.record import GameRecord, Stamp

_SECOND: Final = 1_000  # ms

_ACTS: Final = {
    Order.PAUSE: Act.PAUSE,
    Order.RESUME: Act.RESUME,
    Order.REWIND: Act.REWIND,
    Order.TIME: Act.TIME,
    Order.PEEK: Act.PEEK,
}


def log_of(session: Session) -> GameRecord:
    """The record of a whole game: the players in turn order, as their starting tiles or the chart gave it (R4, R6).

    Every deed is a statement with its moment and its credited lag, the arbiter's orders too; what a rewind undid stays and is
    no part of the game. Only a tap that ends the look at a bonus (R35) is none: nothing was paused.
    """
    header, order = session.terms.header, session.state.order
    places = {seat: place for place, seat in enumerate(order)} | {NOBODY: NOBODY}
    told = list(_told(session.deeds))
    numbers = [deed.number for deed in told]
    events = [_statement(deed.what, places, numbers) for deed in told]
    stamps = tuple([Stamp(deed.at, deed.lag) for deed in told])
    return GameRecord(replace(header, players=tuple([header.players[seat] for seat in order])), events, stamps=stamps)


def _told(deeds: Sequence[Deed]) -> Iterator[Deed]:
    is_paused = False
    for deed in deeds:
        if isinstance(deed.what, Ruling) and deed.what.order in (Order.PAUSE, Order.RESUME):
            pauses = deed.what.order is Order.PAUSE
            if not pauses and not is_paused:
                continue
            is_paused = pauses
        yield deed


def _statement(what: Action | Ruling, places: Mapping[int, int], numbers: Sequence[int]) -> Action:
    """What was done as the log says it: players by their places, a rewind by how many statements stay."""
    if isinstance(what, Action):
        return what._replace(player=places[what.player])
    value: object = None
    if what.order is Order.TIME:
        value = int(what.given / _SECOND)
    elif what.order is Order.REWIND:
        value = bisect_right(numbers, what.to), what.reason
    return Action(_ACTS[what.order], places[what.player], value)
