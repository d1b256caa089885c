"""Hypotheses about single errors made when a log was written, and the generation of those about whole turns.

A hypothesis is one change of the log. The changed log is replayed, and the hypothesis is judged by the findings that remain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any, Final

from games.acquire.actions import UNKNOWN_TILE, Action, ActKind
from games.acquire.board import ALL_CHAINS, CHAINS, CHAINS_IN, FOUR_NEIGHBOURS, LONE, TILE_NAMES, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.findings import CODES, CodeGroup
from games.acquire.state import State
from games.acquire.writings.doubles import Difference, WrittenAgain, written_again


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
    def chooses_purchase(self) -> bool:
        """Whether the hypothesis chooses freely what was bought; some purchase explains almost any amount of cash."""
        if self.kind is ErrorKind.MISSING:
            return True
        return (
            self.kind in (ErrorKind.LOST, ErrorKind.VALUE)
            and self.clause is not None
            and self.clause.act is ActKind.BUY
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

    def in_words(self, record: GameRecord) -> str:
        """Return the hypothesis as words that follow "What follows fits if"."""
        here = _where(record, self.at)
        match self.kind:
            case ErrorKind.RETOLD:
                return f"what was written the second time is right: {self._retold(record)}"
            case ErrorKind.NUMBERED:
                return f"no turn is missing and the numbers from {here} on are wrong"
            case ErrorKind.SWAPPED:
                return f"{here} and {_where(record, self.other)} stand in the wrong order"
            case ErrorKind.EXCHANGED:
                return f"what stands on {here} and on {_where(record, self.other)} was written down for each other's player"
            case ErrorKind.PLAYER:
                return f"{here} is {record.header.players[self.put[0].player].id}'s turn"
            case ErrorKind.MISSING:
                return f"before {here} this turn is missing: {_turn_text(self.put, record)}"
            case ErrorKind.LOST:
                return f"{here} leaves out: {_clause_text(self.clause, record)}"
            case ErrorKind.MOVED:
                return f"the clause “{_clause_text(self.clause, record)}” of {here} belongs to {_where(record, self.other)}"
            case ErrorKind.VALUE:
                return f"{here} meant: {_clause_text(self.clause, record)}"
            case ErrorKind.PURCHASES:
                return f"the purchases of {here} and {_where(record, self.other)} were written down for each other's player"
            case _:
                return self._manner(record, here)

    def _manner(self, record: GameRecord, here: str) -> str:
        """Return a manner kept through the log in words."""
        one, other = self.pair
        if self.kind is ErrorKind.UNIT:
            return f"cash is written in units of {one} dollars"
        if self.kind is ErrorKind.TRADES:
            return "every trade is written as the shares that were received, not as those given up"
        if self.kind is ErrorKind.CHAINS:
            names = record.header.labels().names
            return f"from {here} on {names[one]} and {names[other]} are written for each other"
        first, second = (record.header.players[seat].id for seat in self.pair)
        if self.kind is ErrorKind.FINALS:
            return f"the final cash of {first} and {second} is written for each other"
        acts = {event.act for event, was in zip(self.put, record.events[self.index :], strict=False) if event != was}
        where = " in mergers" if acts <= {ActKind.BONUS, ActKind.DISPOSE} else ""
        return f"from {here} on {first} and {second} are written for each other{where}"

    def _retold(self, record: GameRecord) -> str:
        """Return in words what a second writing says instead of the first."""
        left = {other for _, again in written_again(self.put) for other in again.differences}
        concerned = written_again(record.events[self.index : self.index + self.removed])
        chosen = [other for _, again in concerned for other in again.differences if other not in left]
        return " and ".join(f"{_clause_text(other.instead[0], record)} (line {other.other_line})" for other in chosen)


def _where(record: GameRecord, place: int) -> str:
    """Return the line of an event, or its number in the log if lines are not known."""
    line = record.line_of(place)
    return f"line {line}" if line is not None else f"event {place + 1}"


def _turn_text(events: Sequence[Action], record: GameRecord) -> str:
    """Return the events of the first turn among these as the notation writes them."""
    of = record.header.players[events[0].player].id
    rest = next((at for at, event in enumerate(events) if at and event.act is ActKind.TURN), len(events))
    return f"{of}: " + "; ".join(_clause_text(event, record) for event in events[1:rest])


def _clause_text(event: Action | None, record: GameRecord) -> str:
    """Return an event as the notation writes it; empty for None."""
    if event is None:
        return ""
    names = record.header.labels().names
    value: Any = event.value
    act = event.act
    if act in (ActKind.PLAY, ActKind.START):
        return f"{act.word} {TILE_NAMES[value]}"
    if act in (ActKind.DRAW, ActKind.DEAD):
        return f"{act.word} {' '.join(TILE_NAMES[tile] if tile >= 0 else '?' for tile in value)}"
    if act in (ActKind.FOUND, ActKind.SURVIVOR):
        return f"{act.word} {names[value]}"
    if act is ActKind.BUY:
        return f"{act.word} " + (", ".join(f"{names[chain]} {count}" for chain, count in value) or "-")
    if act is ActKind.DISPOSE:
        player = record.header.players[event.player].id
        return f"{player} of {names[value[0]]} sell {value[1]} trade {value[2]}"
    return str(act.word)


Basket = tuple[tuple[int, int], ...]
"""A purchase: chains with shares, each chain once and in order."""

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


#: Of so many contradictions between two writings every choice is tried; of more only each one alone and all together.
_MOST_CHOICES: Final = 6


def other_writings(record: GameRecord) -> Iterator[Hypothesis]:
    """Yield hypotheses by which the second writing of a turn is right where it contradicts the first: in one place, or in several."""
    found = dict(written_again(record.events))
    differing = [(marker, other) for marker, again in found.items() for other in again.differences]
    counts = range(1, len(differing) + 1) if len(differing) <= _MOST_CHOICES else (1, len(differing))
    for count in counts:
        for chosen in combinations(differing, count):
            yield _retold(record, found, [other for _, other in chosen])


def _retold(record: GameRecord, found: Mapping[int, WrittenAgain], chosen: Sequence[Difference]) -> Hypothesis:
    """Return the hypothesis by which the second writing is right in the chosen places."""
    first = min(other.places[0] for other in chosen)
    markers = [marker for marker, again in found.items() if not set(again.differences).isdisjoint(chosen)]
    put: list[Action] = []
    for place in range(first, markers[-1] + 1):
        event = record.events[place]
        other = next((other for other in chosen if place in other.places), None)
        if place in markers:
            left = tuple(other for other in found[place].differences if other not in chosen)
            put.append(event._replace(value=replace(found[place], differences=left)))
        elif other is None:
            put.append(event)
        elif place == other.places[0]:
            put += other.instead
    clause = chosen[0].instead[0]
    return Hypothesis(ErrorKind.RETOLD, first, markers[-1] + 1 - first, tuple(put), at=first, clause=clause)


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
        rest = () if is_counted else tuple(_numbered_on(events[index:], 1))
        for tile in free_tiles(events):
            for tail in _tails(before, player, tile):
                put = (begun, Action(ActKind.PLAY, player, tile), *tail, *drawn, *rest)
                yield Hypothesis(ErrorKind.MISSING, index, len(rest), put, at=at)


def wrong_numbers(record: GameRecord, at: int, missing: int) -> Iterator[Hypothesis]:
    """Yield the hypothesis by which ``missing`` turns before the one at the event ``at`` are not missing: its number is too high."""
    put = tuple(_numbered_on(record.events[at:], -missing))
    yield Hypothesis(ErrorKind.NUMBERED, at, len(put), put, at=at)


def _numbered_on(events: Sequence[Action], by: int) -> Iterator[Action]:
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
