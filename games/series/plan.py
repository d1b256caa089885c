"""Which games a series has: the bag of each and who sits where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game of a series: its number and that of its bag, both from 1, and the bot at each seat, both from 0."""

    number: int
    bag: int
    bots: tuple[int, ...]


def sittings(bags: int, seats: int, *, duplicate: bool) -> Iterator[Sitting]:
    """The games with so many bags: each in one game, seats moving on by one; with ``duplicate`` each in all rotations."""
    rotations = seats if duplicate else 1
    for number in range(bags * rotations):
        yield Sitting(number + 1, number // rotations + 1, tuple([(seat + number) % seats for seat in range(seats)]))
