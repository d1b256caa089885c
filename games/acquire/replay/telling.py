"""What a log tells: per player and per kind of line all, some or none; every finding of something missing asks it.

A log is no worse for what nobody wrote down. So a line is missing only where the log tells that kind of that player
throughout. Told throughout is a kind that

- is told in at least half of the player's turns (draws, purchases), or at all (the other kinds), and
- of a player without such a line, where only few can be missing: one turn without a draw although his hand is told and
  others draw, fewer than `FEW` turns without a purchase, a bonus or disposal where the others have fewer than `FEW`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from operator import itemgetter
from typing import Final

from games.acquire.actions import Act
from games.acquire.record import GameRecord


class Extent(IntEnum):
    """How much of a kind a log tells of a player."""

    NONE = 0
    SOME = 1
    ALL = 2


class Kind(IntEnum):
    """The kinds of lines that one log has and another has not."""

    HANDS = 0
    DRAWS = 1
    DEAD_TILES = 2
    PURCHASES = 3
    DISPOSALS = 4
    BONUSES = 5
    COUNTS = 6


#: The acts by which each kind is told.
ACTS: Final[Mapping[Kind, tuple[Act, ...]]] = {
    Kind.HANDS: (Act.HAND, Act.SHOW, Act.RETURN),
    Kind.DRAWS: (Act.DRAW,),
    Kind.DEAD_TILES: (Act.DEAD,),
    Kind.PURCHASES: (Act.BUY,),
    Kind.DISPOSALS: (Act.DISPOSE,),
    Kind.BONUSES: (Act.BONUS,),
    Kind.COUNTS: (Act.CASH, Act.FINAL),
}

#: Kinds that every turn has; the others come as the game brings them.
_EACH_TURN: Final = frozenset({Kind.DRAWS, Kind.PURCHASES})

#: Kinds that are written down for the whole table at once.
_OF_THE_TABLE: Final = frozenset({Kind.DISPOSALS, Kind.BONUSES})

#: With fewer lines to go by, one that a player lacks is forgotten; with as many, his are not told at all.
FEW: Final = 3

_ACT_AND_PLAYER = itemgetter(0, 1)


@dataclass(frozen=True, slots=True)
class Telling:
    """What a log tells: ``extents`` by kind and by player's seat."""

    extents: tuple[tuple[Extent, ...], ...]

    def of(self, kind: Kind, player: int) -> Extent:
        """How much of a kind is told of a player."""
        return self.extents[kind][player]

    def misses(self, kind: Kind, player: int) -> bool:
        """Whether a line of that kind of that player, where there is none, is missing."""
        return self.extents[kind][player] is Extent.ALL

    def is_untold(self, kind: Kind, player: int) -> bool:
        """Whether nothing of that kind is told of that player."""
        return self.extents[kind][player] is Extent.NONE

    def tells_any(self, kind: Kind) -> bool:
        """Whether the log tells that kind of anybody."""
        return any(self.extents[kind])


def telling_of(record: GameRecord) -> Telling:
    """What a record tells of each player."""
    lines = Counter(map(_ACT_AND_PLAYER, record.events))
    seats = range(len(record.header.players))
    told = [[sum(lines[act, player] for act in ACTS[kind]) for player in seats] for kind in Kind]
    if record.header.position is not None:
        for player, _ in record.header.position.hands:
            told[Kind.HANDS][player] += 1
    turns = [lines[Act.TURN, player] for player in seats]
    hands = told[Kind.HANDS]
    return Telling(tuple(_extents(kind, told[kind], turns, hands) for kind in Kind))


def _extents(kind: Kind, told: list[int], turns: list[int], hands: list[int]) -> tuple[Extent, ...]:
    whole = sum(told)
    found = []
    for player, count in enumerate(told):
        if count:
            partly = kind in _EACH_TURN and 2 * count < turns[player]
            found.append(Extent.SOME if partly else Extent.ALL)
        elif kind in _OF_THE_TABLE:
            is_short = kind is Kind.DISPOSALS and sum(turns) < FEW
            found.append(Extent.ALL if 0 < whole < FEW or is_short else Extent.NONE)
        elif kind is Kind.DRAWS:
            found.append(Extent.ALL if whole and hands[player] and turns[player] == 1 else Extent.NONE)
        elif kind is Kind.PURCHASES:
            found.append(Extent.ALL if turns[player] < FEW else Extent.NONE)
        else:
            found.append(Extent.NONE)
    return tuple(found)
