"""One spelling for what people write in many: no capitals, no accents, no signs of a phone's keyboard."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

#: Longer words are folded no further: no name or word of the table is as long.
LONGEST_WORD: Final = 64

_LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

#: Signs for which a keyboard or a program put another one; one for one, so that columns stay.
_SIGNS: Final = {
    **{ord(sign): "-" for sign in "‐‑‒–—―−﹣"},
    **{ord(sign): "'" for sign in "’‘ʼ`´"},
    **{ord(sign): '"' for sign in "“”„«»"},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    ord("×"): "x",
    ord("∶"): ":",
    ord("、"): ",",
    ord("。"): ".",
    ord("\u3000"): " ",
    ord("\u200b"): " ",
    ord("\u200e"): " ",
    ord("\ufeff"): " ",
}


def plain_signs(text: str) -> str:
    """The text with plain hyphens, quotes, colons and digits, character for character."""
    return text if text.isascii() else text.translate(_SIGNS)


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """The text in small letters without accents; a text longer than any word is only cut."""
    small = text[:LONGEST_WORD].casefold()
    if small.isascii():
        return small
    parts = unicodedata.normalize("NFKD", small.translate(_LETTERS))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def spellings(word: str) -> Iterator[str]:
    """The folded spellings of a word: without its accents, and with umlauts written as two letters."""
    yield fold(word)
    if any(umlaut in word for umlaut in "äöü"):
        yield fold(word.translate(_UMLAUTS))
