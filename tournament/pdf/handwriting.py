"""Sizes for handwriting: the least that a field filled in with a pen may have, in points, each with its reason."""

from __future__ import annotations

from typing import Final

MILLIMETRE: Final = 72 / 25.4

ROW: Final = 7 * MILLIMETRE  # the line distance of a ruled pad: an amount or a word at ordinary size, written standing
DIGIT: Final = 3.6 * MILLIMETRE  # a figure written at a table, with the white beside it
FIVE_DIGITS: Final = 18 * MILLIMETRE  # 41200, the cash of a game, is five of them
TWO_DIGITS: Final = 2 * DIGIT  # a number of shares or tiles
FOUR_DIGITS: Final = 4 * DIGIT  # a price: 200 to 1200
SIGNATURE: Final = 40 * MILLIMETRE  # below it people write their initials instead
TURN: Final = 5 * MILLIMETRE  # a line of a turn: a tile and a few letters, written small by one scribe
LETTER: Final = 2.5 * MILLIMETRE  # a letter in such a line


def letters(count: int) -> float:
    """The width in points of that many handwritten letters in a line of a turn."""
    return count * LETTER
