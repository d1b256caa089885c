"""Words from right to left in a line from left to right.

A number behind an Arabic or Hebrew name changes places with it, and two such names in a list stand in the other order, unless each stands
by itself: on a page in ``<bdi>``, in plain text between the marks that Unicode has for it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

ISOLATE, END = "\u2068", "\u2069"


@lru_cache(maxsize=8192)
def is_leftward(text: str) -> bool:
    """Return whether a text has letters that are read from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in text)


def by_itself(name: str) -> str:
    """Return a name as a part of a sentence, an option or a tooltip: one from right to left stands between isolating marks."""
    return f"{ISOLATE}{name}{END}" if is_leftward(name) and not name.startswith(ISOLATE) else name
