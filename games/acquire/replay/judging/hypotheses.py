"""Hypotheses about single errors made when a log was written, and the generation of those about whole turns.

A hypothesis is one change of the log. The changed log is replayed, and the hypothesis is judged by the findings that remain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import Final

from games.acquire.actions import UNKNOWN_TILE, Action, ActKind
from games.acquire.board import ALL_CHAINS, CHAINS, CHAINS_IN, FOUR_NEIGHBOURS, LONE, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.findings import CODES, CodeGroup
from games.acquire.state import State


class ErrorKind(StrEnum):
    """What was done wrong when the log was written."""

    RETOLD = "other-writing"
    NUMBERED = "turns-numbered"
    SWAPPED = "turns-swapped"
    EXCHANGED = "turns-exchanged"
    PLAYER = "other-player"
    MISSING = "turn-missing"
    LOST = "clause-lost"
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
MANNERS: Final = frozenset({ErrorKind.UNIT, ErrorKind.FINALS, ErrorKind.TRADES, ErrorKind.SEATS, ErrorKind.CHAINS})


#: The groups of findings that no wrong purchase or disposal explains.
_OF_TILES: Final = frozenset(
    {
        CodeGroup.TILE,
        CodeGroup.HAND,
        CodeGroup.DRAW,
        CodeGroup.SHOW,
        CodeGroup.DEAD,
        CodeGroup.PLACEMENT,
        CodeGroup.PASSING,
        CodeGroup.START,
        CodeGroup.TURN,
    }
)

#: The groups of findings that an unrecorded purchase may lead to; `_LACKING` are those about a later purchase.
_OF_MONEY: Final = frozenset({CodeGroup.CASH, CodeGroup.FINAL, CodeGroup.BONUS, CodeGroup.DISPOSAL})
_LACKING: Final = frozenset({"buy-no-stock", "buy-no-cash"})


@dataclass(frozen=True, slots=True)
class Clue:
    """What a search starts from: the place of the first finding, the codes of all findings, and where the log may be wrong.

    A wrong tile placed before ``since`` would have been noticed; numbers and chains written before ``earliest`` are right. All three
    places are indices of events.
    """

    place: int
    codes: tuple[str, ...]
    since: int
    earliest: int

    @property
    def may_be_of_shares(self) -> bool:
        """Whether a wrong purchase or disposal may explain the first finding."""
        return CODES[self.codes[0]].group not in _OF_TILES

    @property
    def may_be_unrecorded(self) -> bool:
        """Whether an unrecorded purchase may explain the first finding, because money or shares are missing."""
        return CODES[self.codes[0]].group in _OF_MONEY or self.codes[0] in _LACKING


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One change of a log: from the event at ``index`` on, ``removed`` events are replaced by the events ``put``.

    ``at`` is the index of the event where the error was made, and ``other`` that of a second event concerned, -1 for none. ``clause`` is
    the event that was left out or meant otherwise, None for an error of whole turns. ``pair`` are the two players or chains that were
    exchanged, or twice the unit in which cash was written, in dollars; (-1, -1) for none.
    """

    kind: ErrorKind
    index: int
    removed: int
    put: tuple[Action, ...]
    at: int
    other: int = -1
    clause: Action | None = None
    pair: tuple[int, int] = (-1, -1)

    @property
    def chooses_shares(self) -> bool:
        """Whether the hypothesis chooses freely what was bought, sold or traded; some purchase or sale explains almost any cash."""
        if self.kind is ErrorKind.MISSING:
            return True
        return (
            self.kind in (ErrorKind.LOST, ErrorKind.VALUE)
            and self.clause is not None
            and self.clause.act in (ActKind.BUY, ActKind.DISPOSE)
        )

    def applied(self, record: GameRecord) -> GameRecord:
        """Return the record as it was meant by this hypothesis, whose events keep their lines.

        ``record`` has a line, or None, for each of its events.
        """
        after = self.index + self.removed
        events = [*record.events]
        events[self.index : after] = self.put
        lines = record.lines
        added = len(self.put) - self.removed
        if added > 0:
            here = lines[min(self.index, len(lines) - 1)] if lines else None
            lines = [*lines[: self.index], *[here] * added, *lines[self.index :]]
        elif added < 0:
            lines = [*lines[: self.index + len(self.put)], *lines[after:]]
        unread = record.unread
        if added and unread:
            unread = tuple(
                replace(gap, before=gap.before + added) if gap.before > self.index else gap for gap in unread
            )
        return GameRecord(record.header, events, lines, record.spelling, unread)

    def place_as_written(self, place: int) -> int:
        """Return the index, in the log as written, of the event at an index in the changed log; added events count as at ``index``."""
        added = len(self.put) - self.removed
        if added > 0:
            return place if place < self.index else max(self.index, place - added)
        return place if place < self.index + len(self.put) else place - added


Basket = tuple[tuple[int, int], ...]
"""A purchase: chains with shares, each chain once and in order."""


def baskets(chains: Sequence[int]) -> list[Basket]:
    """Return all purchases of one to three shares of these chains."""
    return [
        tuple((chain, basket.count(chain)) for chain in sorted(set(basket)))
        for count in (1, 2, 3)
        for basket in combinations_with_replacement(sorted(chains), count)
    ]


def missing_turns(
    record: GameRecord, at: int, player: int, before: State, *, has_draws: bool, is_counted: bool
) -> Iterator[Hypothesis]:
    """Yield hypotheses by which a turn of this player is missing before the turn that begins at the event ``at``.

    ``before`` is the position before it. With ``has_draws`` the turn has a draw. With ``is_counted`` the log leaves out the turn's
    number too; else the turns after it are numbered as if it had not been. Turns with a merger are not tried, because there are too
    many ways to dispose.
    """
    events = record.events
    number = events[at].value
    begun = Action(ActKind.TURN, player, number if number is None or not is_counted else number - 1)
    drawn = (Action(ActKind.DRAW, player, (UNKNOWN_TILE,)),) if has_draws else ()
    for index in _ends_before(events, at):
        rest = () if is_counted else tuple(numbered_on(events[index:], 1))
        for tile in free_tiles(events):
            for tail in _tails(before, player, tile):
                put = (begun, Action(ActKind.PLAY, player, tile), *tail, *drawn, *rest)
                yield Hypothesis(ErrorKind.MISSING, index, len(rest), put, at=at)


def numbered_on(events: Sequence[Action], by: int) -> Iterator[Action]:
    """Yield events with the number of each turn increased by ``by``."""
    for event in events:
        is_numbered = event.act is ActKind.TURN and event.value is not None
        yield event._replace(value=event.value + by) if is_numbered else event


def _ends_before(events: Sequence[Action], at: int) -> list[int]:
    """Return where the missing turn may have been: directly before the next turn, or before the counts of cash in front of it."""
    first = at
    while first > 0 and events[first - 1].act is ActKind.CASH:
        first -= 1
    return [at] if first == at else [at, first]


def free_tiles(events: Sequence[Action]) -> list[int]:
    """Return the tiles that the log does not place, any of which a misread tile may have been."""
    placed = {event.value for event in events if event.act in (ActKind.PLAY, ActKind.START)}
    return [tile for tile in range(TILES) if tile not in placed]


def _tails(before: State, player: int, tile: int) -> Iterator[tuple[Action, ...]]:
    """Yield what may follow a placed tile: a founding if it makes a chain, then a purchase, which may be empty."""
    a, b, c, d = FOUR_NEIGHBOURS[tile]
    spaces = before.spaces
    bits = spaces[a] | spaces[b] | spaces[c] | spaces[d]
    if len(CHAINS_IN[bits & ALL_CHAINS]) > 1:
        return
    here = list(CHAINS_IN[before.on_board])
    founded: list[tuple[tuple[Action, ...], list[int]]] = [((), here)]
    if bits == LONE:
        free = [chain for chain in range(CHAINS) if chain not in here]
        founded = [((Action(ActKind.FOUND, player, chain),), sorted([*here, chain])) for chain in free]
    nothing: list[Basket] = [()]
    for clause, on_board in founded:
        for wanted in (*nothing, *baskets(on_board)):
            yield (*clause, Action(ActKind.BUY, player, wanted))
