"""Any edit of one disposal: numbers of shares moved between what was sold, traded and held, or two holders' lines exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, permutations
from random import Random
from typing import Final

from games.acquire.actions import ActKind
from laboratory.mistakes.catalogue.editing import Mistake, Spoilt, places_of, turn_at, with_value, with_values
from laboratory.mistakes.sheets import SampleLog

#: What is done with the shares of a holder, in the order of a disposal's numbers.
NUMBERS: Final = ("sold", "traded", "held")

Numbers = tuple[int, ...]
"""How many shares were sold, traded and held."""


def _moves(of: int, to: int, *, is_all: bool) -> Callable[[Numbers], Iterator[Numbers]]:
    """What yields the numbers with shares moved from one to another: all, or as few as can be."""
    least = 2 if 1 in (of, to) else 1

    def edits(numbers: Numbers) -> Iterator[Numbers]:
        count = numbers[of] // least * least if is_all else least
        if 0 < count <= numbers[of]:
            told = [*numbers]
            told[of], told[to] = told[of] - count, told[to] + count
            yield tuple(told)

    return edits


def _every(numbers: Numbers) -> Iterator[Numbers]:
    """All other numbers of as many shares."""
    owned = sum(numbers)
    for traded in range(0, owned + 1, 2):
        for sold in range(owned - traded + 1):
            if (told := (sold, traded, owned - traded - sold)) != numbers:
                yield told


def _told(edits: Callable[[Numbers], Iterator[Numbers]], definition: str) -> Mistake:
    """The mistake by which the numbers of one disposal are told as one of these edits has them."""

    def make(sheet: SampleLog, random: Random) -> Spoilt | None:
        chosen = [
            (place, told)
            for place in places_of(sheet, ActKind.DISPOSE)
            if (told := [*edits(sheet.record.events[place].value[1:])])
        ]
        if not chosen:
            return None
        place, told = random.choice(chosen)
        return with_value(sheet, place, (sheet.record.events[place].value[0], *random.choice(told)))

    make.__doc__ = definition
    return make


def exchange_lines(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The disposals of two holders in one merger are each written for the other."""
    events = sheet.record.events
    choices = [
        (one, other)
        for one, other in combinations(places_of(sheet, ActKind.DISPOSE), 2)
        if turn_at(events, one) == turn_at(events, other)
        and events[one].value[0] == events[other].value[0]
        and events[one].value != events[other].value
    ]
    if not choices:
        return None
    one, other = random.choice(choices)
    return with_values(sheet, {one: events[other].value, other: events[one].value})


def _generated() -> Iterator[tuple[str, Mistake]]:
    """All edits by name."""
    for of, to in permutations(range(len(NUMBERS)), 2):
        few = "two" if 1 in (of, to) else "one"
        for count, is_all in ((few, False), ("all", True)):
            name = f"{count} {NUMBERS[of]} written as {NUMBERS[to]}"
            yield name, _told(_moves(of, to, is_all=is_all), f"In one disposal {name}.")
    yield "any other numbers of a disposal", _told(_every, "One disposal has any other numbers of as many shares.")
    yield "two holders' disposals exchanged", exchange_lines


DISPOSALS: Final[Mapping[str, Mistake]] = dict(_generated())
