"""Words of clauses that are cut short or misspelt, and numbers of two words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from games.acquire.logs.language.cursor import MEANINGS, Cursor
from games.acquire.logs.language.spelling import Nearest
from games.acquire.logs.language.words import INSIDE_WORDS

#: The fewest letters of a beginning of a word of clauses, the consonants of one, and those of one letter.
_LEAST: Final = 3
_CONSONANTS: Final = re.compile(r"[a-z][b-df-hj-np-tv-z]{1,3}\Z")
SHORT: Final = {"s": "sell", "v": "sell", "t": "trade", "h": "hold", "k": "hold"}
_NEAR: Final = Nearest({word: meaning for word, meaning in MEANINGS.items() if len(word) > _LEAST + 2})


def sum_in_words(cursor: Cursor) -> tuple[int, int] | None:
    """Return a number of two words and how many tokens they are: ``twenty-one``, ``vingt et un``, ``dix-sept``; None for any other word."""
    tens = INSIDE_WORDS.get(cursor.peek().folded)
    if tens not in ("10", "20"):
        return None
    is_joined = cursor.peek(1).text == "-" or (tens == "20" and INSIDE_WORDS.get(cursor.peek(1).folded) == "and")
    at = 2 if is_joined else 1
    unit = INSIDE_WORDS.get(cursor.peek(at).folded, "")
    is_number = unit.isdigit() and len(unit) == 1 and (is_joined or tens == "20")
    return (int(tens) + int(unit), at + 1) if is_number else None


@lru_cache(maxsize=4096)
def abbreviated(word: str) -> str:
    """Return the meaning of the words of clauses of which a word is a beginning, or one slip away, if all mean the same; else nothing."""
    if word in SHORT:
        return SHORT[word]
    if len(word) < _LEAST or word in INSIDE_WORDS:
        return ""
    meant = {meaning for whole, meaning in MEANINGS.items() if whole.startswith(word) and " " not in whole}
    meant = meant or _NEAR.find(word)
    if not meant and _CONSONANTS.match(word):
        meant = {meaning for whole, meaning in MEANINGS.items() if _is_within(word, whole)}
    return meant.pop() if len(meant) == 1 else ""


def _is_within(word: str, whole: str) -> bool:
    """Whether a word has the first letter of another one, and its other letters in their order."""
    rest = iter(whole)
    return word[:1] == whole[:1] and all(letter in rest for letter in word)
