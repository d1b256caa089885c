"""What a log tells: per player and per kind of line all, some or none; every finding of something missing asks it.

A log is no worse for what nobody wrote down, so a line is missing only where the log tells all lines of its kind of that
player. Draws and purchases are all told if at least half of the player's turns have one, the other kinds if there is any.
A player without such a line tells none of them, unless so few could be missing that they may as well be forgotten:

- one turn without a draw, although the player's hand is told and others draw;
- fewer than `FEW` turns without a purchase;
- bonuses or disposals where the others have fewer than `FEW`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
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

BUY = Act.BUY
_ACT = itemgetter(0)
_ACT_AND_PLAYER = itemgetter(0, 1)


class Telling:
    """What a log tells, by kind and by player's seat; counted when something is missing for the first time."""

    __slots__ = ("_acts", "_extents", "_lines", "_record")

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._acts = set(map(_ACT, record.events))
        self._lines: Counter[tuple[Act, int]] | None = None
        self._extents: dict[Kind, tuple[Extent, ...]] = {}

    def has(self, act: Act) -> bool:
        """Whether there is an event of that act."""
        return act in self._acts

    def tells_any(self, kind: Kind) -> bool:
        """Whether the log tells that kind of anybody."""
        return not self._acts.isdisjoint(ACTS[kind])

    def of(self, kind: Kind, player: int) -> Extent:
        """How much of a kind is told of a player."""
        extents = self._extents.get(kind)
        if extents is None:
            extents = self._extents[kind] = self._count(kind)
        return extents[player]

    def misses(self, kind: Kind, player: int) -> bool:
        """Whether a line of that kind of that player, where there is none, is missing."""
        return self.of(kind, player) is Extent.ALL

    def is_untold(self, kind: Kind, player: int) -> bool:
        """Whether nothing of that kind is told of that player."""
        return self.of(kind, player) is Extent.NONE

    def untold_buyers(self) -> list[int]:
        """The players of whom no purchase is told."""
        silent = set(range(len(self._record.header.players)))
        for act, player, _ in self._record.events:
            if act is BUY and player in silent:
                silent.remove(player)
                if not silent:
                    return []
        return [player for player in sorted(silent) if self.is_untold(Kind.PURCHASES, player)]

    def _count(self, kind: Kind) -> tuple[Extent, ...]:
        if self._lines is None:
            self._lines = Counter(map(_ACT_AND_PLAYER, self._record.events))
        lines = self._lines
        seats = range(len(self._record.header.players))
        told = [sum(lines[act, player] for act in ACTS[kind]) for player in seats]
        turns = [lines[Act.TURN, player] for player in seats]
        position = self._record.header.position
        if kind is Kind.HANDS and position is not None:
            for player, _ in position.hands:
                told[player] += 1
        whole = sum(told)
        if kind is Kind.DRAWS:
            # A single draw that lacks is forgotten where the hand is told and others draw.
            few = [whole > 0 and turns[seat] == 1 and not self.is_untold(Kind.HANDS, seat) for seat in seats]
        elif kind is Kind.PURCHASES:
            few = [turns[seat] < FEW for seat in seats]
        elif kind in _OF_THE_TABLE:
            is_short = kind is Kind.DISPOSALS and sum(turns) < FEW
            few = [0 < whole < FEW or is_short] * len(told)
        else:
            few = [False] * len(told)
        return tuple(_extent(kind, told[seat], turns[seat], few[seat]) for seat in seats)


def _extent(kind: Kind, told: int, turns: int, is_few: bool) -> Extent:
    """By the numbers of lines and of turns; ``is_few``: there is too little to say that none is told on purpose."""
    if told:
        return Extent.SOME if kind in _EACH_TURN and 2 * told < turns else Extent.ALL
    return Extent.ALL if is_few else Extent.NONE
