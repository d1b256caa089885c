"""Words in one spelling, without capitals, accents and special signs, and the search for misspelt words.

A slip is one letter wrong, missing or too many, or two neighbouring letters exchanged.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Generic, TypeVar

Meaning = TypeVar("Meaning")

#: Slips are only recognised in words of these lengths: shorter ones are similar to too many others, longer ones are no names.
SHORTEST, LONGEST = 3, 24
#: The most letters of a word that are folded; no name or word of the tables is as long.
LONGEST_WORD: Final = 64

_LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

#: Signs that a keyboard or a program puts for plain ones; each is one character, so columns stay the same.
_SIGNS: Final = {
    **{ord(sign): "-" for sign in "‐‑‒–—―−﹣"},
    **{ord(sign): "'" for sign in "’‘ʼ`´"},
    **{ord(sign): '"' for sign in "“”„«»"},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **{ord(sign): "→" for sign in "➔➜➝➞➡⇒⟶"},
    ord("×"): "x",
    ord("∶"): ":",
    ord("、"): ",",
    ord("。"): ".",
    ord("\u3000"): " ",
    ord("\u200b"): " ",
    ord("\u200e"): " ",
    ord("\ufe0f"): " ",
    ord("\ufeff"): " ",
}


def plain_signs(text: str) -> str:
    """Return the text with plain hyphens, quotes, colons and digits, of the same length."""
    return text if text.isascii() else text.translate(_SIGNS)


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, as a table of words that people use has them."""
    return tuple(text.split())


def fold(text: str) -> str:
    """Return the text in small letters without accents, cut to `LONGEST_WORD` letters."""
    small = text[:LONGEST_WORD].casefold()
    if small.isascii():
        return small
    parts = unicodedata.normalize("NFKD", small.translate(_LETTERS))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def spellings(word: str) -> Iterator[str]:
    """Yield the folded spellings of a word: without accents, and with umlauts written as two letters."""
    yield fold(word)
    if any(umlaut in word for umlaut in "äöü"):
        yield fold(word.translate(_UMLAUTS))


def _without_a_letter(word: str) -> Iterator[str]:
    """Yield the word without each of its letters."""
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def is_one_slip(written: str, meant: str) -> bool:
    """Whether two different words differ by one slip; a wrong digit is not recognised as one."""
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
    """Finds the meanings of the words that differ from a given word by one slip.

    The search takes as many steps as the word has letters, however many words there are: two words that differ by one letter
    have a form in common if one letter is left out of each.
    """

    __slots__ = ("_meanings", "_words")

    def __init__(self, names: Mapping[str, Meaning]) -> None:
        fit = [word for word in names if SHORTEST <= len(word) <= LONGEST]
        self._meanings = {word: names[word] for word in fit}
        self._words: dict[str, list[str]] = {}
        for word in fit:
            for key in {word, *_without_a_letter(word)}:
                self._words.setdefault(key, []).append(word)

    def find(self, word: str) -> set[Meaning]:
        """Return the meanings of all words that differ by one slip; empty for a word that is too short or too long.

        The first letter must be right if one of the two words has only three letters.
        """
        if not SHORTEST <= len(word) <= LONGEST + 1:
            return set()
        found = (near for near in self._candidates(word) if is_one_slip(word, near))
        return {self._meanings[near] for near in found if word[0] == near[0] or min(len(word), len(near)) > SHORTEST}

    def _candidates(self, word: str) -> Iterable[str]:
        """Return all known words that may differ by one slip."""
        return {near for key in (word, *_without_a_letter(word)) for near in self._words.get(key, ())}
