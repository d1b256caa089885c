"""Breaking and fitting: how a text of any script fills a width or a box without losing a letter."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from tournament.pdf.names import Direction, Weight, printable, runs, unmarked

LEADING = 1.22  # distance of lines as a multiple of the size
_SMALLEST = 4.0
_WHOLE_WORD = 14  # the most letters of a word that is never divided in a table
_WHOLE_HEAD = 5.0  # points; the size down to which a head is set smaller before one of its words is divided
SMALLER = 0.8  # the size of the second language as a share of that of the first
_LEAST_SECOND = 4.5  # points; the second language is not set smaller than this where the first is not


def text_width(text: str, size: float, weight: Weight = Weight.REGULAR) -> float:
    """The width of a line in points."""
    return sum([run.width for run in runs(text, weight, Direction.OWN)]) * size / 1000


@lru_cache(maxsize=65536)
def wrap(text: str, width: float, size: float, weight: Weight = Weight.REGULAR) -> tuple[str, ...]:
    """Break a text into lines no wider than ``width`` points: at spaces, and inside a word only where it alone is too wide."""
    clean = printable(text)
    if text_width(clean, size, weight) <= width:
        return (clean,)
    lines = [""]
    for word in clean.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size, weight) <= width:
            lines[-1] = longer
            continue
        pieces = _divided(word, width, size, weight)
        lines[-1:] = [lines[-1], *pieces] if lines[-1] else pieces
    return tuple(lines)


def _divided(word: str, width: float, size: float, weight: Weight) -> list[str]:
    """A word in pieces that each fit on a line, divided after a hyphen where there is one on the line."""
    pieces = [""]
    for letter in letters(word):
        if pieces[-1] and text_width(pieces[-1] + letter, size, weight) > width:
            head, hyphen, tail = pieces[-1].rpartition("-")
            pieces[-1:] = [head + hyphen, tail] if head and letter != "-" else [pieces[-1], ""]
        pieces[-1] += letter
    return pieces


def letters(word: str) -> list[str]:
    """The letters of a word, each with its combining marks, so that they are never separated."""
    found: list[str] = []
    for character in word:
        if found and unicodedata.combining(character):
            found[-1] += character
        else:
            found.append(character)
    return found


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text made to fit a box: its size in points and its lines."""

    size: float
    lines: tuple[str, ...]


@lru_cache(maxsize=16384)
def fit(text: str, width: float, height: float, size: float, weight: Weight = Weight.REGULAR) -> Fitted:
    """The text in lines, of the largest size up to ``size`` at which it fits a box of ``width`` by ``height`` points.

    Words are divided only where the text does not fit otherwise.
    """
    current, is_whole = size, True
    while True:
        lines = wrap(text, width, current, weight)
        fits = len(lines) * current * LEADING <= height + 0.01
        if current < 1 or (fits and (not is_whole or len(lines) == 1 or _breaks_at_blanks(text, lines))):
            return Fitted(current, lines)
        current -= 0.5
        if is_whole and current <= _SMALLEST:
            current, is_whole = size, False


def _breaks_at_blanks(text: str, lines: tuple[str, ...]) -> bool:
    """Whether these lines of the text are broken only at spaces."""
    return " ".join(lines) == printable(text)


@lru_cache(maxsize=32768)
def settle(
    text: str,
    width: float,
    size: float,
    weight: Weight = Weight.REGULAR,
    longest: int = _WHOLE_WORD,
    least: float = 0.0,
) -> Fitted:
    """A text in lines of ``width`` points, at ``size``, or smaller where a word of at most ``longest`` letters would be divided.

    It is set no smaller than ``least`` for that.
    """
    short = [word for word in printable(text).split(" ") if len(unmarked(word)) <= longest]
    widest = max((text_width(word, 1, weight) for word in short), default=0.0)
    fitting = min(size, max(width / widest, least)) if widest else size
    return Fitted(fitting, wrap(text, width + 0.01, fitting, weight))


def head(text: str, width: float, size: float, weight: Weight = Weight.REGULAR) -> Fitted:
    """The head of a column in lines of ``width`` points, at ``size``, or smaller so that none of its words is divided."""
    return settle(text, width, size, weight, len(text), _WHOLE_HEAD)


@dataclass(frozen=True, slots=True)
class FittedPair:
    """A text in two languages made to fit a box: the size of the first in points, and the lines of each.

    ``is_beside`` is true where the second stands on the same line as the first, behind it.
    """

    size: float
    first: tuple[str, ...]
    second: tuple[str, ...]
    is_beside: bool

    @property
    def smaller(self) -> float:
        """The size of the second language in points; where type is small already, both are alike."""
        return max(self.size * SMALLER, min(self.size, _LEAST_SECOND))

    @property
    def gap(self) -> float:
        """The white between both on one line, in points."""
        return self.size * 0.6

    @property
    def height(self) -> float:
        """The height of all lines in points."""
        below = 0 if self.is_beside else len(self.second) * self.smaller
        return (len(self.first) * self.size + below) * LEADING


@lru_cache(maxsize=4096)
def fit_pair(
    first: str, second: str, width: float, height: float, size: float, weight: Weight = Weight.REGULAR
) -> FittedPair:
    """Both texts in one box of ``width`` by ``height`` points, as large as they fit up to ``size``; the second is smaller, and not bold."""
    current = size
    while True:
        beside = FittedPair(current, (printable(first),), (printable(second),), is_beside=True)
        used = text_width(first, current, weight) + beside.gap + text_width(second, beside.smaller)
        if used <= width and beside.height <= height + 0.01:
            return beside
        above, under = wrap(first, width, current, weight), wrap(second, width, beside.smaller)
        below = FittedPair(current, above, under, is_beside=False)
        is_whole = _breaks_at_blanks(first, above) and _breaks_at_blanks(second, under)
        if (below.height <= height + 0.01 and (is_whole or current <= _SMALLEST)) or current < 1:
            return below
        current -= 0.25
