"""What a log may have been meant to say: single human errors as small values, one generator for each kind.

A hypothesis is one change of the log. It is no verdict: it is replayed, and only what it leaves counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, pairwise
from typing import Any, Final

from games.acquire.actions import Act, Action
from games.acquire.board import CHAINS, TILE_NAMES, TILES
from games.acquire.record import GameRecord

#: More shares than anybody can dispose of in one merger are not tried.
_MOST_SHARES: Final = 14

#: What closes a turn; a lost purchase stood before it.
_CLOSING: Final = frozenset({Act.DRAW, Act.CASH, Act.CLOCK, Act.TIMEOUT, Act.END, Act.FINAL, Act.DEAD, Act.HAND})


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One change of a log: from the event at ``index`` on, so many ``removed`` events stand for those ``put``.

    ``told`` says it in words, as it follows "What follows fits if".
    """

    index: int
    removed: int
    put: tuple[Action, ...]
    told: str

    def applied(self, record: GameRecord) -> GameRecord:
        """The record as it was meant by this hypothesis; lines stay with their events."""
        after = self.index + self.removed
        events = [*record.events[: self.index], *self.put, *record.events[after:]]
        lines = [record.line_of(place) for place in range(len(record.events))]
        if len(self.put) != self.removed:
            here = lines[min(self.index, len(lines) - 1)] if lines else None
            lines[self.index : after] = [here] * len(self.put)
        return replace(record, events=events, lines=lines)

    def place_as_written(self, place: int) -> int:
        """The place in the log as written of a place in the log as meant."""
        return place if place < self.index + len(self.put) else place - len(self.put) + self.removed


def hypotheses(record: GameRecord, found_at: int, since: int, earliest: int) -> Iterator[Hypothesis]:
    """All hypotheses for a first finding at an event, likeliest first; tiles placed before ``since`` are left alone.

    Numbers and chains written before ``earliest`` are left alone too.
    """
    yield from doubled_turns(record, found_at)
    yield from swapped_turns(record, found_at)
    yield from exchanged_players(record, found_at)
    yield from other_values(record, found_at, since, earliest)
    yield from lost_purchases(record, found_at, earliest)


def turn_starts(events: Sequence[Action]) -> list[int]:
    """The places of the events that begin a turn."""
    return [place for place, event in enumerate(events) if event.act is Act.TURN]


def turn_of(events: Sequence[Action], place: int) -> int:
    """The place of the turn in which an event stands, 0 before the first."""
    return max((start for start in turn_starts(events) if start <= place), default=0)


def _blocks_near(record: GameRecord, found_at: int) -> list[tuple[int, int]]:
    """The turns around a place as first event and the one after the last, the counts at their ends left out."""
    events = record.events
    cuts = [*turn_starts(events), len(events)]
    here = turn_of(events, found_at)
    blocks = [(first, _without_counts(events, first, last)) for first, last in pairwise(cuts)]
    at = next((number for number, (first, _) in enumerate(blocks) if first == here), 0)
    return blocks[max(0, at - 2) : at + 3]


def _without_counts(events: Sequence[Action], first: int, last: int) -> int:
    while last > first + 1 and events[last - 1].act in (Act.CASH, Act.FINAL):
        last -= 1
    return last


def doubled_turns(record: GameRecord, found_at: int) -> Iterator[Hypothesis]:
    """A turn written down twice, one after the other."""
    events = record.events
    for (first, last), (again, end) in pairwise(_blocks_near(record, found_at)):
        if list(events[first:last]) == list(events[again:end]):
            yield Hypothesis(again, end - again, (), f"{_where(record, again)} is the turn before it written twice")


def swapped_turns(record: GameRecord, found_at: int) -> Iterator[Hypothesis]:
    """Two turns, one after the other, written down in the wrong order."""
    events = record.events
    for (first, last), (second, end) in pairwise(_blocks_near(record, found_at)):
        put = (*events[second:end], *events[last:second], *events[first:last])
        yield Hypothesis(
            first, end - first, put, f"{_where(record, first)} and {_where(record, second)} stand in the wrong order"
        )


def exchanged_players(record: GameRecord, found_at: int) -> Iterator[Hypothesis]:
    """A turn written down for another player than the one who made it."""
    events = record.events
    for first, last in _blocks_near(record, found_at):
        was = events[first].player
        if events[first].act is not Act.TURN:
            continue
        for player, row in enumerate(record.header.players):
            if player != was:
                put = tuple(
                    event._replace(player=player)
                    if event.player == was and event.act not in (Act.BONUS, Act.CASH)
                    else event
                    for event in events[first:last]
                )
                yield Hypothesis(first, last - first, put, f"{_where(record, first)} is {row.id}'s turn")


def lost_purchases(record: GameRecord, found_at: int, earliest: int) -> Iterator[Hypothesis]:
    """A purchase that was not written down, in a turn without one; the latest turns first."""
    events = record.events
    names = record.header.labels().names
    baskets = [
        tuple((chain, basket.count(chain)) for chain in sorted(set(basket)))
        for count in (1, 2, 3)
        for basket in combinations_with_replacement(range(CHAINS), count)
    ]
    cuts = [*turn_starts(events), len(events)]
    for first, last in reversed(list(pairwise(cuts))):
        block = events[first:last]
        if first > found_at or last <= earliest or any(event.act is Act.BUY for event in block):
            continue
        at = next((first + place for place, event in enumerate(block) if event.act in _CLOSING), last)
        for wanted in baskets:
            bought = ", ".join(f"{names[chain]} {count}" for chain, count in wanted)
            put = (Action(Act.BUY, block[0].player, wanted),)
            yield Hypothesis(at, 0, put, f"{_where(record, first)} leaves out: buy {bought}")


def other_values(record: GameRecord, found_at: int, since: int, earliest: int) -> Iterator[Hypothesis]:
    """Another number, tile or chain in one event: of the turn at hand, of starting tiles, of earlier turns."""
    events = record.events
    last = min(found_at, len(events) - 1)
    turn = turn_of(events, last)
    free = _free_tiles(events)
    starts = [place for place in range(earliest, turn) if events[place].act is Act.START]
    far = [place for place in range(turn - 1, earliest - 1, -1) if _may_lie_dormant(events[place], place, since)]
    for place in (*range(last, turn - 1, -1), *starts, *far):
        event = events[place]
        for value in _others(event, free):
            meant = event._replace(value=value)
            told = f"{_where(record, place)} meant: {event.act.word} {_value_text(meant, record)}"
            yield Hypothesis(place, 1, (meant,), told)


def _may_lie_dormant(event: Action, place: int, since: int) -> bool:
    """Whether a wrong value may stay unnoticed for long: a tile placed long ago would have been missed before."""
    return event.act in (Act.BUY, Act.FOUND, Act.DISPOSE) or (event.act is Act.PLAY and place >= since)


def _where(record: GameRecord, place: int) -> str:
    line = record.line_of(place)
    return f"line {line}" if line is not None else f"event {place + 1}"


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
        yield from ((chain, other, trade, hold) for other in range(_MOST_SHARES) if other != sell)
        yield from ((chain, sell, other, hold) for other in range(0, _MOST_SHARES, 2) if other != trade)


def _other_purchases(purchase: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    bought = {chain for chain, _ in purchase}
    for place, (chain, count) in enumerate(purchase):
        others = [(chain, other) for other in (1, 2, 3) if other != count]
        others += [(other, count) for other in range(CHAINS) if other not in bought]
        for other in others:
            yield (*purchase[:place], other, *purchase[place + 1 :])


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
