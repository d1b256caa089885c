"""What a log tells later: a replay that finds something missing or odd looks whether what follows explains it.

``events`` are those of the log, ``index`` is the place of the event at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.acquire.actions import BESIDE_THE_GAME, Act, Action

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
