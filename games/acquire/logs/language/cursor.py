"""A cursor over tokens, and the meanings of the words at it: clause words, words that begin a line, fillers, separators, tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.acquire.actions import BESIDE_THE_GAME, ActKind
from games.acquire.logs.language.spelling import Nearest
from games.acquire.logs.language.tokens import SourceLine, Token, joined, tokens_of
from games.acquire.logs.language.words import CLAUSE_WORDS, ENGLISH, INSIDE_WORDS, LINE_WORDS, WORDS_OF

#: The most tokens of a phrase in the tables of words.
_LONGEST_PHRASE: Final = 3
#: The fewest letters of a word behind "i" if that means "and", and the most letters of a foreign word in which no slip is allowed.
_WHOLE: Final = 3
_SHORT: Final = 5
#: Signs that separate clauses, and those that separate clauses only before a clause word.
_SEPARATORS: Final = (",", ".", "+", "&", "|")
#: Words of one letter that mean "and" in one language, and "in" in another.
_ANDS: Final = {"a": "Czech", "e": "Italian", "i": "Polish", "y": "Spanish"}  # not said
_INS: Final = {"w": "Polish", "v": "Czech"}  # not said
#: What stands behind a number that counts in order, of those in the table of words.
_ORDINALS: Final = ("st", "nd")
#: The words of the director's acts.
DIRECTORS_WORDS: Final = frozenset(act.word for act in (*BESIDE_THE_GAME, ActKind.REWIND))
#: Words that may stand for "bonus": with which of the two it is.
BONUSES: Final = ("bonus", "majority", "minority")
#: What a merger is called: the survivor takes over the others, they go into it, or it is only said that they meet.
MERGERS: Final = ("absorbs", "joins", "merges")
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
#: All words of the tables that are no words of the notation.
FOREIGN: Final = frozenset({*CLAUSE_WORDS, *INSIDE_WORDS}) - frozenset(_CANONICAL)
#: The clause words for which one wrong letter is allowed: no short foreign words, which are similar to too many others, and none of
#: the director's.
_NEAR: Final = Nearest(
    {
        word: meaning
        for word, meaning in MEANINGS.items()
        if (word in ENGLISH or word in _CANONICAL or len(word) > _SHORT) and meaning not in (*DIRECTORS_WORDS, "not")
    }
)


class Cursor:
    """Tokens that are read from left to right.

    ``at`` is the index of the next token, ``end`` an empty token for the place after the last. In its methods ``ahead`` counts tokens
    from the next one, which is 0.
    """

    __slots__ = ("_spoken", "at", "end", "tokens")

    def __init__(self, tokens: Sequence[Token], end: Token) -> None:
        self.tokens = tokens
        self.end = end
        self.at = 0
        self._spoken: dict[str, bool] = {}

    def peek(self, ahead: int = 0) -> Token:
        """Return the token ``ahead`` places after the next one, or the empty one after the last."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else self.end

    @property
    def is_done(self) -> bool:
        """Whether all tokens are read."""
        return self.at >= len(self.tokens)

    def accept(self, *words: str) -> bool:
        """Read the next token if it is one of these signs or folded words; returns whether it was."""
        if self.peek().folded in words and not self.is_done:
            self.at += 1
            return True
        return False

    def text(self, first: int, last: int | None = None) -> str:
        """Return the tokens from index ``first`` up to ``last`` (None: the next token) as written, with single spaces."""
        return joined(self.tokens[first : self.at if last is None else last])

    def word_at(self, ahead: int = 0) -> tuple[str, int]:
        """Return the meaning of the clause word at a token and its number of tokens; an empty text and 0 if there is none."""
        begins = self.peek(ahead).is_word or self.peek(ahead + 1).folded in _ORDINALS
        return self._phrase_at(ahead, MEANINGS) if begins else ("", 0)

    def line_word(self, ahead: int = 0) -> tuple[str, int]:
        """Return the meaning of the word at a token, as one that begins a line, and its number of tokens; an empty text and 0 for none."""
        return self._phrase_at(ahead, LINE_WORDS)

    def _phrase_at(self, ahead: int, meanings: Mapping[str, str]) -> tuple[str, int]:
        """Return the meaning of the longest phrase in ``meanings`` that begins at a token, and its number of tokens."""
        words = [self.peek(ahead + place).folded for place in range(_LONGEST_PHRASE)]
        for length in range(_LONGEST_PHRASE, 0, -1):
            meaning = meanings.get(" ".join(words[:length]))
            if meaning and words[length - 1]:
                return meaning, length
        return "", 0

    def is_and(self, ahead: int = 0) -> bool:
        """Whether a token is a word for "and".

        One of a single letter may also be the initial of a chain or the row of a tile, so a whole word must follow it; the Czech "a"
        must stand between two whole words.
        """
        token, after = self.peek(ahead), self.peek(ahead + 1)
        is_czech = token.text == "a"
        if inner_meaning(token) != "and" and not is_czech:
            return False
        if len(token.text) > 1 or token.folded == "y":
            return True
        before = self.tokens[self.at + ahead - 1] if self.at + ahead else self.end
        if before.is_word and before.folded != "x" and not after.glued and self._speaks(_ANDS.get(token.text, "")):
            return True
        is_behind_word = before.is_word and len(before.text) >= _WHOLE and not inner_meaning(before)
        is_counted = after.is_number and not after.glued
        word = self.peek(ahead + 2 + (self.peek(ahead + 2).folded == "x")) if is_counted else after
        is_before_word = token.text.islower() and word.is_word and len(word.text) >= _WHOLE
        return is_before_word and (is_behind_word or not (is_czech or after.is_number))

    def is_in(self, ahead: int = 0) -> bool:
        """Whether a token is a word for "in" of one letter, in a clause in its language."""
        return self._speaks(_INS.get(self.peek(ahead).text, "")) and not self.peek(ahead + 1).is_number

    def _speaks(self, language: str) -> bool:
        """Whether a clause word of a language that is no English one stands among the tokens."""
        if not language:
            return False
        if language not in self._spoken:
            words = WORDS_OF[language]
            self._spoken[language] = any(token.folded in words and token.folded not in ENGLISH for token in self.tokens)
        return self._spoken[language]

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
