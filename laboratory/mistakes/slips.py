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


# Whole lines and turns.


def exchanged(lines: Sequence[Action], one: int, other: int) -> Lines:
    """The lines with what two of them say exchanged; each stays in its place, with its player."""
    told = [*lines]
    told[one] = told[one]._replace(value=lines[other].value)
    told[other] = told[other]._replace(value=lines[one].value)
    return told


def next_of_kind(lines: Sequence[Action], at: int, seats: int) -> list[int]:
    """The places of the next lines of the same act, as many as there are players, which say something else."""
    same = [place for place in range(at + 1, len(lines)) if lines[place].act is lines[at].act][:seats]
    return [place for place in same if lines[place].value != lines[at].value]


def turns_exchanged(lines: Sequence[Action], at: int) -> Lines | None:
    """The lines with the turn that begins at a place written behind the next one; None if it is the last."""
    found = [block for block in blocks(lines) if block[0] >= at][:2]
    if len(found) < 2:
        return None
    (first, last), (second, end) = found
    return [*lines[:first], *lines[second:end], *lines[last:second], *lines[first:last], *lines[end:]]


def of_player(lines: Sequence[Action], at: int, player: int) -> Lines:
    """The lines with the turn that begins at a place written under another player's name; what names its own player stays."""
    end = next(last for first, last in blocks(lines) if first == at)
    was = lines[at].player
    own = range(at, end)
    return [
        line._replace(player=player) if place in own and line.player == was and line.act not in NAMED else line
        for place, line in enumerate(lines)
    ]


def numbered_on(lines: Sequence[Action], since: int, by: int) -> Lines:
    """The lines with all turns from a place on numbered higher or lower."""
    return [
        line._replace(value=line.value + by) if at >= since and line.act is ActKind.TURN and line.value else line
        for at, line in enumerate(lines)
    ]


def paid_otherwise(lines: Sequence[Action], since: int, player: int, dollars: int) -> Lines:
    """The lines of a game in which a player has so many dollars more from a place on than by the rules."""
    return [
        line._replace(value=line.value + dollars)
        if at >= since and line.player == player and line.act in (ActKind.CASH, ActKind.FINAL)
        else line
        for at, line in enumerate(lines)
    ]


# Drawing.

Slip = Callable[[SampleLog, Random], Lines | str | None]
"""A function that makes one slip in a true log, or in its text; it returns None where the log has no occasion for it."""


def _slip_of_pen(kind: str) -> Slip:
    """The slip of this kind in one line; the act is drawn first, since there are more purchases than disposals."""

    def make(sheet: SampleLog, random: Random) -> Lines | None:
        seats = len(sheet.record.header.players)
        choices: dict[ActKind, list[tuple[int, Lines]]] = {}
        for at, line in enumerate(sheet.record.events):
            if told := [other for other, of in miswritten(line, seats).items() if of == kind]:
                choices.setdefault(line.act, []).append((at, told))
        if not choices:
            return None
        at, told = random.choice(random.choice([*choices.values()]))
        return [*sheet.record.events[:at], random.choice(told), *sheet.record.events[at + 1 :]]

    return make


def _place(sheet: SampleLog, random: Random) -> int:
    """The place of a line that is no head of a turn and no starting tile, its act drawn first."""
    choices: dict[ActKind, list[int]] = {}
    for at, line in enumerate(sheet.record.events):
        if line.act not in (ActKind.TURN, ActKind.START):
            choices.setdefault(line.act, []).append(at)
    return random.choice(random.choice([*choices.values()]))


def _lose_line(sheet: SampleLog, random: Random) -> Lines:
    at = _place(sheet, random)
    return [*sheet.events[:at], *sheet.events[at + 1 :]]


def _double_line(sheet: SampleLog, random: Random) -> Lines:
    at = _place(sheet, random)
    return [*sheet.events[: at + 1], *sheet.events[at:]]


def _exchange_lines(sheet: SampleLog, random: Random) -> Lines | None:
    at = _place(sheet, random)
    others = next_of_kind(sheet.events, at, len(sheet.record.header.players))
    return exchanged(sheet.events, at, random.choice(others)) if others else None


def _turn(sheet: SampleLog, random: Random) -> tuple[int, int]:
    return random.choice(sheet.blocks()[:-1])


def _lose_turn(sheet: SampleLog, random: Random) -> Lines:
    first, last = _turn(sheet, random)
    return [*sheet.events[:first], *sheet.events[last:]]


def _lose_turn_and_number_on(sheet: SampleLog, random: Random) -> Lines:
    first, last = _turn(sheet, random)
    return [*sheet.events[:first], *numbered_on(sheet.events[last:], 0, -1)]


def _double_turn(sheet: SampleLog, random: Random) -> Lines:
    first, last = _turn(sheet, random)
    return [*sheet.events[:last], *sheet.events[first:]]


def _exchange_turns(sheet: SampleLog, random: Random) -> Lines | None:
    return turns_exchanged(sheet.events, _turn(sheet, random)[0])


def _give_turn(sheet: SampleLog, random: Random) -> Lines:
    at = _turn(sheet, random)[0]
    others = [seat for seat in range(len(sheet.record.header.players)) if seat != sheet.events[at].player]
    return of_player(sheet.events, at, random.choice(others))


def _miscount_money(sheet: SampleLog, random: Random) -> Lines | None:
    moved = (ActKind.BUY, ActKind.BONUS, ActKind.DISPOSE)
    at = random.choice([at for at, line in enumerate(sheet.events) if line.act in moved and line.value])
    line, dollars = sheet.events[at], random.choice((-1000, -500, -200, -100, 100, 200, 500, 1000))
    told = paid_otherwise(sheet.events, at, line.player, dollars)
    if line.act is ActKind.BONUS and random.random() < 0.5:
        told[at] = line._replace(value=(line.value[0], max(0, line.value[1] + dollars)))
    return told


def turn_at(lines: Sequence[Action], place: int) -> int:
    """The number of the turn to which the line at this place belongs, 0 before the first one."""
    return next((line.value for line in lines[place::-1] if line.act is ActKind.TURN), 0)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of slip: how it is made, and how often it is drawn beside the others."""

    name: str
    make: Slip
    weight: int = 2


EDITS: Final = (
    *(
        Kind(name, _slip_of_pen(name), weight)
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
    ),
    Kind("a line lost", _lose_line, 4),
    Kind("a line twice", _double_line),
    Kind("two lines exchanged", _exchange_lines, 4),
    Kind("a turn lost", _lose_turn),
    Kind("a turn lost and numbered on", _lose_turn_and_number_on, 1),
    Kind("a turn twice", _double_turn, 1),
    Kind("two turns exchanged", _exchange_turns, 1),
    Kind("a turn of another player", _give_turn, 1),
    Kind("a sum of the table", _miscount_money, 4),
)


def first_difference(lines: Sequence[object], others: Sequence[object]) -> int:
    """The first place at which two logs differ, the length of the shorter one if it is the beginning of the other."""
    least = min(len(lines), len(others))
    return next((at for at in range(least) if lines[at] != others[at]), least)
