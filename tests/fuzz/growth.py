"""How the work of a reader grows with what it is given: eighty snippets, each repeated to one length, to twice it and to four times it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress

SNIPPETS = (
    *(" ", "\t", "\u00a0", "\u3000", "\u200b", "\u202e", "\ufeff", " \t", "\u00a0 ", ". ", ", ", "; ", ": ", "| ", "- ", "* ", "• "),
    *("(", ")", "[", "]", "{", "}", "<", ">", "()", "[]", "<>", "((", "[td", "[/b]", "<b>", "<td>", "</", "<!--", "&amp;", "&#"),
    *("'", '"', '""', "“", "”", "‘", "`", "*", "**", "_", "__", "~~", "=", "==", "+", "#", "\\", "/", "//", "@", "a@b.", "$", "€", "%"),
    *("0", "9", "1A ", "1A", "1.", "1) ", "1,000", "12:30 ", "1/2/24 ", "½", "１", "x", "A", "a ", "a, ", "Mr ", "van ", "é", "e\u0301", "NL,"),
)  # fmt: skip
FLOOR = 0.1
"""Seconds of the processor below which nothing is said: too short to be told apart from what else the machine does."""
MOST = 3.0
"""How many times the work may become where what is read is twice as long; in proportion it becomes twice as much."""
TRIES = 4

Shape = Callable[[str, int], str]


def line(snippet: str, length: int) -> str:
    """One line of a snippet."""
    return (snippet * length)[:length]


SHAPES: dict[str, Shape] = {
    "lines": lambda snippet, length: "\n".join([line(snippet, length)] * 5),
    "lines between words": lambda snippet, length: "\n".join([f"Ada{line(snippet, length - 6)}Ben"] * 5),
    "short lines": lambda snippet, length: "\n".join([snippet] * (length // 4)),
    "one long line": lambda snippet, length: line(snippet, 4 * length),
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
    """Yield each snippet and shape for which the work of a reader grows more than in proportion; no line is longer than ``longest``."""
    for name, shape in SHAPES.items():
        for snippet in SNIPPETS:
            whole, half, quarter = (shape(snippet, longest // part) for part in (1, 2, 4))
            if work_of(read, whole) < FLOOR:
                continue
            works = [work_of(read, text, TRIES) for text in (quarter, half, whole)]
            if works[2] > FLOOR and works[2] > MOST * works[1]:
                yield f"{name} of {snippet!r}: {', '.join(f'{each:.3f}' for each in works)}"
