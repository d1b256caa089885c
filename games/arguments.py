"""Argument types (for `argparse`) that read numbers; a number that cannot be read is refused in a sentence that quotes it."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from math import nan
from typing import Final

MOST: Final = 1_000_000
_DIGITS: Final = 20


def whole_type(most: int = MOST) -> Callable[[str], int]:
    """Return an argument type for whole numbers from 1 to ``most``."""

    def read(text: str) -> int:
        plain = text.strip()
        number = int(plain) if plain.isdecimal() and len(plain) < _DIGITS else 0
        if not 1 <= number <= most:
            raise ArgumentTypeError(f'"{text[:_DIGITS]}" is not a whole number from 1 to {most:,}; enter one like 10')
        return number

    return read


def number_type(least: float, most: float, unit: str) -> Callable[[str], float]:
    """Return an argument type for numbers from ``least`` to ``most``; ``unit``, such as "seconds", is named in the refusal."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = nan
        if not least <= number <= most:
            raise ArgumentTypeError(f'"{text[:_DIGITS]}" is not from {least:g} to {most:,g} {unit}; enter one like 2')
        return number

    return read
