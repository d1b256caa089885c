"""Rewinds: which statements of a log stand, and which were undone by a rewind behind them.

``rewind N`` takes the game back to where it stood behind the Nth statement of the log. Between that one and the rewind nothing
stands any more, but what the director did beside the game: time that has passed has passed, and a hand that was seen was seen.
A rewind may itself be undone by a later one to a statement before it; what it had undone then stands again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.actions import BESIDE_THE_GAME, NOBODY, Action, ActKind
from games.acquire.record import GameRecord


@dataclass(frozen=True, slots=True)
class Rewind:
    """A rewind that stands: its 0-based place, the number of statements that stay, its reason, and the places of those that it undid."""

    place: int
    to: int
    reason: str
    undone: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rewound:
    """The value of a rewind in a record of what stands: the statements that it undid, none if it names no statement before it."""

    to: int
    reason: str
    undone: tuple[Action, ...]
    is_possible: bool = True


#: What stands in a record of what stands at the place of a statement that was undone.
UNDONE: Final = Action(ActKind.REWIND, NOBODY, None)


def rewinds(events: Sequence[Action]) -> tuple[Rewind, ...]:
    """Return the rewinds of a log that stand, in its order; those to a statement that is not before them are left out."""
    return tuple(reversed(list(_from_the_end(events))))


def _from_the_end(events: Sequence[Action]) -> Iterator[Rewind]:
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
    """Return the record with `UNDONE` in place of each statement that was undone, and `Rewound` as the value of each rewind.

    Statements keep their places, so that lines, times and findings stay with them. What stands already is given as it is.
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
