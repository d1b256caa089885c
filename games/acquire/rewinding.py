"""Rewinds: which events of a log count, and which were undone by a later rewind.

``rewind N`` takes the game back to the position after the Nth event of the log. All events between that one and the rewind are
undone, except the director's acts that change nothing on the board, such as pauses and looks into a hand. A rewind may itself be
undone by a later rewind to an earlier event; then the events that it had undone count again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.actions import BESIDE_THE_GAME, NOBODY, Action, ActKind
from games.acquire.record import GameRecord


@dataclass(frozen=True, slots=True)
class Rewind:
    """A rewind that was not undone.

    ``place`` is its index in the log, ``to`` the number of events that it keeps, ``undone`` the indices of the events that it undid.
    """

    place: int
    to: int
    reason: str
    undone: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rewound:
    """The value that `standing` gives to a rewind: the events that it undid.

    For a rewind to an event that is not before it there are none, and ``is_possible`` is False.
    """

    to: int
    reason: str
    undone: tuple[Action, ...]
    is_possible: bool = True


#: The event by which `standing` replaces an event that was undone.
UNDONE: Final = Action(ActKind.REWIND, NOBODY, None)


def rewinds(events: Sequence[Action]) -> tuple[Rewind, ...]:
    """Return the rewinds of a log that were not undone, in its order.

    Those to an event that is not before them are left out.
    """
    return tuple(reversed(list(_from_the_end(events))))


def _from_the_end(events: Sequence[Action]) -> Iterator[Rewind]:
    """Yield the rewinds that were not undone, the last one first."""
    place = len(events)
    while place:
        place -= 1
        act, _, value = events[place]
        if act is ActKind.REWIND and isinstance(value, tuple) and 0 <= value[0] <= place:
            to, reason = value
            between = range(to, place)
            yield Rewind(place, to, reason, tuple(at for at in between if events[at].act not in BESIDE_THE_GAME))
            place = to


def standing(record: GameRecord) -> GameRecord:
    """Return the record with `UNDONE` in place of each event that was undone, and `Rewound` as the value of each rewind.

    Events keep their indices, so that lines, times and findings still belong to them. A record that this function has returned is
    returned with equal events.
    """
    events = list(record.events)
    for place, event in enumerate(record.events):
        if event.act is ActKind.REWIND and isinstance(event.value, tuple):
            to, reason = event.value
            events[place] = event._replace(value=Rewound(to, reason, (), is_possible=False))
    for rewind in rewinds(record.events):
        undone = tuple(record.events[at] for at in rewind.undone)
        events[rewind.place] = Action(ActKind.REWIND, NOBODY, Rewound(rewind.to, rewind.reason, undone))
        for at in rewind.undone:
            events[at] = UNDONE
    return replace(record, events=events)
