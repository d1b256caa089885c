"""Names of players in a replay: it is made with placeholders (signs) for names, so that one cached replay fits any names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from operator import is_
from typing import Any, TypeVar

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord, Player

_FIRST_SIGN = 0x10F000
"""The placeholder of the first player: a character of the private use planes of Unicode, which no log uses."""

_NAMELESS = frozenset({int, bool, float, type(None)})

Value = TypeVar("Value")


def with_signs(record: GameRecord) -> GameRecord:
    """Return the record with one placeholder character for each player, in the order of the log, in place of ID and name."""
    signs = [chr(_FIRST_SIGN + place) for place in range(len(record.header.players))]
    return called(record, signs)


def called(record: GameRecord, names: Sequence[str]) -> GameRecord:
    """Return the record with other names for its players, in the order of the log, also within reasons that the director gave."""
    players = tuple(Player(name, name) for name in names)
    events = record.events
    if any(event.act is ActKind.REWIND for event in events):
        events = [_renamed_reason(event, record.header.players, names) for event in events]
    return replace(record, header=replace(record.header, players=players), events=events)


def _renamed_reason(event: Action, players: Sequence[Player], names: Sequence[str]) -> Action:
    """Return a rewind with the players' names replaced in its reason; any other event unchanged."""
    if event.act is not ActKind.REWIND:
        return event
    others = {old: name for player, name in zip(players, names, strict=True) for old in (player.id, player.name)}
    words = sorted(
        (name for name in others if len(name) > 1), key=len, reverse=True
    )  # a single letter may be an ordinary word
    if not words:
        return event
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)"
    to, reason = event.value
    return event._replace(value=(to, re.sub(pattern, lambda found: others[found[0]], reason)))


def with_names(value: Value, names: Sequence[str]) -> Value:
    """Return a copy of the value with the players' names in place of the placeholders of `with_signs`."""
    found: Value = _renamed(value, {_FIRST_SIGN + place: name for place, name in enumerate(names)})
    return found


def _renamed(value: Any, names: Mapping[int, str]) -> Any:
    """Return a value with names in place of placeholders; parts without a placeholder are the same objects, so little is copied."""
    kind: Any = type(value)
    if kind in _NAMELESS:
        return value
    if isinstance(value, str):
        return value if isinstance(value, Enum) or value.isascii() else value.translate(names)
    if kind is Action:
        return value._replace(value=_renamed(value.value, names)) if value.act is ActKind.REWIND else value
    if kind is tuple or kind is list:
        renamed = [inner if type(inner) in _NAMELESS else _renamed(inner, names) for inner in value]
        return value if all(map(is_, renamed, value)) else kind(renamed)
    if isinstance(value, Mapping):
        if value and isinstance(next(iter(value)), int):
            return value  # the spaces of a board, which have no names
        return {_renamed(key, names): _renamed(inner, names) for key, inner in value.items()}
    changed = {}
    for name in _fields_of(kind):
        inner = getattr(value, name)
        if type(inner) in _NAMELESS:
            continue
        new = _renamed(inner, names)
        if new is not inner:
            changed[name] = new
    return replace(value, **changed) if changed else value


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass; empty for any other type."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
