"""Clauses of a turn put into the order of a turn, where the order written cannot be that of a table.

A chain is founded, a merger settled, and only then bought: what stands behind the purchase of the same turn but belongs
before it is moved there, and the one tile of a turn before what follows from it. What the rules forbid in another order
stays as it is written, for it may have happened: a purchase or a tile behind the draw (R7), an end behind it (R8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from games.acquire.actions import Act, Action
from games.acquire.logs.diagnostics import Liberty
from games.acquire.logs.writer import clauses_text
from games.acquire.record import GameRecord, Header

#: What follows from the tile and comes before the purchase.
_CONSEQUENCES: Final = frozenset({Act.FOUND, Act.SURVIVOR, Act.ORDER, Act.BONUS, Act.DISPOSE})
_MONEY: Final = frozenset({Act.BONUS, Act.DISPOSE})
#: Turns with anything else are left as they stand: there the order may mean something.
_PLAIN: Final = _CONSEQUENCES | {Act.TURN, Act.PLAY, Act.BUY, Act.DRAW, Act.CASH, Act.END, Act.PASS, Act.CLOCK}
#: Behind these a tile may have been placed against the rules.
_LATE: Final = frozenset({Act.DRAW, Act.PASS, Act.CLOCK, Act.END, Act.CASH})


def in_order(record: GameRecord) -> tuple[GameRecord, list[Liberty]]:
    """The record with the clauses of each turn in order, and a note for each turn whose clauses were moved.

    A log with a rewind counts its statements, so they stay as they are written.
    """
    if any(event.act is Act.REWIND for event in record.events):
        return record, []
    events, lines, stamps = list(record.events), list(record.lines), list(record.stamps)
    notes = []
    for first, last in _turns(record):
        moved = _ordered(events[first:last])
        if moved is None:
            continue
        before, after = events[first:last], [events[first + place] for place in moved]
        events[first:last] = after
        if lines:
            lines[first:last] = [lines[first + place] for place in moved]
        if stamps:
            stamps[first:last] = [stamps[first + place] for place in moved]
        written, read = _written(record.header, before), _written(record.header, after)
        notes.append(Liberty(record.line_of(first) or 1, 1, written, read))
    if not notes:
        return record, []
    return replace(record, events=events, lines=lines, stamps=tuple(stamps)), notes


def _turns(record: GameRecord) -> Iterator[tuple[int, int]]:
    """Where turns begin and end in which nothing is unread."""
    ends = [
        place for place, event in enumerate(record.events) if event.act in (Act.TURN, Act.FINAL, Act.HAND, Act.START)
    ]
    unread = {gap.before for gap in record.unread}
    for first, last in pairwise([*ends, len(record.events)]):
        if record.events[first].act is Act.TURN and unread.isdisjoint(range(first + 1, last + 1)):
            yield first, last


def _ordered(turn: Sequence[Action]) -> list[int] | None:
    """The places of a turn's events in the order of a turn; None if they stand in it, or no order is sure."""
    player = turn[0].player
    acts = [event.act for event in turn]
    is_plain = all(event.act in _PLAIN for event in turn) and acts.count(Act.PLAY) <= 1 and acts.count(Act.BUY) <= 1
    if not is_plain or any(event.player != player for event in turn if event.act not in _MONEY | {Act.CASH}):
        return None
    places = list(range(len(turn)))
    if Act.PLAY in acts:
        _move_tile(places, acts)
    if Act.BUY in acts:
        _move_consequences(places, acts)
    return places if places != sorted(places) else None


def _move_tile(places: list[int], acts: Sequence[Act]) -> None:
    at = acts.index(Act.PLAY)
    if not _LATE & set(acts[:at]):
        places.remove(at)
        places.insert(1, at)


def _move_consequences(places: list[int], acts: Sequence[Act]) -> None:
    bought = places.index(acts.index(Act.BUY))
    late = [place for place in places[bought + 1 :] if acts[place] in _CONSEQUENCES]
    moved = set(late)
    counted = any(acts[place] is Act.CASH for place in places[bought + 1 :])
    if counted and any(acts[place] in _MONEY for place in late):
        return
    rest = [place for place in places[bought:] if place not in moved]
    places[bought:] = [*late, *rest]


def _written(header: Header, events: Sequence[Action]) -> str:
    """The clauses of a turn on one line, as the writer spells them."""
    ids = [player.id for player in header.players]
    return clauses_text(events[1:], events[0].player, ids, header.labels().names)
