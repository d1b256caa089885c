"""Slips that know nothing of any judge: a number, tile or name written otherwise, a line or turn lost, twice or exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, TILE_NAMES
from laboratory.mistakes.sheets import SampleLog, blocks

Lines = list[Action]
"""The lines of a log, each of them one act or statement."""

#: What stands in the lines of an act besides its player: chains, tiles, numbers, dollars.
_FORMS: Final[Mapping[ActKind, str]] = {
    ActKind.START: "t",
    ActKind.TURN: "n",
    ActKind.PLAY: "t",
    ActKind.FOUND: "c",
    ActKind.SURVIVOR: "c",
    ActKind.ORDER: "c" * CHAINS,
    ActKind.BONUS: "cd",
    ActKind.DISPOSE: "cnnn",
    ActKind.BUY: "cn" * CHAINS,
    ActKind.CASH: "d",
    ActKind.FINAL: "d",
}
#: The acts whose lines name a player of their own; all others are of the player who heads the turn.
NAMED: Final = frozenset({ActKind.START, ActKind.BONUS, ActKind.DISPOSE, ActKind.CASH, ActKind.FINAL})


def other_numbers(number: int, *, is_money: bool) -> Iterator[tuple[str, int]]:
    """A number as it may be miswritten or misread, each with the kind of slip."""
    yield from (("one more or less", number + by) for by in (-1, 1))
    if is_money:
        yield from (("a hundred more or less", number + by) for by in (-100, 100))
    digits = str(number)
    for at, digit in enumerate(digits):
        yield from (("another digit", int(f"{digits[:at]}{one}{digits[at + 1 :]}")) for one in "0123456789")
        if len(digits) > 1:
            yield "a digit lost", int(digits[:at] + digits[at + 1 :])
        if at:
            yield "two digits exchanged", int(f"{digits[: at - 1]}{digit}{digits[at - 1]}{digits[at + 1 :]}")


def other_tiles(tile: int) -> Iterator[int]:
    """The tiles of the same column or row, and the one with column and row exchanged."""
    column, row = TILE_NAMES[tile][:-1], TILE_NAMES[tile][-1]
    mirrored = f"{ord(row) - 64}{chr(64 + int(column))}"
    return (at for at, name in enumerate(TILE_NAMES) if name[:-1] == column or name[-1] == row or name == mirrored)


def _others(form: str, value: int) -> Iterator[tuple[str, int]]:
    """What may stand in the place of a chain, tile, number or amount, each with the kind of slip."""
    if form == "c":
        return (("another chain", chain) for chain in range(CHAINS))
    if form == "t":
        return (("another tile", tile) for tile in other_tiles(value))
    return other_numbers(value, is_money=form == "d")


@lru_cache(maxsize=100_000)
def miswritten(line: Action, seats: int) -> Mapping[Action, str]:
    """Every line that one slip of the pen makes of a line, with the kind of slip."""
    found: dict[Action | None, str] = {}
    flat = _flat(line)
    for at, (form, value) in enumerate(zip(_FORMS.get(line.act, ""), flat, strict=False)):
        for kind, other in _others(form, value) if value is not None else ():
            found.setdefault(_with(line, [*flat[:at], other, *flat[at + 1 :]]), kind)
    counts = [
        at for at, form in enumerate(_FORMS.get(line.act, "")[: len(flat)]) if form == "n" and flat[at] is not None
    ]
    for of, to in permutations(counts, 2):
        for moved in range(1, flat[of] + 1):
            kind = "numbers of a line exchanged" if moved == flat[of] - flat[to] else "shares moved within a line"
            told = {of: flat[of] - moved, to: flat[to] + moved}
            found.setdefault(_with(line, [told.get(at, value) for at, value in enumerate(flat)]), kind)
    if line.act in NAMED:
        found.update({line._replace(player=player): "another player" for player in range(seats)})
    return {other: kind for other, kind in found.items() if other is not None and other != line}


def _flat(line: Action) -> list[Any]:
    """What stands in a line, one after the other."""
    if line.act is ActKind.BUY:
        return [one for pair in line.value for one in pair]
    return [*line.value] if isinstance(line.value, tuple) else [line.value]


def _with(line: Action, flat: list[Any]) -> Action | None:
    """The line with other contents, None where a number is less than nothing or a chain is named twice."""
    forms = _FORMS[line.act]
    chains = [one for form, one in zip(forms, flat, strict=False) if form == "c"]
    if any(one is not None and one < 0 for one in flat) or len(set(chains)) < len(chains):
        return None
    if line.act is ActKind.BUY:
        pairs = zip(flat[::2], flat[1::2], strict=True)
        return line._replace(value=tuple(sorted(pair for pair in pairs if pair[1])))
    return line._replace(value=tuple(flat) if isinstance(line.value, tuple) else flat[0])


# What one slip may make of the lines of a log at one place: of a line, or of the turn of which it is the head.

Change = Callable[[Lines, int, int], Iterator[Lines]]
"""Every way in which lines may be changed at a place by slips of one kind, in a game of so many players."""


def exchange_lines(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    """What a line says is exchanged with what one of the next lines of its act says; both stay with their players."""
    same = [place for place in range(at + 1, len(lines)) if lines[place].act is lines[at].act][:seats]
    for other in same if lines[at].act is not ActKind.TURN else ():
        told = [*lines]
        told[at], told[other] = (
            lines[at]._replace(value=lines[other].value),
            lines[other]._replace(value=lines[at].value),
        )
        yield told


def exchange_turns(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    """The turn is written behind the next one."""
    found = [block for block in blocks(lines) if block[0] >= at][:2]
    if lines[at].act is ActKind.TURN and len(found) > 1:
        (first, last), (second, end) = found
        yield [*lines[:first], *lines[second:end], *lines[last:second], *lines[first:last], *lines[end:]]


def give_turn(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    """The turn is written under another player's name; lines that name their own player stay."""
    was, end = lines[at].player, _end(lines, at)
    for player in range(seats) if at < end else ():
        yield [
            line._replace(player=player) if at <= place < end and line.player == was and line.act not in NAMED else line
            for place, line in enumerate(lines)
        ]


def _end(lines: Lines, at: int) -> int:
    """The place behind the turn that begins at a place, this place where none does."""
    return next((last for first, last in blocks(lines) if first == at), at)


def _lose_line(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    if lines[at].act not in (ActKind.TURN, ActKind.START):
        yield [*lines[:at], *lines[at + 1 :]]


def _double_line(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    if lines[at].act not in (ActKind.TURN, ActKind.START):
        yield [*lines[: at + 1], *lines[at:]]


def _lose_turn(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    if (end := _end(lines, at)) > at:
        yield [*lines[:at], *lines[end:]]


def _lose_turn_and_number_on(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    if (end := _end(lines, at)) > at:
        yield [*lines[:at], *numbered_on(lines[end:], -1)]


def _double_turn(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    if (end := _end(lines, at)) > at:
        yield [*lines[:end], *lines[at:]]


def _pay_otherwise(lines: Lines, at: int, seats: int) -> Iterator[Lines]:
    act, player, value = lines[at]
    if act in (ActKind.BUY, ActKind.BONUS, ActKind.DISPOSE) and value:
        for dollars in (-1000, -500, -200, -100, 100, 200, 500, 1000):
            told = paid_otherwise(lines, at, player, dollars)
            yield told
            if act is ActKind.BONUS:
                yield [*told[:at], Action(act, player, (value[0], value[1] + dollars)), *told[at + 1 :]]


def numbered_on(lines: Lines, by: int) -> Lines:
    """The lines with all turns numbered higher or lower."""
    return [line._replace(value=line.value + by) if line.act is ActKind.TURN and line.value else line for line in lines]


def paid_otherwise(lines: Lines, since: int, player: int, dollars: int) -> Lines:
    """The lines of a game in which a player has so many dollars more from a place on than by the rules."""
    return [
        line._replace(value=line.value + dollars)
        if at >= since and line.player == player and line.act in (ActKind.CASH, ActKind.FINAL)
        else line
        for at, line in enumerate(lines)
    ]


def _slip_of_pen(kind: str) -> Change:
    """What one slip of the pen of this kind makes of a line."""
    return lambda lines, at, seats: (
        [*lines[:at], other, *lines[at + 1 :]] for other, of in miswritten(lines[at], seats).items() if of == kind
    )


# Drawing.

Slip = Callable[[SampleLog, Random], Lines | str | None]
"""A function that makes one slip in a true log, or in its text; it returns None where the log has no occasion for it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of slip: how it is made, and how often it is drawn beside the others."""

    name: str
    make: Slip
    weight: int = 2


def _drawn(change: Change) -> Slip:
    """A slip of a kind anywhere in a log; the act is drawn first, since there are more purchases than disposals."""

    def make(sheet: SampleLog, random: Random) -> Lines | None:
        by_act: dict[ActKind, list[int]] = {}
        seats = len(sheet.record.header.players)
        for at, line in enumerate(sheet.events):
            if next(change(sheet.events, at, seats), None) is not None:
                by_act.setdefault(line.act, []).append(at)
        if not by_act:
            return None
        at = random.choice(random.choice([*by_act.values()]))
        return random.choice([*change(sheet.events, at, seats)])

    return make


_CHANGES: Final[Mapping[str, tuple[int, Change]]] = {
    **{
        name: (weight, _slip_of_pen(name))
        for name, weight in (
            ("one more or less", 4),
            ("a hundred more or less", 3),
            ("another digit", 3),
            ("a digit lost", 2),
            ("two digits exchanged", 2),
            ("numbers of a line exchanged", 2),
            ("shares moved within a line", 3),
            ("another tile", 3),
            ("another chain", 4),
            ("another player", 3),
        )
    },
    "a line lost": (4, _lose_line),
    "a line twice": (2, _double_line),
    "two lines exchanged": (4, exchange_lines),
    "a turn lost": (2, _lose_turn),
    "a turn lost and numbered on": (1, _lose_turn_and_number_on),
    "a turn twice": (1, _double_turn),
    "two turns exchanged": (1, exchange_turns),
    "a turn of another player": (1, give_turn),
    "a sum of the table": (4, _pay_otherwise),
}

EDITS: Final = tuple(Kind(name, _drawn(change), weight) for name, (weight, change) in _CHANGES.items())


def turn_at(lines: Sequence[Action], place: int) -> int:
    """The number of the turn to which the line at this place belongs, 0 before the first one."""
    return next((line.value for line in lines[place::-1] if line.act is ActKind.TURN), 0)


def first_difference(lines: Sequence[object], others: Sequence[object]) -> int:
    """The first place at which two logs differ, the length of the shorter one if it is the beginning of the other."""
    least = min(len(lines), len(others))
    return next((at for at in range(least) if lines[at] != others[at]), least)
