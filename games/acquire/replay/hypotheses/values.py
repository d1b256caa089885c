"""Another number, tile or chain than the one that was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.acquire.actions import Act, Action
from games.acquire.board import CHAINS, NEIGHBOURS, TILE_NAMES, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.hypotheses.clauses import MOST_SHARES, Basket
from games.acquire.replay.hypotheses.hypothesis import Clue, Hypothesis, Kind
from games.acquire.replay.hypotheses.turns import turn_of

#: Acts that move shares and money, and no tile.
_OF_SHARES: Final = frozenset({Act.BUY, Act.DISPOSE})


def other_values(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Another number, tile or chain in one event: of the turn at hand, of starting tiles, of earlier turns.

    A tile placed long ago is taken for one of the spaces beside it alone: another one would have been missed before.
    """
    events = record.events
    last = min(clue.place, len(events) - 1)
    turn = turn_of(events, last)
    free = _free_tiles(events)
    starts = [place for place in range(clue.earliest, turn) if events[place].act is Act.START]
    far = [place for place in range(turn - 1, clue.earliest - 1, -1) if _may_lie_dormant(events[place], place, clue)]
    founded = {chain: _founded_at(record, chain) for chain in range(CHAINS)}
    for place in (*range(last, turn - 1, -1), *starts, *far):
        if clue.may_be_of_shares or events[place].act not in _OF_SHARES:
            for value in _others(events[place], free, [chain for chain in founded if founded[chain] < place]):
                yield _other(record, place, value)
    for place in range(min(turn, clue.since) - 1, -1, -1):
        if events[place].act is Act.PLAY:
            for tile in NEIGHBOURS[events[place].value]:
                if tile in free:
                    yield _other(record, place, tile)


def _other(record: GameRecord, place: int, value: Any) -> Hypothesis:
    meant = record.events[place]._replace(value=value)
    return Hypothesis(Kind.VALUE, place, 1, (meant,), at=place, said=meant)


def _may_lie_dormant(event: Action, place: int, clue: Clue) -> bool:
    """Whether a wrong value may stay unnoticed for long."""
    return event.act in (Act.BUY, Act.FOUND, Act.DISPOSE) or (event.act is Act.PLAY and place >= clue.since)


def _free_tiles(events: Sequence[Action]) -> list[int]:
    """The tiles that the log does not place: what a misread tile may have been."""
    placed = {event.value for event in events if event.act in (Act.PLAY, Act.START)}
    return [tile for tile in range(TILES) if tile not in placed]


def _founded_at(record: GameRecord, chain: int) -> int:
    """The place from which on a chain may be bought: of its first founding, before everything where a log begins with a position."""
    if record.header.position is not None:
        return -1
    events = record.events
    return next((at for at, event in enumerate(events) if event.act is Act.FOUND and event.value == chain), len(events))


def _others(event: Action, free: Sequence[int], founded: Sequence[int]) -> Iterator[Any]:
    """Other values of an event, each in one number, tile or chain; of starting tiles in the letter or in the number alone."""
    act, _, value = event
    if act is Act.PLAY:
        yield from free
    elif act is Act.START:
        row, column = TILE_NAMES[value][-1], TILE_NAMES[value][:-1]
        yield from (tile for tile in free if TILE_NAMES[tile][-1] == row or TILE_NAMES[tile][:-1] == column)
    elif act in (Act.DRAW, Act.DEAD) and len(value) == 1:
        yield from ((tile,) for tile in free if tile != value[0])
    elif act in (Act.FOUND, Act.SURVIVOR):
        yield from (chain for chain in range(CHAINS) if chain != value)
    elif act is Act.BUY:
        yield from _other_purchases(value, founded)
    elif act is Act.DISPOSE:
        chain, sell, trade, hold = value
        yield from ((chain, other, trade, hold) for other in range(MOST_SHARES) if other != sell)
        yield from ((chain, sell, other, hold) for other in range(0, MOST_SHARES, 2) if other != trade)


def _other_purchases(purchase: Basket, founded: Sequence[int]) -> Iterator[Basket]:
    """Another number or another chain in one place, or the numbers of two chains exchanged."""
    bought = {chain for chain, _ in purchase}
    if len(purchase) == 2 and purchase[0][1] != purchase[1][1]:
        (one, few), (two, many) = purchase
        yield ((one, many), (two, few))
    for place, (chain, count) in enumerate(purchase):
        others = [(chain, other) for other in (1, 2, 3) if other != count]
        others += [(other, count) for other in founded if other not in bought]
        for other in others:
            yield (*purchase[:place], other, *purchase[place + 1 :])
