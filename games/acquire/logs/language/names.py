"""Recognising players by ID, name, initial or with one wrong letter, and chains by any prefix or with one wrong letter.

Words of clauses that are cut short or misspelt, and numbers of two words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from games.acquire.editions.labels import LabelSet
from games.acquire.errors import ChainError
from games.acquire.logs.language.confusions import word_meant
from games.acquire.logs.language.cursor import MEANINGS, Cursor
from games.acquire.logs.language.spelling import LONGEST_WORD, Nearest, fold
from games.acquire.logs.language.tokens import Token, folded_tokens
from games.acquire.logs.language.words import ENGLISH, INSIDE_WORDS
from games.acquire.record import Player

#: The fewest letters of a beginning of a word of clauses, a few letters of a word or of a chain's name, none of them a vowel but the first,
#: and words of one letter.
_LEAST: Final = 3
_CONSONANTS: Final = re.compile(r"[a-z][b-df-hj-np-tv-z]{1,3}\Z")
SHORT: Final = {"s": "sell", "v": "sell", "t": "trade", "h": "hold", "k": "hold"}
_NEAR: Final = Nearest({word: meaning for word, meaning in MEANINGS.items() if len(word) > _LEAST + 2})


def sum_in_words(cursor: Cursor) -> tuple[int, int] | None:
    """Return a number of two words and how many tokens they are: ``twenty-one``, ``vingt et un``, ``dix-sept``; None for any other word."""
    tens = INSIDE_WORDS.get(cursor.peek().folded)
    if tens not in ("10", "20"):
        return None
    is_joined = cursor.peek(1).text == "-" or (tens == "20" and INSIDE_WORDS.get(cursor.peek(1).folded) == "and")
    at = 2 if is_joined else 1
    unit = INSIDE_WORDS.get(cursor.peek(at).folded, "")
    is_number = unit.isdigit() and len(unit) == 1 and (is_joined or tens == "20")
    return (int(tens) + int(unit), at + 1) if is_number else None


@lru_cache(maxsize=4096)
def abbreviated_meaning(word: str) -> str:
    """Return the meaning of the words of clauses of which a word is a beginning, or one slip away, if all mean the same; else nothing."""
    if word in SHORT:
        return SHORT[word]
    if len(word) < _LEAST or word in INSIDE_WORDS:
        return ""
    meant = {meaning for whole, meaning in MEANINGS.items() if whole.startswith(word) and " " not in whole}
    meant = meant or _NEAR.find(word)
    if not meant and _CONSONANTS.match(word):
        meant = {meaning for whole, meaning in MEANINGS.items() if _is_within_word(word, whole)}
    return meant.pop() if len(meant) == 1 else ""


def _is_within_word(word: str, whole: str) -> bool:
    """Whether a word has the first letter of another one, and its other letters in their order."""
    rest = iter(whole)
    return word[:1] == whole[:1] and all(letter in rest for letter in word)


#: The most tokens of a name that is recognised, and the most letters of the beginning of one.
LONGEST_NAME: Final = 6
LONGEST_START: Final = 12
#: If there are more players, initials and misspelt names are not recognised.
MOST_PLAYERS: Final = 24
_LISTED: Final = re.compile(r"[;/&+]|\b(?:and|und|et|y|en|i|oraz)\b", re.IGNORECASE)
#: The most words in the cache of words and the chains they name.
_REMEMBERED: Final = 4_096
#: The most letters of initials.
_INITIALS: Final = 2
#: The value that stands for more than one player.
_SEVERAL: Final = -1


class Sureness(IntEnum):
    """How certainly a name was recognised, the most certain first: the ID, a name, a name with one wrong letter, its beginning."""

    EXACT = 0
    NAME = 1
    SLIP = 2
    START = 3


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player named at a cursor: the seat, the number of tokens of the name, and how certainly it was recognised."""

    seat: int
    length: int
    sureness: Sureness


class Players:
    """The players of one log, recognised by everything they may be called."""

    __slots__ = ("_by_id", "_by_name", "_near", "_starts", "ids", "longest", "words")

    def __init__(self, players: Sequence[Player], nicknames: Mapping[str, int] | None = None) -> None:
        """``nicknames`` has further names, as folded tokens, with the seats of their players."""
        self.ids = [player.id for player in players]
        self._by_id = {name: seat for seat, name in enumerate(self.ids)}
        self._by_name: dict[str, set[int]] = {}
        for tier in zip(*(_possible_names(player) for player in players), strict=True):
            fresh: dict[str, set[int]] = {}
            for seat, names in enumerate(tier):
                for name in names:
                    fresh.setdefault(name, set()).add(seat)
            self._by_name = fresh | self._by_name
        self._by_name |= {name: {seat} for name, seat in (nicknames or {}).items() if name not in self._by_name}
        few = self._by_name if len(self.ids) <= MOST_PLAYERS else {}
        self._near = Nearest({name: _only_seat(seats) for name, seats in few.items()})
        self._starts: dict[str, set[int]] = {}
        for name, seats in few.items():
            for length in range(1, LONGEST_START + 1):
                self._starts.setdefault(name[:length], set()).update(seats)
        single = (name for name in few if name.isalpha() and len(name) > _INITIALS)
        mixed = (name for name in (*self.ids, *(nicknames or ())) if not name.replace(" ", "").isalpha())
        #: The IDs and nicknames that are no words, and all names of one word but initials.
        self.words = frozenset((*map(fold, mixed), *single))
        self.longest = min(LONGEST_NAME, max((name.count(" ") + 1 for name in self._by_name), default=1))

    def at(self, cursor: Cursor, ahead: int = 0, least: Sureness = Sureness.SLIP) -> NamedPlayer | None:
        """Return the player named ``ahead`` tokens after the cursor's next one, at least as certainly as ``least``.

        Returns None if nobody is named or more than one may be meant.
        """
        tokens = [cursor.peek(ahead + place) for place in range(self.longest)]
        if tokens[0].text in self._by_id:
            one = NamedPlayer(self._by_id[tokens[0].text], 1, Sureness.EXACT)
            return self._longer(tokens, one) or one
        if least >= Sureness.NAME and (found := self._longer(tokens, None)):
            return found
        word = tokens[0].folded
        if not tokens[0].is_word:
            return None
        starting = self._starts.get(word, set())
        if len(starting) > 1:
            return None
        if starting and least >= Sureness.START:
            return NamedPlayer(_only_seat(starting), 1, Sureness.START)
        near = self._near.find(word) if least >= Sureness.SLIP else set()
        seat = _only_seat(near) if near else _SEVERAL
        return None if seat == _SEVERAL else NamedPlayer(seat, 1, Sureness.SLIP)

    def _longer(self, tokens: Sequence[Token], one: NamedPlayer | None) -> NamedPlayer | None:
        """Return the player of the longest name that the tokens begin with, if it is longer than ``one``, which is known already."""
        for length in range(len(tokens), 1 if one else 0, -1):
            seats = self._by_name.get(" ".join(token.folded for token in tokens[:length]), set())
            if len(seats) == 1 and (one is None or one.seat in seats):
                return NamedPlayer(_only_seat(seats), length, Sureness.NAME)
        return None


def _possible_names(player: Player) -> tuple[set[str], ...]:
    """Return the names by which a player may be called, the most certain first: the ID, the whole name, its first and last word.

    The first and last word are left out if the name looks like a list of names.
    """
    words = [] if _LISTED.search(player.name[:LONGEST_WORD]) else player.name[:LONGEST_WORD].split()
    parts = {folded_tokens(word) for word in (*words[:1], *words[-1:])}
    names = ({folded_tokens(player.id), fold(player.id)}, {folded_tokens(player.name[:LONGEST_WORD])}, parts)
    return tuple({name for name in tier if name and name.count(" ") < LONGEST_NAME} for tier in names)


def _only_seat(seats: set[int]) -> int:
    """Return the only seat of a set, or `_SEVERAL`."""
    return next(iter(seats)) if len(seats) == 1 else _SEVERAL


class Chains:
    """The chains of one label set, recognised by everything they may be called."""

    __slots__ = ("_known", "_near", "_nicknames", "labels")

    def __init__(self, labels: LabelSet, nicknames: Mapping[str, int] | None = None) -> None:
        """``nicknames`` has further names, folded, with the numbers of their chains."""
        self.labels = labels
        self._nicknames = nicknames or {}
        self._near = Nearest({fold(name): number for number, name in enumerate(labels.names)})
        self._known: dict[str, int | None] = {}

    def find(self, token: Token) -> int | None:
        """Return the chain that a word names, perhaps with one wrong letter, or None if none or more than one may be meant."""
        if not token.is_word:
            return None
        if token.text not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[token.text] = self._find_uncached(token)
        return self._known[token.text]

    def _find_uncached(self, token: Token) -> int | None:
        """Return what `find` returns, without the cache."""
        if token.folded in self._nicknames:
            return self._nicknames[token.folded]
        for text in (token.text, token.folded):
            try:
                return self.labels.find(text)
            except ChainError:
                continue
        near = self._near.find(token.folded) or self._near.find(word_meant(token.folded)) or self._like(token.folded)
        return near.pop() if len(near) == 1 else None

    def _like(self, word: str) -> set[int]:
        """Return the chains that a word looks like in a photograph, or else of which it is an abbreviation: ``Twr``, ``WW``."""
        seen = {number for number, name in enumerate(self.labels.names) if fold(name) == word_meant(word)}
        is_word = any(other.startswith(word) for other in ENGLISH) or word in MEANINGS or word in INSIDE_WORDS
        if seen or is_word or not _CONSONANTS.match(word):
            return seen
        return {number for number, name in enumerate(self.labels.names) if _is_within_word(word, fold(name))}
