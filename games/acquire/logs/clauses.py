"""The clauses of a turn in the text spelling, read into actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.acquire.actions import NOBODY, UNKNOWN_TILE, Act, Action, Card
from games.acquire.board import parse_tile
from games.acquire.editions import LabelSet
from games.acquire.errors import ChainError, LogError, TileError
from games.acquire.logs.scan import Word, listed, unquoted
from games.acquire.logs.stamps import MARK, read_stamp
from games.acquire.record import Stamp

#: Digits of the longest number read; Python itself stops at some thousand.
LONGEST_NUMBER: Final = 18


class Clause:
    """The words of one clause, read from left to right; ``stamp`` is its time once `close` has read it."""

    __slots__ = ("at", "end", "ids", "labels", "stamp", "words")

    def __init__(self, words: list[Word], end: Word, ids: dict[str, int], labels: LabelSet) -> None:
        self.words = words
        self.end = end
        self.ids = ids
        self.labels = labels
        self.at = 0
        self.stamp: Stamp | None = None

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
        """Whether all words are read, but for the time at the end."""
        return self.at >= len(self.words) or self.words[self.at].text.startswith(MARK)

    def finish(self) -> None:
        """Refuse words that are left over."""
        if self.at < len(self.words):
            word = self.peek()
            raise word.wrong(f"{word.text!r} is too much here", "the end of the clause, ; or a new line")

    def close(self) -> None:
        """Read the time at the end, if there is one, and refuse words that are left over."""
        if self.at < len(self.words) and self.words[self.at].text.startswith(MARK):
            behind = self.words[self.at + 1] if self.at + 1 < len(self.words) else self.end
            self.stamp, taken = read_stamp(self.words[self.at], behind)
            self.at += taken
        self.finish()

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

    def seconds(self) -> int:
        """Whole seconds with their sign, more than none if given and less if taken."""
        word = self.take("seconds with their sign, such as +120 or -120")
        sign, digits = word.text[:1], word.text[1:]
        if sign not in ("+", "-") or not digits.isascii() or not digits.isdigit() or len(digits) > LONGEST_NUMBER:
            raise word.wrong(f"{word.text!r} tells no time given or taken", "seconds with their sign, +120 or -120")
        return int(word.text)

    def reason(self) -> str:
        """A reason in quotes, or as it stands up to the end of the clause; empty for none."""
        first = self.peek()
        if self.is_done():
            return ""
        if first.text.startswith('"'):
            self.at += 1
            return unquoted(first)
        text, before = "", first
        while not self.is_done():
            word = self.words[self.at]
            is_apart = word.column > before.column + len(before.text)
            text, before = f"{text}{' ' * is_apart}{word.text}", word
            self.at += 1
        return text

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


def _time(clause: Clause) -> Action:
    return Action(Act.TIME, clause.player(), clause.seconds())


def _rewind(clause: Clause) -> Action:
    return Action(Act.REWIND, NOBODY, (clause.number(), clause.reason()))


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
#: What the director does: such a clause names its player itself, or none, and may stand before any turn.
_DIRECTORS: Final[dict[Act, Callable[[Clause], Action]]] = {
    Act.PAUSE: lambda clause: Action(Act.PAUSE, NOBODY),
    Act.RESUME: lambda clause: Action(Act.RESUME, NOBODY),
    Act.TIME: _time,
    Act.PEEK: lambda clause: Action(Act.PEEK, clause.player()),
    Act.REWIND: _rewind,
}
_WORDS: Final = {act.word: act for act in (*_VALUES, *_OTHERS, *_DIRECTORS)}
#: The words of the director's clauses.
DIRECTORS_WORDS: Final = frozenset(act.word for act in _DIRECTORS)


def read_clause(clause: Clause, player: int | None) -> Action:
    """The action of one clause, whose time is then the clause's; ``by P`` before it names another player than the turn's.

    Raises:
        LogError: if it is no clause.
    """
    first = clause.peek()
    is_by = first.text == "by"
    if is_by:
        clause.at += 1
        player = clause.player()
    word = clause.take("a tile or a clause")
    act = _WORDS.get(word.text.lower())
    if act in _DIRECTORS:
        if is_by:
            raise first.wrong(f"{word.text!r} is the director's, not a player's", f"{word.text.lower()} without 'by'")
        action = _DIRECTORS[act](clause)
    elif player is None:
        raise word.wrong("no turn has begun", "a turn such as '1 Ann: 4C', or 'by Ann' before the clause")
    elif act is None:
        action = Action(Act.PLAY, player, _placed(word))
    elif act in _OTHERS:
        action = _OTHERS[act](clause, player)
    else:
        action = Action(act, player, _VALUES[act](clause))
    clause.close()
    return action


def _placed(word: Word) -> int:
    try:
        return parse_tile(word.text)
    except TileError:
        raise _no_clause(word) from None


def _no_clause(word: Word) -> LogError:
    return word.wrong(f"{word.text!r} is neither a tile nor a clause", f"a tile, or one of {', '.join(_WORDS)}")
