"""Breaking and fitting: how a text of any script fills a width or a box without losing a letter."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from tournament.pdf.names import Direction, Weight, printable, runs

LEADING = 1.22  # distance of lines as a multiple of the size
_SMALLEST = 4.0
_WHOLE_WORD = 14  # the most letters of a word that is never divided in a table


def text_width(text: str, size: float, weight: Weight = Weight.REGULAR) -> float:
    """The width of a line in points."""
    return sum([run.width for run in runs(text, weight, Direction.OWN)]) * size / 1000


@lru_cache(maxsize=65536)
def wrap(text: str, width: float, size: float, weight: Weight = Weight.REGULAR) -> tuple[str, ...]:
    """Break a text into lines no wider than ``width`` points: at spaces, and inside a word only where it alone is too wide."""
    clean = printable(text)
    if text_width(clean, size, weight) <= width:
        return (clean,)
    if clean.isascii():
        return tuple(_wrap_ascii(clean.split(" "), width, size, weight))
    lines = [""]
    for word in clean.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size, weight) <= width:
            lines[-1] = longer
            continue
        pieces = _divided(word, width, size, weight)
        lines[-1:] = [lines[-1], *pieces] if lines[-1] else pieces
    return tuple(lines)


def _wrap_ascii(words: list[str], width: float, size: float, weight: Weight) -> list[str]:
    """Break words of ASCII letters into lines as `wrap`, but faster: their widths add up, so no line is measured twice."""
    blank = text_width("a a", size, weight) - text_width("aa", size, weight)
    lines, used = [""], 0.0
    for word in words:
        own = text_width(word, size, weight)
        longer = used + blank + own if lines[-1] else own
        if longer <= width:
            lines[-1], used = f"{lines[-1]} {word}".strip(), longer
            continue
        pieces = _divided(word, width, size, weight)
        lines[-1:] = [lines[-1], *pieces] if lines[-1] else pieces
        used = text_width(lines[-1], size, weight)
    return lines


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
    current = size
    while current > _SMALLEST:
        lines = wrap(text, width, current, weight)
        if len(lines) * current * LEADING <= height + 0.01 and (len(lines) == 1 or _breaks_at_blanks(text, lines)):
            return Fitted(current, lines)
        current -= 0.5
    return _fit_breaking_words(text, width, height, size, weight)


def _breaks_at_blanks(text: str, lines: tuple[str, ...]) -> bool:
    """Whether these lines of the text are broken only at spaces."""
    return " ".join(lines) == printable(text)


def _fit_breaking_words(text: str, width: float, height: float, size: float, weight: Weight) -> Fitted:
    """The text in lines, of the largest size at which it fits the box, with words divided where necessary."""
    current = size
    while True:
        lines = wrap(text, width, current, weight)
        if len(lines) * current * LEADING <= height + 0.01 or current < 1:
            return Fitted(current, lines)
        current -= 0.5


@lru_cache(maxsize=32768)
def settle(text: str, width: float, size: float, weight: Weight = Weight.REGULAR) -> Fitted:
    """A text in lines of ``width`` points, at ``size``, or smaller where a number or a short word would be divided otherwise."""
    short = [word for word in printable(text).split(" ") if len(word) <= _WHOLE_WORD]
    widest = max((text_width(word, 1, weight) for word in short), default=0.0)
    fitting = min(size, width / widest) if widest else size
    return Fitted(fitting, wrap(text, width + 0.01, fitting, weight))
