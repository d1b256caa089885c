"""Turns that a log has twice, because a second scribe began before the first one stopped, or because a turn was written again.

A second writing is recognised by the numbers and players of its turns, or, where numbers are missing or go on, by turns that stand
directly behind their first writing and do not contradict it. It is left out of the game; what only it says is taken over.

What was written twice: one turn by two scribes in one log.

`statements` compares two writings of a turn, `doubles` finds turns that a log has twice.

What a turn says, statement by statement, and how two writings of one turn agree.

A statement is everything that a turn says about one matter: the tile, the purchase, the bonus of a player for a chain, a count of his
cash. Two writings of a turn agree if they say the same wherever both say something; what only one of them says is no contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, zip_longest
from typing import Any, Final

from games.acquire.actions import NOBODY, TILES_ACTS, UNKNOWN_TILE, Action, ActKind
from games.acquire.logs.forms import LINE_ACTS, write_values
from games.acquire.logs.writer import clauses_text
from games.acquire.record import GameRecord, Stamp
from games.acquire.rewinding import UNDONE, standing


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


def statements(events: Sequence[Action]) -> list[Statement]:
    """Return what events say, in the order of the log; rewinds say nothing.

    Several events about one matter are one statement: two lines with a bonus are one bonus, two purchases are one.
    """
    of: dict[_Matter, list[int]] = {}
    for place, event in enumerate(events):
        if event.act is not ActKind.REWIND:
            of.setdefault(_matter(event), []).append(place)
    return [
        Statement(matter, _joint_statement([events[at] for at in places]), (*places,)) for matter, places in of.items()
    ]


def _joint_statement(events: Sequence[Action]) -> Any:
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


def matched_statements(first: Sequence[Statement], second: Sequence[Statement]) -> list[Matched]:
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


@dataclass(frozen=True, slots=True)
class Difference:
    """What a second writing of a turn says otherwise than the first.

    ``places`` are the indices of the events ``said`` in the record without doubles, ``line`` is their first line; ``instead`` is what the
    second writing says, on line ``other_line``. ``turn`` is the number of the turn, None if the log states none.
    """

    turn: int | None
    places: tuple[int, ...]
    said: tuple[Action, ...]
    line: int | None
    instead: tuple[Action, ...]
    other_line: int | None


@dataclass(frozen=True, slots=True)
class WrittenAgain:
    """The value that `told_once` gives to the first event of a second writing.

    ``heads`` are the events that begin its turns, ``events`` is all that it says. ``differences`` are where it contradicts the first one.
    """

    heads: tuple[Action, ...]
    events: tuple[Action, ...]
    differences: tuple[Difference, ...]


def is_left_out(event: Action) -> bool:
    """Whether an event of a record stands for one that a rewind undid or that was written twice."""
    return event == UNDONE or isinstance(event.value, WrittenAgain)


def written_again(events: Sequence[Action]) -> Iterator[tuple[int, WrittenAgain]]:
    """Yield the place and the value of each second writing in a record that `told_once` has returned."""
    for place, event in enumerate(events):
        if isinstance(event.value, WrittenAgain):
            yield place, event.value


@dataclass(slots=True, eq=False)
class _Entry:
    """An event with its line and its time; two entries are equal only if they are the same one."""

    event: Action
    line: int | None
    stamp: Stamp | None


@dataclass(slots=True, eq=False)
class _Turn:
    """The entries of a turn, or of what stands before the first one, and what of a later writing was left out behind it."""

    entries: list[_Entry]
    left_out: list[_Entry]

    @property
    def events(self) -> list[Action]:
        """The events that count."""
        return [entry.event for entry in self.entries]

    @property
    def head(self) -> Action:
        """The event that begins the turn."""
        return self.entries[0].event

    @property
    def tiles(self) -> list[int]:
        """The tiles placed in the turn."""
        return [entry.event.value for entry in self.entries if entry.event.act is ActKind.PLAY]


def may_have_doubles(events: Sequence[Action]) -> bool:
    """Whether a tile is placed twice or a turn's number comes twice, which a second writing cannot do without."""
    tiles = [event.value for event in events if event.act is ActKind.PLAY]
    numbers = [event.value for event in events if event.act is ActKind.TURN and event.value is not None]
    return len(set(tiles)) < len(tiles) or len(set(numbers)) < len(numbers)


def told_once(record: GameRecord) -> GameRecord:
    """Return the record with `UNDONE` in place of what was written twice, and `WrittenAgain` as the value of its first event.

    Where one writing says more than the other, its statement stands with the first writing, on its own line. The record itself is
    returned if nothing was written twice.
    """
    if not may_have_doubles(record.events):
        return record
    told = standing(record) if any(event.act is ActKind.REWIND for event in record.events) else record
    entries = [_Entry(event, told.line_of(at), told.stamp_of(at)) for at, event in enumerate(told.events)]
    start, *turns = (_Turn(entries[first:last], []) for first, last in blocks(told.events))
    runs = list(_second_writings(turns))
    if not runs:
        return record
    found = [_merge(run) for run in runs]
    for run in runs:
        _put_in_place(turns, run)
    ordered = [entry for turn in (start, *turns) for entry in (*turn.entries, *turn.left_out)]
    places = {id(entry): place for place, entry in enumerate(ordered)}
    for marker, again, differing in found:
        marker.event = Action(
            ActKind.REWIND, NOBODY, replace(again, differences=tuple(_located_differences(differing, places)))
        )
    unread = [
        replace(gap, before=places[id(entries[gap.before])]) if gap.before < len(entries) else gap
        for gap in record.unread
    ]
    return replace(
        record,
        events=[entry.event for entry in ordered],
        lines=[entry.line for entry in ordered],
        stamps=tuple(entry.stamp for entry in ordered) if record.stamps else (),
        unread=tuple(sorted(unread, key=lambda gap: gap.before)),
    )


_Run = list[tuple[_Turn | None, _Turn]]
"""A second writing: each turn as it was written first, with the same turn as it was written again.

None stands for a turn between two others that only the second writing has.
"""


def _second_writings(turns: Sequence[_Turn]) -> Iterator[_Run]:
    """Yield each second writing, in the order of the log."""
    by_number: dict[int, int] = {}
    by_tile: dict[int, int] = {}
    origins = list(turns)
    at = 0
    while at < len(turns):
        firsts = _numbered_alike(turns, by_number, at) or _standing_behind(turns, by_tile, at)
        if firsts:
            again = turns[at : at + len(firsts)]
            yield [(None if first is None else origins[first], turn) for first, turn in zip(firsts, again, strict=True)]
            for place, first in enumerate(firsts, at):
                origins[place] = turns[place] if first is None else origins[first]
        for place in range(at, at + max(1, len(firsts))):
            if turns[place].head.value is not None:
                by_number.setdefault(turns[place].head.value, place)
            by_tile.update(dict.fromkeys(turns[place].tiles, place))
        at += max(1, len(firsts))


def _numbered_alike(turns: Sequence[_Turn], by_number: Mapping[int, int], second: int) -> list[int | None]:
    """Return the indices of the turns that those from ``second`` on write again by their numbers and players; empty if it is chance.

    Those written again stand one after the other, with None for a number between them that comes for the first time. At least half of
    them must agree about the tile.
    """
    first = by_number.get(turns[second].head.value, second)
    found: list[int | None] = []
    count = alike = 0
    for place in range(second, len(turns)):
        head = turns[place].head
        at = by_number.get(head.value)
        if at is None and head.value is not None and head.value < (turns[second - 1].head.value or 0):
            found.append(None)
        elif at is not None and at == first < second and _have_one_head(turns[first], turns[place]):
            found.append(first)
            alike += turns[first].tiles == turns[place].tiles
            count, first = len(found), first + 1
        else:
            break
    return found[:count] if 2 * alike >= count - found[:count].count(None) else []


def _have_one_head(one: _Turn, other: _Turn) -> bool:
    """Whether two turns have the same number and player, and may be put together."""
    return one.head == other.head and not _is_taken_back(one, other)


def _standing_behind(turns: Sequence[_Turn], by_tile: Mapping[int, int], second: int) -> list[int | None]:
    """Return the indices of the turns directly before ``second`` that those from there on say once more; empty if they do not."""
    tiles = turns[second].tiles
    first = by_tile.get(tiles[0], second) if tiles else second
    again = turns[second : 2 * second - first]
    is_same = len(again) == second - first and all(map(_say_the_same, turns[first:second], again))
    return list(range(first, second)) if is_same else []


def _say_the_same(one: _Turn, other: _Turn) -> bool:
    """Whether two turns of a player have the same tile and nowhere contradict each other, but for their numbers."""
    if one.head.player != other.head.player or one.tiles != other.tiles or _is_taken_back(one, other):
        return False
    return not any(row.agreement is Agreement.PARTED and not _is_of_head(row) for row in _rows(one, other))


def _is_taken_back(one: _Turn, other: _Turn) -> bool:
    """Whether a tile was taken back in one of two writings that are not equal: then they are not put together."""
    return one.events != other.events and any(event.act is ActKind.TAKEBACK for event in (*one.events, *other.events))


def _rows(one: _Turn, other: _Turn) -> list[Matched]:
    """Return the statements of two writings of a turn side by side."""
    return matched_statements(statements(one.events), statements(other.events))


_Found = tuple[_Entry, WrittenAgain, list[tuple[list[_Entry], Difference]]]
"""A second writing: its first entry, its value, and the differences with the entries that they concern."""


def _merge(run: _Run) -> _Found:
    """Take over into the first writing what only the second says, and leave the rest of the second out."""
    heads = tuple(other.head for one, other in run if one is not None)
    events = tuple(event for _, other in run for event in other.events if not is_left_out(event))
    differing: list[tuple[list[_Entry], Difference]] = []
    for one, other in run:
        if one is None:
            continue
        rows = _rows(one, other)
        differing += _differences(one, other, rows)
        _take_over(one, other, rows)
    again = WrittenAgain(heads, events, ())
    return run[0][1].left_out[0], again, differing


def _put_in_place(turns: list[_Turn], run: _Run) -> None:
    """Move the turns that only a second writing has to where they belong in the first."""
    behind = run[0][0]
    for one, other in run:
        if one is None and behind is not None:
            turns.remove(other)
            turns.insert(turns.index(behind) + 1, other)
        behind = other if one is None else one


def _is_of_head(row: Matched) -> bool:
    """Whether a row is about the number and the player of the turn."""
    return row.first is not None and row.first.act is ActKind.TURN


def _differences(one: _Turn, other: _Turn, rows: Sequence[Matched]) -> Iterator[tuple[list[_Entry], Difference]]:
    """Yield where two writings of a turn contradict each other, with the entries of the first writing."""
    for row in rows:
        if row.agreement is Agreement.PARTED and row.first and row.second and not _is_of_head(row):
            said = [one.entries[at] for at in row.first.places]
            instead = [other.entries[at] for at in row.second.places]
            events = [tuple(entry.event for entry in entries) for entries in (said, instead)]
            yield said, Difference(one.head.value, (), events[0], said[0].line, events[1], instead[0].line)


def _take_over(one: _Turn, other: _Turn, rows: Sequence[Matched]) -> None:
    """Move what only the second writing of a turn says, or says more exactly, into the first; all else of the second is left out."""
    entries = list(one.entries)
    replaced: list[_Entry] = []
    behind = entries[0]
    for row in rows:
        own = [one.entries[at] for at in row.first.places] if row.first else []
        others = [other.entries[at] for at in row.second.places] if row.second else []
        if not own or row.says_second_more:
            at = 1 + entries.index(own[-1] if own else behind)
            entries[at:at] = others
            replaced += own
        behind = others[-1] if not own or row.says_second_more else own[-1]
    one.entries = [entry for entry in entries if entry not in replaced]
    other.left_out = [*replaced, *(entry for entry in other.entries if entry not in one.entries)]
    other.entries = []
    for entry in other.left_out:
        if entry.event.act is not ActKind.REWIND:
            entry.event = UNDONE


def _located_differences(
    differing: Sequence[tuple[list[_Entry], Difference]], places: dict[int, int]
) -> Iterator[Difference]:
    """Yield the differences with the places of their events in the record without doubles."""
    for entries, difference in differing:
        yield replace(difference, places=tuple(places[id(entry)] for entry in entries))
