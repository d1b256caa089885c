"""One spelling for what people write in many: no capitals, no accents, no signs of a phone's keyboard.

And words one slip of a letter away: a letter wrong, missing, too many, or two neighbours exchanged.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Generic, TypeVar

Meaning = TypeVar("Meaning")

#: Shorter words have too many neighbours for one to be meant; longer ones are no names.
SHORTEST, LONGEST = 3, 24
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


def _shortened(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def is_one_slip(written: str, meant: str) -> bool:
    """Whether two different words are one slip of a letter apart; a digit is never taken for another."""
    if len(written) > len(meant):
        return is_one_slip(meant, written)
    same = next((at for at, (one, other) in enumerate(zip(written, meant, strict=False)) if one != other), len(written))
    rest, other = written[same:], meant[same:]
    if any(letter.isdigit() for letter in (rest[:1], other[:1])):
        return False
    if len(rest) < len(other):
        return rest == other[1:]
    return bool(rest) and (rest[1:] == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:]))


class Nearest(Generic[Meaning]):
    """Finds the meanings of the words that are a slip away.

    Looking a word up costs as many steps as it has letters, however many words there are: words that differ by one letter
    share what is left when one letter is taken from either.
    """

    __slots__ = ("_meanings", "_words")

    def __init__(self, names: Mapping[str, Meaning]) -> None:
        fit = [word for word in names if SHORTEST <= len(word) <= LONGEST]
        self._meanings = {word: names[word] for word in fit}
        self._words: dict[str, list[str]] = {}
        for word in fit:
            for key in {word, *_shortened(word)}:
                self._words.setdefault(key, []).append(word)

    def find(self, word: str, *, keeps_first: bool = False) -> set[Meaning]:
        """The meanings of all words that are one slip away; of a word too short or too long, none.

        Where one of the two has but three letters, or with ``keeps_first``, the first letter must be right: else any short word is
        near some other.
        """
        if not SHORTEST <= len(word) <= LONGEST + 1:
            return set()
        found = (near for near in self._candidates(word) if is_one_slip(word, near))
        return {
            self._meanings[near]
            for near in found
            if word[0] == near[0] or (not keeps_first and min(len(word), len(near)) > SHORTEST)
        }

    def _candidates(self, word: str) -> Iterable[str]:
        return {near for key in (word, *_shortened(word)) for near in self._words.get(key, ())}
