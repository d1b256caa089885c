"""Clauses that were not written down, or written into the wrong turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, pairwise
from typing import Final

from games.acquire.actions import Act, Action
from games.acquire.board import CHAINS
from games.acquire.record import GameRecord
from games.acquire.replay.hypotheses.hypothesis import Clue, Hypothesis, Kind
from games.acquire.replay.hypotheses.turns import turn_of, turn_starts

Basket = tuple[tuple[int, int], ...]
"""A purchase: chains with shares, each chain once and in order."""

#: More shares than anybody can dispose of in one merger are not tried.
MOST_SHARES: Final = 14

#: What closes a turn; a lost purchase stood before it.
CLOSING: Final = frozenset({Act.DRAW, Act.CASH, Act.CLOCK, Act.TIMEOUT, Act.END, Act.FINAL, Act.DEAD, Act.HAND})


def baskets(chains: Sequence[int]) -> list[Basket]:
    """All purchases of one to three shares of these chains."""
    return [
        tuple((chain, basket.count(chain)) for chain in sorted(set(basket)))
        for count in (1, 2, 3)
        for basket in combinations_with_replacement(sorted(chains), count)
    ]


def founded_before(record: GameRecord, place: int) -> list[int]:
    """The chains that may be on the board at a place: those founded before it, all where a log begins with a position."""
    if record.header.position is not None:
        return list(range(CHAINS))
    return sorted({event.value for event in record.events[:place] if event.act is Act.FOUND})


def lost_purchases(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """A purchase that was not written down, in a turn without one or with "nothing"; the latest turns first."""
    events = record.events
    cuts = [*turn_starts(events), len(events)]
    turns = [
        (first, last) for first, last in reversed(list(pairwise(cuts))) if first <= clue.place and last > clue.earliest
    ]
    silent = [turn for turn in turns if all(event.act is not Act.BUY for event in events[slice(*turn)])]
    for first, last in silent:
        at = _end_of_clauses(events, first, last)
        for wanted in baskets(founded_before(record, at)):
            bought = Action(Act.BUY, events[first].player, wanted)
            yield Hypothesis(Kind.LOST, at, 0, (bought,), at=first, said=bought)
    for first, last in turns:
        at = next((at for at in range(first, last) if events[at].act is Act.BUY and not events[at].value), last)
        for wanted in baskets(founded_before(record, at)) if at < last else ():
            bought = events[at]._replace(value=wanted)
            yield Hypothesis(Kind.VALUE, at, 1, (bought,), at=at, said=bought)


def _end_of_clauses(events: Sequence[Action], first: int, last: int) -> int:
    return next((place for place in range(first, last) if events[place].act in CLOSING), last)


def moved_purchases(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """A purchase written into the turn before or after the one that it belongs to, or into the same player's next one."""
    events = record.events
    seats = len(record.header.players)
    turns = list(pairwise([*turn_starts(events), len(events)]))
    for number, (first, last) in enumerate(turns):
        if first > clue.place or any(event.act is Act.BUY for event in events[first:last]):
            continue
        for other in (number - seats, number - 1, number + 1, number + seats):
            if 0 <= other < len(turns) and min(first, turns[other][0]) >= clue.earliest:
                yield from _moved(events, (first, last), turns[other])


def _moved(events: Sequence[Action], to: tuple[int, int], of: tuple[int, int]) -> Iterator[Hypothesis]:
    player = events[to[0]].player
    put_at = _end_of_clauses(events, *to)
    for place in range(*of):
        if events[place].act is Act.BUY and events[place].value:
            bought = events[place]._replace(player=player)
            low, high = min(put_at, place), max(put_at, place + 1)
            without = [event for at, event in enumerate(events[low:high], low) if at != place]
            put = (bought, *without) if put_at <= place else (*without, bought)
            yield Hypothesis(Kind.MOVED, low, high - low, put, at=place, other=to[0], said=bought)


#: What of a turn's decisions was not written down, by the finding that says so.
_CHOICES: Final = {"found-missing": Act.FOUND, "survivor-missing": Act.SURVIVOR}

#: The findings that a disposal which was not written down may leave.
_OF_LOST_DISPOSALS: Final = frozenset({"dispose-missing", "dispose-order"})


def lost_choices(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """A founding, a survivor or a disposal that was not written down in the turn at hand."""
    events = record.events
    first = turn_of(events, min(clue.place, len(events) - 1))
    tile = next((place for place in range(first, len(events)) if events[place].act is Act.PLAY), None)
    if tile is None or tile > clue.place + 1:
        return
    for code, act in _CHOICES.items():
        if code in clue.codes:
            for chain in range(CHAINS):
                said = Action(act, events[tile].player, chain)
                yield Hypothesis(Kind.LOST, tile + 1, 0, (said,), at=first, said=said)
    if not _OF_LOST_DISPOSALS.isdisjoint(clue.codes):
        yield from _lost_disposals(record, tile)


def _rest_of_turn(events: Sequence[Action], place: int) -> Iterator[Action]:
    for event in events[place:]:
        if event.act is Act.TURN:
            return
        yield event


def _lost_disposals(record: GameRecord, tile: int) -> Iterator[Hypothesis]:
    """A holder's disposal beside another one of the same merger."""
    events = record.events
    told = [at for at, event in enumerate(_rest_of_turn(events, tile), tile) if event.act is Act.DISPOSE]
    for at in told:
        chain = events[at].value[0]
        there = {events[place].player for place in told if events[place].value[0] == chain}
        for player in range(len(record.header.players)):
            if player in there:
                continue
            for place in (at, at + 1):
                for sell in range(MOST_SHARES):
                    for trade in range(0, MOST_SHARES - sell, 2):
                        said = Action(Act.DISPOSE, player, (chain, sell, trade, None))
                        yield Hypothesis(Kind.LOST, place, 0, (said,), at=tile, said=said)
