"""What a log may have been meant to record: a single human error as a small value, and errors of whole turns.

A hypothesis is one change of the log. It is no verdict: it is replayed, and only what it leaves counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations_with_replacement, pairwise
from typing import Any, Final

from games.acquire.actions import UNKNOWN_TILE, Action, ActKind
from games.acquire.board import ALL_CHAINS, CHAINS, CHAINS_IN, FOUR_NEIGHBOURS, LONE, TILE_NAMES, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.findings import CODES, CodeGroup
from games.acquire.state import State


class ErrorKind(StrEnum):
    """What was done wrong when the log was written."""

    DOUBLED = "turn-doubled"
    SWAPPED = "turns-swapped"
    EXCHANGED = "turns-exchanged"
    PLAYER = "other-player"
    MISSING = "turn-missing"
    LOST = "clause-lost"
    MOVED = "clause-moved"
    VALUE = "other-value"


#: What findings are about that no wrong purchase or disposal explains.
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

#: What findings are about that a purchase which nobody wrote down may leave; `_LACKING` are those of a later purchase.
_OF_MONEY: Final = frozenset({CodeGroup.CASH, CodeGroup.FINAL, CodeGroup.BONUS, CodeGroup.DISPOSAL})
_LACKING: Final = frozenset({"buy-no-stock", "buy-no-cash"})


@dataclass(frozen=True, slots=True)
class Clue:
    """What a search goes by: the first finding's place, all codes found, and from where on the log may be wrong.

    Tiles placed before ``since`` would have been missed; numbers and chains written before ``earliest`` are right.
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
        """Whether a purchase that was not written down may explain the first finding: money or shares are not what they should be."""
        return CODES[self.codes[0]].group in _OF_MONEY or self.codes[0] in _LACKING


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One change of a log: from the event at ``index`` on, so many ``removed`` events stand for those ``put``.

    ``at`` is the place of the event where the error was made, and ``other`` a second one that it concerns.
    ``clause`` is the event that is missing or meant otherwise; None where whole turns are.
    """

    kind: ErrorKind
    index: int
    removed: int
    put: tuple[Action, ...]
    at: int
    other: int = -1
    clause: Action | None = None

    @property
    def chooses_purchase(self) -> bool:
        """Whether it chooses what was bought: almost any amount of cash could be explained by some choice."""
        if self.kind is ErrorKind.MISSING:
            return True
        return (
            self.kind in (ErrorKind.LOST, ErrorKind.VALUE)
            and self.clause is not None
            and self.clause.act is ActKind.BUY
        )

    def applied(self, record: GameRecord) -> GameRecord:
        """The record as it was meant by this hypothesis; lines stay with their events.

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
        return GameRecord(record.header, events, lines, record.spelling, record.unread)

    def place_as_written(self, place: int) -> int:
        """The place in the log as written of a place in the log as meant; what was added stands at its beginning."""
        added = len(self.put) - self.removed
        if added > 0:
            return place if place < self.index else max(self.index, place - added)
        return place if place < self.index + len(self.put) else place - added

    def in_words(self, record: GameRecord) -> str:
        """The hypothesis in words, as it follows "What follows fits if"."""
        here = _where(record, self.at)
        match self.kind:
            case ErrorKind.DOUBLED:
                return f"{here} is the turn before it written twice"
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


def _where(record: GameRecord, place: int) -> str:
    """The line of an event, or its number in the log where lines are not known."""
    line = record.line_of(place)
    return f"line {line}" if line is not None else f"event {place + 1}"


def _turn_text(events: Sequence[Action], record: GameRecord) -> str:
    of = record.header.players[events[0].player].id
    rest = next((at for at, event in enumerate(events) if at and event.act is ActKind.TURN), len(events))
    return f"{of}: " + "; ".join(_clause_text(event, record) for event in events[1:rest])


def _clause_text(event: Action | None, record: GameRecord) -> str:
    """A clause as the notation writes it."""
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
    """The places of the events that begin a turn."""
    return [place for place, event in enumerate(events) if event.act is ActKind.TURN]


def turns_of(events: Sequence[Action]) -> list[Block]:
    """The turns with everything up to the next one."""
    return list(pairwise([*_turn_starts(events), len(events)]))


def turn_of(events: Sequence[Action], place: int) -> int:
    """The place of the turn in which an event stands, 0 before the first."""
    return max((start for start in _turn_starts(events) if start <= place), default=0)


def _turns_near(events: Sequence[Action], place: int) -> list[Block]:
    """The turn of a place, the two before it and the two after it, the counts at their ends left out."""
    here = turn_of(events, place)
    found = [(first, _without_counts(events, first, last)) for first, last in turns_of(events)]
    at = next((number for number, (first, _) in enumerate(found) if first == here), 0)
    return found[max(0, at - 2) : at + 3]


def _without_counts(events: Sequence[Action], first: int, last: int) -> int:
    while last > first + 1 and events[last - 1].act in (ActKind.CASH, ActKind.FINAL):
        last -= 1
    return last


def whole_turns(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """Turns near a place that stand wrong as a whole: written twice, in the wrong order, or for another player."""
    yield from _doubled_turns(record, place)
    yield from _swapped_turns(record, place)
    yield from _exchanged_turns(record, place)
    yield from _exchanged_players(record, place)


def _doubled_turns(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """A turn written down twice, one after the other."""
    events = record.events
    for (first, last), (again, end) in pairwise(_turns_near(events, place)):
        if list(events[first:last]) == list(events[again:end]):
            yield Hypothesis(ErrorKind.DOUBLED, again, end - again, (), at=again)


def _swapped_turns(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """Two turns, one after the other, written down in the wrong order."""
    events = record.events
    for (first, last), (second, end) in pairwise(_turns_near(events, place)):
        put = (*events[second:end], *events[last:second], *events[first:last])
        yield Hypothesis(ErrorKind.SWAPPED, first, end - first, put, at=first, other=second)


def _exchanged_turns(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """What two players did in turns one after the other, each written down for the other; the heads of the lines are right."""
    events = record.events
    own = frozenset({ActKind.BONUS, ActKind.CASH, ActKind.DISPOSE})
    for (first, last), (second, end) in pairwise(_turns_near(events, place)):
        heads = events[first], events[second]
        if all(head.act is ActKind.TURN for head in heads):
            one, other = heads[0].player, heads[1].player
            earlier = _by(events[second + 1 : end], other, one, own)
            later = _by(events[first + 1 : last], one, other, own)
            put = (heads[0], *earlier, *events[last:second], heads[1], *later)
            yield Hypothesis(ErrorKind.EXCHANGED, first, end - first, put, at=first, other=second)


def _exchanged_players(record: GameRecord, place: int) -> Iterator[Hypothesis]:
    """A turn written down for another player than the one who made it."""
    events = record.events
    own = frozenset({ActKind.BONUS, ActKind.CASH})
    for first, last in _turns_near(events, place):
        was = events[first].player
        if events[first].act is ActKind.TURN:
            for player in range(len(record.header.players)):
                if player != was:
                    put = tuple(_by(events[first:last], was, player, own))
                    yield Hypothesis(ErrorKind.PLAYER, first, last - first, put, at=first)


def _by(events: Sequence[Action], was: int, player: int, own: Collection[ActKind]) -> list[Action]:
    """What a player did in his turn as another one's; events of the acts ``own`` stay with those they name."""
    return [
        event._replace(player=player) if event.player == was and event.act not in own else event for event in events
    ]


def baskets(chains: Sequence[int]) -> list[Basket]:
    """All purchases of one to three shares of these chains."""
    return [
        tuple((chain, basket.count(chain)) for chain in sorted(set(basket)))
        for count in (1, 2, 3)
        for basket in combinations_with_replacement(sorted(chains), count)
    ]


def missing_turns(
    record: GameRecord, at: int, player: int, before: State, *, has_draws: bool, is_counted: bool
) -> Iterator[Hypothesis]:
    """What a player may have done in a turn missing before the one at a place, on the board as it was ``before``.

    ``is_counted``: its number is missing too; else the turns behind it were numbered on. A merger in it is left out: what
    its holders did is anybody's guess.
    """
    events = record.events
    number = events[at].value
    begun = Action(ActKind.TURN, player, number if number is None or not is_counted else number - 1)
    drawn = (Action(ActKind.DRAW, player, (UNKNOWN_TILE,)),) if has_draws else ()
    for index in _ends_before(events, at):
        rest = () if is_counted else tuple(map(_numbered_on, events[index:]))
        for tile in free_tiles(events):
            for tail in _tails(before, player, tile):
                put = (begun, Action(ActKind.PLAY, player, tile), *tail, *drawn, *rest)
                yield Hypothesis(ErrorKind.MISSING, index, len(rest), put, at=at)


def _numbered_on(event: Action) -> Action:
    """An event of the log as it would be with one turn more before it."""
    if event.act is ActKind.TURN and event.value is not None:
        return event._replace(value=event.value + 1)
    return event


def _ends_before(events: Sequence[Action], at: int) -> list[int]:
    """Where the turn may have stood: before the next turn, or before the counts between."""
    first = at
    while first > 0 and events[first - 1].act is ActKind.CASH:
        first -= 1
    return [at] if first == at else [at, first]


def free_tiles(events: Sequence[Action]) -> list[int]:
    """The tiles that the log does not place: what a misread tile may have been."""
    placed = {event.value for event in events if event.act in (ActKind.PLAY, ActKind.START)}
    return [tile for tile in range(TILES) if tile not in placed]


def _tails(before: State, player: int, tile: int) -> Iterator[tuple[Action, ...]]:
    """What may follow a tile: a founding where it makes one, and a purchase or none."""
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
