"""Scanning the text spelling: lines without comments, and words with their columns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.acquire.errors import LogError

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,;]+|[,;]')
_BARE_KEY = re.compile(r"[a-z][a-z0-9_-]*\Z")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


#: Names told in one message; a header may name a hundred thousand.
MOST_NAMES = 12


def listed(names: Iterable[str]) -> str:
    """Names parted by commas, for a message: a dozen, and how many more there are."""
    shown = list(names)
    more = f" and {len(shown) - MOST_NAMES} more" if len(shown) > MOST_NAMES else ""
    return ", ".join(shown[:MOST_NAMES]) + more


class Word(NamedTuple):
    """A word, a comma or a semicolon with its place, counted from 1."""

    text: str
    line: int
    column: int

    def wrong(self, problem: str, expected: str) -> LogError:
        """The error that this word is not what was expected."""
        return LogError(problem, self.line, self.column, expected)


class Line(NamedTuple):
    """A line of a log without its comment; ``start`` is the column before its first character."""

    text: str
    number: int
    start: int = 0

    @property
    def is_indented(self) -> bool:
        """Whether the line goes on with the turn above."""
        return self.text[:1].isspace()

    def after(self, offset: int) -> Line:
        """The rest of the line from an offset on."""
        return Line(self.text[offset:], self.number, self.start + offset)

    def words(self) -> list[Word]:
        """Words, commas and semicolons."""
        return [Word(m[0], self.number, self.start + m.start() + 1) for m in _WORD.finditer(self.text)]

    def end(self) -> Word:
        """The empty word at the end of the line, for an error about something missing."""
        return Word("", self.number, self.start + len(self.text.rstrip()) + 1)

    def parts(self, separator: str) -> Iterator[Line]:
        """The pieces between separators that stand outside quotes."""
        text, number, start = self.text, self.number, self.start
        begin = 0
        for end in _places_of(text, separator) if '"' in text else _bare_places_of(text, separator):
            yield Line(text[begin:end], number, start + begin)
            begin = end + 1
        yield Line(text[begin:], number, start + begin)


def _bare_places_of(text: str, separator: str) -> Iterator[int]:
    """The offsets of a separator in a text without quotes."""
    at = text.find(separator)
    while at >= 0:
        yield at
        at = text.find(separator, at + 1)


def _places_of(text: str, separator: str) -> Iterator[int]:
    """The offsets of a separator outside quotes; a quote without an end is a character like any other."""
    at = 0
    is_closed = (
        True  # a quote without an end leaves none for the quotes after it: looking again would take a square of time
    )
    while at < len(text):
        quoted = _QUOTED.match(text, at) if is_closed and text[at] == '"' else None
        if quoted:
            at = quoted.end()
            continue
        is_closed = is_closed and text[at] != '"'
        if text[at] == separator:
            yield at
        at += 1


def lines_of(text: str) -> Iterator[Line]:
    """The lines that say something, without comments."""
    for number, raw in enumerate(text.split("\n"), 1):
        line = Line(raw.rstrip("\r"), number)
        body = next(line.parts("#")) if "#" in raw else line
        if body.text.strip():
            yield body


def loose_value(line: Line) -> object:
    """A value that is only kept: anything that is JSON, else the text as it stands."""
    text = line.text.strip()
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # brackets a thousand deep are a text like any other
        return text


def written_value(value: object) -> str:
    """A value in such a spelling that `loose_value` reads the same again."""
    if isinstance(value, str) and is_plain(value):
        try:
            json.loads(value)
        except ValueError:
            return value
    return json.dumps(value, ensure_ascii=not isinstance(value, str) or not value.isprintable())


def is_plain(text: str) -> bool:
    """Whether a text needs no quotes as a value: printable, trimmed, without quotes and comments."""
    return bool(text) and text == text.strip() and text.isprintable() and not any(c in '#"' for c in text)


def is_bare_key(text: str) -> bool:
    """Whether a header key needs no quotes: small letters, digits and hyphens, so that no player is taken for one."""
    return _BARE_KEY.match(text) is not None


def unquoted(word: Word) -> str:
    """The text of a word, which may stand in quotes."""
    if not word.text.startswith('"'):
        return word.text
    try:
        text = json.loads(word.text)
    except ValueError:
        raise word.wrong(f"{word.text} is not a quoted text", "a closing quote") from None
    return str(text)
