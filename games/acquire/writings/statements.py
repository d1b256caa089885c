"""What a turn says, statement by statement, and how two writings of one turn agree.

A statement is everything that a turn says about one matter: the tile, the purchase, the bonus of a player for a chain, a count of his
cash. Two writings of a turn agree if they say the same wherever both say something; what only one of them says is no contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest
from typing import Any, Final

from games.acquire.actions import TILES_ACTS, UNKNOWN_TILE, Action, ActKind
from games.acquire.logs.forms import LINE_ACTS, write_values
from games.acquire.logs.writer import clauses_text


class Agreement(StrEnum):
    """How two writings agree about a matter of a turn."""

    SAME = "same"
    MORE = "more"  # one says something about which the other is silent; they contradict each other nowhere
    PARTED = "parted"  # they say different things


_Matter = tuple[object, ...]
"""What a statement is about: an act, and for some acts a player and a chain."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a writing of a turn says about one matter: ``value``, and in ``places`` the indices of its events, at least one."""

    matter: _Matter
    value: Any
    places: tuple[int, ...]

    @property
    def act(self) -> ActKind:
        """The act that the statement is about."""
        return ActKind(self.matter[0])  # type: ignore[arg-type]  # every matter begins with its act


@dataclass(frozen=True, slots=True)
class Matched:
    """What two writings of a turn say about one matter; None for the one that is silent."""

    first: Statement | None
    second: Statement | None

    @property
    def agreement(self) -> Agreement:
        """How the two agree."""
        if self.first is None or self.second is None:
            return Agreement.MORE
        is_same = self.first.matter == self.second.matter and _is_compatible(self.first, self.second)
        return Agreement.SAME if is_same else Agreement.PARTED

    @property
    def says_second_more(self) -> bool:
        """Whether the two agree, but the second is more exact: it names a tile or a number that the first leaves open."""
        if self.first is None or self.second is None or self.agreement is Agreement.PARTED:
            return False
        return _open_parts(self.second) < _open_parts(self.first)


#: Acts that each player does for a chain, about which each is a matter of its own.
_FOR_A_CHAIN: Final = frozenset({ActKind.BONUS, ActKind.DISPOSE})

#: Acts of the player in turn, which are about the turn, whoever is named.
_OF_THE_TURN: Final = frozenset({ActKind.TURN, ActKind.PLAY, ActKind.FOUND, ActKind.SURVIVOR, ActKind.ORDER})


def _matter(event: Action) -> _Matter:
    """Return what an event is about."""
    act, player, value = event
    if act in _FOR_A_CHAIN:
        return act, player, value[0]
    return (act,) if act in _OF_THE_TURN else (act, player)


def statements(events: Sequence[Action], first: int = 0, last: int | None = None) -> list[Statement]:
    """Return what the events from index ``first`` to before ``last`` say, in the order of the log; rewinds say nothing.

    Several events about one matter are one statement: two lines with a bonus are one bonus, two purchases are one.
    """
    of: dict[_Matter, list[int]] = {}
    for place in range(first, len(events) if last is None else last):
        if events[place].act is not ActKind.REWIND:
            of.setdefault(_matter(events[place]), []).append(place)
    return [Statement(matter, _together([events[at] for at in places]), (*places,)) for matter, places in of.items()]


def _together(events: Sequence[Action]) -> Any:
    """Return what events about one matter say together, in a form that does not depend on their order."""
    act = events[0].act
    values = [event.value for event in events]
    if act is ActKind.TURN:
        return events[0].player, values[0]
    if act is ActKind.BONUS:
        return sum(amount for _, amount in values)
    if act is ActKind.BUY:
        bought: Counter[int] = Counter()
        for chosen, count in chain.from_iterable(values):
            bought[chosen] += count
        return tuple(sorted(bought.items()))
    if act in TILES_ACTS:
        return tuple(sorted(chain.from_iterable(values)))
    return tuple(values)


def _is_compatible(first: Statement, second: Statement) -> bool:
    """Whether two statements about the same matter do not contradict each other."""
    act, one, other = first.act, first.value, second.value
    if one == other:
        return True
    if act is ActKind.TURN:
        return one[0] == other[0] and None in (one[1], other[1])
    if act is ActKind.DISPOSE:
        return len(one) == len(other) and all(
            a[:3] == b[:3] and (a[3] == b[3] or None in (a[3], b[3])) for a, b in zip(one, other, strict=True)
        )
    if act in TILES_ACTS and len(one) == len(other):
        known, told = set(one) - {UNKNOWN_TILE}, set(other) - {UNKNOWN_TILE}
        unknown: tuple[int, int] = one.count(UNKNOWN_TILE), other.count(UNKNOWN_TILE)
        return len(known - told) <= unknown[1] and len(told - known) <= unknown[0]
    return False


def _open_parts(statement: Statement) -> int:
    """Return how many tiles or numbers a statement leaves open."""
    value = statement.value
    if statement.act is ActKind.DISPOSE:
        return sum(part[3] is None for part in value)
    if statement.act is ActKind.TURN:
        return int(value[1] is None)
    return int(value.count(UNKNOWN_TILE)) if statement.act in TILES_ACTS else 0


def _rivals(statement: Statement) -> _Matter | None:
    """Return what a statement contradicts although it is about another matter: a bonus of that chain to another, a pass for a tile."""
    if statement.act is ActKind.BONUS:
        return ActKind.BONUS, statement.matter[2]
    return (ActKind.PLAY,) if statement.act in (ActKind.PLAY, ActKind.PASS) else None


def matched(first: Sequence[Statement], second: Sequence[Statement]) -> list[Matched]:
    """Return the statements of two writings of a turn side by side, in the order of the first."""
    of_second = {statement.matter: statement for statement in second}
    matters = {statement.matter for statement in first}
    only_second = [statement for statement in second if statement.matter not in matters]
    rows: list[Matched] = []
    for statement in first:
        other = of_second.get(statement.matter)
        if other is None and (rival := _rivals(statement)) is not None:
            other = next((left for left in only_second if _rivals(left) == rival), None)
            only_second = [left for left in only_second if left is not other]
        rows.append(Matched(statement, other))
    return _in_order(rows, second, only_second)


def _in_order(rows: list[Matched], second: Sequence[Statement], left: Sequence[Statement]) -> list[Matched]:
    """Return the rows with what only the second writing says, each behind what stands before it there."""
    at = 0
    for statement in second:
        if statement in left:
            rows.insert(at, Matched(None, statement))
            at += 1
        else:
            at = 1 + next(index for index, row in enumerate(rows) if row.second is statement)
    return rows


def blocks(events: Sequence[Action]) -> Iterator[tuple[int, int]]:
    """Yield where each turn begins and ends: the index of its first event and the one after its last; first what stands before all."""
    starts = [0, *(place for place, event in enumerate(events) if event.act is ActKind.TURN)]
    yield from zip_longest(starts, starts[1:], fillvalue=len(events))


def in_words(events: Sequence[Action], seat: int | None, ids: Sequence[str], names: Sequence[str]) -> str:
    """Return the events of a statement as the notation writes them, in the turn of the player at ``seat`` (None: before any turn)."""
    act, player, _ = events[0]
    if act in LINE_ACTS:
        return (
            f"{act.word} {ids[player]} {', '.join(' '.join(write_values(act, event.value, names)) for event in events)}"
        )
    return clauses_text(events, seat, ids, names)
