"""The lexer of text logs: lines without comments, their words, and the tokens into which free text is divided.

A word is a text between spaces, commas and semicolons, or a text in quotes: the exact forms of the notation are made of
words. A token is a piece of a word: letters, a whole number, or a single sign.

Reading and writing the time at the end of a clause by the notation: ``@723.4 +0.4``.

The first is seconds since the game began, the second those of them that were credited to a slow network; both have at
most three decimal places. A record counts whole milliseconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.acquire.errors import LogError
from games.acquire.logs.language.confusions import with_digits, with_letters
from games.acquire.logs.language.spelling import fold, plain_signs
from games.acquire.record import Stamp
from games.sentences import Said, ngettext_lazy
from games.sentences import gettext_lazy as _

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,;]+|[,;]')
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_BARE_KEY = re.compile(r"[a-z][a-z0-9_-]*\Z")
_CHUNK = re.compile(r"[^\s,;]+|[,;]")
#: Letters before an apostrophe that are a word of their own, and words with one inside.
_ELIDED = r"(?i:(?:does|did|do)n't|(?:dell|all|[dln])'(?![0-9]))"
_TOKEN = re.compile(rf"->|=>|→|<-|←|{_ELIDED}|[^\W\d_][^\W\d_\u0300-\u036f]*|[0-9]+|\S")
_AROUND_A_NAME = ".:()-"
#: The tokens of lines up to this length are cached, because a line is read several times: as a head, as turns and as clauses.
_LONGEST_CACHED = 400
#: The most names in one message.
MOST_NAMES = 12


class Token(NamedTuple):
    """A word or a piece of one: ``column`` counts from 1; ``glued`` says that no space separates it from the token before."""

    text: str
    line: int
    column: int
    glued: bool = False

    @property
    def folded(self) -> str:
        """The text in small letters without accents."""
        return fold(self.text)

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

    def wrong(self, problem: Said, expected: Said) -> LogError:
        """Return the error that this token is not what was expected."""
        return LogError(problem, self.line, self.column, expected)


#: A tile with its number first, as a part of longer patterns.
TILE_SIGN: Final = r"(?:1[0-2]|[1-9])-?[A-Ia-i]"


class SourceLine(NamedTuple):
    """A line of a log, or a piece of one; ``start`` is the number of characters of the line before it."""

    text: str
    number: int
    start: int = 0

    @property
    def is_indented(self) -> bool:
        """Whether the line begins with a space, and so continues the turn above."""
        return self.text[:1].isspace()

    def after(self, offset: int) -> SourceLine:
        """Return the rest of the line from an offset on."""
        return SourceLine(self.text[offset:], self.number, self.start + offset)

    def from_token(self, token: Token) -> SourceLine:
        """Return the rest of the line from one of its tokens on; empty for its end token."""
        return self.after(token.column - 1 - self.start)

    def words(self) -> list[Token]:
        """Return the words, commas and semicolons of the line."""
        return [Token(m[0], self.number, self.start + m.start() + 1) for m in _WORD.finditer(self.text)]

    def trimmed(self) -> Token:
        """Return the text of the line as one word, without the spaces around it."""
        text = self.text.strip()
        return Token(text, self.number, self.start + len(self.text) - len(self.text.lstrip()) + 1)

    def end(self) -> Token:
        """Return the empty token at the end of the line, for an error about something missing."""
        return Token("", self.number, self.start + len(self.text.rstrip()) + 1)

    def parts(self, separator: str) -> Iterator[SourceLine]:
        """Yield the pieces between separators; separators in quotes do not count."""
        text, number, begin = self.text, self.number, self.start
        for piece in text.split(separator) if '"' not in text else _unquoted_parts(text, separator):
            yield SourceLine(piece, number, begin)
            begin += len(piece) + 1


def _unquoted_parts(text: str, separator: str) -> Iterator[str]:
    """Yield the pieces between separators outside quotes; a quote that is not closed is an ordinary character."""
    at = begin = 0
    # Once a quote is not closed, no later one is either; looking for its end again would take quadratic time.
    is_closed = True
    while at < len(text):
        quoted_text = _QUOTED.match(text, at) if is_closed and text[at] == '"' else None
        if quoted_text:
            at = quoted_text.end()
            continue
        is_closed = is_closed and text[at] != '"'
        if text[at] == separator:
            yield text[begin:at]
            begin = at + 1
        at += 1
    yield text[begin:]


def lines_of(text: str) -> Iterator[SourceLine]:
    """Yield the lines that are not empty, without comments."""
    for number, raw in enumerate(text.split("\n"), 1):
        line = SourceLine(raw.rstrip("\r"), number)
        body = next(line.parts("#")) if "#" in raw else line
        if body.text.strip():
            yield body


def as_meant(text: str, names: frozenset[str] = frozenset()) -> str:
    """Return a text with plain signs, letters for digits in known words and ``names``, and digits for letters in amounts, as long as it."""
    return with_digits(with_letters(plain_signs(text), names))


def tokens_of(line: SourceLine, names: frozenset[str] = frozenset()) -> Sequence[Token]:
    """Return the tokens of a line.

    ``names`` are folded names of players: those that contain other characters than letters are kept as one token.
    """
    return cached_tokens(line, names) if len(line.text) <= _LONGEST_CACHED else _tokens_of(line, names)


def _tokens_of(line: SourceLine, names: frozenset[str]) -> tuple[Token, ...]:
    """Return what `tokens_of` returns, without the cache."""
    found: list[Token] = []
    for chunk in _CHUNK.finditer(as_meant(line.text, names)):
        start = line.start + chunk.start() + 1
        text = chunk[0]
        name = text.strip(_AROUND_A_NAME) if names else ""
        glued = bool(found) and found[-1].end == start
        if name and not name.isalpha() and fold(name) in names:
            before, _, after = text.partition(name)
            found += _tokens_in(before, line.number, start, glued)
            found.append(Token(name, line.number, start + len(before), glued or bool(before)))
            found += _tokens_in(after, line.number, start + len(before) + len(name), glued=True)
        else:
            found += _tokens_in(text, line.number, start, glued)
    return tuple(found)


cached_tokens = lru_cache(maxsize=64)(_tokens_of)
"""The tokens of the short lines that were looked at last."""


def _tokens_in(text: str, number: int, start: int, glued: bool) -> list[Token]:
    """Return the tokens of a text without spaces that begins at column ``start`` of line ``number``."""
    return [
        Token(piece[0], number, start + piece.start(), glued or piece.start() > 0) for piece in _TOKEN.finditer(text)
    ]


def joined_text(tokens: Sequence[Token]) -> str:
    """Return the text of successive tokens, with one space where spaces separate them."""
    return "".join(token.text if token.glued or not at else f" {token.text}" for at, token in enumerate(tokens))


def folded_tokens(name: str) -> str:
    """Return a name as its folded tokens, separated by spaces."""
    return " ".join(fold(piece) for piece in _TOKEN.findall(plain_signs(name)))


def listed_names(names: Iterable[str]) -> Said:
    """Return names separated by commas for a message: at most a dozen, and how many more there are."""
    shown = list(names)
    names = ", ".join(shown[:MOST_NAMES])
    more = len(shown) - MOST_NAMES
    return ngettext_lazy("{names} and {n} more", "{names} and {n} more", more, names=names) if more > 0 else names


def plain_value(line: SourceLine) -> object:
    """Return the value of a key that is only stored: JSON if it is, else the text itself."""
    text = line.text.strip()
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # brackets a thousand deep are a text like any other
        return text


def written_value(value: object) -> str:
    """Return a value as text from which `plain_value` reads the same value."""
    if isinstance(value, str) and is_plain(value):
        try:
            json.loads(value)
        except ValueError:
            return value
    return json.dumps(value, ensure_ascii=not isinstance(value, str) or not value.isprintable())


def is_plain(text: str) -> bool:
    """Whether a text needs no quotes as a value: printable, trimmed, without quotes and comment signs."""
    return bool(text) and text == text.strip() and text.isprintable() and not any(c in '#"' for c in text)


def quoted(text: str) -> str:
    """Return a text in quotes, as in JSON."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def is_bare_key(text: str) -> bool:
    """Whether a key of the header needs no quotes.

    It has small letters, digits and hyphens only, so that no player's name is read as a key.
    """
    return _BARE_KEY.match(text) is not None


def unquoted(word: Token) -> str:
    """Return the text of a word without the quotes around it, if it has any.

    Raises:
        LogError: if it begins with a quote but is no text in quotes.
    """
    if not word.text.startswith('"'):
        return word.text
    try:
        text = json.loads(word.text)
    except ValueError:
        raise word.wrong(_("{word} is not text in quotes", word=word.text), _("a closing quote")) from None
    return str(text)


#: The sign with which a time begins.
MARK: Final = "@"
#: The largest time that is read, a thousand million seconds.
MOST_MILLISECONDS: Final = 10**12 - 1
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?\Z")
_EXPECTED: Final = _("seconds since the game began, as in @723.4, followed by any lag credited, as in +0.4")


def written_stamp(stamp: Stamp) -> str:
    """Return a time as the notation writes it: ``@723.4``, or ``@723.4 +0.4`` with a lag."""
    lag = f" +{_seconds_text(stamp.lag)}" if stamp.lag else ""
    return f"{MARK}{_seconds_text(stamp.at)}{lag}"


def _seconds_text(milliseconds: int) -> str:
    """Return milliseconds as seconds with as few decimal places as possible."""
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".") if rest else str(whole)


def read_stamp(at: Token, lag: Token) -> tuple[Stamp, int]:
    """Return the time in a word that begins with `MARK`, with the lag in the word behind it, and how many of the two words it takes.

    Raises:
        LogError: if the words are no time.
    """
    when = _exact_milliseconds(at, at.text.removeprefix(MARK))
    if not lag.text.startswith("+"):
        return Stamp(when), 1
    return Stamp(when, _exact_milliseconds(lag, lag.text[1:])), 2


def _exact_milliseconds(word: Token, digits: str) -> int:
    """Return the milliseconds of a time in the exact form; ``word`` is where an error is reported."""
    if not _SECONDS.match(digits):
        raise word.wrong(_("{word!r} is not a time", word=word.text), _EXPECTED)
    return _milliseconds(digits)


def _milliseconds(text: str) -> int:
    """Return the milliseconds of a number of seconds with decimal places."""
    seconds, _, rest = text.partition(".")
    return int(seconds) * 1000 + int(rest.ljust(3, "0"))
