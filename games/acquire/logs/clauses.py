"""The clauses of a turn in the text spelling, read into actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.acquire.actions import UNKNOWN_TILE, Act, Action, Card
from games.acquire.board import parse_tile
from games.acquire.editions import LabelSet
from games.acquire.errors import ChainError, LogError, TileError
from games.acquire.logs.scan import Word, listed

#: Digits of the longest number read; Python itself stops at some thousand.
LONGEST_NUMBER: Final = 18


class Clause:
    """The words of one clause, read from left to right."""

    __slots__ = ("at", "end", "ids", "labels", "words")

    def __init__(self, words: list[Word], end: Word, ids: dict[str, int], labels: LabelSet) -> None:
        self.words = words
        self.end = end
        self.ids = ids
        self.labels = labels
        self.at = 0

    def peek(self) -> Word:
        """The next word, or the empty word at the end."""
        return self.words[self.at] if self.at < len(self.words) else self.end

    def take(self, expected: str) -> Word:
        """The next word, which must be there."""
        word = self.peek()
        if not word.text:
            raise word.wrong("the clause ends too early", expected)
        self.at += 1
        return word

    def is_done(self) -> bool:
        """Whether all words are read."""
        return self.at >= len(self.words)

    def finish(self) -> None:
        """Refuse words that are left over."""
        if not self.is_done():
            word = self.peek()
            raise word.wrong(f"{word.text!r} is too much here", "the end of the clause, ; or a new line")

    def player(self) -> int:
        """A player's seat."""
        word = self.peek()
        if word.text not in self.ids:
            names = listed(self.ids)
            word = self.take(f"a player: {names}")
            raise word.wrong(f"{word.text!r} is no player of this log", f"one of {names}")
        self.at += 1
        return self.ids[word.text]

    def chain(self) -> int:
        """A chain's number."""
        word = self.take("a chain")
        try:
            return self.labels.find(word.text)
        except ChainError as problem:
            raise word.wrong(str(problem).rstrip("."), "a chain") from None

    def number(self) -> int:
        """A whole number, perhaps negative."""
        word = self.take("a whole number")
        digits = word.text.removeprefix("-")
        if not digits.isascii() or not digits.isdigit():
            raise word.wrong(f"{word.text!r} is no whole number", "a whole number")
        if len(digits) > LONGEST_NUMBER:
            raise word.wrong(f"this number has {len(digits)} digits", f"one of at most {LONGEST_NUMBER}")
        return int(word.text)

    def tile(self) -> int:
        """A known tile."""
        word = self.take("a tile from 1A to 12I")
        try:
            return parse_tile(word.text)
        except TileError:
            raise word.wrong(f"{word.text!r} is no tile", "a tile from 1A to 12I") from None

    def tiles(self) -> tuple[int, ...]:
        """All tiles up to the end of the clause; ``?`` for an unknown one, ``-`` alone for none."""
        found: list[int] = []
        if self._is_dash():
            return ()
        while not found or not self.is_done():
            if self.peek().text == "?":
                self.at += 1
                found.append(UNKNOWN_TILE)
            else:
                found.append(self.tile())
        return tuple(found)

    def _is_dash(self) -> bool:
        if self.peek().text == "-":
            self.at += 1
            return True
        return False

    def comma(self) -> bool:
        """Whether a comma follows; if so it is read."""
        if self.peek().text == ",":
            self.at += 1
            return True
        return False

    def chains(self) -> tuple[int, ...]:
        """Chains parted by commas, ``-`` for none."""
        if self._is_dash():
            return ()
        found = [self.chain()]
        while self.comma():
            found.append(self.chain())
        return tuple(found)

    def shares(self) -> tuple[tuple[int, int], ...]:
        """Chains with numbers parted by commas, ``-`` for none."""
        if self._is_dash():
            return ()
        found: dict[int, int] = {}
        while not found or self.comma():
            word = self.peek()
            chain = self.chain()
            if chain in found:
                raise word.wrong(f"{word.text!r} stands twice", "each chain once")
            found[chain] = self.number()
        return tuple(found.items())


def _bonus(clause: Clause, player: int) -> Action:
    receiver = clause.player()
    return Action(Act.BONUS, receiver, (clause.chain(), clause.number()))


def _cash(clause: Clause, player: int) -> Action:
    return Action(Act.CASH, clause.player(), clause.number())


def _dispose(clause: Clause, player: int) -> Action:
    holder = clause.player()
    chain = clause.chain()
    counts: dict[str, int] = {}
    while not clause.is_done():
        word = clause.take("sell, trade or hold")
        if word.text not in ("sell", "trade", "hold") or word.text in counts:
            raise word.wrong(f"{word.text!r} stands here", "sell, trade or hold, each once, with a number")
        counts[word.text] = clause.number()
    return Action(Act.DISPOSE, holder, (chain, counts.get("sell", 0), counts.get("trade", 0), counts.get("hold")))


def _card(clause: Clause, player: int) -> Action:
    word = clause.take("a card")
    try:
        return Action(Act.CARD, player, Card(word.text.upper()))
    except ValueError:
        raise word.wrong(f"{word.text!r} is no card", f"one of {', '.join(Card)}") from None


#: What follows the word of a clause, for acts whose player is the one of the turn.
_VALUES: Final[dict[Act, Callable[[Clause], object]]] = {
    Act.FOUND: Clause.chain,
    Act.SURVIVOR: Clause.chain,
    Act.ORDER: Clause.chains,
    Act.BUY: Clause.shares,
    Act.SWAP: lambda clause: (clause.chain(), clause.chain()),
    Act.MARKET: lambda clause: (clause.chain(), clause.tile()),
    **dict.fromkeys((Act.DRAW, Act.SHOW, Act.DEAD, Act.RETURN, Act.REDRAW), Clause.tiles),
    **dict.fromkeys((Act.PASS, Act.CLOCK, Act.TIMEOUT, Act.TAKEBACK, Act.END), lambda clause: None),
}
_OTHERS: Final[dict[Act, Callable[[Clause, int], Action]]] = {
    Act.BONUS: _bonus,
    Act.CASH: _cash,
    Act.DISPOSE: _dispose,
    Act.CARD: _card,
}
_WORDS: Final = {act.word: act for act in (*_VALUES, *_OTHERS)}


def read_clause(clause: Clause, player: int | None) -> Action:
    """The action of one clause; ``by P`` before it names another player than the turn's.

    Raises:
        LogError: if it is no clause.
    """
    if clause.peek().text == "by":
        clause.at += 1
        player = clause.player()
    word = clause.take("a tile or a clause")
    if player is None:
        raise word.wrong("no turn has begun", "a turn such as '1 Ann: 4C', or 'by Ann' before the clause")
    act = _WORDS.get(word.text.lower())
    if act is None:
        action = Action(Act.PLAY, player, _placed(word))
    elif act in _OTHERS:
        action = _OTHERS[act](clause, player)
    else:
        action = Action(act, player, _VALUES[act](clause))
    clause.finish()
    return action


def _placed(word: Word) -> int:
    try:
        return parse_tile(word.text)
    except TileError:
        raise _no_clause(word) from None


def _no_clause(word: Word) -> LogError:
    return word.wrong(f"{word.text!r} is neither a tile nor a clause", f"a tile, or one of {', '.join(_WORDS)}")
