"""Names put into an answer that was found without them, so that one judgement is told by the log's own IDs and by the event's names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from operator import is_
from typing import Any, TypeVar

from games.acquire.actions import Act, Action
from games.acquire.record import GameRecord, Player

_FIRST_SIGN = 0x10F000
"""A sign of the planes for private use, which no log means by anything."""

_NAMELESS = frozenset({int, bool, float, type(None)})

Value = TypeVar("Value")


def with_signs(record: GameRecord) -> GameRecord:
    """The record with one sign for each player, in the order of the log, instead of ID and name."""
    signs = [chr(_FIRST_SIGN + place) for place in range(len(record.header.players))]
    return called(record, signs)


def called(record: GameRecord, names: Sequence[str]) -> GameRecord:
    """The record with other names for its players, in the order of the log, also where the director's reasons name them."""
    players = tuple(Player(name, name) for name in names)
    events = record.events
    if any(event.act is Act.REWIND for event in events):
        events = [_reason_told(event, record.header.players, names) for event in events]
    return replace(record, header=replace(record.header, players=players), events=events)


def _reason_told(event: Action, players: Sequence[Player], names: Sequence[str]) -> Action:
    """A rewind whose reason calls the players by other names; any other event as it is."""
    if event.act is not Act.REWIND:
        return event
    others = {said: name for player, name in zip(players, names, strict=True) for said in (player.id, player.name)}
    said = sorted((name for name in others if len(name) > 1), key=len, reverse=True)  # a letter may be any word
    if not said:
        return event
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, said))})(?!\w)"
    to, reason = event.value
    return event._replace(value=(to, re.sub(pattern, lambda found: others[found[0]], reason)))


def told_with(value: Value, names: Sequence[str]) -> Value:
    """A value in which every sign of `with_signs` is the name of that player."""
    found: Value = _told(value, {_FIRST_SIGN + place: name for place, name in enumerate(names)})
    return found


def _told(value: Any, names: Mapping[int, str]) -> Any:
    """The same object wherever nothing in it names a player, so that what is long and nameless is not made anew."""
    kind: Any = type(value)
    if kind in _NAMELESS:
        return value
    if isinstance(value, str):
        return value if isinstance(value, Enum) or value.isascii() else value.translate(names)
    if kind is Action:
        return value._replace(value=_told(value.value, names)) if value.act is Act.REWIND else value
    if kind is tuple or kind is list:
        told = [inner if type(inner) in _NAMELESS else _told(inner, names) for inner in value]
        return value if all(map(is_, told, value)) else kind(told)
    if isinstance(value, Mapping):
        if value and isinstance(next(iter(value)), int):
            return value  # the spaces of a board
        return {_told(key, names): _told(inner, names) for key, inner in value.items()}
    changed = {}
    for name in _fields_of(kind):
        inner = getattr(value, name)
        if type(inner) in _NAMELESS:
            continue
        told_inner = _told(inner, names)
        if told_inner is not inner:
            changed[name] = told_inner
    return replace(value, **changed) if changed else value


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    """The fields of a kind of dataclass; none where it is something else."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
