"""What an edit of a log is: one slip of whoever wrote it, and the log without it.

The changed log is replayed, and the edit is judged by the findings that remain.

Manners kept through a log, or from one place on: one cause for many findings, which changes every event of its kind at once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Final

from games.acquire.actions import Action, ActKind, with_chains
from games.acquire.board import CHAINS
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Finding, grave
from games.acquire.replay.replayer import Reporter


class EditKind(StrEnum):
    """What was done wrong when the log was written."""

    RETOLD = "other-writing"
    NUMBERED = "turns-numbered"
    SWAPPED = "turns-swapped"
    EXCHANGED = "turns-exchanged"
    PLAYER = "other-player"
    MISSING = "turn-missing"
    LOST = "clause-lost"
    TWICE = "clause-twice"
    MOVED = "clause-moved"
    VALUE = "other-value"
    PURCHASES = "purchases-exchanged"
    DISPOSALS = "disposals-exchanged"
    TILES = "tiles-exchanged"
    UNIT = "unit-of-cash"
    FINALS = "finals-exchanged"
    TRADES = "trades-as-received"
    SEATS = "players-exchanged"
    CHAINS = "chains-exchanged"


#: What a scribe did through the whole log, or from one place on.
MANNERS: Final = frozenset({EditKind.UNIT, EditKind.FINALS, EditKind.TRADES, EditKind.SEATS, EditKind.CHAINS})


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a log: from the event at ``index`` on, ``removed`` events are replaced by the events ``put``.

    ``at`` is the index of the event where the error was made, and ``other`` that of a second event concerned, -1 for none. ``clause`` is
    the event that was left out or meant otherwise, None for an error of whole turns. ``pair`` are the two players or chains that were
    exchanged, or twice the unit in which cash was written, in dollars; (-1, -1) for none. ``cost`` is 0 for the most likely slips.
    """

    kind: EditKind
    index: int
    removed: int
    put: tuple[Action, ...]
    at: int
    other: int = -1
    clause: Action | None = None
    pair: tuple[int, int] = (-1, -1)
    cost: int = 0

    @property
    def chooses_shares(self) -> bool:
        """Whether the edit chooses freely what was bought, sold or traded; some purchase or sale explains almost any cash."""
        is_of_shares = self.clause is not None and self.clause.act in (ActKind.BUY, ActKind.DISPOSE)
        return self.kind is EditKind.MISSING or (is_of_shares and self.kind in (EditKind.LOST, EditKind.VALUE))

    def applied(self, record: GameRecord) -> GameRecord:
        """Return the record as it was meant by this edit, whose events keep their lines.

        ``record`` has a line, or None, for each of its events.
        """
        after, added = self.index + self.removed, len(self.put) - self.removed
        events, lines = [*record.events], [*record.lines]
        here = lines[min(self.index, len(lines) - 1)] if lines else None
        events[self.index : after] = self.put
        lines[self.index : after] = [*[here] * added, *lines[self.index : min(after, self.index + len(self.put))]]
        unread = tuple(
            replace(gap, before=gap.before + added) if gap.before > self.index else gap for gap in record.unread
        )
        return GameRecord(record.header, events, lines, record.spelling, unread)

    def place_as_written(self, place: int) -> int:
        """Return the index, in the log as written, of the event at an index in the changed log; added events count as at ``index``."""
        added = len(self.put) - self.removed
        first = self.index if added > 0 else self.index + len(self.put)
        return place if place < first else max(self.index, place - added)


#: By how much recorded cash may be too small because it is written in tens, hundreds or thousands.
_UNITS: Final = (10, 100, 1_000)

_OF_MERGERS: Final = frozenset({ActKind.BONUS, ActKind.DISPOSE})
_OF_COUNTS: Final = frozenset({ActKind.CASH, ActKind.FINAL})

#: Two players or chains taken for each other are looked for where at least so many findings, listed or silenced, may follow from it.
LEAST_OF_EXCHANGES: Final = 3

Change = Callable[[Action], Action]


def manners(record: GameRecord, place: int, found: Reporter) -> Iterator[Edit]:
    """Yield the manners that may explain several of these findings, the first of which is about the event at ``place``."""
    if len(grave(found.findings)) + found.suppressed < 2:
        return
    seats = range(len(record.header.players))
    for unit, acts in _units(found.findings):
        yield from _edits_from(record, EditKind.UNIT, _multiplication(unit, acts), (unit, unit))
    wrong = {finding.player for finding in found.findings if finding.code == "final-wrong"}
    for one, other in combinations((seat for seat in seats if record.header.players[seat].id in wrong), 2):
        changed = _seats_changed(one, other, frozenset({ActKind.FINAL}))
        yield from _edits_from(record, EditKind.FINALS, changed, (one, other))
    yield from _edits_from(record, EditKind.TRADES, _as_given_up, (-1, -1))
    if found.weight < LEAST_OF_EXCHANGES:
        return
    starts = [at for at, event in enumerate(record.events) if event.act is ActKind.TURN and at <= place]
    every = frozenset(ActKind)
    for one, other in combinations(seats, 2):
        for acts in (_OF_MERGERS, every - _OF_COUNTS, every):
            latest = starts[: -len(seats) - 2 : -1]
            yield from _edits_from(record, EditKind.SEATS, _seats_changed(one, other, acts), (one, other), latest)
    places = range(min(place, len(record.events) - 1), -1, -1)
    for one, other in combinations(range(CHAINS), 2):
        yield from _edits_from(record, EditKind.CHAINS, _chains_changed(one, other), (one, other), places)


def _edits_from(
    record: GameRecord, kind: EditKind, change: Change, pair: tuple[int, int], places: Iterable[int] = (0,)
) -> Iterator[Edit]:
    """Yield the edits by which every event from one of these places on was meant as ``change`` gives it, in the order of the places.

    Places from which on the same events change give one edit; a single event is no manner but a slip.
    """
    events = record.events
    put = tuple(map(change, events))
    changed = [place for place, event in enumerate(put) if event is not events[place] and event != events[place]]
    for at in (
        changed[first] for first in dict.fromkeys(bisect_left(changed, at) for at in places) if first + 1 < len(changed)
    ):
        yield Edit(kind, at, len(events) - at, put[at:], at=at, pair=pair)


def _units(findings: Collection[Finding]) -> Iterator[tuple[int, frozenset[ActKind]]]:
    """Yield the units in which cash may be written, each with the acts that may be so written."""
    wrong = [finding for finding in findings if finding.code in ("cash-wrong", "final-wrong")]
    for unit in _UNITS:
        if any(isinstance(finding.recorded, int) and finding.recorded * unit == finding.expected for finding in wrong):
            yield from ((unit, acts) for acts in (frozenset({ActKind.FINAL}), frozenset({ActKind.CASH}), _OF_COUNTS))


def _multiplication(unit: int, acts: Collection[ActKind]) -> Change:
    """Return what multiplies the cash that events of these acts state."""
    return lambda event: event._replace(value=event.value * unit) if event.act in acts else event


def _as_given_up(event: Action) -> Action:
    """Return a disposal with the shares given up, where those received are written; any other event unchanged."""
    if event.act is not ActKind.DISPOSE:
        return event
    chain, sell, trade, hold = event.value
    return event._replace(value=(chain, sell, 2 * trade, hold))


def _seats_changed(one: int, other: int, acts: Collection[ActKind]) -> Change:
    """Return what gives the events of these acts of either player to the other one."""
    turned = {one: other, other: one}

    def change(event: Action) -> Action:
        is_turned = event.act in acts and event.player in turned
        return event._replace(player=turned[event.player]) if is_turned else event

    return change


def _chains_changed(one: int, other: int) -> Change:
    """Return what names the other chain wherever an event names one of these two."""
    turned = {one: other, other: one}
    return lambda event: with_chains(event, lambda chain: turned.get(chain, chain))
