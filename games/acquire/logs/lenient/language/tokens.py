"""Tokens of what people write: words, whole numbers and single signs, each with its place, and a cursor over them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.acquire.errors import LogError
from games.acquire.logs.lenient.language.folding import fold, plain_signs
from games.acquire.logs.scan import Line

_CHUNK = re.compile(r"[^\s,;]+|[,;]")
_TOKEN = re.compile(r"->|=>|→|[^\W\d_][^\W\d_\u0300-\u036f]*|[0-9]+|\S")
_AROUND_A_NAME = ".:()-"

#: The tokens of shorter lines are kept for a while: a line is looked at as a head, as several turns and as clauses.
_LONGEST_KEPT: Final = 400


class Token(NamedTuple):
    """A word, a number or a sign: ``text`` as written with plain signs, ``column`` from 1, ``glued`` to what stands before it."""

    text: str
    folded: str
    line: int
    column: int
    glued: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it is a whole number."""
        return self.text.isascii() and self.text.isdigit()

    @property
    def is_word(self) -> bool:
        """Whether it begins with a letter."""
        return self.text[:1].isalpha()

    @property
    def is_letter(self) -> bool:
        """Whether it is one plain letter."""
        return len(self.text) == 1 and self.text.isascii() and self.text.isalpha()

    @property
    def end(self) -> int:
        """The column after its last character."""
        return self.column + len(self.text)

    def wrong(self, problem: str, expected: str) -> LogError:
        """The error that this token is not what was expected."""
        return LogError(problem, self.line, self.column, expected)


class Phrase:
    """Tokens read from left to right; ``end`` is an empty token after the last, ``source`` the text they were cut from."""

    __slots__ = ("at", "end", "tokens")

    def __init__(self, tokens: Sequence[Token], end: Token) -> None:
        self.tokens = tokens
        self.end = end
        self.at = 0

    def peek(self, ahead: int = 0) -> Token:
        """The token so many places ahead, or the empty one."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else self.end

    @property
    def is_done(self) -> bool:
        """Whether all is read."""
        return self.at >= len(self.tokens)

    def took(self, *signs: str) -> bool:
        """Whether one of these signs or folded words stands next; if so it is read."""
        if self.peek().folded in signs and not self.is_done:
            self.at += 1
            return True
        return False

    def written(self, first: int, last: int) -> str:
        """The tokens from one place up to another as they were written, spaces made single."""
        return spaced(self.tokens[first:last])


def spaced(tokens: Sequence[Token]) -> str:
    """Tokens in a row, parted by a space where they were."""
    return "".join(token.text if token.glued or not at else f" {token.text}" for at, token in enumerate(tokens))


def tokens_of(line: Line, odd_names: frozenset[str] = frozenset()) -> tuple[Token, ...]:
    """The tokens of a piece of a line; ``odd_names`` are folded names of players with more than letters in them."""
    return kept(line, odd_names) if len(line.text) <= _LONGEST_KEPT else _tokens_of(line, odd_names)


def _tokens_of(line: Line, odd_names: frozenset[str]) -> tuple[Token, ...]:
    found: list[Token] = []
    for chunk in _CHUNK.finditer(plain_signs(line.text)):
        start = line.start + chunk.start() + 1
        text = chunk[0]
        name = text.strip(_AROUND_A_NAME) if odd_names else ""
        glued = bool(found) and found[-1].end == start
        if name and fold(name) in odd_names:
            before, _, after = text.partition(name)
            found += _cut(before, line.number, start, glued)
            found.append(Token(name, fold(name), line.number, start + len(before), glued or bool(before)))
            found += _cut(after, line.number, start + len(before) + len(name), glued=True)
        else:
            found += _cut(text, line.number, start, glued)
    return tuple(found)


kept = lru_cache(maxsize=64)(_tokens_of)
"""The tokens of the short lines that were looked at last."""


def _cut(text: str, number: int, start: int, glued: bool) -> list[Token]:
    return [
        Token(piece[0], fold(piece[0]), number, start + piece.start(), glued or piece.start() > 0)
        for piece in _TOKEN.finditer(text)
    ]


def spoken(name: str) -> str:
    """A name as the folded tokens of a phrase in which it stands, parted by spaces."""
    return " ".join(fold(piece) for piece in _TOKEN.findall(plain_signs(name)))


def phrase_of(line: Line, odd_names: frozenset[str] = frozenset()) -> Phrase:
    """A piece of a line, ready to be read."""
    end = line.end()
    return Phrase(tokens_of(line, odd_names), Token("", "", end.line, end.column))
