"""Hypotheses about a manner kept through a log, or from one place on: one cause for many findings.

Such a hypothesis changes every event of its kind at once. It is one thing that a scribe did all the time, and not many mistakes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations
from typing import Final

from games.acquire.actions import Action, ActKind, with_chains
from games.acquire.board import CHAINS
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Finding, grave
from games.acquire.replay.judging.hypotheses import Clue, ErrorKind, Hypothesis
from games.acquire.replay.replayer import Reporter

#: By how much recorded cash may be too small because it is written in tens, hundreds or thousands.
_UNITS: Final = (10, 100, 1_000)

_OF_MERGERS: Final = frozenset({ActKind.BONUS, ActKind.DISPOSE})
_OF_COUNTS: Final = frozenset({ActKind.CASH, ActKind.FINAL})
_OF_CASH: Final = frozenset({"cash-wrong", "final-wrong"})


#: Two players or chains taken for each other are looked for where at least so many findings, listed or silenced, may follow from it.
LEAST_OF_EXCHANGES: Final = 3


def manners(record: GameRecord, clue: Clue, found: Reporter) -> Iterator[Hypothesis]:
    """Yield hypotheses about manners that may explain several of these findings; the clue is of the first mistake."""
    if len(grave(found.findings)) + found.suppressed < 2:
        return
    yield from _units(record, found.findings)
    yield from _exchanged_finals(record, found.findings)
    yield from _trades_as_received(record)
    if found.weight >= LEAST_OF_EXCHANGES:
        yield from _exchanged_seats(record, clue)
        yield from _exchanged_chains(record, clue)


def _rewritten(
    record: GameRecord, kind: ErrorKind, change: Callable[[Action], Action], pair: tuple[int, int] = (-1, -1)
) -> Iterator[Hypothesis]:
    """Yield the hypothesis by which every event of the log was meant as ``change`` gives it.

    There is none if that changes a single event: then it is no manner but a slip.
    """
    events = record.events
    put = tuple(map(change, events))
    changed = [place for place, event in enumerate(put) if event is not events[place] and event != events[place]]
    if len(changed) > 1:
        at = changed[0]
        yield Hypothesis(kind, at, len(events) - at, put[at:], at=at, pair=pair)


def _rewritten_from(
    record: GameRecord,
    kind: ErrorKind,
    change: Callable[[Action], Action],
    pair: tuple[int, int],
    places: Sequence[int],
) -> Iterator[Hypothesis]:
    """Yield the hypotheses by which every event from one of these places on was meant as ``change`` gives it, in the order of the places.

    Places from which on the same events change give one hypothesis.
    """
    events = record.events
    put = tuple(map(change, events))
    changed = [place for place, event in enumerate(put) if event is not events[place] and event != events[place]]
    firsts = dict.fromkeys(bisect_left(changed, place) for place in places)
    for first in firsts:
        if first + 1 < len(changed):
            at = changed[first]
            yield Hypothesis(kind, at, len(events) - at, put[at:], at=at, pair=pair)


def _units(record: GameRecord, findings: Collection[Finding]) -> Iterator[Hypothesis]:
    """Yield hypotheses by which counts of cash, or the final cash, are written in tens, hundreds or thousands of dollars."""
    wrong = [finding for finding in findings if finding.code in _OF_CASH]
    for unit in _UNITS:
        if any(isinstance(finding.recorded, int) and finding.recorded * unit == finding.expected for finding in wrong):
            for acts in (frozenset({ActKind.FINAL}), frozenset({ActKind.CASH}), _OF_COUNTS):

                def change(event: Action, acts: Collection[ActKind] = acts, unit: int = unit) -> Action:
                    return event._replace(value=event.value * unit) if event.act in acts else event

                yield from _rewritten(record, ErrorKind.UNIT, change, (unit, unit))


def _exchanged_finals(record: GameRecord, findings: Collection[Finding]) -> Iterator[Hypothesis]:
    """Yield hypotheses by which the final cash of two players stands in each other's place."""
    wrong = {finding.player for finding in findings if finding.code == "final-wrong"}
    seats = [seat for seat, player in enumerate(record.header.players) if player.id in wrong]
    for one, other in combinations(seats, 2):
        change = _seats_changed(one, other, frozenset({ActKind.FINAL}))
        yield from _rewritten(record, ErrorKind.FINALS, change, (one, other))


def _trades_as_received(record: GameRecord) -> Iterator[Hypothesis]:
    """Yield the hypothesis by which every trade is written as the shares that were received, not as those given up."""

    def change(event: Action) -> Action:
        if event.act is not ActKind.DISPOSE:
            return event
        chain, sell, trade, hold = event.value
        return event._replace(value=(chain, sell, 2 * trade, hold))

    yield from _rewritten(record, ErrorKind.TRADES, change)


def _exchanged_seats(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Yield hypotheses by which two players were taken for each other from a turn on, in mergers only or in everything."""
    starts = [at for at, event in enumerate(record.events) if event.act is ActKind.TURN and at <= clue.place]
    seats = len(record.header.players)
    every = frozenset(ActKind)
    latest = starts[: -seats - 2 : -1]
    for one, other in combinations(range(seats), 2):
        for acts in (_OF_MERGERS, every - _OF_COUNTS, every):
            change = _seats_changed(one, other, acts)
            yield from _rewritten_from(record, ErrorKind.SEATS, change, (one, other), latest)


def _seats_changed(one: int, other: int, acts: Collection[ActKind]) -> Callable[[Action], Action]:
    """Return what gives the events of these acts of either player to the other one."""
    turned = {one: other, other: one}

    def change(event: Action) -> Action:
        if event.act in acts and event.player in turned:
            return event._replace(player=turned[event.player])
        return event

    return change


def _exchanged_chains(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Yield hypotheses by which two chains were taken for each other from some place on; the latest places first."""
    places = range(min(clue.place, len(record.events) - 1), -1, -1)
    for one, other in combinations(range(CHAINS), 2):
        yield from _rewritten_from(record, ErrorKind.CHAINS, _chains_changed(one, other), (one, other), places)


def _chains_changed(one: int, other: int) -> Callable[[Action], Action]:
    """Return what names the other chain wherever an event names one of these two."""
    turned = {one: other, other: one}

    def of(chain: int) -> int:
        return turned.get(chain, chain)

    return lambda event: with_chains(event, of)
