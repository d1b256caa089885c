"""Slips of the pen: one misread number, tile or chain that explains several findings at once.

A log in which a purchase of two is written as three goes wrong again and again: in the cash, in the next
disposal, in a bonus. Where a replay finds more than one mistake, this module looks for a single
change of a single event with which the rest of the log fits better:

1. candidates are the events of the turn of the first finding, latest first, then starting tiles and the
   earlier purchases and foundings, each with every other plausible number, tile or chain;
2. each candidate is replayed; the best one must make at least two findings disappear, and the log must tell
   something that cannot happen at a table: a wrong sum or a broken rule is the table's own and stays;
3. the first finding then stands for the slip, its message says which reading fits, and what the corrected
   log still has wrong is looked at in the same way.

The reading is a suggestion: the director rules. Without it one slip would be a page of findings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from games.acquire.actions import Act, Action
from games.acquire.board import CHAINS, TILE_NAMES, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Finding

#: How many replays one search may cost; a replay takes about half a millisecond.
BUDGET: Final = 250
#: How many slips are looked for in one log.
MOST_SLIPS: Final = 4


def readings(events: Sequence[Action], found_at: int) -> Iterator[tuple[int, Action]]:
    """Places of events and what they may have been meant to say, likeliest first."""
    turn = max((i for i in range(min(found_at, len(events) - 1) + 1) if events[i].act is Act.TURN), default=0)
    free = _free_tiles(events)
    near = range(min(found_at, len(events) - 1), turn - 1, -1)
    far = [i for i in range(turn - 1, -1, -1) if events[i].act in (Act.BUY, Act.FOUND, Act.PLAY, Act.DISPOSE)]
    starts = [i for i, event in enumerate(events[:turn]) if event.act is Act.START]
    for index in (*near, *starts, *far):
        # A tile placed long ago would have been missed before; numbers and chains can lie dormant.
        if index >= turn or events[index].act is not Act.PLAY:
            for value in _others(events[index], free):
                yield index, events[index]._replace(value=value)


def _free_tiles(events: Sequence[Action]) -> list[int]:
    """The tiles that the log does not place: what a misread tile may have been."""
    placed = {event.value for event in events if event.act in (Act.PLAY, Act.START)}
    return [tile for tile in range(TILES) if tile not in placed]


def _others(event: Action, free: Sequence[int]) -> Iterator[Any]:
    """Other values of an event, each in one number, tile or chain."""
    act, _, value = event
    if act in (Act.PLAY, Act.START):
        yield from free
    elif act in (Act.DRAW, Act.DEAD) and len(value) == 1:
        yield from ((tile,) for tile in free if tile != value[0])
    elif act in (Act.FOUND, Act.SURVIVOR):
        yield from (chain for chain in range(CHAINS) if chain != value)
    elif act is Act.BUY:
        yield from _other_purchases(value)
    elif act is Act.DISPOSE:
        chain, sell, trade, hold = value
        yield from ((chain, other, trade, hold) for other in range(14) if other != sell)
        yield from ((chain, sell, other, hold) for other in range(0, 14, 2) if other != trade)


def _other_purchases(purchase: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    bought = {chain for chain, _ in purchase}
    for place, (chain, count) in enumerate(purchase):
        others = [(chain, other) for other in (1, 2, 3) if other != count]
        others += [(other, count) for other in range(CHAINS) if other not in bought]
        for other in others:
            yield (*purchase[:place], other, *purchase[place + 1 :])


def corrected(record: GameRecord, index: int, event: Action) -> GameRecord:
    """The record with one event read differently."""
    events = list(record.events)
    events[index] = event
    return replace(record, events=events)


def suggested(finding: Finding, record: GameRecord, index: int, event: Action) -> Finding:
    """The finding that stands for a slip, with the reading that makes the rest of the log fit."""
    line = record.line_of(index)
    where = f"line {line}" if line is not None else f"event {index + 1}"
    meant = f"{event.act.word} {_value_text(event, record)}"
    return replace(finding, message=f"{finding.message} What follows fits if {where} meant: {meant}.")


def _value_text(event: Action, record: GameRecord) -> str:
    names: tuple[str, ...] = record.header.labels().names
    act = event.act
    value: Any = event.value
    if act in (Act.PLAY, Act.START):
        return str(TILE_NAMES[value])
    if act in (Act.DRAW, Act.DEAD):
        return str(TILE_NAMES[value[0]])
    if act in (Act.FOUND, Act.SURVIVOR):
        return str(names[value])
    if act is Act.BUY:
        return ", ".join(f"{names[chain]} {count}" for chain, count in value)
    return f"{names[value[0]]} sell {value[1]} trade {value[2]}"
