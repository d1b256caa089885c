"""Names put into an answer that was found without them, so that one judgement is told by the log's own IDs and by the event's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from games.acquire.record import GameRecord, Player

_FIRST_SIGN = 0x10F000
"""A sign of the planes for private use, which no log means by anything."""

Value = TypeVar("Value")


def with_signs(record: GameRecord) -> GameRecord:
    """The record with one sign for each player, in the order of the log, instead of ID and name."""
    signs = [chr(_FIRST_SIGN + place) for place in range(len(record.header.players))]
    return called(record, signs)


def called(record: GameRecord, names: Sequence[str]) -> GameRecord:
    """The record with other names for its players, in the order of the log."""
    players = tuple(Player(name, name) for name in names)
    return replace(record, header=replace(record.header, players=players))


def told_with(value: Value, names: Sequence[str]) -> Value:
    """A value in which every sign of `with_signs` is the name of that player."""
    found: Value = _told(value, {_FIRST_SIGN + place: name for place, name in enumerate(names)})
    return found


def _told(value: Any, names: Mapping[int, str]) -> Any:
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return value.translate(names)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple([_told(inner, names) for inner in value])
    if isinstance(value, list):
        return [_told(inner, names) for inner in value]
    if isinstance(value, Mapping):
        if value and isinstance(next(iter(value)), int):
            return value  # the spaces of a board
        return {_told(key, names): _told(inner, names) for key, inner in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _told(getattr(value, field.name), names) for field in fields(value)})
    return value
