"""Another number, tile or chain than the one that was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.acquire.actions import Act, Action
from games.acquire.board import CHAINS, NEIGHBOURS, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.hypotheses.clauses import MOST_SHARES, Basket
from games.acquire.replay.hypotheses.hypothesis import Hypothesis, Kind
from games.acquire.replay.hypotheses.turns import turn_of


def other_values(record: GameRecord, found_at: int, since: int, earliest: int) -> Iterator[Hypothesis]:
    """Another number, tile or chain in one event: of the turn at hand, of starting tiles, of earlier turns.

    A tile placed long ago is taken for one of the spaces beside it alone: another one would have been missed before.
    """
    events = record.events
    last = min(found_at, len(events) - 1)
    turn = turn_of(events, last)
    free = _free_tiles(events)
    starts = [place for place in range(earliest, turn) if events[place].act is Act.START]
    far = [place for place in range(turn - 1, earliest - 1, -1) if _may_lie_dormant(events[place], place, since)]
    for place in (*range(last, turn - 1, -1), *starts, *far):
        for value in _others(events[place], free):
            yield _other(record, place, value)
    for place in range(min(turn, since) - 1, -1, -1):
        if events[place].act is Act.PLAY:
            for tile in NEIGHBOURS[events[place].value]:
                if tile in free:
                    yield _other(record, place, tile)


def _other(record: GameRecord, place: int, value: Any) -> Hypothesis:
    meant = record.events[place]._replace(value=value)
    return Hypothesis(Kind.VALUE, place, 1, (meant,), at=place, said=meant)


def _may_lie_dormant(event: Action, place: int, since: int) -> bool:
    """Whether a wrong value may stay unnoticed for long: a tile placed before that place would have been missed."""
    return event.act in (Act.BUY, Act.FOUND, Act.DISPOSE) or (event.act is Act.PLAY and place >= since)


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
        yield from ((chain, other, trade, hold) for other in range(MOST_SHARES) if other != sell)
        yield from ((chain, sell, other, hold) for other in range(0, MOST_SHARES, 2) if other != trade)


def _other_purchases(purchase: Basket) -> Iterator[Basket]:
    bought = {chain for chain, _ in purchase}
    for place, (chain, count) in enumerate(purchase):
        others = [(chain, other) for other in (1, 2, 3) if other != count]
        others += [(other, count) for other in range(CHAINS) if other not in bought]
        for other in others:
            yield (*purchase[:place], other, *purchase[place + 1 :])
