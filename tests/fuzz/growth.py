"""How the work of a reader grows with what it is given: eighty snippets, each repeated to one length, to twice it and to four times it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress

SNIPPETS = (
    *("½", " ", "\t", "\u00a0", "\u3000", "\u200b", "\u202e", "\ufeff", " \t", "\u00a0 ", ". ", ", ", "; ", ": ", "| ", "- ", "* ", "• "),
    *("(", ")", "[", "]", "{", "}", "<", ">", "()", "[]", "<>", "((", "[td", "[/b]", "<b>", "<td>", "</", "<!--", "&amp;", "&#"),
    *("'", '"', '""', "“", "”", "‘", "`", "*", "**", "_", "__", "~~", "=", "==", "+", "#", "\\", "/", "//", "@", "a@b.", "$", "€", "%"),
    *("0", "9", "x", "A", "a ", "a, ", "1A ", "1A", "1.", "1) ", "1,000", "12:30 ", "1/2/24 ", "１", "Mr ", "van ", "é", "e\u0301", "NL,"),
)  # fmt: skip
FLOOR = 0.03
"""Seconds of the processor below which nothing is said: too short to be told apart from what else the machine does."""
DOUBTED, MOST = 2.6, 3.0
"""How many times the work may become where a text is twice as long, at one look and in the best of `TRIES`."""
TRIES = 5

Shape = Callable[[str, int], str]


def line(snippet: str, length: int) -> str:
    """One line of a snippet."""
    return (snippet * length)[:length]


SHAPES: dict[str, Shape] = {
    "a line": line,
    "a line between words": lambda snippet, length: f"Ada{line(snippet, length - 6)}Ben",
    "short lines": lambda snippet, length: "\n".join([snippet] * (length // 8)),
}


def work_of(read: Callable[[str], object], text: str, tries: int = 1) -> float:
    """The least seconds of the processor that a reading takes in some tries."""
    least = float("inf")
    for _try in range(tries):
        begin = time.process_time()
        with suppress(ValueError):  # refused in a sentence, which takes its time as well
            read(text)
        least = min(least, time.process_time() - begin)
    return least


def grown(read: Callable[[str], object], longest: int) -> Iterator[str]:
    """Yield each snippet and shape for which the work of a reader grows more than in proportion; no line is longer than ``longest``.

    What looks so from a quarter to a half of the length is tried from the half to the whole.
    """
    for name, shape in SHAPES.items():
        for snippet in SNIPPETS:
            quarter, half, whole = (shape(snippet, longest // part) for part in (4, 2, 1))
            if work_of(read, half) < max(FLOOR / 10, DOUBTED * work_of(read, quarter)):
                continue
            less, more = work_of(read, half, TRIES), work_of(read, whole, TRIES)
            if more > max(FLOOR, MOST * less):
                yield f"{name} of {snippet!r}: {less:.3f}, {more:.3f}"
