"""Hypotheses about turns that are wrong as a whole: in the wrong order, of another player, or written twice and not alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord
from games.acquire.replay.judging.hypotheses import Clue, ErrorKind, Hypothesis

Block = tuple[int, int]
"""A turn: the place of its first event and the one after its last."""


def _turn_starts(events: Sequence[Action]) -> list[int]:
    """Return the indices of the events that begin a turn."""
    return [place for place, event in enumerate(events) if event.act is ActKind.TURN]


def turns_of(events: Sequence[Action]) -> list[Block]:
    """Return all turns, each with everything up to the next one."""
    return list(pairwise([*_turn_starts(events), len(events)]))


def turn_of(events: Sequence[Action], place: int) -> int:
    """Return the index at which the turn of the event at ``place`` begins, 0 before the first turn."""
    return max((start for start in _turn_starts(events) if start <= place), default=0)


def _turns_near(events: Sequence[Action], place: int) -> list[Block]:
    """Return the turn of an event, the two before it and the two after it, without the counts of cash at their ends."""
    here = turn_of(events, place)
    found = [(first, _without_counts(events, first, last)) for first, last in turns_of(events)]
    at = next((number for number, (first, _) in enumerate(found) if first == here), 0)
    return found[max(0, at - 2) : at + 3]


def _without_counts(events: Sequence[Action], first: int, last: int) -> int:
    """Return ``last``, the index after a turn's last event, moved back before the counts of cash at its end."""
    while last > first + 1 and events[last - 1].act in (ActKind.CASH, ActKind.FINAL):
        last -= 1
    return last


def whole_turns(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a turn near an event is wrong as a whole: in the wrong order or for another player."""
    yield from _swapped_turns(record, place)
    yield from _exchanged_turns(record, place)
    yield from _exchanged_players(record, place)


def _swapped_turns(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """Yield hypotheses by which two turns, one after the other, were written in the wrong order."""
    events = record.events
    for (first, last), (second, end) in pairwise(_turns_near(events, place)):
        put = (*events[second:end], *events[last:second], *events[first:last])
        yield Hypothesis(ErrorKind.SWAPPED, first, end - first, put, at=first, other=second)


def _exchanged_turns(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """Yield hypotheses by which the contents of two successive turns were exchanged, while their players are right."""
    events = record.events
    own = frozenset({ActKind.BONUS, ActKind.CASH, ActKind.DISPOSE})
    for (first, last), (second, end) in pairwise(_turns_near(events, place)):
        heads = events[first], events[second]
        if all(head.act is ActKind.TURN for head in heads):
            one, other = heads[0].player, heads[1].player
            earlier = _with_player(events[second + 1 : end], other, one, own)
            later = _with_player(events[first + 1 : last], one, other, own)
            put = (heads[0], *earlier, *events[last:second], heads[1], *later)
            yield Hypothesis(ErrorKind.EXCHANGED, first, end - first, put, at=first, other=second)


def _exchanged_players(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a turn was written down for another player than the one who made it."""
    events = record.events
    own = frozenset({ActKind.BONUS, ActKind.CASH})
    for first, last in _turns_near(events, place):
        was = events[first].player
        if events[first].act is ActKind.TURN:
            for player in range(len(record.header.players)):
                if player != was:
                    put = tuple(_with_player(events[first:last], was, player, own))
                    yield Hypothesis(ErrorKind.PLAYER, first, last - first, put, at=first)


def _with_player(events: Sequence[Action], was: int, player: int, own: Collection[ActKind]) -> list[Action]:
    """Return events with those of the player ``was`` given to ``player``; events of the acts ``own`` keep their player."""
    return [
        event._replace(player=player) if event.player == was and event.act not in own else event for event in events
    ]


def exchanged_purchases(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Yield hypotheses by which the purchases of two successive turns were written down for each other; the latest turns first."""
    events = record.events
    bought = [at for at, event in enumerate(events) if event.act is ActKind.BUY and at <= clue.place]
    for first, second in list(pairwise(bought))[::-1]:
        if events[first].player != events[second].player:
            yield from exchanged_values(record, ErrorKind.PURCHASES, first, second)


#: How many turns before a finding, times the number of players, a wrong tile may lie.
_ROUNDS_OF_TILES: Final = 3


def exchanged_tiles(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Yield hypotheses by which the tiles of two turns, successive ones or of one player, were written for each other."""
    events, seats = record.events, len(record.header.players)
    placed = [at for at, event in enumerate(events) if event.act is ActKind.PLAY]
    here = next((at for at in range(len(placed) - 1, -1, -1) if placed[at] <= clue.place), 0)
    for at in range(here, max(-1, here - _ROUNDS_OF_TILES * seats), -1):
        for later in (at + 1, at + seats):
            if later < len(placed):
                yield from exchanged_values(record, ErrorKind.TILES, placed[at], placed[later])


def exchanged_values(record: GameRecord, kind: ErrorKind, first: int, second: int) -> Iterator[Hypothesis]:
    """Yield the hypothesis by which the values of two events were written for each other, if they differ."""
    events = record.events
    one, other = events[first], events[second]
    if one.value != other.value:
        put = (one._replace(value=other.value), *events[first + 1 : second], other._replace(value=one.value))
        yield Hypothesis(kind, first, second + 1 - first, put, at=first, other=second)
