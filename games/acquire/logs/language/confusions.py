"""Photographed text: the letters and digits that a program mistakes for each other when it reads a picture of a sheet.

``5OOO`` is 5000, ``28`` in the place of a tile 2B, ``Arnerican`` American. Only the place says whether a sign was mistaken, so whoever
expects a number, a tile or a name asks here what it may have been.
"""

from __future__ import annotations

import re
from typing import Final

from games.acquire.board import ROWS, TILE_NAMES
from games.acquire.editions.labels import LABEL_SETS
from games.acquire.logs.language.spelling import fold
from games.acquire.logs.language.words import CLAUSES, INSIDE

_DIGITS: Final = str.maketrans("OolI|SsB", "00111558")
_ROWS: Final = str.maketrans("81l|", "BIII")
#: Letters that look like two others, and digits that look like letters, with each letter that one may be.
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_LETTERS: Final = {"0": "o", "1": "li", "5": "s", "8": "b"}
_MIXED: Final = re.compile(r"(?<![^\W_])(?=[^\W\d_]*[0158])(?:[^\W\d_]|[0158]){3,24}(?![^\W_])")
#: An amount with groups of three, of signs that are digits or look so, at least one group with a digit or an O; a one before a tile.
_GROUPED: Final = re.compile(r"(?<![^\W_])[0-9OolIS]{1,3}(?:[.,'](?=[lISB]*[0-9Oo])[0-9OolISB]{3})+(?![^\W_])")
_ONE: Final = re.compile(r"(?<![^\W_])[lI](?=[0-2][A-I](?![^\W_]))")
_FEWEST_LETTERS: Final = 3
#: The most letters of a word that are taken for digits.
_MOST_MISTAKEN: Final = 3
#: The fewest characters of a number in which letters are read as digits.
_SHORTEST: Final = 3
#: The last column that a number alone may name, so that rather its row is missing.
_LAST_COLUMN: Final = 12


def figure_meant(text: str) -> str:
    """Return the digits of a number of which some were taken for letters, or an empty text."""
    digits = text.translate(_DIGITS)
    is_long = any(sign.isdigit() for sign in text) and (len(text) >= _SHORTEST or text[-1:] in "Oo")
    return digits if digits.isascii() and digits.isdigit() and is_long else ""


def with_digits(text: str) -> str:
    """Return a text with digits for the letters in amounts with groups, ``l5,3OO``, and for one before a tile, ``l2D``, as long as it."""
    text = _GROUPED.sub(lambda found: found[0].translate(_DIGITS), text)
    return _ONE.sub("1", text)


def tile_meant(text: str, *, is_letter_first: bool) -> str | None:
    """Return the name of the tile of which a text may be a picture, its letter behind its number or before it; None for any other text."""
    is_row_lost = text.isascii() and text.isdigit() and int(text) <= _LAST_COLUMN
    # Without a digit it is rather a word, unless it has capitals; the letter of a number alone comes last.
    is_word = text.isalpha() and (text.islower() or text[-1:].islower())
    if is_row_lost or is_word or not 1 < len(text) <= _SHORTEST:
        return None
    behind, before = _tile(text[:-1], text[-1]), _tile(text[1:], text[0])
    if text.isdigit():
        return behind if before is None else None
    return before or behind if is_letter_first else behind or before


def _tile(column: str, row: str) -> str | None:
    """Return the name of the tile of a photographed column and row, or None."""
    letter = row.upper() if row.isascii() and row.upper() in ROWS else row.translate(_ROWS)
    name = f"{column.translate(_DIGITS)}{letter}"
    return name if name in _NAMES else None


_NAMES: Final = frozenset(TILE_NAMES)


def word_meant(word: str) -> str:
    """Return a folded word with a single letter wherever two look like it."""
    for pair, letter in _PAIRS:
        word = word.replace(pair, letter)
    return word


def _known_words() -> frozenset[str]:
    """Return the folded names of all chains and all words of clauses that are long enough to be recognised."""
    names = [name for labels in LABEL_SETS.values() for name in labels.names]
    tables = [table for tables in (CLAUSES, INSIDE) for table in tables.values()]
    words = [word for table in tables for word in re.findall(r"[^\W\d_]+", table)]
    return frozenset(fold(word) for word in (*names, *words) if len(word) > _FEWEST_LETTERS)


_KNOWN: Final = _known_words()


def with_letters(text: str, names: frozenset[str]) -> str:
    """Return a text with letters for the digits in known words and folded names: ``Lux0r`` is Luxor. It has the same length."""
    return _MIXED.sub(lambda found: _pictured_word(found[0], names), text)


def _pictured_word(chunk: str, names: frozenset[str]) -> str:
    """Return the only known word or name of which a chunk of letters and digits may be a picture, else the chunk itself."""
    if fold(chunk) in names:
        return chunk
    if chunk.isdigit() or sum(sign.isdigit() for sign in chunk) > _MOST_MISTAKEN:
        return chunk
    spelled = [""]
    for sign in chunk:
        spelled = [word + letter for word in spelled for letter in _LETTERS.get(sign, sign)]
    known = [word for word in spelled if {fold(word), word_meant(fold(word))} & _KNOWN or fold(word) in names]
    return known[0] if len(known) == 1 else chunk
