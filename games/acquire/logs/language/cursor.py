"""A cursor over tokens, and the meanings of the words at it: clause words, words that begin a line, fillers, separators, tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.acquire.actions import BESIDE_THE_GAME, ActKind
from games.acquire.logs.language.tokens import SourceLine, Token, joined_text, tokens_of
from games.acquire.logs.language.words import CLAUSE_WORDS, INSIDE_WORDS, LINE_WORDS

#: The most tokens of a phrase in the tables of words.
_LONGEST_PHRASE: Final = 3
#: What stands behind a number that counts in order, of those in the table of words.
_ORDINALS: Final = ("st", "nd")
#: The words of the director's acts.
DIRECTORS_WORDS: Final = frozenset(act.word for act in (*BESIDE_THE_GAME, ActKind.REWIND))
#: The parts of a disposal, and the words of clauses about one player's money and shares.
PARTS: Final = ("sell", "trade", "hold")
_CANONICAL: Final = {
    **{
        act.word: act.word
        for act in ActKind
        if act not in (ActKind.START, ActKind.HAND, ActKind.TURN, ActKind.PLAY, ActKind.FINAL)
    },
    **{word: word for word in PARTS},
}
#: The meaning of each word that begins a clause: those of the notation and those of the eight languages.
MEANINGS: Final = {**CLAUSE_WORDS, **_CANONICAL}


class Cursor:
    """Tokens that are read from left to right.

    ``at`` is the index of the next token, ``end`` an empty token for the place after the last. In its methods ``ahead`` counts tokens
    from the next one, which is 0.
    """

    __slots__ = ("at", "end", "tokens")

    def __init__(self, tokens: Sequence[Token], end: Token) -> None:
        self.tokens = tokens
        self.end = end
        self.at = 0

    def peek(self, ahead: int = 0) -> Token:
        """Return the token ``ahead`` places after the next one, or the empty one after the last."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else self.end

    @property
    def is_done(self) -> bool:
        """Whether all tokens are read."""
        return self.at >= len(self.tokens)

    def text(self, first: int, last: int | None = None) -> str:
        """Return the tokens from index ``first`` up to ``last`` (None: the next token) as written, with single spaces."""
        return joined_text(self.tokens[first : self.at if last is None else last])

    def ahead(self, count: int) -> str:
        """Return the next ``count`` tokens as written, with single spaces."""
        return self.text(self.at, self.at + count)

    def word_at(self) -> tuple[str, int]:
        """Return the meaning of the clause word at the next token and its number of tokens; an empty text and 0 if there is none."""
        begins = self.peek().is_word or self.peek(1).folded in _ORDINALS
        return self._phrase(MEANINGS) if begins else ("", 0)

    def line_word(self) -> tuple[str, int]:
        """Return the meaning of the next word, as one that begins a line, and its number of tokens; an empty text and 0 for none."""
        return self._phrase(LINE_WORDS)

    def _phrase(self, meanings: Mapping[str, str]) -> tuple[str, int]:
        """Return the meaning of the longest phrase in ``meanings`` that begins at the next token, and its number of tokens."""
        words = [self.peek(place).folded for place in range(_LONGEST_PHRASE)]
        for length in range(_LONGEST_PHRASE, 0, -1):
            meaning = meanings.get(" ".join(words[:length]))
            if meaning and words[length - 1]:
                return meaning, length
        return "", 0

    def tile_at(self, ahead: int = 0) -> int:
        """Return how many tokens form a tile, from ``ahead`` on, even one that is not on the board; 0 if they do not look like one."""
        first, second, third = self.peek(ahead), self.peek(ahead + 1), self.peek(ahead + 2)
        if first.text == "?":
            return 1
        if second.text == "-" and _is_pair(first, third) and third.glued == second.glued:
            return 3
        if first.is_number and second.folded == "x" and third.is_word:
            return 0  # so many shares of a chain
        return 2 if _is_pair(first, second) else 0


def cursor_of(line: SourceLine) -> Cursor:
    """Return a cursor at the beginning of a line, in which names of players need not be recognised."""
    return Cursor(tokens_of(line), line.end())


def inner_meaning(token: Token) -> str:
    """Return the meaning of a word inside a clause (none, and, rest, noise or a number), or an empty text if it has none."""
    return INSIDE_WORDS.get(token.folded, "") if token.is_word else ""


def _is_pair(one: Token, other: Token) -> bool:
    """Whether one of the tokens is a number and the other a letter."""
    return (one.is_number and other.is_letter) or (one.is_letter and other.is_number)
