"""The words of acts and lines by language, read from ``tables/``, and all words by their folded spellings.

Each file has a language, in parts: ``[clauses]`` are words that begin a clause, or a part of a disposal; ``[inside]`` those within one;
``[lines]`` those that begin a line; ``[columns]`` those that head a column. A row has a meaning, the word of the notation or a name in
small letters for what the notation has no word for, then the words read as it, parted by commas; a phrase may have up to three words.
Capitals and accents do not count: ``Gründet``, ``grundet`` and ``gruendet`` are one word. Within a part a word has one meaning in all
languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from games.acquire.logs.language.spelling import spellings

LANGUAGES: Final = ("English", "German", "French", "Spanish", "Dutch", "Polish", "Italian", "Czech")
PARTS: Final = ("clauses", "inside", "lines", "columns")
_PART: Final = re.compile(r"(?m)^\[(\w+)\]$")


def _tables() -> Mapping[str, Mapping[str, str]]:
    """Return the rows of each part by language."""
    folder = files(__package__) / "tables"
    found: dict[str, dict[str, str]] = {part: {} for part in PARTS}
    for language in LANGUAGES:
        _, *pieces = _PART.split((folder / f"{language.lower()}.txt").read_text(encoding="utf-8"))
        for part, table in zip(pieces[::2], pieces[1::2], strict=True):
            found[part][language] = table
    return found


def rows(table: str) -> list[tuple[str, str]]:
    """Return each word of one language's table with its meaning."""
    parted = [line.split(maxsplit=1) for line in table.strip().splitlines()]
    return [(word.strip(), meaning) for meaning, words in parted for word in words.split(",")]


def _meanings_by_spelling(tables: Mapping[str, str]) -> Mapping[str, str]:
    """Return the meaning of each word of all languages, by its folded spellings."""
    pairs = [pair for table in tables.values() for pair in rows(table)]
    return MappingProxyType({spelling: meaning for word, meaning in pairs for spelling in spellings(word)})


_BY_PART: Final = _tables()
CLAUSES, INSIDE, _LINES, _COLUMNS = (_BY_PART[part] for part in PARTS)

#: Keys of the header that are only stored, and all keys that are read anywhere in a log.
_KEPT: Final = ("event", "round", "table", "date", "scribe", "source", "venue")
HEADER_KEYS: Final = ("edition", "players", "chains", "position", *_KEPT)

CLAUSE_WORDS: Final = _meanings_by_spelling(CLAUSES)
INSIDE_WORDS: Final = _meanings_by_spelling(INSIDE)
LINE_WORDS: Final = MappingProxyType({**dict(zip(_KEPT, _KEPT, strict=True)), **_meanings_by_spelling(_LINES)})
#: The words that head columns, in small letters.
COLUMN_WORDS: Final = MappingProxyType(
    {word.casefold(): meaning for table in _COLUMNS.values() for word, meaning in rows(table)}
)
#: The English words that begin a clause.
ENGLISH: Final = frozenset(word for word, _ in rows(CLAUSES["English"]))
#: The tables of the first three parts, for listing them.
TABLES: Final = (CLAUSES, INSIDE, _LINES)
