"""Exact rounding, and factors as people and files write them: whole numbers only, percentages in thousandths."""

from __future__ import annotations

from tournament.record.vocabulary import Thousandths
from wording.figures import signs
from wording.languages import language

HUNDRED_PERCENT: Thousandths = 100_000
NO_BONUS = 10_000  # ten-thousandths
NO_MULTIPLIER: Thousandths = 1_000


def half_up(numerator: int, denominator: int) -> int:
    """Return the quotient rounded to the nearest whole number, halves away from zero; the denominator is positive (R57)."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return -size if numerator < 0 else size


def format_multiplier(value: int, unit: int) -> str:
    """Return a multiplier without needless zeros; ``unit`` is the value that means 1.

    10600 in ten-thousandths is "1.06", 750 in thousandths is "0.75".
    """
    whole, rest = divmod(value, unit)
    decimals = str(rest).zfill(len(str(unit)) - 1).rstrip("0")
    return f"{whole}.{decimals}" if decimals else str(whole)


def shown_multiplier(value: int, unit: int) -> str:
    """Return a multiplier as `format_multiplier` does, with the decimal sign of the reader's language."""
    return format_multiplier(value, unit).replace(".", signs(language())[0])
