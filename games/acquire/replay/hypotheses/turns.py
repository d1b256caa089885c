"""Turns written down twice, in the wrong order, for another player, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.acquire.actions import Act, Action
from games.acquire.record import GameRecord
from games.acquire.replay.hypotheses.hypothesis import Hypothesis, Kind

Block = tuple[int, int]
"""A turn: the place of its first event and the one after its last."""


def turn_starts(events: Sequence[Action]) -> list[int]:
    """The places of the events that begin a turn."""
    return [place for place, event in enumerate(events) if event.act is Act.TURN]


def turn_of(events: Sequence[Action], place: int) -> int:
    """The place of the turn in which an event stands, 0 before the first."""
    return max((start for start in turn_starts(events) if start <= place), default=0)


def blocks(events: Sequence[Action]) -> list[Block]:
    """All turns, the counts at their ends left out."""
    cuts = [*turn_starts(events), len(events)]
    return [(first, _without_counts(events, first, last)) for first, last in pairwise(cuts)]


def _blocks_near(events: Sequence[Action], found_at: int) -> list[Block]:
    """The turn of a place, the two before it and the two after it."""
    here = turn_of(events, found_at)
    found = blocks(events)
    at = next((number for number, (first, _) in enumerate(found) if first == here), 0)
    return found[max(0, at - 2) : at + 3]


def _without_counts(events: Sequence[Action], first: int, last: int) -> int:
    while last > first + 1 and events[last - 1].act in (Act.CASH, Act.FINAL):
        last -= 1
    return last


def doubled_turns(record: GameRecord, found_at: int) -> Iterator[Hypothesis]:
    """A turn written down twice, one after the other."""
    events = record.events
    for (first, last), (again, end) in pairwise(_blocks_near(events, found_at)):
        if list(events[first:last]) == list(events[again:end]):
            yield Hypothesis(Kind.DOUBLED, again, end - again, (), at=again)


def swapped_turns(record: GameRecord, found_at: int) -> Iterator[Hypothesis]:
    """Two turns, one after the other, written down in the wrong order."""
    events = record.events
    for (first, last), (second, end) in pairwise(_blocks_near(events, found_at)):
        put = (*events[second:end], *events[last:second], *events[first:last])
        yield Hypothesis(Kind.SWAPPED, first, end - first, put, at=first, other=second)


def exchanged_turns(record: GameRecord, found_at: int) -> Iterator[Hypothesis]:
    """What two players did in turns one after the other, each written down for the other; the heads of the lines are right."""
    events = record.events
    for (first, last), (second, end) in pairwise(_blocks_near(events, found_at)):
        heads = events[first], events[second]
        if all(head.act is Act.TURN for head in heads):
            one, other = heads[0].player, heads[1].player
            earlier = _by(events[second + 1 : end], other, one)
            later = _by(events[first + 1 : last], one, other)
            put = (heads[0], *earlier, *events[last:second], heads[1], *later)
            yield Hypothesis(Kind.EXCHANGED, first, end - first, put, at=first, other=second)


def _by(events: Sequence[Action], was: int, player: int) -> list[Action]:
    """What a player did in his turn as another one's; bonuses and disposals stay with those they name."""
    own = frozenset({Act.BONUS, Act.CASH, Act.DISPOSE})
    return [
        event._replace(player=player) if event.player == was and event.act not in own else event for event in events
    ]


def exchanged_players(record: GameRecord, found_at: int) -> Iterator[Hypothesis]:
    """A turn written down for another player than the one who made it."""
    events = record.events
    for first, last in _blocks_near(events, found_at):
        was = events[first].player
        if events[first].act is not Act.TURN:
            continue
        for player in range(len(record.header.players)):
            if player != was:
                put = tuple(
                    event._replace(player=player)
                    if event.player == was and event.act not in (Act.BONUS, Act.CASH)
                    else event
                    for event in events[first:last]
                )
                yield Hypothesis(Kind.PLAYER, first, last - first, put, at=first)
