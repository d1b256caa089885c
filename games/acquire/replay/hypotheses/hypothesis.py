"""What a log may have been meant to say: a single human error as a small value.

A hypothesis is one change of the log. It is no verdict: it is replayed, and only what it leaves counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from games.acquire.actions import Act, Action
from games.acquire.board import TILE_NAMES
from games.acquire.record import GameRecord


class Kind(StrEnum):
    """What was done wrong when the log was written."""

    DOUBLED = "turn-doubled"
    SWAPPED = "turns-swapped"
    EXCHANGED = "turns-exchanged"
    PLAYER = "other-player"
    MISSING = "turn-missing"
    LOST = "clause-lost"
    MOVED = "clause-moved"
    VALUE = "other-value"


#: How the codes of findings begin that no wrong purchase or disposal explains: of tiles, hands and turns.
_OF_TILES: Final = ("tile-", "hand-", "draw-", "show-", "return-", "dead-", "place-", "pass-", "start-", "turn-")

#: How the codes of findings begin that a purchase which nobody wrote down may leave.
_OF_SILENCE: Final = ("cash-", "final-", "bonus-", "dispose-", "buy-no-")


@dataclass(frozen=True, slots=True)
class Clue:
    """What a search goes by: the first finding's place, all codes found, and from where on the log may be wrong.

    Tiles placed before ``since`` would have been missed; numbers and chains written before ``earliest`` are right.
    """

    place: int
    codes: tuple[str, ...]
    since: int
    earliest: int

    @property
    def may_be_of_shares(self) -> bool:
        """Whether a wrong purchase or disposal may explain the first finding."""
        return not self.codes[0].startswith(_OF_TILES)

    @property
    def may_be_of_silence(self) -> bool:
        """Whether a purchase that was not written down may explain the first finding: money or shares are not what they should be."""
        return self.codes[0].startswith(_OF_SILENCE)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One change of a log: from the event at ``index`` on, so many ``removed`` events stand for those ``put``.

    ``at`` is the place of the event where the error was made, and ``other`` a second one that it concerns.
    ``said`` is the event that is missing or meant otherwise; None where whole turns are.
    """

    kind: Kind
    index: int
    removed: int
    put: tuple[Action, ...]
    at: int
    other: int = -1
    said: Action | None = None

    @property
    def chooses_purchase(self) -> bool:
        """Whether it chooses what was bought: almost any amount of cash could be explained by some choice."""
        if self.kind is Kind.MISSING:
            return True
        return self.kind in (Kind.LOST, Kind.VALUE) and self.said is not None and self.said.act is Act.BUY

    def applied(self, record: GameRecord) -> GameRecord:
        """The record as it was meant by this hypothesis; lines stay with their events.

        ``record`` has a line, or None, for each of its events.
        """
        after = self.index + self.removed
        events = [*record.events]
        events[self.index : after] = self.put
        lines = record.lines
        added = len(self.put) - self.removed
        if added > 0:
            here = lines[min(self.index, len(lines) - 1)] if lines else None
            lines = [*lines[: self.index], *[here] * added, *lines[self.index :]]
        elif added < 0:
            lines = [*lines[: self.index + len(self.put)], *lines[after:]]
        return GameRecord(record.header, events, lines, record.spelling, record.unread)

    def place_as_written(self, place: int) -> int:
        """The place in the log as written of a place in the log as meant; what was added stands at its beginning."""
        added = len(self.put) - self.removed
        if added > 0:
            return place if place < self.index else max(self.index, place - added)
        return place if place < self.index + len(self.put) else place - added

    def told(self, record: GameRecord) -> str:
        """The hypothesis in words, as it follows "What follows fits if"."""
        here = where(record, self.at)
        match self.kind:
            case Kind.DOUBLED:
                return f"{here} is the turn before it written twice"
            case Kind.SWAPPED:
                return f"{here} and {where(record, self.other)} stand in the wrong order"
            case Kind.EXCHANGED:
                return (
                    f"what stands on {here} and on {where(record, self.other)} was written down for each other's player"
                )
            case Kind.PLAYER:
                return f"{here} is {record.header.players[self.put[0].player].id}'s turn"
            case Kind.MISSING:
                return f"before {here} this turn is missing: {_turn_text(self.put, record)}"
            case Kind.LOST:
                return f"{here} leaves out: {_clause_text(self.said, record)}"
            case Kind.MOVED:
                return (
                    f"the clause “{_clause_text(self.said, record)}” of {here} belongs to {where(record, self.other)}"
                )
            case Kind.VALUE:
                return f"{here} meant: {_clause_text(self.said, record)}"


def where(record: GameRecord, place: int) -> str:
    """The line of an event, or its number in the log where lines are not known."""
    line = record.line_of(place)
    return f"line {line}" if line is not None else f"event {place + 1}"


def _turn_text(events: Sequence[Action], record: GameRecord) -> str:
    of = record.header.players[events[0].player].id
    rest = next((at for at, event in enumerate(events) if at and event.act is Act.TURN), len(events))
    return f"{of}: " + "; ".join(_clause_text(event, record) for event in events[1:rest])


def _clause_text(event: Action | None, record: GameRecord) -> str:
    """A clause as the notation writes it."""
    if event is None:
        return ""
    names = record.header.labels().names
    value: Any = event.value
    act = event.act
    if act in (Act.PLAY, Act.START):
        return f"{act.word} {TILE_NAMES[value]}"
    if act in (Act.DRAW, Act.DEAD):
        return f"{act.word} {' '.join(TILE_NAMES[tile] if tile >= 0 else '?' for tile in value)}"
    if act in (Act.FOUND, Act.SURVIVOR):
        return f"{act.word} {names[value]}"
    if act is Act.BUY:
        return f"{act.word} " + (", ".join(f"{names[chain]} {count}" for chain, count in value) or "-")
    if act is Act.DISPOSE:
        player = record.header.players[event.player].id
        return f"{player} of {names[value[0]]} sell {value[1]} trade {value[2]}"
    return str(act.word)
