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
from collections.abc import Mapping, Sequence
from enum import IntEnum
from operator import itemgetter
from typing import Any, Final

from games.acquire.actions import BESIDE_THE_GAME, Act, Action
from games.acquire.record import GameRecord


class Extent(IntEnum):
    """How much of a kind a log tells of a player."""

    NONE = 0
    SOME = 1
    ALL = 2


class LineKind(IntEnum):
    """The kinds of lines that one log has and another has not."""

    HANDS = 0
    DRAWS = 1
    DEAD_TILES = 2
    PURCHASES = 3
    DISPOSALS = 4
    BONUSES = 5
    COUNTS = 6


#: The acts by which each kind is told.
ACTS: Final[Mapping[LineKind, tuple[Act, ...]]] = {
    LineKind.HANDS: (Act.HAND, Act.SHOW, Act.RETURN),
    LineKind.DRAWS: (Act.DRAW,),
    LineKind.DEAD_TILES: (Act.DEAD,),
    LineKind.PURCHASES: (Act.BUY,),
    LineKind.DISPOSALS: (Act.DISPOSE,),
    LineKind.BONUSES: (Act.BONUS,),
    LineKind.COUNTS: (Act.CASH, Act.FINAL),
}

#: Kinds that every turn has; the others come as the game brings them.
_EACH_TURN: Final = frozenset({LineKind.DRAWS, LineKind.PURCHASES})

#: Kinds that are written down for the whole table at once.
_OF_THE_TABLE: Final = frozenset({LineKind.DISPOSALS, LineKind.BONUSES})

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
        self._extents: dict[LineKind, tuple[Extent, ...]] = {}

    def has(self, act: Act) -> bool:
        """Whether there is an event of that act."""
        return act in self._acts

    def tells_any(self, kind: LineKind) -> bool:
        """Whether the log tells that kind of anybody."""
        return not self._acts.isdisjoint(ACTS[kind])

    def of(self, kind: LineKind, player: int) -> Extent:
        """How much of a kind is told of a player."""
        extents = self._extents.get(kind)
        if extents is None:
            extents = self._extents[kind] = self._count(kind)
        return extents[player]

    def misses(self, kind: LineKind, player: int) -> bool:
        """Whether a line of that kind of that player, where there is none, is missing."""
        return self.of(kind, player) is Extent.ALL

    def is_untold(self, kind: LineKind, player: int) -> bool:
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
        return [player for player in sorted(silent) if self.is_untold(LineKind.PURCHASES, player)]

    def _count(self, kind: LineKind) -> tuple[Extent, ...]:
        if self._lines is None:
            self._lines = Counter(map(_ACT_AND_PLAYER, self._record.events))
        lines = self._lines
        seats = range(len(self._record.header.players))
        told = [sum(lines[act, player] for act in ACTS[kind]) for player in seats]
        turns = [lines[Act.TURN, player] for player in seats]
        position = self._record.header.position
        if kind is LineKind.HANDS and position is not None:
            for player, _ in position.hands:
                told[player] += 1
        whole = sum(told)
        if kind is LineKind.DRAWS:
            # A single draw that lacks is forgotten where the hand is told and others draw.
            few = [whole > 0 and turns[seat] == 1 and not self.is_untold(LineKind.HANDS, seat) for seat in seats]
        elif kind is LineKind.PURCHASES:
            few = [turns[seat] < FEW for seat in seats]
        elif kind in _OF_THE_TABLE:
            is_short = kind is LineKind.DISPOSALS and sum(turns) < FEW
            few = [0 < whole < FEW or is_short] * len(told)
        else:
            few = [False] * len(told)
        return tuple(_extent(kind, told[seat], turns[seat], few[seat]) for seat in seats)


def _extent(kind: LineKind, told: int, turns: int, is_few: bool) -> Extent:
    """By the numbers of lines and of turns; ``is_few``: there is too little to say that none is told on purpose."""
    if told:
        return Extent.SOME if kind in _EACH_TURN and 2 * told < turns else Extent.ALL
    return Extent.ALL if is_few else Extent.NONE


#: What stands between two events of the game without belonging to it.
_BESIDE = BESIDE_THE_GAME | {Act.REWIND}
_TILE_LISTS = frozenset({Act.DRAW, Act.DEAD, Act.SHOW, Act.HAND, Act.REDRAW})


def mentions(events: Sequence[Action], index: int, tile: int) -> tuple[int, ...]:
    """The players who, later in the log, play, lay out, show or draw a tile."""
    later = []
    for act, player, value in events[index + 1 :]:
        if (act is Act.PLAY and value == tile) or (act in _TILE_LISTS and tile in value):
            later.append(player)
    return tuple(later)


def is_next(events: Sequence[Action], index: int, act: Act) -> bool:
    """Whether the very next event of the game is one of that act."""
    index += 1
    while index < len(events) and events[index].act in _BESIDE:
        index += 1
    return index < len(events) and events[index].act is act


def number_after(events: Sequence[Action], index: int) -> int | None:
    """The number of the next turn that the log tells; None for none."""
    for place in range(index + 1, len(events)):
        if events[place].act is Act.TURN:
            number: int | None = events[place].value
            return number
    return None


def is_told(events: Sequence[Action], index: int, act: Act) -> bool:
    """Whether that act is told from this event to the next turn."""
    for place in range(index, len(events)):
        other = events[place].act
        if other is act:
            return True
        if other is Act.TURN:
            return False
    return False


def chains_of_turn(events: Sequence[Action], index: int, act: Act) -> list[int]:
    """The chains named first in the events of that act before the next turn."""
    return [value[0] for other, _, value in _rest_of_turn(events, index) if other is act]


def bonuses_of_turn(events: Sequence[Action], index: int) -> set[tuple[int, int]]:
    """The players and chains of the bonuses told after this event and before the next turn."""
    return {(player, value[0]) for act, player, value in _rest_of_turn(events, index + 1) if act is Act.BONUS}


def _rest_of_turn(events: Sequence[Action], index: int) -> list[tuple[Act, int, Any]]:
    rest: list[tuple[Act, int, Any]] = []
    for place in range(index, len(events)):
        event = events[place]
        if event.act is Act.TURN:
            break
        rest.append(event)
    return rest
